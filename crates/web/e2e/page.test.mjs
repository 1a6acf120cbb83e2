// The page, as people use it: from the server, and from a static site without one.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { click, everyHost, folder, leave, newGame, program, shot, tab, visit, waitForTurn } from "./harness.mjs";

let page;
afterEach(() => leave(page));

const over = () => page.locator("#result").isVisible();
const turn = (side) => waitForTurn(page, side);

/** Plays any legal move of the board, as the lit squares offer it. */
async function anyMove() {
  const start = page.locator("#board .can-start").first();
  await start.click();
  await page.locator("#board .is-lit").first().click();
  await page.locator("#board .is-lit").first().click();
}

const now = everyHost((host) => {
  /** For what the page does by itself, one host is enough. */
  const once = host.name === "server" ? test : () => {};

  test("the first visit opens a small board with an introduction that can be played", async () => {
    page = await visit(now.browser, now.server.address, { first: true });
    await page.locator("#coach", { hasText: "Amazons in one minute" }).waitFor();
    await shot(page, "welcome");
    await click(page, "c1");
    await page.locator("#coach", { hasText: "moves like a chess queen" }).waitFor();
    await click(page, "c4");
    await page.locator("#coach", { hasText: "it shoots" }).waitFor();
    await click(page, "b4");
    await page.locator("#coach", { hasText: "Walls for ever" }).waitFor();
    await turn("White");
    await page.goto(`${now.server.address}#/learn/domineering`);
    await page.locator("#coach", { hasText: "Domineering in one minute" }).waitFor();
    await click(page, "1,1", "2,1");
    await page.locator("#coach", { hasText: "last move wins" }).waitFor();
  });

  test("a game against the engine to its end, take back, and the tree", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "4x4", second: "engine", level: 2 });
    await turn("White");
    await anyMove();
    await page.locator("#seat-second .turn", { hasText: /thinking|^$/ }).waitFor();
    await turn("White");
    assert.equal(await page.locator(".moves button").count(), 2);
    await page.locator("#take-back").click();
    await turn("White");
    assert.equal(await page.locator(".moves button").count(), 0);
    for (let i = 0; i < 20 && !(await over()); i++) {
      await page.locator("#result:visible, #status:visible", { hasText: /White to move: choose|wins/ }).waitFor();
      if (await over()) break;
      await anyMove();
      await page.locator("#result:visible, #status:visible", { hasText: /White to move: choose|wins|thinking/ }).waitFor();
    }
    await page.locator("#result", { hasText: "has no move" }).waitFor();
    await shot(page, "game-over");
    // Looking back and another move make a variation, and a comment stays with its move.
    await page.locator("#go-first").click();
    await turn("White");
    const moves = await page.locator(".moves button").count();
    await page.locator("#board .can-start").last().click();
    await page.locator("#board .is-lit").last().click();
    await page.locator("#board .is-lit").last().click();
    await page.locator(".moves .variation").waitFor();
    assert.ok((await page.locator(".moves button").count()) > moves);
    await page.locator("#comment").fill("another way");
    await page.locator(".moves .comment", { hasText: "another way" }).waitFor();
  });

  test("the engine plays itself", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { game: "domineering", board: "4x4", first: "engine", second: "engine", level: 8 });
    await page.locator("#result", { hasText: "wins" }).waitFor({ timeout: 60_000 });
  });

  test("the engine's first move comes within its clock", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "10x10", first: "engine", second: "human", level: 10, clock: "60+1" });
    const started = Date.now();
    await turn("Black");
    assert.ok(Date.now() - started < 15_000, `${Date.now() - started} ms`);
    const clock = await page.locator("#seat-first .clock").innerText();
    assert.match(clock, /^(0:5\d|1:00|1:01)$/);
  });

  once("edit a position and play on from it", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "4x4" });
    await tab(page, "edit");
    await page.locator("#edit-clear").click();
    await page.locator("[data-brush=Q]").click();
    await click(page, "a1");
    await page.locator("[data-brush=q]").click();
    await click(page, "d4");
    await page.locator("[data-brush='*']").click();
    await click(page, "b2", "c3");
    await page.locator("#edit-side").selectOption("b");
    await shot(page, "editor");
    await page.locator("#edit-use").click();
    await turn("Black");
    await tab(page, "share");
    assert.equal(await page.locator("#share-position").inputValue(), "3q/2*1/1*2/Q3 b");
  });

  test("import an SGF with a variation, export it again", async () => {
    page = await visit(now.browser, now.server.address);
    await tab(page, "share");
    const sgf = "(;GM[18]SZ[5:6]AW[bf][df][ae][ee]AB[ba][da][ab][eb]PL[W]PW[Ada]PB[Bob](;W[bfbcdc]C[157 replies];B[babbaa])(;W[dfdcbc]))";
    await page.locator("#import-text").fill(sgf);
    await page.locator("#import-open").click();
    await page.locator(".moves button", { hasText: "b1-b4/d4" }).waitFor();
    assert.equal(await page.locator(".moves .variation").count(), 1);
    assert.equal(await page.locator(".moves .comment").innerText(), "157 replies");
    await page.locator("#seat-first", { hasText: "Ada" }).waitFor();
    await page.locator("#go-last").click();
    await turn("White");
    await tab(page, "share");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#export-sgf").click()]);
    const text = readFileSync(await saved.path(), "utf8");
    assert.match(text, /W\[bfbcdc\]C\[157 replies\]/);
    assert.match(text, /PW\[Ada\]/);
    for (const [id, begins] of [["#export-svg", "<svg"], ["#export-json", "{"]]) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
      assert.ok(readFileSync(await file.path(), "utf8").startsWith(begins), id);
    }
    const [png] = await Promise.all([page.waitForEvent("download"), page.locator("#export-png").click()]);
    assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  });

  once("a link reopens the position", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x6" });
    await click(page, "b1", "b4", "d4");
    await turn("Black");
    await tab(page, "share");
    const link = await page.locator("#share-link").inputValue();
    await page.context().close();
    page = await visit(now.browser, link);
    await page.locator(".moves button", { hasText: "b1-b4/d4" }).waitFor();
    await turn("Black");
  });

  test("areas are laid over the board, and a thermograph opens", async () => {
    page = await visit(now.browser, `${now.server.address}#/board?game=amazons&start=${encodeURIComponent("q1*2Q/2*3/***3/1Q*1q1 w")}&tab=areas`);
    await page.locator(".area-list > li").nth(2).waitFor();
    assert.equal(await page.locator("#board .area").count(), 3);
    assert.equal(await page.locator("#board .area.black").count(), 1);
    await page.locator("#verdict").waitFor();
    await shot(page, "areas");
    await page.locator(".area-list > li").first().getByText("Thermograph").click();
    const drawing = page.locator("#thermograph");
    await drawing.waitFor();
    assert.equal(await drawing.locator(".wall").count(), 2);
    await drawing.hover();
    await page.locator("#thermograph-text", { hasText: "At temperature" }).waitFor();
    await shot(page, "thermograph");
    await page.locator("#picture-close").click();
    await page.waitForFunction(() => !history.state?.dialog); // its place in the history is gone
    // Domineering: regions, values, thermographs.
    await page.goto(`${now.server.address}#/board?game=domineering&start=${encodeURIComponent("2*2/2*2/**2*/4* v")}&tab=areas`);
    await page.locator(".area-list", { hasText: "worth ±1" }).waitFor();
    await page.locator(".area-list > li").first().getByText("Thermograph").click();
    await page.locator("#thermograph").waitFor();
    await page.locator("#show-options").click();
    await page.locator("#options .option b").nth(1).waitFor();
    await page.locator("#options .option", { hasText: "gives the left stop" }).first().waitFor();
    await shot(page, "options");
    await page.locator("#picture-close").click();
    await page.waitForFunction(() => !history.state?.dialog); // its place in the history is gone
    // Both players' covers and cuts.
    await page.locator("#areas-view").selectOption("cover-vertical");
    await page.locator("#cover-text", { hasText: "Vertical has at least" }).waitFor();
    assert.ok(await page.locator("#board .area-label", { hasText: "P" }).count() >= 2);
    await shot(page, "cover");
    await page.locator("#areas-view").selectOption("cut-horizontal");
    await page.locator(".area-list", { hasText: "counted as at most" }).waitFor();
  });

  test("5x4 is solved, its certificate downloaded and verified", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x4" });
    await tab(page, "solve");
    await page.locator("#solve-start").click();
    await page.locator("#solved", { hasText: "White wins" }).waitFor({ timeout: 60_000 });
    await shot(page, "solved");
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#certificate").click()]);
    const path = join(folder, "5x4.proof");
    await file.saveAs(path);
    const verdict = JSON.parse(execFileSync(program, ["verify", path, "--expect", "amazons 5x4 white", "--json"], { encoding: "utf8" }));
    assert.equal(verdict.valid, true);
  });

  test("a long search shows progress and stops", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "8x8" });
    await tab(page, "solve");
    await page.locator("#solve-start").click();
    await page.locator("#solve-box", { hasText: "Proof number" }).waitFor({ timeout: 30_000 });
    await page.locator("#solve-stop").click();
    await page.locator("#solve-box", { hasText: "Stopped" }).waitFor();
  });

  test("a Domineering board is solved", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { game: "domineering", board: "6x6" });
    await tab(page, "solve");
    await page.locator("#solve-start").click();
    await page.locator("#solved", { hasText: "The first player wins" }).waitFor({ timeout: 60_000 });
    await shot(page, "domineering-solved");
  });

  test("analysis: bar, best moves, a line on hover, the graph, a review; a 10x10 board stays smooth", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "10x10" });
    await click(page, "d1", "d7", "g7");
    await turn("Black");
    await tab(page, "analysis");
    await page.locator("label.switch", { hasText: "Engine" }).click();
    await page.locator(".lines li").first().waitFor({ timeout: 20_000 });
    await page.locator("#evalbar .value", { hasText: /\d/ }).waitFor();
    assert.ok((await page.locator("#board .arrows .best").count()) >= 1);
    await shot(page, "analysis");
    // While the engine thinks, choosing an amazon lights its squares at once.
    const times = await page.evaluate(async () => {
      const times = [];
      for (let i = 0; i < 12; i++) {
        const cell = document.querySelectorAll("#board .can-start, #board .is-chosen")[i % 4] ?? document.querySelector("#board .can-start");
        const started = performance.now();
        cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
        times.push(performance.now() - started);
        document.querySelector("#board .is-chosen")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return times;
    });
    times.sort((a, b) => a - b);
    console.log(`interaction while the engine thinks: median ${times[6].toFixed(0)} ms, worst ${times[11].toFixed(0)} ms`);
    assert.ok(times[6] < 100, `${times}`);
    const before = await page.locator("#board .pieces").innerHTML();
    await page.locator(".lines li").first().hover();
    await page.waitForFunction((was) => document.querySelector("#board .pieces").innerHTML !== was, before);
    await page.mouse.move(5, 5);
    await page.locator("label.switch", { hasText: "Engine" }).click();
    await page.locator("#review").click();
    await page.locator("#tab-analysis", { hasText: /Marked|No mistakes/ }).waitFor({ timeout: 30_000 });
  });

  once("dark mode stays", async () => {
    page = await visit(now.browser, now.server.address);
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.locator("#theme").click();
    assert.notEqual(await ground(), light);
    await page.reload();
    await page.locator("#board svg").waitFor();
    assert.notEqual(await ground(), light);
    await newGame(page, { board: "8x8" });
    await shot(page, "dark");
  });

  once("keyboard-only play", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "4x4" });
    await turn("White");
    await page.keyboard.press("b");
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // From the top left corner to b1, two up, and shoot to a3's neighbour.
    await press("Shift+Home", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp");
    await press("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^b1, white amazon, can move$/);
    await press("Enter", "ArrowUp", "Enter");
    assert.match(await page.locator("#live").innerText(), /on b2/);
    await press("ArrowDown", "Enter");
    await turn("Black");
    await tab(page, "game");
    await page.locator(".moves button", { hasText: "b1-b2/b1" }).waitFor();
    await page.keyboard.press("Tab");
    await page.locator("#go-back").focus();
    await page.keyboard.press("Enter");
    await turn("White");
  });

  once("a phone-sized screen", async () => {
    page = await visit(now.browser, now.server.address, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
    await newGame(page, { board: "6x6" });
    for (const name of ["b1", "b4", "d4"]) await page.locator(`#board [data-square="${name}"]`).tap();
    await turn("Black");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `the page is ${wide} wide`);
    const square = await page.locator('#board [data-square="b4"]').boundingBox();
    assert.ok(square.width >= 44, `squares are ${square.width} wide`);
    await shot(page, "phone");
    await tab(page, "areas");
    await page.locator("#verdict").waitFor();
  });

  test("puzzles: a wrong move is refuted, the right one solves it", async () => {
    page = await visit(now.browser, `${now.server.address}#/puzzles`);
    const puzzles = await page.evaluate(async () => (await (await fetch("data/puzzles.json")).json()).puzzles);
    assert.ok(puzzles.length >= 300);
    await page.locator("#view-puzzles .tile-card").first().waitFor();
    await shot(page, "puzzles");
    // A grade is drawn when it is opened.
    const drawn = await page.locator("#view-puzzles .tile-card").count();
    assert.ok(drawn < puzzles.length / 2, `${drawn} are drawn at once`);
    await page.locator("#view-puzzles details:not([open]) summary").last().click();
    const hardest = puzzles.filter((p) => p.game === "domineering" && p.grade === 5).length;
    await page.locator("#view-puzzles .tile-card").nth(drawn + hardest - 1).waitFor();
    await page.locator("#puzzle-next").click();
    await page.locator("#coach", { hasText: "to move and win" }).waitFor();
    await shot(page, "puzzle");
    const puzzle = puzzles.find((p) => p.game === "amazons" && p.line.length === 1);
    await page.goto(`${now.server.address}#/puzzles/${puzzle.id}`);
    await page.locator("#coach", { hasText: "to move and win" }).waitFor();
    await page.locator("#board .can-start").first().waitFor();
    const shown = await page.evaluate(async (position) => {
      const { ask } = await import(new URL("js/api.js", document.baseURI).href);
      return ask("position", { game: "amazons", position });
    }, puzzle.position);
    const wrong = shown.moves.find((move) => String(move) !== String(puzzle.line[0]));
    await click(page, ...wrong.map((square) => shown.squares[square]));
    await page.locator("#coach", { hasText: /answers .* and wins/ }).waitFor({ timeout: 30_000 });
    await page.locator("#coach button", { hasText: "Try again" }).click();
    await page.locator("#board .can-start").first().waitFor();
    await click(page, ...puzzle.line[0].map((square) => shown.squares[square]));
    await page.locator("#coach", { hasText: "Solved!" }).waitFor();
    await shot(page, "puzzle-solved");
    await page.goto(`${now.server.address}#/puzzles`);
    await page.locator("#rating", { hasText: "after 1 puzzle; 0 in a row" }).waitFor();
    await page.locator("#view-puzzles summary", { hasText: /^Beginner.*1 of/s }).first().waitFor();
    // A longer one: the defence that was prepared answers each move of the line.
    const longer = puzzles.find((p) => p.game === "amazons" && p.line.length === 5);
    const { squares: names } = await page.evaluate(async (position) => {
      const { ask } = await import(new URL("js/api.js", document.baseURI).href);
      return ask("position", { game: "amazons", position });
    }, longer.position);
    await page.goto(`${now.server.address}#/puzzles/${longer.id}`);
    await page.locator("#coach", { hasText: "keep the win" }).waitFor();
    for (const i of [0, 2, 4]) {
      await page.locator("#board .can-start").first().waitFor();
      await click(page, ...longer.line[i].map((square) => names[square]));
      await page.locator("#coach", { hasText: i === 4 ? "Solved!" : "not clear yet" }).waitFor();
      const line = await page.evaluate(async () => (await import(new URL("js/app.js", document.baseURI).href)).app.tree.line().slice(1).map((node) => node.squares));
      assert.deepEqual(line, longer.line.slice(0, Math.min(i + 2, 5)));
    }
    // A hard one is played out: whatever the engine answers, the solver's moves keep the win.
    const harder = puzzles.filter((p) => p.game === "domineering").at(-1);
    await page.goto(`${now.server.address}#/puzzles/${harder.id}`);
    await page.locator("#coach", { hasText: "to move and win" }).waitFor();
    const solve = (position) => page.evaluate(async (position) => {
      const { ask, listen } = await import(new URL("js/api.js", document.baseURI).href);
      let end = null;
      await listen("solve", { game: "domineering", position }, (name, data) => {
        if (name === "done") end = data;
      }, new AbortController().signal);
      const { squares } = Object.values(end.first).find(Boolean);
      return { squares: squares.map((square) => square), names: (await ask("position", { game: "domineering", position })).squares };
    }, position);
    for (let i = 0; i < 5; i++) {
      await page.locator("#board .is-lit").first().waitFor();
      const position = await page.evaluate(async () => (await import(new URL("js/app.js", document.baseURI).href)).app.tree.node.position);
      const { squares, names } = await solve(position);
      const chosen = squares.map((square) => names[square]);
      await click(page, chosen[0]);
      if (await page.locator("#board .is-chosen").count()) await click(page, chosen[1]);
      await page.locator("#coach", { hasText: /Solved!|not clear yet/ }).waitFor({ timeout: 30_000 });
      if ((await page.locator("#coach").innerText()).includes("Solved!")) break;
    }
    await page.locator("#coach", { hasText: "Solved!" }).waitFor();
  });

  test("the calculator: values, comparisons, names and positions", async () => {
    page = await visit(now.browser, `${now.server.address}#/values`);
    await page.locator("#calculator").fill("x = {2|0}\nx + x\nx > 1\n{2|\nroom = domineering 2x2\nroom + x");
    const results = page.locator("#results li");
    await results.nth(5).waitFor();
    const says = async (i, what) => assert.match(await results.nth(i).locator("b").innerText(), what);
    await says(1, /^2$/);
    await says(2, /^false$/);
    assert.match(await results.nth(3).getAttribute("class"), /wrong/);
    await says(4, /^room = ±1$/);
    await page.locator("#thermograph").first().waitFor();
    await shot(page, `calculator-${host.name}`);
  });

  test("who wins a sum of positions and values, with either player first, and by which moves", async () => {
    page = await visit(now.browser, `${now.server.address}#/values`);
    const answer = (i) => page.locator("#sum-answer .verdict").nth(i);
    const solve = async (sum) => {
      await page.locator("#sum").fill(sum);
      await page.locator("#sum").press("Enter");
    };
    await solve("[domineering 2x2] + *");
    await answer(1).waitFor();
    // ±1 + *: whoever moves first takes the switch.
    assert.equal(await answer(0).locator("b").innerText(), "Left first: Left wins.");
    assert.equal(await answer(1).locator("b").innerText(), "Right first: Right wins.");
    const moves = (i) => answer(i).locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(await moves(0), [["[domineering 2x2]", "1,1"], ["[domineering 2x2]", "1,2"]]);
    assert.deepEqual(await moves(1), [["[domineering 2x2]", "1,1"], ["[domineering 2x2]", "2,1"]]);
    await solve("* + *");
    await page.locator("#sum-answer", { hasText: "Left first: Right wins." }).waitFor();
    assert.equal(await answer(0).locator("p").innerText(), "No move wins.");
    await solve("[domineering 2y2");
    await page.locator("#sum-answer .wrong").waitFor();
    assert.match(await page.locator("#sum-answer .wrong").innerText(), /column/);
  });

  once("the gallery opens its positions", async () => {
    page = await visit(now.browser, `${now.server.address}#/gallery`);
    await page.locator("#view-gallery .tile-card").first().waitFor();
    await shot(page, "gallery");
    await page.locator("#view-gallery .tile-card", { hasText: "A switch" }).click();
    await page.locator(".area-list > li").first().waitFor();
    // The chart of winners opens its boards, too.
    await page.goto(`${now.server.address}#/gallery`);
    await page.locator("#view-gallery .winners a[title^='4x5-two:']").click();
    await tab(page, "share");
    assert.equal(await page.locator("#share-position").inputValue(), "4/q2q/4/Q2Q/4 w");
  });

  once("a broken link says what is wrong and leaves a board", async () => {
    page = await visit(now.browser, `${now.server.address}#/board?game=amazons&start=99x99`);
    await page.locator("#toast.bad").waitFor();
    await page.locator("#board .can-start").first().waitFor();
  });
});
