// The board: squares, pieces, marks, and how a move is put together click by click.

import { announce, count, s } from "./dom.js";
import { drawArrows, drawOverlays, drawPath } from "./marks.js";
import { parse, squareName } from "./notation.js";
import { SIDE, amazon, patterns } from "./pieces.js";

/** @typedef {import("./notation.js").GameName} GameName */
/** @typedef {{ squares: number[], rank: number, label?: string }} Arrow */
/** @typedef {{ squares: number[], kind: string, label?: string, chosen?: boolean }} Overlay */

let boards = 0;

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
    /** Whether the second player sits below. */
    this.flipped = false;
    /** @type {number | null} where a drag began */
    this.grabbed = null;
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
    /** Whether arrow keys go from square to square: after Enter, until the move is made or given up. */
    this.walking = false;
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
    const { width, height } = this.diagram;
    const [x, y] = [square % width, Math.floor(square / width)];
    return this.flipped ? [(width - 1 - x) * SIDE, (height - 1 - y) * SIDE] : [x * SIDE, y * SIDE];
  }

  /** The upper left corner of a domino. @param {number[]} pair */
  corner(pair) {
    return this.at(this.flipped ? pair[1] : pair[0]);
  }

  /** Turns the board round, or as told. @param {boolean} [to] */
  flip(to = !this.flipped) {
    this.host.closest(".view-board")?.classList.toggle("flipped", to);
    if (to === this.flipped) return;
    this.flipped = to;
    if (!this.svg) return;
    this.build();
    this.draw();
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
          transform: `translate(${this.at(square).join(" ")})`,
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
        "aria-description": this.still ? null : "Enter chooses a square; Shift with arrow keys goes from square to square",
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
    const root = document.documentElement.style;
    root.setProperty("--most", `${w + room + 8}px`);
    root.setProperty("--ratio", String((w + room + 8) / (h + above + below)));
    this.svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const cell = /** @type {Element} */ (event.target).closest(".square");
      if (cell) this.click(this.squares.indexOf(cell));
    });
    this.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const cell = /** @type {Element} */ (event.target).closest(".square");
      this.grabbed = cell && !this.editing && event.button === 0 ? this.squares.indexOf(cell) : null;
      // A finger holds on to where it began; the drag should end where it is.
      if (cell?.hasPointerCapture(event.pointerId)) cell.releasePointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.drop(event));
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.svg.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const square = this.squares.indexOf(event.target);
      if (square >= 0) this.focus = square;
    });
    this.svg.addEventListener("focusout", (/** @type {FocusEvent} */ event) => (this.walking &&= this.svg.contains(event.relatedTarget)));
    this.focus = Math.min(this.focus, width * height - 1);
  }

  names() {
    const { width, height } = this.diagram;
    const amazons = this.game === "amazons";
    const names = [];
    for (let x = 0; x < width; x++) {
      const column = this.flipped ? width - 1 - x : x;
      const text = amazons ? String.fromCharCode(97 + column) : String(column + 1);
      names.push(s("text", { class: "name", "aria-hidden": "true", "font-size": this.letter, x: x * SIDE + 50, y: amazons ? height * SIDE + 6 + 1.1 * this.letter : -10 }, text));
    }
    for (let y = 0; y < height; y++) {
      const row = this.flipped ? height - 1 - y : y;
      const text = amazons ? String(height - row) : String(row + 1);
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
    const chosen = from < 0 ? this.chosen : [to];
    const standing = (/** @type {number} */ square) => (square === from ? "." : square === to ? cells[from] : cells[square]);
    this.squares.forEach((cell, square) => {
      const what = standing(square);
      const list = cell.classList;
      list.toggle("is-burnt", what === "*" && !covered.has(square));
      list.toggle("is-lit", next.has(square) && (this.chosen.length > 0 || this.game === "domineering"));
      list.toggle("can-start", next.has(square) && this.chosen.length === 0 && this.game === "amazons");
      list.toggle("is-chosen", chosen.includes(square));
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
        cell.setAttribute("aria-label", this.describe(square, what, next, chosen.includes(square)));
        cell.setAttribute("aria-selected", String(chosen.includes(square)));
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
      const [x, y] = this.corner(pair);
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
    drawPath(this);
    drawOverlays(this);
    drawArrows(this);
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

  /** What a screen reader says of a square. @param {number} square @param {string} standing @param {Set<number>} next @param {boolean} chosen */
  describe(square, standing, next, chosen) {
    const what = { Q: "white amazon", q: "black amazon", "*": this.game === "amazons" ? "burnt" : "covered", ".": "empty" }[standing];
    const name = squareName(this.game, this.diagram, square);
    if (chosen) return `${name}, ${what}, chosen`;
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
        this.walking = false;
        this.dispatchEvent(new CustomEvent("move", { detail: move }));
        return;
      }
      this.dispatchEvent(new CustomEvent("step", { detail: this.chosen.length }));
      const ways = this.next().size;
      const name = squareName(this.game, this.diagram, square);
      announce(this.game === "domineering" ? `${name} chosen, ${count(ways, "way")}` : this.chosen.length === 1 ? `${name} chosen, ${count(ways, "square")} to move to` : `on ${name}, ${count(ways, "square")} to shoot at`);
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

  /** The end of a drag is as good as two clicks. @param {PointerEvent} event */
  drop(event) {
    const from = this.grabbed;
    this.grabbed = null;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".square");
    const to = cell ? this.squares.indexOf(cell) : -1;
    if (from === null || to < 0 || to === from) return;
    if (!this.chosen.includes(from) && this.next().has(from)) this.click(from);
    if (this.chosen.at(-1) === from && this.next().has(to)) this.click(to);
  }

  /** The squares have the arrow keys after Enter or with Shift or Ctrl; else those step through the game. @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.metaKey) return;
    const { width, height } = this.diagram;
    const [x, y] = [this.focus % width, Math.floor(this.focus / width)];
    const turn = this.flipped ? -1 : 1;
    const to = {
      ArrowLeft: [x - turn, y], ArrowRight: [x + turn, y], ArrowUp: [x, y - turn], ArrowDown: [x, y + turn],
      Home: [0, y], End: [width - 1, y],
    }[event.key];
    if (to && (this.walking || this.editing || event.shiftKey || event.ctrlKey)) {
      const [nx, ny] = [Math.max(0, Math.min(width - 1, to[0])), Math.max(0, Math.min(height - 1, to[1]))];
      this.focusOn(ny * width + nx);
    } else if (event.key === "Enter" || event.key === " ") {
      this.walking = true;
      this.click(this.focus);
      this.squares[this.focus].focus();
    } else if (event.key === "Escape" && (this.walking || this.chosen.length)) {
      if (this.chosen.length) {
        this.chosen = [];
        this.dispatchEvent(new CustomEvent("step", { detail: 0 }));
        this.draw();
        announce("move given up");
      }
      this.walking = false;
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
