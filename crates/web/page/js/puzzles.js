// The list of puzzles, which of them were solved, and which comes next. Each is a position of a game
// of our own player in which exactly one move wins; the solver has proved it.

import { picture } from "./board.js";
import { byId, capital, count, h } from "./dom.js";
import { sideName } from "./notation.js";
import { ratingOf, score } from "./rating.js";

/**
 * `plausible` moves look at least as good as the winning one; `line` is the win against the best
 * defence to where it is clear, the squares of each move.
 * @typedef {{ id: string, game: import("./notation.js").GameName, position: string, grade: number,
 *   solution: string, moves: number, plausible: number, line: number[][] }} Puzzle
 */

const KEY = "lastmove-puzzles";
const GRADES = ["", "Beginner", "Easy", "Medium", "Hard", "Very hard"];
/** @type {Puzzle[] | null} */
let puzzles = null;

export async function loadPuzzles() {
  puzzles ??= (await (await fetch("data/puzzles.json")).json()).puzzles;
  return /** @type {Puzzle[]} */ (puzzles);
}

/** @returns {Set<string>} the positions that were solved */
function done() {
  return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
}

/** @param {Puzzle} puzzle */
export const isSolved = (puzzle) => done().has(puzzle.position);

/** @param {Puzzle} puzzle */
export function setSolved(puzzle) {
  localStorage.setItem(KEY, JSON.stringify([...done().add(puzzle.position)]));
}

/** @param {number} grade */
export const stars = (grade) => "★".repeat(grade) + "☆".repeat(5 - grade);

/** The puzzle that suits one's rating best, of those not solved yet. @param {string} [game] @param {Puzzle} [but] */
export function nextPuzzle(game, but) {
  const finished = done();
  const { rating } = score();
  const left = (puzzles ?? []).filter((puzzle) => !finished.has(puzzle.position) && puzzle !== but);
  const same = left.filter((puzzle) => puzzle.game === game);
  const far = (/** @type {Puzzle} */ puzzle) => Math.abs(ratingOf(puzzle.grade) - rating);
  return (same.length ? same : left).reduce((/** @type {Puzzle | null} */ best, puzzle) => (best && far(best) <= far(puzzle) ? best : puzzle), null);
}

/** A puzzle of the list. @param {Puzzle} puzzle @param {number} number @param {boolean} solved */
function card(puzzle, number, solved) {
  const name = `${capital(puzzle.game)} ${number}`;
  const { length } = puzzle.line.filter((_, i) => i % 2 === 0);
  return h("a", { class: "tile-card", href: `#/puzzles/${puzzle.id}` },
    picture(puzzle.game, puzzle.position, name),
    h("b", {}, name),
    h("span", { class: "muted" }, `${sideName(puzzle.position.split(" ")[1])} to move and win${length > 1 ? ` in ${length}` : ""}`),
    solved && h("span", { class: "done-tag" }, "Solved"));
}

/** The puzzles of a grade, which are drawn when they are opened. @param {Puzzle[]} all @param {number} grade @param {number} first the number of its first puzzle @param {boolean} open */
function section(all, grade, first, open) {
  const finished = done();
  const solved = all.filter((puzzle) => finished.has(puzzle.position)).length;
  const grid = h("div", { class: "grid" });
  const draw = () => {
    if (!grid.children.length) grid.append(...all.map((puzzle, i) => card(puzzle, first + i, finished.has(puzzle.position))));
  };
  if (open) draw();
  const box = h("details", { class: "grade", open, ontoggle: () => box.open && draw() },
    h("summary", {},
      h("b", {}, GRADES[grade]), " ", h("span", { class: "stars", "aria-label": `difficulty ${grade} of 5` }, stars(grade)),
      h("span", { class: "muted" }, `${solved} of ${all.length} solved`)),
    grid);
  return box;
}

/** @param {"amazons" | "domineering"} game @param {Puzzle | null} following */
function sections(game, following) {
  const all = (puzzles ?? []).filter((puzzle) => puzzle.game === game);
  const grades = [1, 2, 3, 4, 5].filter((grade) => all.some((puzzle) => puzzle.grade === grade));
  const open = nextPuzzle(game)?.grade ?? grades[0];
  return grades.map((grade) => section(all.filter((puzzle) => puzzle.grade === grade), grade, all.findIndex((puzzle) => puzzle.grade === grade) + 1, grade === open && game === (following?.game ?? "amazons")));
}

export async function drawPuzzles() {
  const all = await loadPuzzles();
  const { rating, streak, best, tried } = score();
  const following = nextPuzzle();
  byId("view-puzzles").replaceChildren(
    h("h1", {}, "Puzzles"),
    h("p", { class: "lead" }, `${all.length} positions from games of the engine. In each exactly one move wins; the solver has proved that it does and that every other move loses. Then the win is played out against the best defence until it is clear.`),
    h("div", { class: "puzzle-score" },
      h("p", { id: "rating" }, h("b", {}, `Your rating: ${rating}`), tried ? ` after ${count(tried, "puzzle")}; ${streak} in a row, ${best} at best.` : " to begin with."),
      following && h("a", { class: "button primary", id: "puzzle-next", href: `#/puzzles/${following.id}` }, tried ? "Next puzzle" : "First puzzle")),
    h("p", { class: "muted" }, "Stars say what people find hard: how long the win is, and how many moves look at least as good as the winning one."),
    h("h2", {}, "Amazons"), ...sections("amazons", following),
    h("h2", {}, "Domineering"), ...sections("domineering", following),
  );
}
