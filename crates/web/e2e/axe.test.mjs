// Accessibility, as axe sees it: every page, tab and dialog in both themes; and what screen readers hear of a move.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
import { click, hosts, launch, leave, newGame, tab, visit, waitForTurn } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;
let server;
let page;
before(async () => {
  browser = await launch();
  server = await hosts[0].start();
});
after(async () => {
  await browser?.close();
  server?.end();
});
afterEach(() => leave(page));

/** Fails with what axe finds. */
async function clean(place) {
  await page.waitForTimeout(300); // the end of transitions
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map((node) => `${node.target} ${node.any.map((check) => check.message).join(" ")}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], place);
}

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [{ width: 1366, height: 768 }, { width: 390, height: 844 }]) {
    const wide = viewport.width;
    const open = async (options = {}) => (page = await visit(browser, server.address, { colorScheme, viewport, bypassCSP: true, ...options }));

    test(`axe, ${colorScheme}, ${wide} wide: the introduction, a game, its end, its tabs, a review`, async () => {
      await open({ first: true });
      await page.locator("#coach").waitFor();
      await clean("introduction");
      await newGame(page, { board: "6x6", second: "engine", level: 1, clock: "180+2" });
      await waitForTurn(page, "White", "choose");
      await click(page, "b1");
      await clean("an amazon chosen");
      await click(page, "b4", "d4");
      await waitForTurn(page, "White", "choose");
      for (const name of ["areas", "solve", "share", "edit"]) {
        await tab(page, name);
        if (name === "areas") await page.locator("#verdict").waitFor();
        await clean(name);
      }
      await tab(page, "analysis");
      await page.locator("label.switch", { hasText: "Engine" }).click();
      await page.locator(".lines li").first().waitFor({ timeout: 20_000 });
      await clean("engine");
      await page.locator("label.switch", { hasText: "Engine" }).click();
      await page.locator("label.switch", { hasText: "Openings" }).click();
      await page.locator("#openings-words", { hasText: "first moves" }).waitFor();
      await clean("openings");
      await page.locator("label.switch", { hasText: "Openings" }).click();
      await page.locator("#resign").click();
      await page.locator("#result").waitFor();
      await clean("result and undo");
      await page.locator("#review-time").selectOption("0.3");
      await page.locator("#result-review").click();
      await page.locator("#review-text", { hasText: /Marked|No mistakes/ }).waitFor({ timeout: 30_000 });
      await clean("review");
      await tab(page, "game");
      await clean("game");
    });

    test(`axe, ${colorScheme}, ${wide} wide: dialogs and the other pages`, async () => {
      await open();
      await page.locator("#new-game").click();
      await clean("new game");
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await clean("keys");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !history.state?.dialog); // its place in the history is gone
      await page.goto(`${server.address}#/board?game=domineering&start=${encodeURIComponent("2*2/2*2/**2*/4* v")}&tab=areas`);
      await page.locator(".area-list > li").first().getByText("Thermograph").click();
      await page.locator("#thermograph").waitFor();
      await clean("thermograph");
      await page.locator("#picture-close").click();
      await page.waitForFunction(() => !history.state?.dialog); // its place in the history is gone
      for (const view of ["games", "learn", "puzzles", "values", "gallery"]) {
        await page.goto(`${server.address}#/${view}`);
        await page.locator(`#view-${view} h1`).waitFor();
        await clean(view);
      }
      await page.goto(`${server.address}#/puzzles`);
      await page.locator("#puzzle-next").click();
      await page.locator("#coach", { hasText: "to move and win" }).waitFor();
      await clean("a puzzle");
      await page.goto(`${server.address}#/proofs/amazons-4x5`);
      await page.locator("#coach", { hasText: ": the proof" }).waitFor();
      await clean("a proof");
    });
  }
}

test("screen readers hear where the amazon stands while its arrow is chosen", async () => {
  page = await visit(browser, server.address);
  await newGame(page, { board: "6x6" });
  const label = (name) => page.locator(`#board [data-square="${name}"]`).getAttribute("aria-label");
  await click(page, "b1");
  assert.equal(await label("b1"), "b1, white amazon, chosen");
  assert.equal(await label("b4"), "b4, empty, can move here");
  await click(page, "b4");
  assert.equal(await label("b1"), "b1, empty, can shoot here");
  assert.equal(await label("b4"), "b4, white amazon, chosen");
  assert.equal(await page.locator('#board [aria-selected="true"]').count(), 1);
  assert.match(await page.locator("#live").innerText(), /^on b4, \d+ squares to shoot at$/);
  await click(page, "b1");
  await waitForTurn(page, "Black");
  assert.equal(await label("b1"), "b1, burnt");
});
