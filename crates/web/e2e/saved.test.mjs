// Saved games: whichever way a game is left, its entry and its record say what was played.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { click, everyHost, leave, listedMoves, newGame, openGames, saved, tab, visit, waitForTurn } from "./harness.mjs";

let page;
afterEach(() => leave(page));

const turn = (side, what) => waitForTurn(page, side, what);
const SEATS = ["first", "second"];
const YOU = { name: "You", player: "human" };
const engine = (level) => ({ name: `Engine, level ${level}`, player: "engine", level });
const person = (name) => ({ name, player: "human" });

/** What the board shows of the set-up, by the properties of SGF: squares by name. */
const setUp = () => page.locator("#board [data-square][aria-label]").evaluateAll((cells) => {
  const of = (what) => cells.filter((cell) => cell.getAttribute("aria-label").includes(what)).map((cell) => cell.dataset.square).sort();
  return { AW: of("white amazon"), AB: of("black amazon"), AA: of("burnt") };
});

/** What a clock shows, in seconds; nothing without a clock. */
async function clock(seat) {
  const shown = page.locator(`#seat-${seat} .clock`);
  if (!(await shown.count())) return null;
  return (await shown.innerText()).split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** The game on the board as a player saw it; `terms` say how it was started. */
async function witness(terms) {
  for (const seat of SEATS) assert.ok((await page.locator(`#seat-${seat} .who`).innerText()).startsWith(terms[seat].name), seat);
  const over = await page.locator("#result").isVisible();
  return {
    game: "amazons", clock: null, ...terms, moves: await listedMoves(page),
    result: over ? await page.locator("#result b").innerText() : null,
    left: [await clock("first"), await clock("second")],
  };
}

/** Plays a move of Amazons, the first that the board offers unless squares are given; waits for the engine's answer. */
async function exchange(side, ...squares) {
  const before = await page.locator(".moves button").count();
  await click(page, ...squares);
  if (!squares.length) {
    await page.locator("#board .can-start").first().click();
    for (let i = 0; i < 2; i++) await page.locator("#board .is-lit").first().click();
  }
  await page.locator(".moves button").nth(before + 1).waitFor();
  await turn(side, "choose");
}

/** A new game of two people takes the board. */
async function another() {
  await newGame(page, { game: "domineering", board: "4x4" });
  await turn("Vertical");
  await click(page, "1,1", "2,1");
  await turn("Horizontal");
  return witness({ game: "domineering", board: "4x4", first: person("Vertical"), second: person("Horizontal") });
}

/** A file that a button gives. */
async function file(button) {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
  return readFileSync(await saved.path(), "utf8");
}

/** The names of the moves of a kept tree's main line. */
function mainLine({ nodes }) {
  const line = [];
  for (let at = 0; (at = nodes.findIndex((node, i) => i > 0 && node.parent === at)) > 0; ) line.push(nodes[at].move);
  return line;
}

/** What a record in SGF says of its main line; squares as the page names them. */
function readSgf(record) {
  const [text] = record.split(")");
  const values = (name) => [...(text.match(new RegExp(`[^A-Z]?${name}((\\[[^\\]]*\\])+)`))?.[1] ?? "").matchAll(/\[([^\]]*)\]/g)].map(([, value]) => value);
  const [, width, height = width] = text.match(/SZ\[(\d+):?(\d+)?\]/);
  const square = (point) => `${point[0]}${Number(height) - (point.charCodeAt(1) - 97)}`;
  const move = ([from, to, arrow]) => `${from}-${to}/${arrow}`;
  return {
    board: `${width}x${height}`, names: [values("PW")[0], values("PB")[0]], result: values("RE")[0] ?? null,
    start: Object.fromEntries(["AW", "AB", "AA"].map((name) => [name, values(name).map(square).sort()])),
    moves: [...text.matchAll(/;[WB]\[(\w{6})\]/g)].map(([, points]) => move(points.match(/../g).map(square))),
  };
}

