// Matches as people know them, games that are kept, and searches that go on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { click, everyHost, leave, listedMoves, newGame, openGames, serve, shot, tab, visit, waitForTurn } from "./harness.mjs";

let page;
afterEach(() => leave(page));

const turn = (side) => waitForTurn(page, side);
const moves = () => listedMoves(page);
const square = (name) => page.locator(`#board [data-square="${name}"]`);
const middle = async (name) => {
  const { x, y, width, height } = await square(name).boundingBox();
  return [x + width / 2, y + height / 2];
};
/** Reloads once the game is kept. */
async function reload() {
  await page.waitForTimeout(600);
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
}

const now = everyHost((host) => {
  test("drag, type, step with arrow keys, flip, and the list of keys", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "6x6" });
    await page.mouse.move(...(await middle("b1")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("b4")), { steps: 4 });
    await page.mouse.up();
    await click(page, "d4");
    await turn("Black");
    await page.locator("#typed").fill("nonsense");
    await page.keyboard.press("Enter");
    await page.locator("#toast.bad").waitFor();
    await page.locator("#typed").fill("b6-b5(c5)");
    await page.keyboard.press("Enter");
    await turn("White");
    assert.deepEqual(await moves(), ["b1-b4/d4", "b6-b5/c5"]);
    await page.locator("#status").click();
    await page.keyboard.press("ArrowLeft");
    await turn("Black");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await turn("Black");
    const below = async () => (await middle("a1"))[1] > (await middle("a6"))[1];
    assert.ok(await below());
    await page.keyboard.press("f");
    assert.ok(!(await below()));
    await click(page, "e6");
    assert.ok((await page.locator("#board .is-lit").count()) > 0);
    await shot(page, `flipped-${host.name}`);
    await page.keyboard.press("?");
    await page.locator("#dialog-keys", { hasText: "one move back" }).waitFor();
    await page.locator("#keys-close").click();
    // Domineering: a domino by dragging.
    await newGame(page, { game: "domineering", board: "4x4" });
    await page.mouse.move(...(await middle("2,2")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("3,2")), { steps: 3 });
    await page.mouse.up();
    await turn("Horizontal");
    assert.deepEqual(await moves(), ["2,2"]);
  });

  test("resign, the result card, a rematch with sides exchanged and Black at the bottom; mute", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x5", second: "engine", level: 1 });
    await click(page, "b1", "b3", "c3");
    await turn("White");
    await page.locator("#resign").click();
    await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
    await shot(page, `result-${host.name}`);
    await page.locator("#rematch").click();
    await turn("Black");
    await page.locator("#seat-first", { hasText: "Engine, level 1" }).waitFor();
    assert.ok((await middle("a1"))[1] < (await middle("a5"))[1], "Black is at the bottom");
    await page.locator("#sound").click();
    assert.equal(await page.locator("#sound").getAttribute("aria-pressed"), "false");
    // Engines of two levels.
    await newGame(page, { game: "domineering", board: "4x4", first: "engine", second: "engine", level: 2 });
    await page.locator("#seat-second", { hasText: "level 2" }).waitFor();
    await page.locator("#seat-first", { hasText: "level 4" }).waitFor();
    await page.locator("#result", { hasText: "wins" }).waitFor({ timeout: 30_000 });
  });

  test("clocks, the engine's turn and a lost game survive a reload", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x5", second: "engine", level: 1, clock: "180+2" });
    await turn("White");
    await page.waitForTimeout(1200);
    const seconds = async () => {
      const [m, s] = (await page.locator("#seat-first .clock").innerText()).split(":").map(Number);
      return 60 * m + s;
    };
    const before = await seconds();
    assert.ok(before < 180, `${before}`);
    await click(page, "b1", "b3", "c3");
    // At once: the engine has not answered yet, and does so after the reload.
    await reload();
    await turn("White");
    assert.equal((await moves()).length, 2);
    assert.ok(Math.abs((await seconds()) - before) <= 4, `${before} and ${await seconds()}`);
    await page.locator("#resign").click();
    await page.locator("#result", { hasText: "resignation" }).waitFor();
    await reload();
    await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
  });

  test("the library: puzzles and links leave the game alone; search, continue, export, import", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "6x6" });
    await click(page, "b1", "b4", "d4");
    await turn("Black");
    await page.goto(`${now.server.address}#/puzzles`);
    await page.locator("#view-puzzles .tile-card").first().click();
    await page.locator("#coach", { hasText: "to move and win" }).waitFor();
    await page.goto(`${now.server.address}#/board?game=domineering&start=4x4`);
    await turn("Vertical");
    await click(page, "1,1", "2,1");
    await turn("Horizontal");
    await page.locator('.top nav a[data-view="board"]').click();
    await turn("Black");
    assert.deepEqual(await moves(), ["b1-b4/d4"]);
    // A second game; the first one is in the list.
    await newGame(page, { game: "domineering", board: "5x5" });
    await click(page, "1,1", "2,1");
    await turn("Horizontal");
    await page.waitForTimeout(500);
    await openGames(page);
    await page.locator("#games-list article").nth(1).waitFor();
    assert.equal(await page.title(), "Your games · Lastmove");
    assert.equal(await page.locator("#games-list article").count(), 2);
    await shot(page, `games-${host.name}`);
    await page.locator("#games-search").fill("amazons 6x6");
    await page.locator("#view-games", { hasText: "1 of 2 games" }).waitFor();
    assert.equal(await page.locator("#games-list article").count(), 1);
    const [sgf] = await Promise.all([page.waitForEvent("download"), page.locator("#games-sgf").click()]);
    const text = readFileSync(await sgf.path(), "utf8");
    assert.match(text, /W\[bfbcdc\]/);
    const two = `${text}\n${text.replace("W[bfbcdc]", "W[bfbcdc]C[a ) and \\] in a comment]")}`;
    await page.locator("#games-import").setInputFiles({ name: "two.sgf", mimeType: "text/plain", buffer: Buffer.from(two) });
    await page.locator("#toast", { hasText: "2 games imported" }).waitFor();
    await page.locator("#games-list article").nth(2).waitFor();
    await page.locator("#games-list article", { hasText: "1 move" }).last().getByRole("button", { name: "Continue" }).click();
    await turn("Black");
    assert.deepEqual(await moves(), ["b1-b4/d4"]);
  });

  test("a full disk and a second tab lose nothing", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x5" });
    await click(page, "b1", "b3", "c3");
    await turn("Black");
    await page.waitForTimeout(500);
    // Another tab on the same game goes on with a copy.
    const other = await page.context().newPage();
    await other.goto(now.server.address);
    await other.locator("html[data-ready]").waitFor();
    await other.locator("#toast", { hasText: "in another tab" }).waitFor();
    await other.locator('#board [data-square="b5"]').click();
    await other.locator('#board [data-square="b4"]').click();
    await other.locator('#board [data-square="a3"]').click();
    await other.locator("#status", { hasText: "White to move" }).waitFor();
    await other.waitForTimeout(500);
    await openGames(page);
    await page.locator("#games-list article", { hasText: "2 moves" }).waitFor();
    await page.locator("#games-list article", { hasText: "1 move" }).waitFor();
    await other.close();
    await page.locator('.top nav a[data-view="board"]').click();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("no room", "QuotaExceededError");
      };
    });
    await click(page, "b5", "b4", "a3");
    await page.locator("#toast.bad", { hasText: "no room" }).waitFor();
    await turn("White");
  });

  test("a search goes on in every view; the answer comes before its certificate", async () => {
    page = await visit(now.browser, now.server.address);
    // The server knows the values of many regions, so that its searches are shorter.
    await newGame(page, { game: "domineering", board: host.name === "server" ? "7x7" : "6x6" });
    await tab(page, "solve");
    // The search begins, and at once something else is looked at.
    await page.evaluate(() => {
      document.querySelector("#solve-start").click();
      location.hash = "/gallery";
    });
    await page.locator("#view-gallery .tile-card").first().waitFor();
    await page.waitForTimeout(500);
    await page.locator('.top nav a[data-view="board"]').click();
    await page.locator("#solved").waitFor({ timeout: 30_000 });
    await shot(page, `job-${host.name}`);
    const cancel = page.locator("#solve-stop", { hasText: "Cancel the certificate" });
    await page.locator("#certificate, #solve-stop:not([hidden])").first().waitFor();
    if (await cancel.isVisible()) {
      await cancel.click();
      await page.locator("#solve-box", { hasText: "cancelled" }).waitFor({ timeout: 2000 });
      await page.locator("#certify").waitFor();
      assert.equal(await page.locator(".job").count(), 0);
    }
    await page.locator("#solved").waitFor();
  });

  test("a review shows what was better and lets one try again", async () => {
    page = await visit(now.browser, `${now.server.address}#/board?game=domineering&start=4x4&moves=${encodeURIComponent("1,1 1,2")}`);
    await tab(page, "analysis");
    await page.locator("#review-time").selectOption("0.3");
    await page.locator("#review").click();
    await page.locator("#review-text", { hasText: /Marked/ }).waitFor({ timeout: 30_000 });
    const first = page.locator(".mistakes li").first();
    await first.getByText("Better:").waitFor();
    await shot(page, `review-${host.name}`);
    await first.locator(".show-better").click();
    await page.locator("#board .best", { hasText: "better" }).waitFor();
    await first.locator(".try-again").click();
    await page.locator("#coach", { hasText: "Find a better move" }).waitFor();
    await click(page, "1,2", "2,2");
    await page.locator("#coach", { hasText: /is good|is not it/ }).waitFor({ timeout: 20_000 });
  });
});

test("a server that dies is waited for, and the game goes on", async () => {
  let mine = await serve("--databases", "none", "--memory", "64M");
  const { address } = mine;
  page = await visit(now.browser, address);
  await newGame(page, { board: "5x5", second: "engine", level: 1 });
  await mine.end();
  await new Promise((resolve) => setTimeout(resolve, 400));
  await click(page, "b1", "b3", "c3");
  await page.locator("#banner", { hasText: `lastmove serve --port ${new URL(address).port}` }).waitFor();
  mine = await serve("--databases", "none", "--memory", "64M", "--port", new URL(address).port);
  await turn("White");
  await page.locator("#banner").waitFor({ state: "hidden" });
  // The browser reports connections that fail; that is what this test is about.
  page.problems = page.problems.filter((problem) => !/ERR_CONNECTION_REFUSED/.test(problem));
  mine.end();
});
