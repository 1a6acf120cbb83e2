// A review: every position of the game looked at, the mistakes with what was better, and another try.

import { listen } from "./api.js";
import { app } from "./app.js";
import { coach } from "./coach.js";
import { count, h, percent } from "./dom.js";
import { Job, run } from "./jobs.js";
import { match } from "./match.js";
import { MARKS, draw as drawMoves, number } from "./movelist.js";
import { namesOf } from "./match.js";
import { firstSide, opponent } from "./notation.js";
import { tabs } from "./tabs.js";
import { verdict } from "./verdict.js";

/** @typedef {import("./tree.js").Node} Node */

const TIMES = [["0.3", "0.3 s a move"], ["1", "1 s a move"], ["3", "3 s a move"], ["10", "10 s a move"]];
const time = h("select", { id: "review-time", "aria-label": "Time for each position" },
  ...TIMES.map(([value, name]) => h("option", { value, selected: value === "1" }, name)));
const button = h("button", { type: "button", id: "review" }, "Review the game");
const text = h("p", { class: "muted", id: "review-text", "aria-live": "polite" });
const counts = h("div", {});

/** The Analysis tab shows them. */
export const reviewBox = h("div", {}, h("div", { class: "row" }, button, time), text, counts);
export const mistakes = h("ol", { class: "mistakes", "aria-label": "Mistakes" });

/** @type {Job | null} */
let job = null;
/** @type {{ node: Node, home: number } | null} the mistake that is tried again, and where the game was left for it */
let trying = null;

const parent = (/** @type {Node} */ node) => app.tree.nodes[/** @type {number} */ (node.parent)];

/** The move with its number. @param {Node} node */
const named = (node) => `${number(app.tree.lineTo(node.id).length - 1)} ${node.name}`;
/** On a phone the board may be out of sight. */
const toBoard = () => window.scrollTo(0, 0);

/** Moves of a better line that are shown. */
const SHOWN = 6;

/** What was better, with its line. @param {Node} node @returns {string[] | null} */
function better(node) {
  const said = parent(node).verdict;
  if (!said?.best || said.best === node.name) return null;
  return said.line ? said.line.moves.slice(0, SHOWN) : [said.best];
}

/** The position before a mistake, with the better move on the board. @param {Node} node */
function showBetter(node) {
  app.go(/** @type {number} */ (node.parent));
  toBoard();
  const squares = parent(node).verdict?.squares;
  if (!squares) return;
  app.board.arrows = [{ squares, rank: 0, label: "better" }];
  app.board.draw();
}

/** How many moves of each kind each player made. @param {Node[]} marked */
function table(marked) {
  const first = firstSide(app.tree.game);
  const names = namesOf(app.tree, match.state);
  const of = (/** @type {string} */ side, /** @type {string} */ mark) =>
    marked.filter((node) => node.mark === mark && parent(node).position.split(" ")[1] === side).length;
  const row = (/** @type {string} */ side, /** @type {string} */ name) => h("tr", {},
    h("th", { scope: "row" }, h("span", { class: `stone ${side}` }), name), ...Object.keys(MARKS).map((mark) => h("td", {}, count(of(side, mark)))));
  return h("table", { class: "counts" },
    h("tr", {}, h("td"), ...Object.entries(MARKS).map(([mark, name]) => h("th", { scope: "col" }, h("span", { class: "mark" }, mark), ` ${name}${mark === "?!" ? "" : "s"}`))),
    row(first, names.first), row(opponent(first), names.second));
}

/** The mistakes of the line on the board. */
function draw() {
  const line = app.tree.line();
  const marked = line.filter((node) => node.mark);
  counts.replaceChildren(marked.length || line.some((node) => node.loss !== undefined) ? table(marked) : "");
  mistakes.replaceChildren(...marked.map((node) => {
    const way = better(node);
    return h("li", { class: node.id === app.tree.current ? "here" : "" },
      h("div", {}, h("button", { type: "button", class: "plain small", onclick: () => app.go(node.id) }, named(node), h("span", { class: "mark" }, node.mark)),
        h("span", { class: "muted" }, ` ${MARKS[node.mark ?? ""]}${node.loss ? `, gave away ${percent(node.loss)}` : ""}`)),
      way ? h("p", {}, "Better:", ...way.flatMap((name) => [" ", h("b", {}, name)])) : null,
      h("div", { class: "row" },
        way ? h("button", { type: "button", class: "small show-better", onclick: () => showBetter(node) }, "Show it") : null,
        h("button", { type: "button", class: "small try-again", onclick: () => tryAgain(node) }, "Try again")));
  }));
}

