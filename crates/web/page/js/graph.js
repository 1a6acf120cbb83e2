// The chances of the side that began, over the game: by moves across, in percent upwards.

import { s } from "./dom.js";
import { number } from "./movelist.js";

const [WIDE, HIGH] = [420, 132];
/** Room for the numbers at the axes. */
const [LEFT, RIGHT, ABOVE, BELOW] = [36, 8, 8, 20];
/** Numbers of moves that find room below the graph. */
const MOST_NUMBERS = 12;

/**
 * @param {import("./tree.js").Node[]} line
 * @param {number} current
 * @param {(id: number) => void} go
 * @param {string} side whose chances they are
 */
export function graph(line, current, go, side) {
  const last = Math.max(1, line.length - 1);
  const x = (/** @type {number} */ ply) => LEFT + (ply / last) * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ win) => ABOVE + (HIGH - ABOVE - BELOW) * (1 - win);
  const svg = s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Chances of ${side} over the game; a click goes to a move` });
  for (const [win, text] of /** @type {[number, string][]} */ ([[0, "0%"], [0.5, "50%"], [1, "100%"]])) {
    svg.append(s("line", { class: win === 0.5 ? "middle" : "axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(win), y2: y(win) }),
      s("text", { class: "share", x: LEFT - 5, y: y(win) + 4 }, text));
  }
  const moves = Math.ceil(last / 2);
  const step = Math.max(1, Math.ceil(moves / MOST_NUMBERS));
  for (let move = 1; line.length > 1 && move <= moves; move += step) {
    svg.append(s("text", { x: x(2 * move - 1), y: HIGH - 5 }, String(move)));
  }
  const points = line.flatMap(({ verdict, mark, name }, ply) => (verdict ? [{ ply, mark, name, x: x(ply), y: y(verdict.win), win: verdict.win }] : []));
  if (points.length > 1) {
    const path = points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
    svg.append(s("path", { class: "under", d: `${path}L${points[points.length - 1].x} ${y(0)}L${points[0].x} ${y(0)}z` }), s("path", { class: "curve", d: path }));
  }
  for (const p of points) {
    if (p.mark) svg.append(s("circle", { class: "bad", cx: p.x, cy: p.y, r: 4.5 }, s("title", {}, `${number(p.ply)} ${p.name} ${p.mark}`)));
  }
  const here = line.findIndex((node) => node.id === current);
  if (here >= 0) svg.append(s("line", { class: "now", x1: x(here), x2: x(here), y1: y(1), y2: y(0) }));
  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDE;
    const ply = Math.round(((at - LEFT) / (WIDE - LEFT - RIGHT)) * last);
    go(line[Math.max(0, Math.min(line.length - 1, ply))].id);
  });
  return svg;
}
