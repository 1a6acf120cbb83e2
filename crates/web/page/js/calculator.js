// The calculator: expressions, comparisons, named values, and positions dropped together.

import { ask } from "./api.js";
import { byId, capital, h } from "./dom.js";
import { draw } from "./thermograph.js";

/** The classes of outcomes, by their letters in the literature. */
export const OUTCOMES = { N: "whoever moves first wins", P: "whoever moves second wins", L: "Left wins, whoever moves first", R: "Right wins, whoever moves first" };

const KEY = "lastmove-calculator";
const FIRST = "x = {2|0}\nx + *\nx + x > 1\nroom = domineering 2x3\nroom + x";

const view = byId("view-values");
const text = h("textarea", { id: "calculator", rows: 8, spellcheck: "false", "aria-label": "Expressions" });
text.value = localStorage.getItem(KEY) ?? FIRST;
const results = h("ol", { class: "results", id: "results", "aria-live": "polite" });
const picture = h("div", { class: "stack" });
let timer = 0;
/** @type {AbortController | null} */
let asking = null;

/** A position in place of an expression: its value is what counts. */
const POSITION = /^(?:([A-Za-z_]\w*)\s*=\s*)?(amazons|domineering)\s+(.+)$/;

/** The expression that a line stands for. @param {string} line @param {AbortSignal} signal */
async function expression(line, signal) {
  const [, name, game, position] = line.match(POSITION) ?? [];
  if (!game) return line;
  const value = await ask("value", { game, position, seconds: 5 }, signal);
  if (value.canonical === null) throw new Error(`${position}: its canonical form is too large`);
  return name ? `${name} = ${value.canonical}` : value.canonical;
}

/** @param {any} result @param {string} line */
function shown(result, line) {
  const { holds, value, error, name } = result;
  const answer = error ?? (holds === undefined ? value.canonical ?? `mean ${value.mean}` : holds ? "true" : "false");
  const facts = value ? `mean ${value.mean ?? "?"}, temperature ${value.temperature ?? "?"}, ${value.outcome ? OUTCOMES[/** @type {"N"} */ (value.outcome)] : "outcome not known"}` : "";
  return h("li", { class: error ? "wrong" : "" }, h("code", {}, line), h("b", {}, name ? `${name} = ${answer}` : answer), h("span", { class: "muted" }, facts));
}

async function calculate() {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  localStorage.setItem(KEY, text.value);
  const lines = text.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);
  try {
    const expressions = await Promise.all(lines.map((/** @type {string} */ line) => expression(line, mine.signal)
      .catch((error) => ({ error: /** @type {Error} */ (error).message }))));
    const asked = expressions.map((e) => (typeof e === "string" ? e : "0"));
    const { lines: found } = await ask("calculate", { lines: asked }, mine.signal);
    if (mine.signal.aborted) return;
    results.replaceChildren(...lines.map((/** @type {string} */ line, /** @type {number} */ i) => shown(typeof expressions[i] === "string" ? found[i] : expressions[i], line)));
    const last = found.filter((/** @type {any} */ one) => one.value?.thermograph).at(-1);
    picture.replaceChildren(...(last ? [h("h2", {}, `Thermograph of ${last.line}`), ...draw(last.value.thermograph, "Thermograph of the last value")] : []));
  } catch (error) {
    if (!mine.signal.aborted) results.replaceChildren(h("li", { class: "wrong" }, /** @type {Error} */ (error).message));
  }
}

/** Writes a position into the calculator. @param {string} game @param {string} position */
export function addPosition(game, position) {
  const kept = localStorage.getItem(KEY) ?? "";
  const names = new Set(kept.match(/^[A-Za-z_]\w*(?=\s*=)/gm) ?? []);
  let n = 1;
  while (names.has(`area${n}`)) n++;
  text.value = `${kept.trim()}\narea${n} = ${game} ${position}`.trim();
  localStorage.setItem(KEY, text.value);
  return `area${n}`;
}

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = window.setTimeout(() => void calculate(), 300);
});
/** Who wins a sum, with either player first. @param {any} solved */
function solvedSum({ first }) {
  return ["left", "right"].map((player) => {
    const { winner, best_moves: moves } = first[player];
    return h("div", { class: "verdict" },
      h("b", {}, `${capital(player)} first: ${capital(winner)} wins.`),
      moves.length
        ? h("table", { class: "openings" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Term"), h("th", { scope: "col" }, "Winning move"))),
          h("tbody", {}, ...moves.map((/** @type {any} */ one) => h("tr", {}, h("td", {}, h("code", {}, one.term)), h("td", {}, one.move)))))
        : h("p", {}, winner === player ? "" : "No move wins."));
  });
}

const sum = h("input", { id: "sum", name: "sum", autocomplete: "off", spellcheck: "false", value: "-2.[domineering 3x4] + [amazons q1Q] + ±2", "aria-label": "A sum of positions and values" });
const sumAnswer = h("div", { class: "grid wide", id: "sum-answer", "aria-live": "polite" });
/** @type {AbortController | null} */
let summing = null;
const sumForm = h("form", { class: "copy", id: "sum-form", onsubmit: async (/** @type {Event} */ event) => {
  event.preventDefault();
  summing?.abort();
  const mine = new AbortController();
  summing = mine;
  sumAnswer.replaceChildren(h("p", { class: "muted" }, "Searching…"));
  try {
    const solved = await ask("sum", { expression: sum.value }, mine.signal);
    if (!mine.signal.aborted) sumAnswer.replaceChildren(...solvedSum(solved));
  } catch (error) {
    if (!mine.signal.aborted) sumAnswer.replaceChildren(h("p", { class: "wrong" }, /** @type {Error} */ (error).message));
  }
} }, sum, h("button", { type: "submit", class: "primary" }, "Who wins?"));

view.append(
  h("h1", {}, "Values"),
  h("p", { class: "lead" }, "Calculate with games: numbers, ", h("code", {}, "*"), ", ", h("code", {}, "^"), ", ", h("code", {}, "{2|0}"), ", ", h("code", {}, "±1"), ", sums, comparisons such as ", h("code", {}, "x > 1"), ", names, and positions of either game, which count as their values. Areas of a game on the board can be added from the Areas tab."),
  h("div", { class: "calculator" }, text, results), picture,
  h("h2", {}, "Who wins a sum"),
  h("p", { class: "muted" }, "Positions in brackets, multiples of them, and values: each player moves in one term, and whoever moves last wins. Left is Black, or Vertical; a winning move is one on the board of a position, or the option that is left of a value."),
  sumForm, sumAnswer);

export const openCalculator = calculate;
