// The Analysis tab: what the engine thinks while it thinks, and the game at a glance. `review.js`
// finds the mistakes.

import { listen } from "./api.js";
import { app } from "./app.js";
import { byId, capital, count, h, percent, toast } from "./dom.js";
import { graph } from "./graph.js";
import { firstSide, opponent, play, sideName } from "./notation.js";
import { drawOpenings, openingsBox, openingsSwitch } from "./openings.js";
import { mistakes, reviewBox } from "./review.js";
import { verdict } from "./verdict.js";

const panel = byId("tab-analysis");
const bar = byId("evalbar");
const onOff = h("input", { type: "checkbox", id: "analysis-on", role: "switch" });
const owners = h("input", { type: "checkbox", id: "ownership-on", role: "switch" });
const chance = h("span", { class: "big-number" }, "–");
const words = h("p", { class: "muted" });
const lines = h("ul", { class: "lines", "aria-label": "Best moves" });
const HEADINGS = [["Chance", "of the side to move to win"], ["Lead", "expected, of the side to move, in moves"], ["Visits", "how often the engine looked at it"], ["Line", "the move and what may follow"]];
/** What the engine says, while it is on. */
const thoughts = h("div", { hidden: true }, chance, words,
  h("div", { class: "lines-head" }, ...HEADINGS.map(([name, title]) => h("span", { title }, name))), lines);
const graphBox = h("div", {});

/** @type {AbortController | null} */
let running = null;
let hovering = false;
let timer = 0;

/** "1.0 moves", whoever is ahead. @param {number} score */
const lead = (score) => `${Math.abs(score).toFixed(1)} moves`;

/** A count in little room. @param {number} n */
const short = (n) => (n < 1000 ? String(n) : n < 1e6 ? `${(n / 1e3).toFixed(n < 1e4 ? 1 : 0)}k` : `${(n / 1e6).toFixed(1)}M`);

/** @param {any} said */
function show(said) {
  const v = verdict(said);
  app.tree.node.verdict = v;
  const first = sideName(firstSide(app.tree.game));
  const leader = v.score >= 0 ? first : sideName(opponent(firstSide(app.tree.game)));
  chance.textContent = said.proven ? `${capital(said.proven)} wins` : percent(v.win);
  words.textContent = said.proven
    ? `Proved. ${count(said.nodes, "node")}, ${said.seconds.toFixed(1)} s`
    : `for ${first}; ${leader} leads by about ${lead(v.score)}. ${count(said.nodes, "node")}, depth ${said.depth}, ${said.seconds.toFixed(1)} s`;
  drawBar(v);
  if (!hovering) {
    drawLines(said);
    drawArrows(said);
  }
  app.board.ownership = owners.checked ? said.ownership : [];
  if (!hovering && app.board.chosen.length === 0) app.board.draw();
  drawGraph();
}

/** @param {import("./tree.js").Verdict | undefined} v */
function drawBar(v) {
  bar.hidden = !onOff.checked;
  bar.classList.toggle("dominoes", app.tree.game === "domineering");
  if (!v) return;
  bar.querySelector(".share").style.height = percent(Math.max(0.02, Math.min(0.98, v.win)));
  bar.querySelector(".value").textContent = String(Math.round(100 * v.win));
  bar.setAttribute("aria-valuenow", String(Math.round(100 * v.win)));
  bar.setAttribute("aria-valuetext", `${percent(v.win)} for ${sideName(firstSide(app.tree.game))}`);
}

/** @param {any} said */
function drawArrows(said) {
  app.board.arrows = said.lines.slice(0, 3).map((/** @type {any} */ line, /** @type {number} */ rank) => ({
    squares: line.squares[0], rank, label: rank === 0 ? percent(line.win) : undefined,
  }));
}

/** @param {any} said */
function drawLines(said) {
  lines.replaceChildren(
    ...said.lines.slice(0, 6).map((/** @type {any} */ line) => {
      const ahead = `${line.score >= 0 ? "+" : "−"}${Math.abs(line.score).toFixed(1)}`;
      const item = h("li", { tabindex: "0", "aria-label": `${line.move}: ${percent(line.win)}, lead ${ahead}, ${count(line.visits, "visit")}` },
        h("span", { class: "chance" }, percent(line.win)),
        h("span", { class: "lead-of" }, ahead),
        h("span", { class: "visits" }, short(line.visits)),
        h("span", { class: "pv" }, h("b", {}, line.move), ` ${line.pv.slice(1).join(" ")}`));
      const look = () => {
        hovering = true;
        let { position } = app.tree.node;
        const dominoes = app.tree.game === "domineering" ? [...app.tree.dominoes(app.tree.current)] : [];
        for (const squares of line.squares) {
          position = play(app.tree.game, position, squares);
          if (app.tree.game === "domineering") dominoes.push(squares);
        }
        app.board.arrows = [];
        app.preview(position, line.squares[line.squares.length - 1] ?? null, dominoes);
      };
      const leave = () => {
        hovering = false;
        drawArrows(said);
        app.endPreview();
      };
      item.addEventListener("pointerenter", look);
      item.addEventListener("pointerleave", leave);
      item.addEventListener("focus", look);
      item.addEventListener("blur", leave);
      const choose = () => {
        hovering = false;
        if (app.gate()) app.play(line.squares[0]);
      };
      item.addEventListener("click", choose);
      item.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter") choose();
      });
      return item;
    }),
  );
}

function drawGraph() {
  graphBox.replaceChildren(graph(app.tree.line(), app.tree.current, (id) => app.go(id), sideName(firstSide(app.tree.game))));
}

function stop() {
  running?.abort();
  running = null;
  clearTimeout(timer);
}

function restart() {
  stop();
  hovering = false;
  lines.replaceChildren();
  app.board.arrows = [];
  app.board.ownership = [];
  drawBar(app.tree.node.verdict);
  drawGraph();
  void drawOpenings();
  if (!onOff.checked) return;
  chance.textContent = "…";
  // A short wait, so that stepping through a game does not start a search for each step.
  timer = window.setTimeout(() => analyse(), 120);
}

async function analyse() {
  const mine = new AbortController();
  running = mine;
  const node = app.tree.node;
  try {
    const question = { game: app.tree.game, position: node.position, seconds: 60, level: 10 };
    await listen("think", question, (name, data) => {
      if (mine.signal.aborted || app.tree.node !== node) return;
      if (name === "queued") words.textContent = "waiting for its turn…";
      else if (name === "failed") toast(data.error, true);
      else if (data.best) show(data);
      else chance.textContent = "over";
    }, mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) toast(/** @type {Error} */ (error).message, true);
  }
}

onOff.addEventListener("change", () => {
  bar.hidden = thoughts.hidden = !onOff.checked;
  restart();
  app.board.draw();
});
owners.addEventListener("change", () => restart());
panel.append(
  h("div", { class: "stack" },
    h("div", { class: "row spread" },
      h("label", { class: "switch" }, onOff, "Engine"),
      h("label", { class: "switch" }, owners, "Who owns what"), openingsSwitch),
    thoughts, openingsBox, reviewBox, graphBox, mistakes),
);
app.addEventListener("position", restart);
app.addEventListener("comment", drawGraph);
drawGraph();
window.addEventListener("pagehide", stop);
