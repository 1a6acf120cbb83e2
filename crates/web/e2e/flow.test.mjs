// The flow around the board: all in one view, keys, reviews, undo, a lost server, files, words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, test } from "node:test";
import { click, hosts, launch, leave, listedMoves, newGame, saved as written, serve, shot, tab, visit, waitForTurn } from "./harness.mjs";

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

const open = async (options = {}) => (page = await visit(browser, server.address, options));
const turn = (side, what) => waitForTurn(page, side, what);
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** White has three moves on the left, Black two on the right: whoever wastes one loses. */
const ROW = "Q3*q2 w";

/** How far elements stick out of the window, as it is scrolled now. */
const outside = (...parts) => page.evaluate((parts) => parts.flatMap((part) => {
  const box = document.querySelector(part)?.getBoundingClientRect();
  if (!box?.width) return [`${part} is not there`];
  const out = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
  return out > 0.5 ? [`${part} sticks out by ${out.toFixed(0)}`] : [];
}), parts);

/** A short game against the engine, with a clock. */
async function play(board = "10x10") {
  await newGame(page, { board, second: "engine", level: 1, clock: "180+2" });
  await turn("White", "choose");
  await click(page, ...(board === "10x10" ? ["d1", "d7", "g7"] : ["b1", "b4", "d4"]));
  await turn("White", "choose");
}

const ALWAYS = ["#board svg", "#seat-first .who", "#seat-second .who", "#seat-first .clock", "#seat-second .clock", ".controls", "#moves", ".moves button[aria-current]"];
const RESULT = ["#result b", "#rematch", "#result-review", "#result-new"];

for (const [width, height] of [[1366, 768], [1366, 650]]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`everything is in view at ${width}x${height}, ${colorScheme}: in play, at the end, in review`, async () => {
      await open({ viewport: { width, height }, colorScheme });
      await play();
      assert.deepEqual(await outside(...ALWAYS, "#status"), [], "in play");
      await page.locator("#resign").click();
      await page.locator("#result").waitFor();
      assert.deepEqual(await outside(...ALWAYS, ...RESULT), [], "at the end");
      assert.equal(await page.locator(".view-board").getByText("Black wins").count(), 1, "the result stands once");
      await shot(page, `flow-end-${height}-${colorScheme}`);
      await page.locator("#result-review").click();
      await page.locator("#review-text", { hasText: /Marked|No mistakes/ }).waitFor({ timeout: 30_000 });
      assert.deepEqual(await outside(...ALWAYS, ...RESULT, "#review-text", ".counts"), [], "in review");
      await shot(page, `flow-review-${height}-${colorScheme}`);
      const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollHeight, client: innerHeight }));
      assert.ok(scroll <= client, `${scroll} of ${client}`);
    });
  }
}

for (const [width, height] of [[390, 844], [844, 390]]) {
  test(`a phone, ${width}x${height}: the board is as large as can be, actions beside it, all sections in reach`, async () => {
    await open({ viewport: { width, height }, hasTouch: true, isMobile: true });
    await play();
    const board = await page.locator("#board svg").boundingBox();
    if (height > width) assert.ok(board.width >= width - 20, `${board.width} wide`);
    else assert.ok(board.height >= height - 20, `${board.height} high`);
    assert.deepEqual(await outside("#board svg", "#seat-first", "#seat-second", ".controls", "#status"), []);
    // Nothing has to be found by scrolling sideways.
    const hidden = await page.evaluate(() => [...document.querySelectorAll(".top nav, .tabs, html")].filter((bar) => bar.scrollWidth > bar.clientWidth + 1).map((bar) => bar.className || bar.tagName));
    assert.deepEqual(hidden, []);
    assert.deepEqual(await outside(...["games", "learn", "puzzles", "values", "gallery"].map((view) => `.top nav [data-view=${view}]`)), []);
    await page.locator("#resign").click();
    await page.locator("#result").waitFor();
    assert.deepEqual(await outside("#board svg", ...RESULT), []);
    await page.locator("#result-review").click();
    await page.locator("#review-text", { hasText: /Marked|No mistakes/ }).waitFor({ timeout: 30_000 });
    await page.waitForTimeout(200);
    assert.deepEqual(await outside("#review-text"), []);
    await shot(page, `flow-phone-${width}`);
  });
}