/** How SGF spells a result. */
const RESULTS = { "Black wins": "B+", "Black wins by resignation": "B+Resign", "Black wins on time": "B+Time" };

/** Compares every entry of the list of games and every record with what was seen; the latest game comes first. */
async function compare(seen) {
  await openGames(page);
  const entries = page.locator("#games-list article");
  // The latest game is saved last.
  await entries.first().getByText(`${seen[0].first.name} – ${seen[0].second.name}`).waitFor();
  await entries.first().getByText(`, ${seen[0].moves.length} move`).waitFor();
  const shown = await entries.evaluateAll((all) => all.map((entry) => [...entry.querySelectorAll("b, p")].map((part) => part.textContent.replace(/ · .*/, ""))));
  const kind = (s) => `${s.game === "amazons" ? "Amazons" : "Domineering"} ${s.board}, ${s.moves.length} move${s.moves.length === 1 ? "" : "s"}`;
  assert.deepEqual(shown, seen.map((s) => [`${s.first.name} – ${s.second.name}`, `${kind(s)}${s.clock ? `, ${s.clock}` : ""}`, s.result ?? "not finished"]));
  const kept = JSON.parse(await file("#games-json")).games;
  assert.equal(kept.length, seen.length);
  seen.forEach((s, i) => {
    const { match, tree, ...entry } = kept[i];
    assert.deepEqual(mainLine(tree), s.moves);
    assert.deepEqual([entry.result, match.result], [s.result, s.result]);
    assert.deepEqual(match.clock && `${match.clock.main}+${match.clock.increment}`, s.clock);
    SEATS.forEach((seat, j) => {
      assert.equal(match.players[seat], s[seat].player);
      if (s[seat].level) assert.equal(match.levels[seat], s[seat].level);
      // The clock of the side to move may have run on until the game was left.
      if (s.clock) assert.ok(match.left[seat] <= s.left[j] + 1 && match.left[seat] > s.left[j] - 60, `${seat}: ${match.left[seat]} and ${s.left[j]}`);
    });
  });
  const records = (await file("#games-sgf")).split(/\n\n(?=\()/).map(readSgf);
  const amazons = seen.filter(({ game }) => game === "amazons");
  assert.deepEqual(records, amazons.map((s) => ({
    board: s.board, names: [s.first.name, s.second.name], result: s.result && RESULTS[s.result], start: s.start, moves: s.moves,
  })));
}

/** Puts games into the library as an older version of the page kept them. */
const keepOlder = (games) => page.evaluate(async (games) => {
  const { keep } = await import(new URL("js/library.js", document.baseURI).href);
  for (const game of games) await keep(game);
}, games);

const now = everyHost(() => {
  test("resigned, abandoned, another level, lost, taken back, the other game: every entry says what was played", async () => {
    page = await visit(now.browser, now.server.address);
    const seen = [];
    // Resigned, and left by a rematch.
    await newGame(page, { board: "5x5", second: "engine", level: 1, clock: "180+2" });
    await turn("White");
    const five = await setUp();
    await exchange("White", "b1", "b3", "c3");
    await page.locator("#resign").click();
    await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
    seen.unshift(await witness({ board: "5x5", start: five, first: YOU, second: engine(1), clock: "180+2" }));
    // Abandoned, and left for another level.
    await page.locator("#rematch").click();
    await turn("Black", "choose");
    await exchange("Black");
    seen.unshift(await witness({ board: "5x5", start: five, first: engine(1), second: YOU, clock: "180+2" }));
    // Another level, left for another board.
    await newGame(page, { board: "5x5", second: "engine", level: 2 });
    await turn("White");
    await exchange("White", "b1", "b3", "c3");
    seen.unshift(await witness({ board: "5x5", start: five, first: YOU, second: engine(2) }));
    // Lost: White shuts itself in. Left by the editor.
    await newGame(page, { board: "Q3*q2 w", second: "engine", level: 3 });
    await turn("White");
    const row = await setUp();
    await click(page, "a1", "d1", "c1");
    await page.locator("#result", { hasText: "Black wins" }).waitFor();
    seen.unshift(await witness({ board: "8x1", start: row, first: YOU, second: engine(3) }));
    await tab(page, "edit");
    await page.locator("#edit-clear").click();
    for (const [brush, square] of [["Q", "a1"], ["q", "h1"]]) {
      await page.locator(`[data-brush=${brush}]`).click();
      await click(page, square);
    }
    await page.locator("#edit-side").selectOption("w");
    await page.locator("#edit-use").click();
    await turn("White", "choose an amazon");
    const bare = await setUp();
    await click(page, "a1", "c1", "d1");
    await turn("Black");
    seen.unshift(await witness({ board: "8x1", start: bare, first: person("White"), second: person("Black") }));
    // Taken back, and left for the other game.
    await newGame(page, { board: "5x5", second: "engine", level: 4, clock: "600+5" });
    await turn("White");
    await exchange("White", "b1", "b3", "c3");
    await page.locator("#take-back").click();
    await page.locator(".moves button").first().waitFor({ state: "detached" });
    await exchange("White", "d1", "d3", "c3");
    seen.unshift(await witness({ board: "5x5", start: five, first: YOU, second: engine(4), clock: "600+5" }));
    // The other game, left by opening a record.
    await newGame(page, { game: "domineering", board: "4x4", second: "engine", level: 5 });
    await turn("Vertical");
    await click(page, "1,1", "2,1");
    await turn("Vertical", "choose");
    seen.unshift(await witness({ game: "domineering", board: "4x4", first: YOU, second: engine(5) }));
    await tab(page, "share");
    await page.locator("#import-text").fill("(;GM[18]SZ[8:1]AW[aa]AB[ha]PL[W]PW[Ada]PB[Bob];W[aacada])");
    await page.locator("#import-open").click();
    await page.locator("#seat-first", { hasText: "Ada" }).waitFor();
    seen.unshift(await witness({ board: "8x1", start: bare, first: person("Ada"), second: person("Bob") }));
    // The record of the board itself says the same as that of the list.
    await tab(page, "share");
    assert.deepEqual(readSgf(await file("#export-sgf")).names, ["Ada", "Bob"]);
    await compare(seen);
    // A game of the list is opened and left again, by a puzzle and by a new game.
    await page.locator("#games-list article", { hasText: "resignation" }).getByRole("button", { name: "Continue" }).click();
    await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
    await tab(page, "share");
    assert.equal(readSgf(await file("#export-sgf")).result, "B+Resign");
    await page.goto(`${now.server.address}#/board?game=domineering&start=4x4`);
    await turn("Vertical");
    await page.locator('.top nav a[data-view="board"]').click();
    await page.locator("#result", { hasText: "Black wins by resignation" }).waitFor();
    const [resigned] = seen.splice(seen.findIndex(({ result }) => result?.includes("resignation")), 1);
    await compare([await another(), resigned, ...seen]);
  });

  test("a game that was left by a reload is gone on with, and stays as it was played", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x5", second: "engine", level: 2, clock: "180+2" });
    await turn("White");
    const start = await setUp();
    await exchange("White", "b1", "b3", "c3");
    await saved(page);
    await page.reload();
    await turn("White", "choose");
    await exchange("White");
    const seen = [await witness({ board: "5x5", start, first: YOU, second: engine(2), clock: "180+2" })];
    assert.equal(seen[0].moves.length, 4);
    seen.unshift(await another());
    await compare(seen);
  });

  test("a move and a result are saved at once", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x5" });
    await turn("White");
    // Nothing that is put off is done any more.
    await page.evaluate(() => {
      window.setTimeout = () => 0;
    });
    await click(page, "b1", "b3", "c3");
    await turn("Black");
    await saved(page);
    await page.locator("#resign").click();
    await openGames(page);
    await page.locator("#games-list article", { hasText: "White wins by resignation" }).waitFor();
  });

  test("whoever looks back and plays on against the engine goes on with the game there", async () => {
    page = await visit(now.browser, now.server.address);
    await newGame(page, { board: "5x5", second: "engine", level: 2 });
    await turn("White");
    const start = await setUp();
    await exchange("White", "b1", "b3", "c3");
    await page.locator("#go-first").click();
    await exchange("White", "d1", "d3", "c3");
    const seen = await witness({ board: "5x5", start, first: YOU, second: engine(2) });
    const [first] = seen.moves;
    assert.equal(first, "d1-d3/c3");
    assert.equal(seen.moves.length, 4);
    await saved(page);
    await page.reload();
    await turn("White", "choose");
    await page.locator('.moves button[aria-current="true"]', { hasText: seen.moves.at(-1) }).waitFor();
    await compare([await another(), { ...seen, moves: [first, seen.moves.at(-1)] }]);
  });

  test("games of older versions are opened, and stay as they were played", async () => {
    page = await visit(now.browser, now.server.address);
    // A document of the same place without the page, so that nothing is saved by it.
    await page.goto(`${now.server.address}icon.svg`);
    // What was kept before there was a library, and what an older version kept in it.
    const tree = (moves) => ({
      game: "amazons", start: "Q7q w", players: {},
      nodes: [{ parent: null, squares: null }, ...moves.map(([parent, ...squares]) => ({ parent, squares }))],
    });
    const start = { AW: ["a1"], AB: ["i1"], AA: [] };
    const older = {
      created: 1, game: "amazons", board: "9x1", position: "Q7q w", dominoes: [], reviewed: false, current: 1,
      names: { first: "You", second: "Engine, level 6" }, clock: "300+3", moves: 1, result: "Black wins on time",
    };
    const state = {
      players: { first: "human", second: "engine" }, levels: { first: 6, second: 6 }, seconds: 2, clock: { main: 300, increment: 3 },
      left: { first: 0, second: 211 }, live: false, ended: "White’s time is up: Black wins.", result: "Black wins on time",
    };
    await keepOlder([
      { ...older, id: "time", changed: 1, tree: tree([[0, 0, 2, 3]]), match: state },
      // A result of a variation, in which Black has no move, was taken for that of the game.
      { ...older, id: "variation", changed: 2, result: "White wins", clock: null, tree: tree([[0, 0, 2, 3], [0, 0, 6, 7]]), match: { ...state, clock: null, ended: null, result: "White wins" } },
      { ...older, id: "record", changed: 3, result: null, clock: null, names: { first: "?", second: "?" }, tree: tree([[0, 0, 2, 3]]), match: null },
    ]);
    await page.evaluate((old) => {
      for (const storage of [localStorage, sessionStorage]) storage.removeItem("lastmove-current");
      localStorage.setItem("lastmove-game", old);
    }, JSON.stringify({ ...tree([[0, 0, 2, 3]]), match: { first: "human", second: "engine", level: 7, seconds: 2 } }));
    await page.goto(now.server.address);
    await page.locator("#seat-second", { hasText: "Engine, level 7" }).waitFor();
    const seen = [];
    const terms = { board: "9x1", start };
    seen.unshift(await witness({ ...terms, first: YOU, second: engine(7) }));
    const open = async (id) => {
      await openGames(page);
      await page.locator(`[data-game=${id}]`).getByRole("button", { name: "Continue" }).click();
      await page.locator("#view-board").waitFor();
      await turn("Black");
    };
    await openGames(page);
    await page.locator("[data-game=time]").getByRole("button", { name: "Continue" }).click();
    await page.locator("#result", { hasText: "Black wins on time" }).waitFor();
    seen.unshift(await witness({ ...terms, first: YOU, second: engine(6), clock: "300+3" }));
    await open("variation");
    await page.locator("#result").waitFor({ state: "hidden" });
    seen.unshift({ ...(await witness({ ...terms, first: YOU, second: engine(6) })), moves: ["a1-c1/d1"] });
    await open("record");
    seen.unshift(await witness({ ...terms, first: person("White"), second: person("Black") }));
    seen.unshift(await another());
    await compare(seen);
  });
});
