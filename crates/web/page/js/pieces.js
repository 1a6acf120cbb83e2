// What boards are drawn with: amazons, and patterns for areas.

import { s } from "./dom.js";

/** The side of a square in the drawing. */
export const SIDE = 100;

/** A crown of five points on a base, as in the drawings of the program. */
const CROWN = [
  [27, 70], [16, 33], [33, 50], [36, 23], [50, 46], [64, 23], [67, 50], [84, 33], [73, 70],
];

/** @param {string} kind */
export function amazon(kind) {
  return s(
    "g",
    { class: `amazon ${kind}` },
    s("polygon", { points: CROWN.map((p) => p.join(",")).join(" ") }),
    ...[[16, 31], [36, 21], [64, 21], [84, 31]].map(([cx, cy]) => s("circle", { cx, cy, r: 5 })),
    s("rect", { x: 25, y: 70, width: 50, height: 11, rx: 4 }),
  );
}

/** Patterns tell areas apart without colours. @param {string} id */
export function patterns(id) {
  const pattern = (/** @type {string} */ name, /** @type {number} */ size, /** @type {any[]} */ ...marks) =>
    s("pattern", { id: `${id}-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse", class: `pattern ${name}` },
      s("rect", { width: size, height: size, class: "ground" }), ...marks);
  const line = (/** @type {string} */ d) => s("path", { d, class: "ink" });
  return s(
    "defs",
    {},
    pattern("white", 20, line("M-5 5 L5 -5 M0 20 L20 0 M15 25 L25 15")),
    pattern("black", 20, s("circle", { cx: 5, cy: 5, r: 3.2, class: "dot" }), s("circle", { cx: 15, cy: 15, r: 3.2, class: "dot" })),
    pattern("active", 22, line("M0 0 L22 22 M22 0 L0 22")),
    pattern("dead", 30, s("circle", { cx: 15, cy: 15, r: 1.8, class: "dot" })),
    pattern("vertical", 16, line("M8 0 V16")),
    pattern("horizontal", 16, line("M0 8 H16")),
    s("marker", { id: `${id}-tip`, viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto-start-reverse" },
      s("path", { d: "M0 0 L10 5 L0 10 z", class: "tip" })),
  );
}