test("moves are a table of two columns, and never break inside a move", async () => {
  await open({ viewport: { width: 1366, height: 650 } });
  await play();
  const rows = await page.locator(".moves tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.equal(rows.length, 1);
  assert.equal(rows[0].length, 3);
  assert.deepEqual(rows[0].slice(0, 2), ["1.", "d1-d7/g7"]);
  const lines = await page.locator(".moves button").evaluateAll((all) => all.map((button) => button.getClientRects().length + Math.round(button.clientHeight / 40)));
  assert.ok(lines.every((n) => n <= 2), `${lines}`);
});

test("arrow keys step through the game wherever the focus is; the grid has them after Enter or with Shift", async () => {
  await open();
  await newGame(page, { board: "6x6" });
  await click(page, "b1", "b4", "d4", "b6", "b5", "c5");
  await turn("White");
  for (const place of ["#flip", "#sound", '#board [data-square="c3"]', ".brand", "#moves", ".moves button"]) {
    await page.locator(place).first().focus();
    await press("ArrowLeft");
    await turn("Black");
    await press("Home");
    await turn("White");
    await press("End", "ArrowLeft", "ArrowRight");
    await turn("White");
    assert.equal(await page.locator('.moves button[aria-current="true"]').innerText(), "b6-b5/c5", place);
  }
  await tab(page, "analysis");
  await page.locator("#analysis-on").focus();
  await press("ArrowLeft");
  await turn("Black");
  await press("ArrowRight");
  await turn("White");
  // A select, a text field and the list of tabs keep them.
  await page.locator("#review-time").focus();
  await press("End");
  await page.locator('.tabs [data-tab="analysis"]').focus();
  await press("ArrowLeft");
  await page.locator("#typed").focus();
  await press("ArrowLeft", "Home");
  await turn("White");
  // Enter on a square: now the arrow keys go from square to square, until the move is made.
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("data-square"));
  await page.locator('#board [data-square="b4"]').focus();
  await press("Shift+ArrowUp");
  assert.equal(await focused(), "b5");
  await press("Shift+ArrowDown", "Enter", "ArrowLeft");
  assert.equal(await focused(), "a4");
  await press("Enter", "ArrowDown", "Enter");
  await turn("Black");
  assert.equal((await listedMoves(page)).at(-1), "b4-a4/a3");
  await press("ArrowLeft");
  await turn("White");
});

test("Back closes a dialog and stays on the page", async () => {
  await open();
  await page.locator('.top nav [data-view="games"]').click();
  await page.locator('.top nav [data-view="board"]').click();
  for (const [button, dialog] of [["#new-game", "#dialog-new"], ["#keys", "#dialog-keys"]]) {
    await page.locator(button).click();
    await page.locator(dialog).waitFor();
    await page.goBack();
    await page.locator(dialog).waitFor({ state: "hidden" });
    assert.ok(await page.locator("#view-board").isVisible());
    // Closed by Escape, it leaves nothing behind in the history.
    await page.locator(button).click();
    await page.keyboard.press("Escape");
    await page.locator(dialog).waitFor({ state: "hidden" });
    await page.waitForFunction(() => !history.state?.dialog);
  }
  await page.goBack();
  await page.locator("#view-games").waitFor();
});

test("a review counts each player's mistakes, its graph has axes and can be clicked; Done returns to the game", async () => {
  await open({ viewport: { width: 1366, height: 768 } });
  await newGame(page, { board: ROW, second: "engine", level: 3 });
  await turn("White", "choose");
  await click(page, "a1", "d1", "c1");
  await page.locator("#result", { hasText: "Black wins" }).waitFor();
  const game = await listedMoves(page);
  await tab(page, "analysis");
  await page.locator("#review-time").selectOption("0.3");
  await page.locator("#result-review").click();
  await page.locator("#review-text", { hasText: `Marked 1 of ${game.length} moves` }).waitFor({ timeout: 30_000 });
  const cells = (i) => page.locator(".counts tr").nth(i).locator("th, td").allInnerTexts();
  assert.deepEqual((await cells(1)).map((text) => text.trim()), ["You", "1", "0", "0"]);
  assert.deepEqual((await cells(2)).map((text) => text.trim()), ["Engine, level 3", "0", "0", "0"]);
  assert.deepEqual(await page.locator(".graph .share").allTextContents(), ["0%", "50%", "100%"]);
  assert.equal(await page.locator(".graph text:not(.share)").first().textContent(), "1");
  const graph = await page.locator(".graph").boundingBox();
  await page.mouse.click(graph.x + graph.width * 0.09, graph.y + graph.height / 2);
  await turn("White", "choose");
  await page.locator("#go-last").click();
  await page.locator("#result").waitFor();
  await page.locator(".mistakes .try-again").first().click();
  await page.locator("#coach", { hasText: "Find a better move" }).waitFor();
  await turn("White", "choose");
  await click(page, "a1", "b1", "a1");
  await page.locator("#coach", { hasText: /best move/ }).waitFor({ timeout: 30_000 });
  await page.locator("#coach h2", { hasText: /^a1-b1\/a1 is good$/ }).waitFor();
  await shot(page, "flow-try");
  await page.locator("#coach").getByRole("button", { name: "Done" }).click();
  await page.locator("#result", { hasText: "Black wins" }).waitFor();
  assert.ok(!(await page.locator("#coach").isVisible()));
  await page.locator("label.switch", { hasText: "Engine" }).click();
  assert.deepEqual(await page.locator(".lines-head span").allTextContents(), ["Chance", "Lead", "Visits", "Line"]);
});