function summary() {
  const line = app.tree.line();
  const marked = line.filter((node) => node.mark).length;
  return marked ? `Marked ${marked} of ${count(line.length - 1, "move")}.` : "No mistakes found.";
}

async function review() {
  if (job) {
    job.stop();
    return;
  }
  const { tree } = app;
  const line = tree.line();
  const mine = new Job(`Review of ${count(line.length - 1, "move")}`, "#/");
  job = mine;
  button.textContent = "Stop the review";
  for (const node of line) node.mark = node.loss = undefined;
  const moves = line.slice(1).map((node) => /** @type {string} */ (node.name));
  const question = { game: tree.game, position: line[0].position, moves, seconds: Number(time.value) };
  text.textContent = `Looking at ${count(line.length, "position")}…`;
  reviewBox.scrollIntoView({ block: "nearest" });
  await run(mine, "review", question, (event, data) => {
    if (event === "position") {
      if (app.tree === tree) line[data.ply].verdict = verdict(data.said);
      mine.say(`${line.length - data.ply} of ${line.length}`);
      text.textContent = `Looked at ${line.length - data.ply} of ${count(line.length, "position")}…`;
    } else if (event === "judged") {
      line[data.ply].mark = data.mark ?? undefined;
      line[data.ply].loss = data.loss;
    } else if (event === "done") text.textContent = summary();
    else if (event === "stopped") text.textContent = "The review was stopped.";
    else if (event === "failed") text.textContent = `The review ended: ${data.error}`;
    if (app.tree !== tree) return;
    drawMoves();
    draw();
    app.dispatchEvent(new Event("comment"));
  });
  job = null;
  button.textContent = "Review the game";
  if (app.tree === tree && tabs.current === "analysis") reviewBox.scrollIntoView({ block: "nearest" });
}

/** Lets the player find the better move. @param {Node} node @param {number} [home] */
function tryAgain(node, home = app.tree.current) {
  trying = { node, home };
  match.trying = true;
  match.pause();
  app.go(/** @type {number} */ (node.parent));
  toBoard();
  coach({ title: `Instead of ${named(node)}`, text: "Find a better move. The engine does not answer.", actions: [["Show the better move", () => showBetter(node)], ["Done", () => done(home)]] });
}

function leave() {
  trying = null;
  match.trying = false;
  match.draw();
  coach(null);
}

/** Back to the game, where it was left. @param {number} home */
function done(home) {
  leave();
  app.go(home);
}

/** Judges what was tried. @param {Node} tried */
async function judge(tried) {
  const attempt = trying;
  if (!attempt) return;
  const { node, home } = attempt;
  const ways = (/** @type {boolean} */ good) => /** @type {[string, () => void, boolean?][]} */ ([
    ["Try another", () => tryAgain(node, home), !good], ["Show the better move", () => showBetter(node)], ["Done", () => done(home), good],
  ].filter(([name]) => !good || name !== "Show the better move"));
  coach({ title: `${tried.name}?`, text: "Looking at it…", actions: ways(false) });
  /** @type {any} */
  let judged = null;
  let best = parent(node).verdict?.best;
  const question = { game: app.tree.game, position: parent(node).position, moves: [tried.name], seconds: Number(time.value) };
  try {
    await listen("review", question, (event, data) => {
      if (event === "judged") judged = data;
      else if (event === "position" && data.ply === 0) best = data.said.best ?? best;
    }, new AbortController().signal);
  } catch {
    return;
  }
  if (trying !== attempt || !judged) return;
  const given = percent(judged.loss);
  const same = tried.name === best || given === "0%";
  coach(judged.mark
    ? { title: `${tried.name}${judged.mark} is not it`, text: `It gives away ${given} against the best move.`, actions: ways(false) }
    : { title: `${tried.name} is good`, text: tried.name === best ? "It is the engine’s best move, too." : same ? `As good as the best move, ${best}.` : `It gives away only ${given} against the best move, ${best}.`, actions: ways(true) });
}

app.addEventListener("played", () => {
  const { node } = app.tree;
  if (trying && node.parent === trying.node.parent) void judge(node);
});
const end = () => {
  if (trying) leave();
};
app.addEventListener("game", end);
window.addEventListener("hashchange", end);
app.addEventListener("position", draw);
button.addEventListener("click", () => void review());
