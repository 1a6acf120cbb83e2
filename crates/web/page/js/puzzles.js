// Puzzles: positions with exactly one winning move, made and graded by the solver.

import { listen } from "./api.js";
import { app } from "./app.js";
import { picture } from "./board.js";
import { coach } from "./coach.js";
import { byId, capital, h } from "./dom.js";
import { match } from "./match.js";
import { play, sideName } from "./notation.js";
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
  const group = (/** @type {string} */ game) => h("div", { class: "grid" },
    ...all.filter((puzzle) => puzzle.game === game).sort((a, b) => a.grade - b.grade || a.nodes - b.nodes).map((puzzle, i) =>
      h("a", { class: "tile-card", href: `#/puzzles/${puzzle.id}` },
        picture(puzzle.game, puzzle.position, `Puzzle ${i + 1}`),
        h("b", {}, `${capital(puzzle.game)} ${i + 1}`),
        h("span", { class: "stars", "aria-label": `difficulty ${puzzle.grade} of 5` }, stars(puzzle.grade)),
        finished.has(puzzle.id) ? h("span", { class: "done-tag" }, "Solved") : h("span", { class: "muted" }, `${sideName(puzzle.position.split(" ")[1])} to move, ${puzzle.moves} moves, one wins`))));
  byId("view-puzzles").replaceChildren(
    h("h1", {}, "Puzzles"),
    h("p", { class: "lead" }, "In each position exactly one move wins; the solver has proved that it does and that every other move loses. Stars say how long the search took."),
    h("h2", {}, "Amazons"), group("amazons"),
    h("h2", {}, "Domineering"), group("domineering"),
  );
}

/** @param {string} id */
export async function openPuzzle(id) {
  const puzzle = (await load()).find((p) => p.id === id);
  if (!puzzle) throw new Error("there is no such puzzle");
  match.set({ first: "human", second: "human" });
  await app.begin(puzzle.game, puzzle.position);
  current = puzzle;
  solved = false;
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

/** Shows how the other side answers a wrong move. @param {Puzzle} puzzle @param {number[]} squares */
async function refute(puzzle, squares) {
  const position = play(puzzle.game, puzzle.position, squares);
  /** @type {any} */
  let answer = null;
  try {
    await listen("solve", { game: puzzle.game, position, seconds: 20 }, (name, data) => {
      if (name === "done") answer = data;
    }, new AbortController().signal);
  } catch {
    return;
  }
  if (current !== puzzle || solved || !answer?.best_move) return;
  coach({
    title: "That loses", text: `${capital(answer.to_move)} answers ${answer.best_move} and wins. Try another move.`,
    actions: [["Try again", again, true], ...leave()],
  });
  app.board.arrows = [{ squares: answer.best_squares, rank: 0 }];
  app.board.draw();
}

function again() {
  app.board.arrows = [];
  app.tree.remove(app.tree.current);
  app.tree.current = 0;
  app.show();
  coach({ title: "Try again", text: "Only one move wins.", actions: leave() });
}

app.addEventListener("played", () => {
  const { node } = app.tree;
  if (!current || node.parent !== 0 || !node.squares || solved) return;
  if (String(node.squares) === String(current.squares)) {
    solved = true;
    localStorage.setItem(KEY, JSON.stringify([...done().add(current.id)]));
    const following = next();
    coach({
      title: "Solved!",
      text: `${current.solution} is the only winning move. The solver needed ${current.nodes.toLocaleString("en-US")} nodes to be sure.`,
      actions: [...(following ? [/** @type {[string, () => void, boolean]} */ (["Next puzzle", () => (location.hash = `/puzzles/${following.id}`), true])] : []), ...leave()],
    });
  } else {
    coach({ title: "That loses", text: "Looking for the answer to it…", actions: [["Try again", again, true], ...leave()] });
    void refute(current, node.squares);
  }
});
app.addEventListener("game", endPuzzle);
