// The board: squares, pieces, marks, and how a move is put together click by click.

import { announce, s } from "./dom.js";
import { parse, squareName } from "./notation.js";

const SIDE = 100;

/** @typedef {import("./notation.js").GameName} GameName */
/** @typedef {{ squares: number[], rank: number, label?: string }} Arrow */
/** @typedef {{ squares: number[], kind: string, label?: string, chosen?: boolean }} Overlay */

/** A crown of five points on a base, as in the drawings of the program. */
const CROWN = [
  [27, 70], [16, 33], [33, 50], [36, 23], [50, 46], [64, 23], [67, 50], [84, 33], [73, 70],
];

/** @param {string} kind */
function amazon(kind) {
  return s(
    "g",
    { class: `amazon ${kind}` },
    s("polygon", { points: CROWN.map((p) => p.join(",")).join(" ") }),
    ...[[16, 31], [36, 21], [64, 21], [84, 31]].map(([cx, cy]) => s("circle", { cx, cy, r: 5 })),
    s("rect", { x: 25, y: 70, width: 50, height: 11, rx: 4 }),
  );
}

let boards = 0;

/** Patterns tell areas apart without colours. @param {string} id */
function patterns(id) {
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

export class Board extends EventTarget {
  /** @param {HTMLElement} host @param {{ still?: boolean, label?: string }} [options] a still board takes no clicks */
  constructor(host, options = {}) {
    super();
    this.host = host;
    this.still = options.still ?? false;
    this.label = options.label;
    this.id = `board${++boards}`;
    /** @type {GameName} */
    this.game = "amazons";
    this.diagram = parse("1");
    this.letter = 20;
    /** @type {number[][]} legal moves */
    this.moves = [];
    /** @type {number[]} what was clicked of a move */
    this.chosen = [];
    this.focus = 0;
    /** @type {number[] | null} */
    this.last = null;
    /** @type {string | null} the side that made the last move */
    this.lastSide = null;
    /** @type {number[][]} */
    this.dominoes = [];
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {Overlay[]} */
    this.overlays = [];
    /** @type {number[]} */
    this.ownership = [];
    /** @type {((square: number) => void) | null} clicks go here in the editor */
    this.editing = null;
    this.hinted = /** @type {number[]} */ ([]);
    /** @type {any} */
    this.svg = null;
    /** @type {any[]} the groups of the squares */
    this.squares = [];
    /** @type {any} */
    this.layers = {};
  }

  /**
   * Shows a position.
   * @param {GameName} game @param {string} position
   * @param {{ moves?: number[][], last?: number[] | null, dominoes?: number[][], animate?: boolean }} [extra]
   */
  show(game, position, extra = {}) {
    const diagram = parse(position);
    const same = this.svg && this.game === game && this.diagram.width === diagram.width && this.diagram.height === diagram.height;
    this.game = game;
    this.diagram = diagram;
    this.moves = extra.moves ?? [];
    this.last = extra.last ?? null;
    this.dominoes = extra.dominoes ?? [];
    this.chosen = [];
    if (!same) this.build();
    this.draw();
    if (extra.animate && this.last) this.animate(this.last);
  }

  /** @param {number[][]} moves */
  allow(moves) {
    this.moves = moves;
    this.chosen = [];
    this.draw();
  }

  get size() {
    return { width: this.diagram.width, height: this.diagram.height };
  }

  /** @param {number} square */
  at(square) {
    return [(square % this.diagram.width) * SIDE, Math.floor(square / this.diagram.width) * SIDE];
  }

  /** @param {number} square */
  middle(square) {
    const [x, y] = this.at(square);
    return [x + SIDE / 2, y + SIDE / 2];
  }

  /** The squares and layers, made once for each size. */
  build() {
    const { width, height } = this.diagram;
    const [w, h] = [width * SIDE, height * SIDE];
    // Names are about as large on every board.
    this.letter = 5 + 2 * Math.max(width, height);
    const room = this.still ? 6 : 1.5 * this.letter + 4;
    const [above, below] = this.still ? [6, 6] : this.game === "amazons" ? [8, room] : [room, 8];
    this.squares = [];
    const rows = [];
    for (let y = 0; y < height; y++) {
      const row = s("g", { role: this.still ? null : "row" });
      for (let x = 0; x < width; x++) {
        const square = y * width + x;
        const cell = s("g", {
          class: `square ${(x + y) % 2 ? "dark" : "light"}`,
          role: this.still ? null : "gridcell",
          transform: `translate(${x * SIDE} ${y * SIDE})`,
          "data-square": this.still ? null : squareName(this.game, this.diagram, square),
        });
        cell.append(
          s("rect", { class: "ground", width: SIDE, height: SIDE }),
          s("rect", { class: "burnt", x: 7, y: 7, width: SIDE - 14, height: SIDE - 14, rx: 12 }),
          s("rect", { class: "lastmark", width: SIDE, height: SIDE }),
          s("rect", { class: "owner", x: 36, y: 36, width: 28, height: 28, rx: 6 }),
        );
        if (!this.still) {
          cell.append(s("circle", { class: "lit", cx: 50, cy: 50, r: 15 }), s("rect", { class: "ring", x: 4, y: 4, width: SIDE - 8, height: SIDE - 8, rx: 10 }));
        }
        this.squares.push(cell);
        row.append(cell);
      }
      rows.push(row);
    }
    const names = this.still ? [] : this.names();
    this.layers = {
      overlays: s("g", { class: "overlays" }),
      path: s("g", { class: "path" }),
      pieces: s("g", { class: "pieces" }),
      arrows: s("g", { class: "arrows" }),
      labels: s("g", { class: "area-labels" }),
    };
    this.svg = s(
      "svg",
      {
        class: `board ${this.game}${this.still ? " still" : ""}`,
        viewBox: `${-room} ${-above} ${w + room + (this.still ? 6 : 8)} ${h + above + below}`,
        role: this.still ? "img" : "grid",
        "aria-label": this.label ?? `${this.game === "amazons" ? "Amazons" : "Domineering"} board`,
        "aria-rowcount": this.still ? null : height,
        "aria-colcount": this.still ? null : width,
      },
      patterns(this.id),
      s("rect", { class: "frame", x: -4, y: -4, width: w + 8, height: h + 8, rx: 8 }),
      ...rows,
      ...names,
      this.layers.overlays,
      this.layers.path,
      this.layers.pieces,
      this.layers.labels,
      this.layers.arrows,
    );
    this.host.replaceChildren(this.svg);
    if (this.still) return;
    // Small boards need not fill the screen.
    /** @type {HTMLElement | null} */ (this.host.closest(".stage"))?.style.setProperty("--most", `${w + room + 8}px`);
    this.svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const cell = /** @type {Element} */ (event.target).closest(".square");
      if (cell) this.click(this.squares.indexOf(cell));
    });
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.focus = Math.min(this.focus, width * height - 1);
  }

  names() {
    const { width, height } = this.diagram;
    const amazons = this.game === "amazons";
    const names = [];
    for (let x = 0; x < width; x++) {
      const text = amazons ? String.fromCharCode(97 + x) : String(x + 1);
      names.push(s("text", { class: "name", "aria-hidden": "true", "font-size": this.letter, x: x * SIDE + 50, y: amazons ? height * SIDE + 6 + 1.1 * this.letter : -10 }, text));
    }
    for (let y = 0; y < height; y++) {
      const text = amazons ? String(height - y) : String(y + 1);
      names.push(s("text", { class: "name", "aria-hidden": "true", "font-size": this.letter, x: -6 - 0.75 * this.letter, y: y * SIDE + 50 + 0.35 * this.letter }, text));
    }
    return names;
  }

  /** Squares that continue the chosen part of a move. */
  next() {
    const n = this.chosen.length;
    const found = new Set();
    for (const move of this.moves) {
      if (this.game === "domineering" && n === 1) {
        if (move[0] === this.chosen[0]) found.add(move[1]);
        else if (move[1] === this.chosen[0]) found.add(move[0]);
      } else if (this.game === "domineering") {
        found.add(move[0]).add(move[1]);
      } else if (this.chosen.every((square, i) => move[i] === square)) {
        found.add(move[n]);
      }
    }
    return found;
  }

  /** Draws everything that changes. */
  draw() {
    if (!this.svg) return;
    const { cells } = this.diagram;
    const next = this.still || this.editing ? new Set() : this.next();
    const last = new Set(this.last ?? []);
    const covered = new Set(this.dominoes.flat());
    // While a move is put together, the amazon already stands on its new square.
    const [from, to] = this.game === "amazons" && this.chosen.length === 2 ? this.chosen : [-1, -1];
    this.squares.forEach((cell, square) => {
      const what = cells[square];
      const list = cell.classList;
      list.toggle("is-burnt", what === "*" && !covered.has(square));
      list.toggle("is-lit", next.has(square) && (this.chosen.length > 0 || this.game === "domineering"));
      list.toggle("can-start", next.has(square) && this.chosen.length === 0 && this.game === "amazons");
      list.toggle("is-chosen", this.chosen.includes(square));
      list.toggle("is-last", last.has(square));
      list.toggle("is-hinted", this.hinted.includes(square));
      const owner = this.ownership[square] ?? 0;
      const mark = /** @type {SVGElement} */ (cell.querySelector(".owner"));
      mark.setAttribute("class", `owner ${owner > 0 ? "black" : "white"}`);
      mark.setAttribute("opacity", what === "." || what === undefined ? String(Math.min(1, Math.abs(owner))) : "0");
      const scale = 0.4 + 0.6 * Math.abs(owner);
      mark.setAttribute("transform", `translate(${50 - 50 * scale} ${50 - 50 * scale}) scale(${scale})`);
      if (!this.still) {
        cell.setAttribute("tabindex", square === this.focus ? "0" : "-1");
        cell.setAttribute("aria-label", this.describe(square, next));
        cell.setAttribute("aria-selected", String(this.chosen.includes(square)));
      }
    });
    this.svg.classList.toggle("choosing", this.chosen.length > 0);
    this.layers.pieces.replaceChildren();
    cells.forEach((what, square) => {
      const kind = { Q: "white", q: "black" }[what];
      if (!kind) return;
      const [x, y] = this.at(square === from ? to : square);
      const piece = amazon(kind);
      piece.setAttribute("transform", `translate(${x} ${y})`);
      piece.dataset.square = String(square === from ? to : square);
      if (next.has(square) && !this.chosen.length) piece.classList.add("movable");
      this.layers.pieces.append(piece);
    });
    this.dominoes.forEach((pair, i) => {
      const [x, y] = this.at(pair[0]);
      const upright = pair[1] !== pair[0] + 1;
      this.layers.pieces.append(
        s("rect", {
          class: `domino ${upright ? "vertical" : "horizontal"}${i === this.dominoes.length - 1 ? " newest" : ""}`,
          x: x + 9, y: y + 9, rx: 18,
          width: (upright ? SIDE : 2 * SIDE) - 18,
          height: (upright ? 2 * SIDE : SIDE) - 18,
        }),
      );
    });
    this.drawPath();
    this.drawOverlays();
    this.drawArrows();
  }

  /** The last move: the amazon's way, and the shot. */
  drawPath() {
    this.layers.path.replaceChildren();
    if (this.game !== "amazons" || !this.last || this.chosen.length) return;
    const [from, to, arrow] = this.last.map((square) => this.middle(square));
    const line = (/** @type {number[]} */ a, /** @type {number[]} */ b, /** @type {string} */ kind) =>
      s("line", { class: kind, x1: a[0], y1: a[1], x2: b[0], y2: b[1] });
    this.layers.path.append(
      line(from, to, "walk"),
      s("circle", { class: "walk-start", cx: from[0], cy: from[1], r: 9 }),
      line(to, arrow, "shot"),
      s("circle", { class: "shot-end", cx: arrow[0], cy: arrow[1], r: 13 }),
    );
  }

  drawOverlays() {
    this.layers.overlays.replaceChildren();
    this.layers.labels.replaceChildren();
    for (const area of this.overlays) {
      const group = s("g", { class: `area ${area.kind}${area.chosen ? " chosen" : ""}` });
      const inside = new Set(area.squares);
      const { width } = this.diagram;
      let outline = "";
      for (const square of area.squares) {
        const [x, y] = this.at(square);
        group.append(s("rect", { x, y, width: SIDE, height: SIDE, fill: `url(#${this.id}-${area.kind})` }));
        const column = square % width;
        if (!inside.has(square - width)) outline += `M${x} ${y}h${SIDE}`;
        if (!inside.has(square + width)) outline += `M${x} ${y + SIDE}h${SIDE}`;
        if (column === 0 || !inside.has(square - 1)) outline += `M${x} ${y}v${SIDE}`;
        if (column === width - 1 || !inside.has(square + 1)) outline += `M${x + SIDE} ${y}v${SIDE}`;
      }
      group.append(s("path", { class: "outline", d: outline }));
      this.layers.overlays.append(group);
      if (area.label) {
        const home = area.squares.find((square) => this.diagram.cells[square] === ".") ?? area.squares[0];
        const [x, y] = this.middle(home);
        const wide = 22 + 17 * area.label.length;
        this.layers.labels.append(
          s("g", { class: "area-label" },
            s("rect", { x: x - wide / 2, y: y - 19, width: wide, height: 38, rx: 19 }),
            s("text", { x, y: y + 10 }, area.label)),
        );
      }
    }
  }

  drawArrows() {
    this.layers.arrows.replaceChildren();
    for (const arrow of [...this.arrows].reverse()) {
      const points = arrow.squares.map((square) => this.middle(square));
      const group = s("g", { class: `best rank${Math.min(arrow.rank, 4)}` });
      if (this.game === "amazons") {
        const [from, to, shot] = points;
        group.append(
          s("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], "marker-end": `url(#${this.id}-tip)` }),
          s("line", { class: "aim", x1: to[0], y1: to[1], x2: shot[0], y2: shot[1] }),
          s("rect", { class: "target", x: shot[0] - 15, y: shot[1] - 15, width: 30, height: 30, rx: 5 }),
        );
      } else {
        const [x, y] = this.at(arrow.squares[0]);
        const upright = arrow.squares[1] !== arrow.squares[0] + 1;
        group.append(s("rect", { class: "ghost", x: x + 14, y: y + 14, rx: 16, width: (upright ? SIDE : 2 * SIDE) - 28, height: (upright ? 2 * SIDE : SIDE) - 28 }));
      }
      if (arrow.label) {
        const [x, y] = this.game === "amazons" ? points[1] : [(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2];
        const wide = 20 + 15 * arrow.label.length;
        group.append(s("rect", { class: "plate", x: x - wide / 2, y: y - 17, width: wide, height: 34, rx: 17 }), s("text", { x, y: y + 9 }, arrow.label));
      }
      this.layers.arrows.append(group);
    }
  }

  /** Moves the amazon along its way. @param {number[]} squares */
  animate(squares) {
    if (this.game !== "amazons" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const piece = [...this.layers.pieces.children].find((p) => p.dataset.square === String(squares[1]));
    if (!piece?.animate) return;
    const [a, b] = [this.at(squares[0]), this.at(squares[1])];
    const at = (/** @type {number[]} */ p) => `translate(${p[0]}px, ${p[1]}px)`;
    piece.animate([{ transform: at(a) }, { transform: at(b) }], { duration: 220, easing: "ease-in-out" });
  }

  /** What a screen reader says of a square. @param {number} square @param {Set<number>} next */
  describe(square, next) {
    const what = { Q: "white amazon", q: "black amazon", "*": this.game === "amazons" ? "burnt" : "covered", ".": "empty" }[this.diagram.cells[square]];
    const name = squareName(this.game, this.diagram, square);
    if (this.chosen.includes(square)) return `${name}, ${what}, chosen`;
    if (!next.has(square)) return `${name}, ${what}`;
    const n = this.chosen.length;
    const can = this.game === "domineering" ? "a domino fits" : ["can move", "can move here", "can shoot here"][n];
    return `${name}, ${what}, ${can}`;
  }

  /** Takes the next step of a move, or starts another. @param {number} square */
  click(square) {
    this.focus = square;
    if (this.editing) {
      this.editing(square);
      return;
    }
    const next = this.next();
    if (next.has(square)) {
      this.chosen.push(square);
      if (this.game === "domineering" && this.chosen.length === 1) {
        const fits = this.moves.filter((move) => move.includes(square));
        if (fits.length === 1) this.chosen = [...fits[0]];
      }
      const needed = this.game === "amazons" ? 3 : 2;
      if (this.chosen.length === needed) {
        const move = this.game === "amazons" ? this.chosen : [...this.chosen].sort((a, b) => a - b);
        this.chosen = [];
        this.dispatchEvent(new CustomEvent("move", { detail: move }));
        return;
      }
      this.dispatchEvent(new CustomEvent("step", { detail: this.chosen.length }));
      const ways = this.next().size;
      const name = squareName(this.game, this.diagram, square);
      announce(this.game === "domineering" ? `${name} chosen, ${ways} ways` : this.chosen.length === 1 ? `${name} chosen, ${ways} squares to move to` : `on ${name}, ${ways} squares to shoot at`);
    } else {
      // Another start begins anew; the same square, or any other, gives up.
      const restart = this.chosen.length > 0;
      const same = this.chosen.includes(square);
      this.chosen = [];
      if (restart && !same && this.next().has(square)) {
        this.click(square);
        return;
      }
      if (restart) this.dispatchEvent(new CustomEvent("step", { detail: 0 }));
    }
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { width, height } = this.diagram;
    const [x, y] = [this.focus % width, Math.floor(this.focus / width)];
    const to = {
      ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y - 1], ArrowDown: [x, y + 1],
      Home: [0, y], End: [width - 1, y],
    }[event.key];
    if (to) {
      const [nx, ny] = [Math.max(0, Math.min(width - 1, to[0])), Math.max(0, Math.min(height - 1, to[1]))];
      this.focusOn(ny * width + nx);
    } else if (event.key === "Enter" || event.key === " ") {
      this.click(this.focus);
      this.squares[this.focus].focus();
    } else if (event.key === "Escape" && this.chosen.length) {
      this.chosen = [];
      this.draw();
      announce("move given up");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} square */
  focusOn(square) {
    this.squares[this.focus]?.setAttribute("tabindex", "-1");
    this.focus = square;
    const cell = this.squares[square];
    cell?.setAttribute("tabindex", "0");
    cell?.focus();
  }
}

/**
 * A small picture of a position.
 * @param {GameName} game @param {string} position @param {string} label @param {number[][]} [dominoes]
 */
export function picture(game, position, label, dominoes = []) {
  const host = document.createElement("div");
  host.className = "picture";
  new Board(host, { still: true, label }).show(game, position, { dominoes });
  return host;
}
