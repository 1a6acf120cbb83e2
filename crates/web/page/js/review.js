// A review: every position of the game looked at, the mistakes with what was better, and another try.

import { listen } from "./api.js";
import { app } from "./app.js";
import { coach } from "./coach.js";
import { capital, h } from "./dom.js";
import { Job, run } from "./jobs.js";
import { match } from "./match.js";
import { MARKS, draw as drawMoves } from "./movelist.js";
import { verdict } from "./verdict.js";

/** @typedef {import("./tree.js").Node} Node */

const TIMES = [["0.3", "0.3 s a move"], ["1", "1 s a move"], ["3", "3 s a move"], ["10", "10 s a move"]];
const time = h("select", { id: "review-time", "aria-label": "Time for each position" },
  ...TIMES.map(([value, name]) => h("option", { value, selected: value === "1" }, name)));
const button = h("button", { type: "button", id: "review" }, "Review the game");
const text = h("p", { class: "muted", id: "review-text", "aria-live": "polite" });
const list = h("ol", { class: "mistakes", "aria-label": "Mistakes" });

/** The Analysis tab shows it. */
export const reviewBox = h("div", { class: "stack" }, h("div", { class: "row" }, button, time), text, list);

/** @type {Job | null} */
let job = null;
/** @type {{ node: Node, loss: number } | null} the mistake that is tried again */
let trying = null;

const parent = (/** @type {Node} */ node) => app.tree.nodes[/** @type {number} */ (node.parent)];
const percent = (/** @type {number} */ x) => `${Math.round(100 * x)}%`;

/** "12." or "12…" before a move. @param {Node} node */
function number(node) {
  const ply = app.tree.lineTo(node.id).length - 1;
  return `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`;
}

/** What was better, with its line. @param {Node} node */
function better(node) {
  const said = parent(node).verdict;
  if (!said?.best || said.best === node.name) return null;
  return said.line ? said.line.moves.join(" ") : said.best;
}

/** The position before a mistake, with the better move on the board. @param {Node} node */
function showBetter(node) {
  app.go(/** @type {number} */ (node.parent));
  const squares = parent(node).verdict?.squares;
  if (!squares) return;
  app.board.arrows = [{ squares, rank: 0, label: "better" }];
  app.board.draw();
}

/** The mistakes of the line on the board. */
function draw() {
  const marked = app.tree.line().filter((node) => node.mark);
  list.replaceChildren(...marked.map((node) => {
    const way = better(node);
    return h("li", { class: node.id === app.tree.current ? "here" : "" },
      h("div", {}, h("button", { type: "button", class: "plain small", onclick: () => app.go(node.id) }, `${number(node)} ${node.name}`, h("span", { class: "mark" }, node.mark)),
        h("span", { class: "muted" }, ` ${MARKS[node.mark ?? ""]}${node.loss ? `, lost ${percent(node.loss)}` : ""}`)),
      way ? h("p", {}, "Better: ", h("b", {}, way)) : null,
      h("div", { class: "row" },
        way ? h("button", { type: "button", class: "small show-better", onclick: () => showBetter(node) }, "Show it") : null,
        h("button", { type: "button", class: "small try-again", onclick: () => tryAgain(node) }, "Try again")));
  }));
}

function summary() {
  const line = app.tree.line();
  const found = Object.entries(MARKS)
    .map(([mark, name]) => ({ name, n: line.filter((node) => node.mark === mark).length }))
    .filter(({ n }) => n > 0)
    .map(({ name, n }) => `${n} ${name}${n > 1 && name !== "doubtful" ? "s" : ""}`);
  return found.length ? `Marked ${found.join(", ")}.` : "No mistakes found.";
}

async function review() {
  if (job) {
    job.stop();
    return;
  }
  const { tree } = app;
  const line = tree.line();
  const mine = new Job(`Review of ${line.length - 1} moves`, "#/");
  job = mine;
  button.textContent = "Stop the review";
  for (const node of line) node.mark = node.loss = undefined;
  const moves = line.slice(1).map((node) => /** @type {string} */ (node.name));
  const question = { game: tree.game, position: line[0].position, moves, seconds: Number(time.value) };
  text.textContent = `Looking at ${line.length} positions…`;
  await run(mine, "review", question, (event, data) => {
    if (event === "position") {
      if (app.tree === tree) line[data.ply].verdict = verdict(data.said);
      mine.say(`${line.length - data.ply} of ${line.length}`);
      text.textContent = `Looked at ${line.length - data.ply} of ${line.length} positions…`;
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
}

/** Lets the player find the better move. @param {Node} node */
function tryAgain(node) {
  trying = { node, loss: node.loss ?? 0 };
  match.trying = true;
  match.pause();
  app.go(/** @type {number} */ (node.parent));
  coach({ title: `Instead of ${node.name}`, text: "Find a better move.", actions: [["Show the better move", () => showBetter(node)], ["Leave it", leave]] });
}

function leave() {
  trying = null;
  match.trying = false;
  match.draw();
  coach(null);
}

/** Judges what was tried. @param {Node} tried */
async function judge(tried) {
  const attempt = trying;
  if (!attempt) return;
  const { node } = attempt;
  coach({ title: `${capital(tried.name ?? "")}?`, text: "Looking at it…" });
  /** @type {any} */
  let judged = null;
  const question = { game: app.tree.game, position: parent(node).position, moves: [tried.name], seconds: Number(time.value) };
  try {
    await listen("review", question, (event, data) => {
      if (event === "judged") judged = data;
    }, new AbortController().signal);
  } catch {
    return;
  }
  if (trying !== attempt || !judged) return;
  const again = () => {
    app.go(/** @type {number} */ (node.parent));
    tryAgain(node);
  };
  /** @type {[string, () => void, boolean?][]} */
  const ways = [["Try another", again, Boolean(judged.mark)], ["Done", leave, !judged.mark]];
  coach(judged.mark
    ? { title: `${tried.name}${judged.mark} is not it`, text: `It loses ${percent(judged.loss)}.`, actions: ways }
    : { title: `${tried.name} is good`, text: tried.name === parent(node).verdict?.best ? "It is the engine’s move too." : "The engine finds nothing that is clearly better.", actions: ways });
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
