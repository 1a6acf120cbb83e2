// What lies over a board: the last move, areas, and the engine's moves.

import { s } from "./dom.js";
import { SIDE } from "./pieces.js";

/** @typedef {import("./board.js").Board} Board */

/** The last move: the amazon's way, and the shot. @param {Board} board */
export function drawPath(board) {
  board.layers.path.replaceChildren();
  if (board.game !== "amazons" || !board.last || board.chosen.length) return;
  const [from, to, arrow] = board.last.map((square) => board.middle(square));
  const line = (/** @type {number[]} */ a, /** @type {number[]} */ b, /** @type {string} */ kind) =>
    s("line", { class: kind, x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
  board.layers.path.append(
    line(from, to, "walk"),
    s("circle", { class: "walk-start", cx: from[0], cy: from[1], r: 9 }),
    line(to, arrow, "shot"),
    s("circle", { class: "shot-end", cx: arrow[0], cy: arrow[1], r: 13 }),
  );
}

/** Areas with their labels. @param {Board} board */
export function drawOverlays(board) {
  board.layers.overlays.replaceChildren();
  board.layers.labels.replaceChildren();
  for (const area of board.overlays) {
    const group = s("g", { class: `area ${area.kind}${area.chosen ? " chosen" : ""}` });
    const inside = new Set(area.squares);
    const { width } = board.diagram;
    let outline = "";
    for (const square of area.squares) {
      const [x, y] = board.at(square);
      group.append(s("rect", { x, y, width: SIDE, height: SIDE, fill: `url(#${board.id}-${area.kind})` }));
      const column = square % width;
      // The neighbours above, below, left and right as they are drawn.
      const turn = board.flipped ? -1 : 1;
      const first = board.flipped ? width - 1 : 0;
      if (!inside.has(square - turn * width)) outline += `M${x} ${y}h${SIDE}`;
      if (!inside.has(square + turn * width)) outline += `M${x} ${y + SIDE}h${SIDE}`;
      if (column === first || !inside.has(square - turn)) outline += `M${x} ${y}v${SIDE}`;
      if (column === width - 1 - first || !inside.has(square + turn)) outline += `M${x + SIDE} ${y}v${SIDE}`;
    }
    group.append(s("path", { class: "outline", d: outline }));
    board.layers.overlays.append(group);
    if (area.label) {
      const home = area.squares.find((square) => board.diagram.cells[square] === ".") ?? area.squares[0];
      const [x, y] = board.middle(home);
      const wide = 22 + 17 * area.label.length;
      board.layers.labels.append(
        s("g", { class: "area-label" },
          s("rect", { x: x - wide / 2, y: y - 19, width: wide, height: 38, rx: 19 }),
          s("text", { x, y: y + 10 }, area.label)),
      );
    }
  }
}

/** The engine's moves. @param {Board} board */
export function drawArrows(board) {
  board.layers.arrows.replaceChildren();
  // Areas and arrows on top of each other would be a riddle.
  if (board.overlays.length) return;
  for (const arrow of [...board.arrows].reverse()) {
    const points = arrow.squares.map((square) => board.middle(square));
    const group = s("g", { class: `best rank${Math.min(arrow.rank, 4)}` });
    if (board.game === "amazons") {
      const [from, to, shot] = points;
      group.append(
        s("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], "marker-end": `url(#${board.id}-tip)` }),
        s("line", { class: "aim", x1: to[0], y1: to[1], x2: shot[0], y2: shot[1] }),
        s("rect", { class: "target", x: shot[0] - 15, y: shot[1] - 15, width: 30, height: 30, rx: 5 }),
      );
    } else {
      const [x, y] = board.corner(arrow.squares);
      const upright = arrow.squares[1] !== arrow.squares[0] + 1;
      group.append(s("rect", { class: "ghost", x: x + 14, y: y + 14, rx: 16, width: (upright ? SIDE : 2 * SIDE) - 28, height: (upright ? 2 * SIDE : SIDE) - 28 }));
    }
    if (arrow.label) {
      const [x, y] = board.game === "amazons" ? points[1] : [(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2];
      const wide = 20 + 15 * arrow.label.length;
      group.append(s("rect", { class: "plate", x: x - wide / 2, y: y - 17, width: wide, height: 34, rx: 17 }), s("text", { x, y: y + 9 }, arrow.label));
    }
    board.layers.arrows.append(group);
  }
}
