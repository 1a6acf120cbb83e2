// One puzzle: the winning move is to be found, and the win played out against the best defence to
// where it is clear.

import { ask, listen } from "./api.js";
import { app } from "./app.js";
import { coach } from "./coach.js";
import { count } from "./dom.js";
import { sideName } from "./notation.js";
import { isSolved, loadPuzzles, nextPuzzle, setSolved, stars } from "./puzzles.js";
import { rate, score } from "./rating.js";
import { reason } from "./reason.js";
import { visitAsGuest } from "./session.js";
import { tabs } from "./tabs.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** @type {Puzzle | null} */
let current = null;
let solved = false;
/** Whether every move so far was right, and without a hint. */
let clean = true;
/** Moves that one must find at most where the prepared line was left; by then the rest is no riddle. */
const MOST_MOVES = 5;
/** Milliseconds before the defence answers, so that one sees both moves. */
const PAUSE = 350;
/** Milliseconds between the moves of a solution that is shown. */
const STEP = 900;

/** @param {string} id */
export async function openPuzzle(id) {
  const puzzle = (await loadPuzzles()).find((p) => p.id === id);
  if (!puzzle) throw new Error("there is no such puzzle");
  const tree = await app.prepare(puzzle.game, puzzle.position);
  visitAsGuest(tree);
  current = puzzle;
  solved = false;
  clean = true;
  tabs.choose("game");
  const side = sideName(puzzle.position.split(" ")[1]);
  coach({ title: `${side} to move and win ${stars(puzzle.grade)}`, text: `${count(puzzle.moves, "move is", "moves are")} legal, and only one of them wins. Find it${puzzle.line.length > 1 ? ", and keep the win against the best defence" : ""}.`, actions: leave() });
}

export function endPuzzle() {
  if (!current) return;
  current = null;
  coach(null);
}

/** Ways out; who has failed may see the solution. @returns {[string, () => void, boolean?][]} */
function leave() {
  const puzzle = clean || solved ? null : current;
  return [...(puzzle ? [/** @type {[string, () => void]} */ (["Show the solution", () => void showSolution(puzzle)])] : []), ["All puzzles", () => (location.hash = "/puzzles")]];
}

/** The way to the next puzzle, if one is left. @param {Puzzle} puzzle @returns {[string, () => void, boolean?][]} */
function onward(puzzle) {
  const following = nextPuzzle(puzzle.game, puzzle);
  return following ? [["Next puzzle", () => (location.hash = `/puzzles/${following.id}`), true]] : [];
}

/** What belongs to the puzzle on the board: the amazon to move, then where it goes. The first hint costs rating. */
export async function puzzleHint() {
  const puzzle = current;
  if (!puzzle || solved) return null;
  const { node } = app.tree;
  const length = along(puzzle);
  const squares = length !== null && length % 2 === 0 ? puzzle.line[length] : (await solution(puzzle, node.position))?.best_squares;
  if (!squares || current !== puzzle || app.tree.node !== node) return null;
  const shown = squares.slice(0, app.board.hinted.length ? 2 : 1);
  let cost = "";
  if (clean && !isSolved(puzzle)) {
    const before = score().rating;
    const { rating } = rate(puzzle.grade, "hinted");
    cost = `The hint costs ${count(before - rating, "point")}: your rating is ${rating}. `;
  }
  clean = false;
  coach({ title: "A hint", text: `${cost}${puzzle.game === "amazons" ? "The marked amazon moves" : "The marked square is covered"}.`, actions: leave() });
  return shown;
}

/** Plays the solution, and says why it wins. @param {Puzzle} puzzle */
async function showSolution(puzzle) {
  solved = true;
  app.tree.nodes[0].children = [];
  app.tree.current = 0;
  app.show();
  coach({ title: "The solution", text: `${puzzle.solution} is the only winning first move.`, actions: leave() });
  for (const squares of puzzle.line) {
    const { node } = app.tree;
    await new Promise((resolve) => setTimeout(resolve, STEP));
    if (current !== puzzle || app.tree.node !== node) return;
    app.play(squares, "engine");
  }
  const { node } = app.tree;
  const why = await reason(puzzle.game, node.position).catch(() => "");
  if (current !== puzzle || app.tree.node !== node) return;
  tabs.choose("areas");
  coach({ title: `${puzzle.solution} wins`, text: why, actions: [...onward(puzzle), ...leave()] });
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
  if (clean && !isSolved(puzzle)) rate(puzzle.grade, "failed");
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
  const after = clean && !isSolved(puzzle) ? rate(puzzle.grade, "solved") : score();
  setSolved(puzzle);
  const words = clean ? `${after.streak} in a row. ` : "";
  coach({
    title: "Solved!",
    text: `${puzzle.solution} is the only winning first move. ${why} ${words}Your rating: ${after.rating}.`,
    actions: [...onward(puzzle), ...leave()],
  });
}

/** How much of the prepared line was played; nothing where another way was taken. @param {Puzzle} puzzle */
function along(puzzle) {
  const played = app.tree.lineTo(app.tree.node.id).slice(1);
  return played.every((node, i) => String(node.squares) === String(puzzle.line[i])) ? played.length : null;
}

/** After a right move: either the win is clear, or the defence answers. @param {Puzzle} puzzle */
async function goOn(puzzle) {
  const { node } = app.tree;
  const here = () => current === puzzle && !solved && app.tree.node === node;
  const length = along(puzzle);
  if (length === puzzle.line.length) return finish(puzzle, "From here the win is clear.");
  coach({ title: "Right", text: "Here comes the defence.", actions: leave() });
  if (length === null && (await isClear(puzzle))) return here() && finish(puzzle, "From here the win is clear.");
  const squares = length === null ? (await end("think", { game: puzzle.game, position: node.position, seconds: 0.6, level: 10 }))?.squares : puzzle.line[length];
  if (length !== null) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (!here() || !squares) return;
  app.play(squares, "engine");
  coach({ title: `Right. ${sideName(app.side)} to move`, text: "It is not clear yet. Keep the win.", actions: leave() });
}

/** Whether the rest is clear on a way of one's own. @param {Puzzle} puzzle */
async function isClear(puzzle) {
  const { node } = app.tree;
  const me = sideName(puzzle.position.split(" ")[1]).toLowerCase();
  const mine = Math.ceil((app.tree.lineTo(node.id).length - 1) / 2);
  const [info, found] = await Promise.all([app.ask(puzzle.game, node.position), ask("evaluate", { game: puzzle.game, position: node.position }).catch(() => null)]);
  const winner = info.over ? info.winner : ["white", "vertical"].includes(info.to_move) ? found?.winners.first : found?.winners.second;
  return winner === me || mine >= MOST_MOVES;
}

/** A move that the solver has to judge. @param {Puzzle} puzzle @param {number} id its node */
async function judge(puzzle, id) {
  const node = app.tree.nodes[id];
  if (along(puzzle) !== null) return goOn(puzzle);
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
