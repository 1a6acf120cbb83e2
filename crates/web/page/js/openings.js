// The opening explorer: what the strong player found out about the first moves of a board. Its file is
// loaded when it is first asked for.

import { app } from "./app.js";
import { byId, count, h, percent } from "./dom.js";
import { moveName, parse, play, sideName } from "./notation.js";

/** The boards that have openings. */
const BOARDS = ["6x6", "8x8", "10x10"];
/** Moves that are drawn on the board. */
const ARROWS = 5;

/**
 * A known position: White's chance to win, and how many positions its search entered.
 * @typedef {{ white: number, visits: number }} Opening
 * @typedef {{ known: Map<string, Opening>, first: number, firstMoves: number, wanted: number }} Openings
 */

/** @type {Map<string, Promise<Openings>>} */
const loaded = new Map();

/** The images of the squares of a square board. @type {Map<number, number[][]>} */
const symmetries = new Map();

/** @param {number} n squares to a side */
function imagesOf(n) {
  const known = symmetries.get(n);
  if (known) return known;
  const last = n - 1;
  const turns = /** @type {((x: number, y: number) => [number, number])[]} */ ([
    (x, y) => [x, y], (x, y) => [last - x, y], (x, y) => [x, last - y], (x, y) => [last - x, last - y],
    (x, y) => [y, x], (x, y) => [last - y, x], (x, y) => [y, last - x], (x, y) => [last - y, last - x],
  ]);
  const all = turns.map((turn) => Array.from({ length: n * n }, (_, square) => {
    const [x, y] = turn(square % n, Math.floor(square / n));
    return y * n + x;
  }));
  symmetries.set(n, all);
  return all;
}

/** A text that a position shares with its mirror images, and with nothing else. @param {string} position */
export function normal(position) {
  const { width, cells, side } = parse(position);
  let least = "";
  for (const image of imagesOf(width)) {
    const text = image.map((square) => cells[square]).join("");
    if (!least || text < least) least = text;
  }
  return least + side;
}

/** The openings of a board. @param {string} board */
function load(board) {
  const read = async () => {
    const response = await fetch(`data/explorer-${board}.json`);
    if (!response.ok) throw new Error(`the openings cannot be loaded: ${response.status}`);
    const { first_moves: firstMoves, wanted, positions } = await response.json();
    const { position: start } = await app.ask("amazons", board);
    const known = new Map();
    /** @type {string[]} */
    const played = [];
    for (const [i, [parent, from, to, arrow, white, visits]] of positions.entries()) {
      const position = i === 0 ? start : play("amazons", played[parent], [from, to, arrow]);
      played.push(position);
      const key = normal(position);
      if (!known.has(key)) known.set(key, { white: white / 1e4, visits });
    }
    const first = positions.filter((/** @type {number[]} */ [parent], /** @type {number} */ i) => i > 0 && parent === 0).length;
    return { known, first, firstMoves, wanted };
  };
  const now = loaded.get(board) ?? read();
  loaded.set(board, now);
  now.catch(() => loaded.delete(board));
  return now;
}

/**
 * The moves from a position that lead to known ones, mirror images once, the best first.
 * @param {Openings} openings @param {string} position @param {number[][]} moves
 */
function rows({ known }, position, moves) {
  const white = position.endsWith("w");
  /** @type {Map<string, { squares: number[], chance: number, visits: number }>} */
  const found = new Map();
  for (const squares of moves) {
    const key = normal(play("amazons", position, squares));
    const opening = known.get(key);
    if (opening && !found.has(key)) found.set(key, { squares, chance: white ? opening.white : 1 - opening.white, visits: opening.visits });
  }
  return [...found.values()].sort((a, b) => b.chance - a.chance || b.visits - a.visits);
}

