// The calculator: expressions, comparisons, named values, and positions dropped together.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";
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
view.append(
  h("h1", {}, "Values"),
  h("p", { class: "lead" }, "Calculate with games: numbers, ", h("code", {}, "*"), ", ", h("code", {}, "^"), ", ", h("code", {}, "{2|0}"), ", ", h("code", {}, "±1"), ", sums, comparisons such as ", h("code", {}, "x > 1"), ", names, and positions of either game, which count as their values. Areas of a game on the board can be added from the Areas tab."),
  h("div", { class: "calculator" }, text, results), picture);

export const openCalculator = calculate;
