// Puzzles: positions with exactly one winning move, made and graded by the solver, and played out
// against the engine to where the win is clear.

import { ask, listen } from "./api.js";
import { app } from "./app.js";
import { picture } from "./board.js";
import { coach } from "./coach.js";
import { byId, capital, h } from "./dom.js";
import { match } from "./match.js";
import { play, sideName } from "./notation.js";
import { count, score } from "./rating.js";
import { visitAsGuest } from "./session.js";
import { tabs } from "./tabs.js";

/**
 * @typedef {{ id: string, game: import("./notation.js").GameName, position: string, grade: number,
 *   solution: string, squares: number[], moves: number, nodes: number }} Puzzle
 */

const KEY = "lastmove-puzzles";
/** @type {Puzzle[] | null} */
let puzzles = null;
/** @type {Puzzle | null} */
let current = null;
let solved = false;
/** Whether every move so far was right. */
let clean = true;
/** Moves that one must find at most; by then the rest is no riddle. */
const MOST_MOVES = 5;

async function load() {
  puzzles ??= (await (await fetch("data/puzzles.json")).json()).puzzles;
  return /** @type {Puzzle[]} */ (puzzles);
}

/** @returns {Set<string>} */
function done() {
  return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
}

/** @param {number} grade */
const stars = (grade) => "★".repeat(grade) + "☆".repeat(5 - grade);

export async function drawPuzzles() {
  const all = await load();
  const finished = done();
  const { rating, streak, best, tried } = score();
  const group = (/** @type {string} */ game) => h("div", { class: "grid" },
    ...all.filter((puzzle) => puzzle.game === game).sort((a, b) => a.grade - b.grade || a.nodes - b.nodes).map((puzzle, i) =>
      h("a", { class: "tile-card", href: `#/puzzles/${puzzle.id}` },
        picture(puzzle.game, puzzle.position, `Puzzle ${i + 1}`),
        h("b", {}, `${capital(puzzle.game)} ${i + 1}`),
        h("span", { class: "stars", "aria-label": `difficulty ${puzzle.grade} of 5` }, stars(puzzle.grade)),
        finished.has(puzzle.id) ? h("span", { class: "done-tag" }, "Solved") : h("span", { class: "muted" }, `${sideName(puzzle.position.split(" ")[1])} to move, ${puzzle.moves} moves, one wins`))));
  byId("view-puzzles").replaceChildren(
    h("h1", {}, "Puzzles"),
    h("p", { class: "lead" }, "In each position exactly one move wins; the solver has proved that it does and that every other move loses. Then the win is played out against the engine until it is clear. Stars say how long the search took."),
    h("p", { id: "rating" }, h("b", {}, `Your rating: ${rating}`), ` after ${tried} puzzle${tried === 1 ? "" : "s"}; ${streak} in a row, ${best} at best.`),
    h("h2", {}, "Amazons"), group("amazons"),
    h("h2", {}, "Domineering"), group("domineering"),
  );
}

/** @param {string} id */
export async function openPuzzle(id) {
  const puzzle = (await load()).find((p) => p.id === id);
  if (!puzzle) throw new Error("there is no such puzzle");
  const tree = await app.prepare(puzzle.game, puzzle.position);
  visitAsGuest();
  match.set({ first: "human", second: "human" });
  app.open(tree);
  current = puzzle;
  solved = false;
  clean = true;
  tabs.choose("game");
  const side = sideName(puzzle.position.split(" ")[1]);
  coach({ title: `${side} to move and win ${stars(puzzle.grade)}`, text: `${puzzle.moves} moves are legal, and only one of them wins. Find it.`, actions: leave() });
}

export function endPuzzle() {
  if (!current) return;
  current = null;
  coach(null);
}

/** @returns {[string, () => void, boolean?][]} */
function leave() {
  return [["All puzzles", () => (location.hash = "/puzzles")]];
}

function next() {
  const finished = done();
  const all = [...(puzzles ?? [])].sort((a, b) => a.grade - b.grade || a.nodes - b.nodes);
  return all.find((puzzle) => puzzle.game === current?.game && !finished.has(puzzle.id)) ?? all.find((puzzle) => !finished.has(puzzle.id));
}

/** The end of a job, or nothing. @param {string} path @param {any} question @returns {Promise<any>} */
async function end(path, question) {
  /** @type {any} */
  let answer = null;
  try {
    await listen(path, question, (name, data) => {
      if (name === "done") answer = data;
    }, new AbortController().signal);
  } catch {
    // Without an answer the puzzle goes on.
  }
  return answer;
}