test("a hint costs rating; after a failed try the solution is played, with its reason", async () => {
  page = await visit(browser, `${server.address}#/puzzles`);
  const puzzles = await page.evaluate(async () => (await (await fetch("data/puzzles.json")).json()).puzzles);
  const rating = () => page.evaluate(async () => (await import(new URL("js/rating.js", document.baseURI).href)).score().rating);
  const [one, other] = puzzles.filter((p) => p.game === "amazons" && p.line.length === 1);
  await page.goto(`${server.address}#/puzzles/${one.id}`);
  await page.locator("#coach", { hasText: "to move and win" }).waitFor();
  assert.ok(!(await page.locator("#coach", { hasText: "Show the solution" }).isVisible()));
  const before = await rating();
  await page.locator("#hint").click();
  await page.locator("#coach", { hasText: /The hint costs \d+ points?: your rating is \d+/ }).waitFor();
  const after = await rating();
  assert.ok(after < before, `${before}, ${after}`);
  assert.equal(await page.locator("#board .is-hinted").count(), 1);
  await page.locator("#hint").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .is-hinted").length === 2);
  assert.equal(await rating(), after, "a second hint is free");
  // Another puzzle, failed.
  await page.goto(`${server.address}#/puzzles/${other.id}`);
  await page.locator("#coach", { hasText: "to move and win" }).waitFor();
  await page.locator("#board .can-start").first().waitFor();
  const { moves, squares } = await page.evaluate(async (position) => {
    const { ask } = await import(new URL("js/api.js", document.baseURI).href);
    return ask("position", { game: "amazons", position });
  }, other.position);
  const wrong = moves.find((move) => String(move) !== String(other.line[0]));
  await click(page, ...wrong.map((square) => squares[square]));
  await page.locator("#coach", { hasText: "That loses" }).waitFor();
  await page.locator("#coach", { hasText: /and wins/ }).waitFor({ timeout: 30_000 });
  await page.locator("#coach").getByRole("button", { name: "Show the solution" }).click();
  await page.locator("#coach h2", { hasText: `${other.solution} wins` }).waitFor({ timeout: 30_000 });
  assert.match(await page.locator("#coach p").innerText(), /The areas: at [a-h]\d \(\d+ squares?\)/);
  await page.locator("#board .area").first().waitFor();
  assert.deepEqual(await listedMoves(page), [other.solution]);
  await shot(page, "flow-solution");
});

test("resigning and deleting can be undone", async () => {
  await open();
  await play("6x6");
  const game = await listedMoves(page);
  await page.locator("#resign").click();
  await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
  await page.locator("#undo").click();
  await turn("White", "choose");
  assert.ok(!(await page.locator("#result").isVisible()));
  await page.locator("#toast").waitFor({ state: "hidden" });
  await page.locator("#seat-first .clock.running").waitFor();
  await page.locator("#go-first").click();
  await page.locator(".moves button").first().click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.locator("#toast", { hasText: "2 moves deleted." }).waitFor();
  assert.deepEqual(await listedMoves(page), []);
  await page.locator("#undo").click();
  assert.deepEqual(await listedMoves(page), game);
  // Another game on the board: there is nothing left to undo.
  await page.locator("#go-last").click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await newGame(page, { board: "5x5" });
  await page.locator("#toast").waitFor({ state: "hidden" });
});

