// A finished game under review: what is tried is not answered, and the result stays where the game ended.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { click, everyHost, leave, listedMoves, newGame, openGames, saved, shot, tab, visit, waitForTurn } from "./harness.mjs";

let page;
afterEach(() => leave(page));

const turn = (side, what) => waitForTurn(page, side, what);
const moves = () => listedMoves(page);

/** White has three moves on the left, Black two on the right: whoever wastes one loses. */
const ROW = "Q3*q2 w";
const result = (text) => page.locator("#result", { hasText: text });
const hidden = async () => assert.ok(!(await page.locator("#result").isVisible()), "a result is shown");

/** Reviews the game from the card of its result, and tries the first mistake again. */
async function tryAgain() {
  await tab(page, "analysis");
  await page.locator("#review-time").selectOption("0.3");
  await page.locator("#result-review").click();
  await page.locator("#review-text", { hasText: "Marked" }).waitFor({ timeout: 30_000 });
  await page.locator(".mistakes li", { hasText: "blunder" }).first().locator(".try-again").click();
  await page.locator("#coach", { hasText: "Find a better move" }).waitFor();
  await turn("White", "choose");
  await hidden();
}

/** Tries the winning move: nobody answers, and no result is shown. */
async function tryTheBest() {
  await click(page, "a1", "b1", "a1");
  // With its turn known, the engine would be thinking by now.
  await turn("Black", "choose");
  await hidden();
  await page.locator("#coach", { hasText: "is good" }).waitFor({ timeout: 30_000 });
  await turn("Black", "choose");
  await hidden();
}

/** The list of games has one entry, with a result and a number of moves. */
async function kept(ended, count) {
  await saved(page);
  await openGames(page);
  await page.locator("#games-list article", { hasText: "with analysis" }).waitFor();
  const entries = await page.locator("#games-list article").allInnerTexts();
  assert.equal(entries.length, 1);
  assert.ok(entries[0].includes(`, ${count} moves, `) && entries[0].includes(`${ended} · `), entries[0]);
  await page.locator('.top nav a[data-view="board"]').click();
}

const now = everyHost((host) => {
  test("a lost game: no engine answers a try, and its end still has the result", async () => {
    page = await visit(now.browser, now.server.address, { viewport: { width: 1366, height: 768 } });
    await newGame(page, { board: ROW, second: "engine", level: 3 });
    await turn("White", "choose");
    await click(page, "a1", "d1", "c1");
    await result("Black wins").waitFor();
    const game = await moves();
    assert.equal(game.length, 2);
    await tryAgain();
    await shot(page, `try-${host.name}`);
    await tryTheBest();
    await shot(page, `tried-${host.name}`);
    await tab(page, "game");
    assert.deepEqual(await moves(), [game[0], "a1-b1/a1", game[1]]);
    assert.ok(!(await page.getByRole("button", { name: "Let the engine go on" }).isVisible()));
    // A move of the other side is not answered either, nor the one after it.
    await click(page, "f1", "g1", "f1");
    await turn("White", "choose");
    await click(page, "b1", "c1", "b1");
    await turn("Black", "choose");
    await hidden();
    await kept("Black wins", 2);
    // Taking back what was tried leaves the game alone; moves of the game itself stay.
    await page.locator(".moves .variation button").last().click();
    for (const left of [2, 0]) {
      await page.locator("#take-back").click();
      await page.locator(".moves .variation button").nth(left).waitFor({ state: "detached" });
    }
    await page.locator(".moves button", { hasText: game[0] }).click();
    await turn("Black", "choose");
    await hidden();
    assert.ok(await page.locator("#take-back").isDisabled());
    await page.keyboard.press("u");
    await page.locator("#go-last").click();
    await result("Black wins").waitFor();
    await shot(page, `returned-${host.name}`);
    assert.deepEqual(await moves(), game);
    await kept("Black wins", 2);
  });

  test("a resigned game: moves can be tried, and its end still has the result", async () => {
    page = await visit(now.browser, now.server.address, { viewport: { width: 1366, height: 768 } });
    await newGame(page, { board: ROW, second: "engine", level: 3, clock: "180+2" });
    await turn("White", "choose");
    await click(page, "a1", "b1", "c1");
    await turn("White", "choose");
    await page.locator("#resign").click();
    await result("Black wins by resignation").waitFor();
    const game = await moves();
    const clocks = () => page.locator(".clock").allInnerTexts();
    const stopped = await clocks();
    await tryAgain();
    await tryTheBest();
    // A variation of a finished game does not take its place.
    await tab(page, "game");
    assert.ok(await page.getByRole("button", { name: "Make main line" }).isDisabled());
    await kept("Black wins by resignation", 2);
    await page.reload();
    await page.locator(".moves .variation").waitFor();
    await page.locator(".moves button", { hasText: game[1] }).click();
    await result("Black wins by resignation").waitFor();
    assert.deepEqual(await clocks(), stopped);
    // Nothing is played after the end, not even a move that the analysis shows.
    await tab(page, "analysis");
    await page.locator("label.switch", { hasText: "Engine" }).click();
    await page.locator(".lines li").first().click();
    await tab(page, "game");
    assert.equal((await moves()).length, 3);
    await shot(page, `resigned-${host.name}`);
    // Without its last move the game is open again.
    await page.getByRole("button", { name: "Delete from here" }).click();
    await turn("Black", "choose");
    await hidden();
  });

  test("an open game: a try is not answered, and moves after it go on with the game where it was", async () => {
    page = await visit(now.browser, now.server.address, { viewport: { width: 1366, height: 768 } });
    await newGame(page, { board: "Q5*q4 w", second: "engine", level: 1 });
    await turn("White", "choose");
    await click(page, "a1", "b1", "c1");
    await turn("White", "choose");
    const game = await moves();
    await tab(page, "analysis");
    await page.locator("#review-time").selectOption("0.3");
    await page.locator("#review").click();
    await page.locator("#review-text", { hasText: "Marked" }).waitFor({ timeout: 30_000 });
    await page.locator(".mistakes .try-again").first().click();
    await page.locator("#coach", { hasText: "Find a better move" }).waitFor();
    await turn("White", "choose");
    await click(page, "a1", "b1", "a1");
    await turn("Black", "choose");
    await page.locator("#coach", { hasText: "is good" }).waitFor({ timeout: 30_000 });
    await turn("Black", "choose");
    await page.locator("#coach").getByRole("button", { name: "Done" }).click();
    await tab(page, "game");
    await page.locator(".moves button", { hasText: game[1] }).click();
    await turn("White", "choose");
    await click(page, "b1", "a1", "b1");
    await result("Black wins").waitFor();
  });
});
