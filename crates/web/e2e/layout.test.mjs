// The board and its controls fit the window, whatever its size.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hosts, launch, leave, newGame, shot, visit } from "./harness.mjs";

/** Windows; the last two are those of 1280x720 and 1440x900 at 200 %. */
const WINDOWS = [[1280, 720], [1440, 900], [844, 390], [640, 360], [720, 450]];

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await hosts[0].start();
});
after(async () => {
  await browser?.close();
  server?.end();
});

/** The parts that must be seen without scrolling, as far as they stick out. */
const outside = (page, parts) => page.evaluate((parts) => parts.flatMap((part) => {
  const box = document.querySelector(part).getBoundingClientRect();
  const out = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
  return out > 0.5 ? [`${part} sticks out by ${out.toFixed(0)}`] : [];
}), parts);

for (const [width, height] of WINDOWS) {
  test(`${width}x${height}`, async () => {
    const page = await visit(browser, server.address, { first: true, viewport: { width, height } });
    await page.locator("#coach").waitFor();
    const parts = ["#board svg", "#seat-first", "#seat-second", ".controls", "#status"];
    await shot(page, `layout-first-${width}`);
    assert.deepEqual(await outside(page, [...parts, "#coach"]), [], "first visit");
    for (const [game, board] of [["amazons", "10x10"], ["domineering", "4x9"]]) {
      await newGame(page, { game, board });
      await page.locator("#board .can-start, #board .is-lit").first().waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      await shot(page, `layout-${board}-${width}`);
      assert.deepEqual(await outside(page, parts), [], board);
    }
    const square = await page.locator("#board .square").first().boundingBox();
    assert.ok(square.width >= 24, `squares are ${square.width} wide`);
    await leave(page);
  });
}

test("forced colours: the pieces can still be told apart", async () => {
  const page = await visit(browser, server.address, { forcedColors: "active" });
  await newGame(page, { board: "6x6" });
  await page.locator("#board .can-start").first().waitFor();
  await shot(page, "forced-colours");
  const fill = (kind) => page.locator(`#board .amazon.${kind} polygon`).first().evaluate((e) => getComputedStyle(e).fill);
  assert.notEqual(await fill("white"), await fill("black"));
  await leave(page);
});

test("areas and arrows are never on top of each other", async () => {
  const page = await visit(browser, `${server.address}#/board?game=amazons&start=${encodeURIComponent("q1*2Q/2*3/***3/1Q*1q1 w")}&tab=analysis`);
  await page.locator("label.switch", { hasText: "Engine" }).click();
  await page.locator("#board .best").first().waitFor();
  await page.locator(".tabs [data-tab=areas]").click();
  await page.locator("#board .area").first().waitFor();
  assert.equal(await page.locator("#board .best").count(), 0);
  await leave(page);
});
