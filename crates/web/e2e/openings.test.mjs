// The opening explorer: the table, arrows, transpositions, and boards without openings.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { click, everyHost, leave, listedMoves, newGame, shot, tab, visit, waitForTurn } from "./harness.mjs";

let page;
afterEach(() => leave(page));

const words = (text) => page.locator("#openings-words", { hasText: text }).waitFor();
const cells = (column) => page.locator(`#openings tbody td:nth-child(${column})`).allInnerTexts();

/** A board with its openings shown. */
async function open(board) {
  page = await visit(now.browser, now.server.address);
  await newGame(page, { board });
  await tab(page, "analysis");
  await page.locator("label.switch", { hasText: "Openings" }).click();
}

const now = everyHost(() => {
  test("all first moves of 6x6, the best first, with arrows; a click plays one", async () => {
    const asked = [];
    page = await visit(now.browser, now.server.address);
    page.on("request", (request) => asked.push(request.url()));
    await newGame(page, { board: "6x6" });
    await tab(page, "analysis");
    assert.ok(!asked.some((url) => url.includes("explorer-")), "loaded before it is asked for");
    await page.locator("label.switch", { hasText: "Openings" }).click();
    await words("all 272 first moves");
    assert.equal(asked.filter((url) => url.includes("explorer-")).length, 1);
    const chances = (await cells(2)).map(parseFloat);
    assert.equal(chances.length, 272);
    assert.deepEqual(chances, [...chances].sort((a, b) => b - a));
    assert.ok((await cells(3)).every((visits) => Number(visits.replaceAll(",", "")) > 0));
    assert.equal(await page.locator("#board .best").count(), 5);
    await shot(page, "openings-6x6");
    const [best] = await cells(1);
    // The one that is pointed at is drawn alone.
    await page.locator("#openings tbody button").nth(7).hover();
    await page.locator("#board .best").nth(1).waitFor({ state: "detached" });
    await page.locator("#openings tbody button").first().click();
    await waitForTurn(page, "Black");
    assert.deepEqual(await listedMoves(page), [best]);
    await words(`Black has`);
    // Its value is what the table said of it, for the other side.
    const here = parseFloat((await page.locator("#openings-words").innerText()).match(/Black has (\d+)%/)[1]);
    assert.ok(Math.abs(100 - chances[0] - here) <= 1, `${chances[0]} and ${here}`);
  });

  test("a mirrored move is the same opening", async () => {
    await open("6x6");
    await words("all 272 first moves");
    await click(page, "b1", "b4", "d4");
    await words("Black has");
    const said = await page.locator("#openings-words").innerText();
    await page.locator("#go-back").click();
    await words("White has");
    await click(page, "e1", "e4", "c4");
    await words("Black has");
    assert.equal(await page.locator("#openings-words").innerText(), said);
    // Nor does it matter in which order moves were played.
    const keys = await page.evaluate(async () => {
      const [{ normal }, { play }] = await Promise.all(["openings", "notation"].map((name) => import(new URL(`js/${name}.js`, document.baseURI).href)));
      const after = (moves) => normal(moves.reduce((at, move) => play("amazons", at, move), "1qq1/q2q/Q2Q/1QQ1 w"));
      const [one, black, other] = [[8, 5, 8], [2, 6, 2], [11, 10, 11]];
      return [after([one, black, other]), after([other, black, one]), after([one, black])];
    });
    assert.equal(keys[0], keys[1]);
    assert.notEqual(keys[0], keys[2]);
  });

  test("what is explored in part says how far; a board without openings says which have some", async () => {
    for (const [board, text] of [["8x8", /of 616 first moves|all 616 first moves/], ["10x10", /of 1,088 first moves|all 1,088 first moves/]]) {
      await open(board);
      await words(text);
      await page.locator("#openings tbody tr").first().waitFor();
      await leave(page);
    }
    await open("5x5");
    await words("There are openings for Amazons on 6x6, 8x8 and 10x10.");
    assert.equal(await page.locator("#openings").isVisible(), false);
  });
});