test("while the server is away its command is named, and position and clock stay", async () => {
  let mine = await serve("--databases", "none", "--memory", "64M");
  const { address } = mine;
  page = await visit(browser, address);
  await newGame(page, { board: "10x10", second: "engine", level: 10, clock: "180+2" });
  await turn("White", "choose");
  await click(page, "d1", "d7", "g7");
  await page.locator("#seat-second .turn", { hasText: "thinking" }).waitFor();
  mine.kill();
  const banner = page.locator("#banner", { hasText: `lastmove serve --port ${new URL(address).port}` });
  await banner.waitFor();
  const clocks = () => page.locator(".clock").allInnerTexts();
  const before = await clocks();
  await page.waitForTimeout(3000);
  assert.ok(await banner.isVisible(), "the notice lasts");
  assert.deepEqual(await clocks(), before);
  assert.deepEqual(await listedMoves(page), ["d1-d7/g7"]);
  mine = await serve("--databases", "none", "--memory", "64M", "--port", new URL(address).port);
  await banner.waitFor({ state: "hidden" });
  await turn("White", "choose");
  assert.equal((await listedMoves(page)).length, 2);
  page.problems = page.problems.filter((problem) => !/ERR_(CONNECTION|INCOMPLETE)/.test(problem));
  mine.end();
});

test("records keep what an opened file had, and say who played, when, with which program", async () => {
  await open();
  const saved = async (button) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  await play("6x6");
  await page.locator("#resign").click();
  await tab(page, "share");
  const day = new Date().toISOString().slice(0, 10);
  const own = await saved("#export-sgf");
  assert.equal(own.name, `you-engine-level-1-${day}.sgf`);
  for (const part of ["PW[You]", "PB[Engine, level 1]", "RE[B+Resign]", `DT[${day}]`, "AP[Lastmove:", "GN[You – Engine, level 1, Amazons 6x6]"]) assert.ok(own.text.includes(part), part);
  const sgf = "(;GM[18]SZ[5:6]AW[bf][df][ae][ee]AB[ba][da][ab][eb]PL[W]PW[Ada]PB[Bob]DT[1999-12-31]EV[Cup]RO[3]GN[Final]RE[W+2];W[bfbcdc]LB[bc:1];B[babbaa])";
  const board = await saved("#export-svg");
  assert.equal(board.name, `you-engine-level-1-${day}.svg`);
  for (const part of [">a</text>", ">f</text>", ">6</text>"]) assert.ok(board.text.includes(part), part);
  await page.locator("#import-text").fill(sgf);
  await page.locator("#import-open").click();
  await page.locator("#seat-first", { hasText: "Ada" }).waitFor();
  await tab(page, "share");
  const kept = await saved("#export-sgf");
  assert.ok(kept.name.startsWith("ada-bob-"), kept.name);
  for (const part of ["PW[Ada]", "PB[Bob]", "DT[1999-12-31]", "EV[Cup]", "RO[3]", "GN[Final]", "RE[W+2]", "LB[bc:1]", "AP[Lastmove:"]) assert.ok(kept.text.includes(part), `${part} in ${kept.text}`);
  await written(page);
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
  await page.locator('.top nav [data-view="games"]').click();
  await page.locator("#games-list article", { hasText: "Ada" }).waitFor();
  const all = await saved("#games-sgf");
  for (const part of ["EV[Cup]", "RE[W+2]", "PW[You]", "LB[bc:1]"]) assert.ok(all.text.includes(part), part);
});