/** Who wins a position, with which move. @param {Puzzle} puzzle @param {string} position */
async function solution(puzzle, position) {
  const answer = await end("solve", { game: puzzle.game, position, seconds: 20 });
  if (!answer) return null;
  const opening = Object.values(answer.first ?? {}).find(Boolean);
  return answer.winner ? answer : opening && { winner: opening.winner, to_move: answer.to_move, best_move: opening.best_move, best_squares: opening.squares };
}

/** A wrong move. @param {Puzzle} puzzle @param {any} answer how the other side refutes it */
function wrong(puzzle, answer) {
  if (clean && !done().has(puzzle.id)) count(puzzle.grade, false);
  clean = false;
  const side = sideName(app.side);
  coach({
    title: "That loses", text: answer?.best_move ? `${side} answers ${answer.best_move} and wins. Try another move.` : "Looking for the answer to it…",
    actions: [["Try again", again, true], ...leave()],
  });
  if (!answer?.best_squares) return;
  app.board.arrows = [{ squares: answer.best_squares, rank: 0 }];
  app.board.draw();
}

function again() {
  const { node } = app.tree;
  app.board.arrows = [];
  app.tree.remove(node.id);
  app.show();
  coach({ title: "Try again", text: node.parent === 0 ? "Only one move wins." : "The win is still there.", actions: leave() });
}

/** The win is clear. @param {Puzzle} puzzle @param {string} why */
function finish(puzzle, why) {
  solved = true;
  const fresh = !done().has(puzzle.id);
  const after = clean && fresh ? count(puzzle.grade, true) : score();
  localStorage.setItem(KEY, JSON.stringify([...done().add(puzzle.id)]));
  const following = next();
  const words = clean ? `${after.streak} in a row. ` : "";
  coach({
    title: "Solved!",
    text: `${puzzle.solution} is the only winning first move. ${why} ${words}Your rating: ${after.rating}.`,
    actions: [...(following ? [/** @type {[string, () => void, boolean]} */ (["Next puzzle", () => (location.hash = `/puzzles/${following.id}`), true])] : []), ...leave()],
  });
}

/** After a right move: either the win is clear, or the engine answers. @param {Puzzle} puzzle */
async function goOn(puzzle) {
  const { node } = app.tree;
  const me = sideName(puzzle.position.split(" ")[1]).toLowerCase();
  const here = () => current === puzzle && !solved && app.tree.node === node;
  coach({ title: "Right", text: "Is it clear already?", actions: leave() });
  const [info, found] = await Promise.all([app.ask(puzzle.game, node.position), ask("evaluate", { game: puzzle.game, position: node.position }).catch(() => null)]);
  if (!here()) return;
  const winner = info.over ? info.winner : ["white", "vertical"].includes(info.to_move) ? found?.winners.first : found?.winners.second;
  const mine = Math.ceil((app.tree.lineTo(node.id).length - 1) / 2);
  if (winner === me) return finish(puzzle, info.over ? "It was the last move." : "The rest can be counted: the win is clear.");
  if (mine >= MOST_MOVES) return finish(puzzle, "The solver sees the rest.");
  const reply = await end("think", { game: puzzle.game, position: node.position, seconds: 0.6, level: 10 });
  if (!here() || !reply?.squares) return;
  app.play(reply.squares, "engine");
  coach({ title: `${sideName(app.side)} to move`, text: "It is not clear yet. Keep the win.", actions: leave() });
}

/** A move that the solver has to judge. @param {Puzzle} puzzle @param {number} id its node */
async function judge(puzzle, id) {
  const node = app.tree.nodes[id];
  if (node.parent === 0 && String(node.squares) === String(puzzle.squares)) return goOn(puzzle);
  coach({ title: node.parent === 0 ? "That loses" : "Let us see", text: "Looking for the answer to it…", actions: [["Try again", again, true], ...leave()] });
  const answer = await solution(puzzle, node.position);
  if (current !== puzzle || solved || app.tree.node !== node) return;
  const me = sideName(puzzle.position.split(" ")[1]).toLowerCase();
  if (node.parent === 0 || (answer && answer.winner !== me)) wrong(puzzle, answer);
  else await goOn(puzzle);
}

app.addEventListener("played", (event) => {
  const by = /** @type {CustomEvent} */ (event).detail;
  if (current && !solved && by === "human") void judge(current, app.tree.current);
});
app.addEventListener("game", endPuzzle);
