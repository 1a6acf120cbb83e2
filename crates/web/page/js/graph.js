// The chances of the side that began, over the game.

import { s } from "./dom.js";

/**
 * @param {import("./tree.js").Node[]} line
 * @param {number} current
 * @param {(id: number) => void} go
 */
export function graph(line, current, go) {
  const [w, h] = [400, 128];
  const step = w / Math.max(1, line.length - 1);
  const known = line.map((node, i) => ({ node, x: line.length > 1 ? i * step : w / 2, win: node.verdict?.win }));
  const points = known.filter((p) => p.win !== undefined);
  const y = (/** @type {number} */ win) => 6 + (h - 12) * (1 - win);
  const svg = s("svg", { class: "graph", viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: "none", role: "img",
    "aria-label": "Chances over the game" });
  svg.append(s("line", { class: "middle", x1: 0, x2: w, y1: h / 2, y2: h / 2 }));
  if (points.length > 1) {
    const path = points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${y(p.win ?? 0).toFixed(1)}`).join("");
    svg.append(
      s("path", { class: "under", d: `${path}L${points[points.length - 1].x} ${h}L${points[0].x} ${h}z` }),
      s("path", { class: "curve", d: path }),
    );
  }
  for (const p of points) {
    if (p.node.mark) svg.append(s("circle", { class: "bad", cx: p.x, cy: y(p.win ?? 0), r: 5 }, s("title", {}, `${p.node.name} ${p.node.mark}`)));
  }
  const here = known.find((p) => p.node.id === current);
  if (here) svg.append(s("line", { class: "now", x1: here.x, x2: here.x, y1: 0, y2: h }));
  svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const i = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    go(line[Math.max(0, Math.min(line.length - 1, i))].id);
  });
  return svg;
}
