// A thermograph that answers to the pointer.

import { h, s } from "./dom.js";
import { saveButtons } from "./picture.js";

/** @typedef {[number, number]} Corner value and temperature */

/** The drawing; EDGE has the numbers, and FOOT the names of the axes. */
const [WIDE, HIGH, EDGE, FOOT] = [560, 340, 44, 14];

/** A number such as "-3/2". @param {string} text */
export function number(text) {
  const [above, below] = text.split("/").map(Number);
  return above / (below ?? 1);
}

/** Where a wall is at a temperature. @param {Corner[]} wall @param {number} t */
export function wallAt(wall, t) {
  const above = wall.findIndex(([, at]) => at >= t);
  if (above < 0) return wall[wall.length - 1][0];
  if (above === 0) return wall[0][0];
  const [[v0, t0], [v1, t1]] = [wall[above - 1], wall[above]];
  return t1 === t0 ? v1 : v0 + ((v1 - v0) * (t - t0)) / (t1 - t0);
}

/** A number as people write it. @param {number} x */
function shown(x) {
  const eighths = Math.round(8 * x);
  if (Math.abs(8 * x - eighths) > 1e-6) return x.toFixed(2).replace("-", "−");
  let [above, below] = [Math.abs(eighths), 8];
  while (below > 1 && above % 2 === 0) [above, below] = [above / 2, below / 2];
  const [whole, rest] = [Math.floor(above / below), above % below];
  const text = rest === 0 ? String(whole) : `${whole || ""}${whole ? " " : ""}${rest}/${below}`;
  return (eighths < 0 ? "−" : "") + text;
}

/**
 * The drawing. Left's values lie on the left, as is the custom.
 * @param {{ left: [string, string][], right: [string, string][] }} thermograph
 * @param {string} label
 */
export function draw(thermograph, label) {
  const read = (/** @type {[string, string][]} */ wall) => wall.map(([v, t]) => /** @type {Corner} */ ([number(v), number(t)]));
  const [left, right] = [read(thermograph.left), read(thermograph.right)];
  const values = [...left, ...right].map(([v]) => v);
  const top = Math.max(0, ...[...left, ...right].map(([, t]) => t)) + 1;
  const [low, high] = [Math.floor(Math.min(...values) - 0.5), Math.ceil(Math.max(...values) + 0.5)];
  const x = (/** @type {number} */ v) => EDGE + ((high - v) / (high - low)) * (WIDE - 2 * EDGE);
  const y = (/** @type {number} */ t) => HIGH - EDGE - ((t + 1) / (top + 1)) * (HIGH - 2 * EDGE);
  const path = (/** @type {Corner[]} */ wall) => {
    const points = [...wall, /** @type {Corner} */ ([wall[wall.length - 1][0], top])];
    return points.map(([v, t], i) => `${i ? "L" : "M"}${x(v).toFixed(1)} ${y(t).toFixed(1)}`).join("");
  };
  const svg = s("svg", { id: "thermograph", class: "thermograph", viewBox: `0 0 ${WIDE} ${HIGH + FOOT}`, role: "img", "aria-label": label, tabindex: "0" });
  const step = Math.max(1, Math.ceil((high - low) / 12));
  for (let v = low; v <= high; v += step) svg.append(s("line", { class: "grid-line", x1: x(v), x2: x(v), y1: y(top), y2: y(-1) }), s("text", { x: x(v), y: HIGH - 18 }, shown(v)));
  const rise = Math.max(1, Math.ceil(top / 6));
  for (let t = -1; t <= top; t += rise) svg.append(s("line", { class: t === 0 ? "zero-line" : "grid-line", x1: EDGE, x2: WIDE - EDGE, y1: y(t), y2: y(t) }), s("text", { class: "temperature", x: EDGE - 8, y: y(t) + 4 }, shown(t)));
  svg.append(s("text", { class: "axis-name", x: WIDE / 2, y: HIGH + 6 }, "value"),
    s("text", { class: "axis-name", transform: `translate(13 ${HIGH / 2}) rotate(-90)` }, "temperature"));
  svg.append(s("path", { class: "wall left", d: path(left) }), s("path", { class: "wall right", d: path(right) }));
  const cursor = s("line", { class: "cursor", x1: EDGE, x2: WIDE - EDGE });
  const dots = [s("circle", { class: "dot left", r: 5 }), s("circle", { class: "dot right", r: 5 })];
  const pointer = s("g", { visibility: "hidden", "data-unsaved": true }, cursor, ...dots);
  svg.append(pointer);
  const words = h("p", { class: "muted", id: "thermograph-text", "aria-live": "polite" }, "Point at the thermograph, or use the arrow keys, to read it.");
  let at = 0;
  const read_at = (/** @type {number} */ t) => {
    at = Math.max(-1, Math.min(top, Math.round(8 * t) / 8));
    const walls = [wallAt(left, at), wallAt(right, at)];
    pointer.setAttribute("visibility", "visible");
    cursor.setAttribute("y1", y(at));
    cursor.setAttribute("y2", y(at));
    walls.forEach((v, i) => {
      dots[i].setAttribute("cx", x(v));
      dots[i].setAttribute("cy", y(at));
    });
    const frozen = walls[0] === walls[1];
    words.textContent = `At temperature ${shown(at)}: ${frozen ? `both walls at ${shown(walls[0])}, no player needs to move` : `the left wall at ${shown(walls[0])}, the right wall at ${shown(walls[1])}`}.`;
  };
  svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const inside = ((event.clientY - box.top) / box.height) * (HIGH + FOOT);
    read_at(((HIGH - EDGE - inside) / (HIGH - 2 * EDGE)) * (top + 1) - 1);
  });
  svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowUp: 1 / 8, ArrowDown: -1 / 8 }[event.key];
    if (!step) return;
    read_at(at + step);
    event.preventDefault();
  });
  return [svg, words, saveButtons(svg, `thermograph-${label.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40)}`)];
}