test("a thermograph is saved as SVG and PNG, with its axes", async () => {
  page = await visit(browser, `${server.address}#/board?game=domineering&start=${encodeURIComponent("2*2/2*2/**2*/4* v")}&tab=areas`, { colorScheme: "dark" });
  await page.locator(".area-list > li").first().getByText("Thermograph").click();
  await page.locator("#thermograph").waitFor();
  const saved = async (format) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`[data-save=${format}]`).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const svg = await saved("svg");
  assert.match(svg.name, /^thermograph.*\.svg$/);
  for (const part of [">value<", ">temperature<", 'xmlns="http://www.w3.org/2000/svg"', ">0<"]) assert.ok(svg.bytes.toString().includes(part), part);
  const png = await saved("png");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

test("the board stays where it is while the introduction runs", async () => {
  for (const viewport of [{ width: 1366, height: 768 }, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
    await open({ first: true, viewport });
    await page.locator("#coach").waitFor();
    await page.evaluate(() => {
      globalThis.shifts = [];
      new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map((entry) => `${entry.value} ${entry.sources.map(({ node }) => node?.className || node?.id || node?.nodeName)}`))).observe({ type: "layout-shift" });
    });
    const places = [];
    const note = async () => places.push(await page.locator("#board svg").evaluate((svg) => Object.values(svg.getBoundingClientRect().toJSON()).map(Math.round).join()));
    await page.locator("#board .can-start").first().waitFor();
    await note();
    for (const square of ["c1", "c4", "b4"]) {
      await click(page, square);
      await note();
    }
    await turn("White");
    await page.waitForTimeout(600);
    await note();
    assert.equal(new Set(places).size, 1, `${viewport.width}: ${places}`);
    assert.deepEqual(await page.evaluate(() => globalThis.shifts), [], `${viewport.width}`);
    await leave(page);
    page = undefined;
  }
});

test("numbers and plurals agree; a finger taps", async () => {
  page = await visit(browser, server.address, { first: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator("#coach", { hasText: "Tap it." }).waitFor();
  await page.goto(`${server.address}#/board?game=amazons&start=${encodeURIComponent("Q*1/***/1*q b")}&tab=areas`);
  await page.locator("#verdict").waitFor();
  const text = await page.locator("body").innerText();
  assert.ok(!/\b1 (squares|moves|positions|nodes|visits)\b/.test(text), text);
  const counted = await page.evaluate(async () => {
    const { count } = await import(new URL("js/dom.js", document.baseURI).href);
    return [count(0, "move"), count(1, "move"), count(2176, "move"), count(1, "way"), count(5)];
  });
  assert.deepEqual(counted, ["0 moves", "1 move", "2,176 moves", "1 way", "5"]);
});

test("a journey: every game of an evening is found again as it was played", async () => {
  await open({ viewport: { width: 1366, height: 768 } });
  await newGame(page, { board: "6x6", second: "engine", level: 1, clock: "180+2" });
  await turn("White", "choose");
  await click(page, "b1", "b4", "d4");
  await turn("White", "choose");
  await page.locator("#resign").click();
  await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
  // A rematch with sides exchanged.
  await page.locator("#rematch").click();
  await turn("Black", "choose");
  await page.locator("#resign").click();
  await page.locator("#result", { hasText: "White wins by resignation" }).waitFor();
  // Another level, a game to its end, its review, a better move.
  await newGame(page, { board: ROW, second: "engine", level: 3 });
  await turn("White", "choose");
  await click(page, "a1", "d1", "c1");
  await page.locator("#result", { hasText: "Black wins" }).waitFor();
  await tab(page, "analysis");
  await page.locator("#review-time").selectOption("0.3");
  await page.locator("#result-review").click();
  await page.locator("#review-text", { hasText: "Marked" }).waitFor({ timeout: 30_000 });
  await page.locator(".mistakes .try-again").first().click();
  await turn("White", "choose");
  await click(page, "a1", "b1", "a1");
  await page.locator("#coach", { hasText: "is good" }).waitFor({ timeout: 30_000 });
  // Away and back, by a puzzle and a reload.
  await page.goto(`${server.address}#/puzzles`);
  await page.locator("#puzzle-next").click();
  await page.locator("#coach", { hasText: "to move and win" }).waitFor();
  await page.locator('.top nav [data-view="board"]').click();
  await page.locator("#seat-second", { hasText: "Engine, level 3" }).waitFor();
  await written(page);
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
  await page.locator('.top nav [data-view="games"]').click();
  await page.locator("#games-list article").nth(2).waitFor();
  const entries = await page.locator("#games-list article").allInnerTexts();
  assert.equal(entries.length, 3);
  for (const words of [
    ["You – Engine, level 1", "Amazons 6x6, 2 moves, 180+2", "Black wins by resignation"],
    ["Engine, level 1 – You", "Amazons 6x6, 1 move, 180+2", "White wins by resignation"],
    ["You – Engine, level 3", "Amazons 8x1, 2 moves, with analysis", "Black wins"],
  ]) assert.ok(entries.some((entry) => words.every((word) => entry.includes(word))), `${words} in ${entries}`);
});