const onOff = h("input", { type: "checkbox", id: "openings-on", role: "switch" });
const words = h("p", { class: "muted", id: "openings-words", "aria-live": "polite" });
const body = h("tbody");
const table = h("table", { class: "openings", id: "openings" },
  h("thead", {}, h("tr", {}, ...[["Move", "and the shot"], ["Chance", "of the side to move to win"], ["Visits", "positions that the search of this move entered"]].map(([name, title]) => h("th", { scope: "col", title }, name)))), body);
const scroll = h("div", { class: "openings-box", tabindex: "0", role: "region", "aria-label": "Openings" }, table);
const box = h("div", { hidden: true }, words, scroll);

/** The switch and the table, for the Analysis tab. */
export const openingsSwitch = h("label", { class: "switch" }, onOff, "Openings");
export const openingsBox = box;

/** Whether moves may be drawn: the engine's own are more. */
const engineIsOff = () => !byId("analysis-on").checked;

/** @param {{ squares: number[], chance: number }[]} shown @param {number} [first] the one that is pointed at */
function drawArrows(shown, first) {
  if (!engineIsOff()) return;
  const chosen = first === undefined ? shown.slice(0, ARROWS) : [shown[first]];
  app.board.arrows = chosen.map(({ squares, chance }, rank) => ({ squares, rank, label: rank === 0 ? percent(chance) : undefined }));
  if (app.board.chosen.length === 0) app.board.draw();
}

async function show() {
  box.hidden = !onOff.checked;
  if (!onOff.checked) return;
  const { tree } = app;
  const { node, size } = tree;
  const board = `${size.width}x${size.height}`;
  body.replaceChildren();
  scroll.hidden = true;
  if (tree.game !== "amazons" || !BOARDS.includes(board)) {
    words.textContent = `There are openings for Amazons on ${BOARDS.slice(0, -1).join(", ")} and ${BOARDS.at(-1)}.`;
    return;
  }
  try {
    words.textContent = "Loading…";
    const [openings, info] = await Promise.all([load(board), app.ask("amazons", node.position)]);
    if (!onOff.checked || app.tree.node !== node) return;
    const here = openings.known.get(normal(node.position));
    const found = rows(openings, node.position, info.moves);
    const { known, first, firstMoves, wanted } = openings;
    const far = known.size < wanted
      ? `${board} is explored in part: ${count(known.size, "position")} of ${count(wanted)}, ${first === firstMoves ? `with all ${count(firstMoves)} first moves` : `with ${count(first)} of ${count(firstMoves)} first moves, those that look best`}, mirror images once.`
      : `${board}: ${count(known.size, "position")}, with all ${count(firstMoves)} first moves, mirror images once.`;
    const now = here ? `${sideName(app.side)} has ${percent(app.side === "w" ? here.white : 1 - here.white)} here (${count(here.visits, "visit")}). ` : "This position was not explored. ";
    words.textContent = now + far;
    scroll.hidden = found.length === 0;
    body.replaceChildren(...found.map(({ squares, chance, visits }, i) => {
      return h("tr", {}, h("td", {}, moveButton(squares, found, i)), h("td", { class: "chance" }, percent1(chance)), h("td", { class: "visits" }, count(visits)));
    }));
    scroll.scrollTop = 0;
    drawArrows(found);
  } catch (error) {
    words.textContent = /** @type {Error} */ (error).message;
  }
}

/** With one digit, since good openings are close together. @param {number} chance */
const percent1 = (chance) => `${(100 * chance).toFixed(1)}%`;

/** @param {number[]} squares @param {{ squares: number[], chance: number }[]} found @param {number} i */
function moveButton(squares, found, i) {
  const button = h("button", { type: "button", class: "plain small", onclick: () => {
    if (app.gate()) app.play(squares);
  } }, moveName("amazons", app.tree.size, squares));
  for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => drawArrows(found, i));
  for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => drawArrows(found));
  return button;
}

onOff.addEventListener("change", () => {
  if (!onOff.checked && engineIsOff()) {
    app.board.arrows = [];
    app.board.draw();
  }
  void show();
});
/** Draws the openings of the position on the board, if they are wanted. */
export const drawOpenings = show;
