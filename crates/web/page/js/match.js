// Who plays: people, engines, their levels and clocks, and how the game ended.

import { listen } from "./api.js";
import { app } from "./app.js";
import { announce, byId, capital, h, toast } from "./dom.js";
import { firstSide, opponent, sideName } from "./notation.js";

/** @typedef {"human" | "engine"} Player */

class Match extends EventTarget {
  constructor() {
    super();
    /** @type {{ first: Player, second: Player }} */
    this.players = { first: "human", second: "human" };
    this.levels = { first: 4, second: 4 };
    this.seconds = 2;
    /** @type {{ main: number, increment: number } | null} */
    this.clock = null;
    this.left = { first: 0, second: 0 };
    /** Whether the game goes on; looking back pauses it. */
    this.live = false;
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {string | null} why the game ended early: on time, or somebody resigned */
    this.ended = null;
    /** @type {string | null} who won the game */
    this.result = null;
    app.gate = () => !this.ended && !(this.live && this.toMove() === "engine");
    app.addEventListener("travel", () => this.pause());
    app.addEventListener("played", (event) => {
      const by = /** @type {CustomEvent} */ (event).detail;
      if (by === "human" && this.hasEngine()) this.live = true;
      this.press();
    });
    app.addEventListener("info", () => {
      if (app.info?.over && app.tree.node.children.length === 0 && !this.result) this.end(`${capital(app.info.winner ?? "")} wins`);
      this.draw();
      void this.next();
    });
    app.addEventListener("position", () => this.draw());
    setInterval(() => this.tick(), 200);
  }

  hasEngine() {
    return this.players.first === "engine" || this.players.second === "engine";
  }

  /** @param {string} side @returns {"first" | "second"} */
  seat(side) {
    return side === firstSide(app.tree.game) ? "first" : "second";
  }

  toMove() {
    return this.players[this.seat(app.side)];
  }

  /**
   * @param {{ first: Player, second: Player, level?: number, levels?: { first: number, second: number }, seconds?: number,
   *   clock?: { main: number, increment: number } | null }} options one level is for both
   */
  set(options) {
    this.stop();
    this.players = { first: options.first, second: options.second };
    const { level } = options;
    this.levels = options.levels ?? (level ? { first: level, second: level } : this.levels);
    this.result = null;
    this.seconds = options.seconds ?? 2;
    this.clock = options.clock ?? null;
    this.left = { first: this.clock?.main ?? 0, second: this.clock?.main ?? 0 };
    this.ended = null;
    this.live = true;
    this.turnStarted = performance.now();
  }

  /** All that a reload must not lose. */
  state() {
    const { players, levels, seconds, clock, left, live, ended, result } = this;
    return { players: { ...players }, levels: { ...levels }, seconds, clock, left: { ...left }, live, ended, result };
  }

  /** What `state` gave, with later clocks perhaps; without one two people play. @param {any} state @param {any} [left] */
  restore(state, left) {
    this.set({ ...(state?.players ?? { first: "human", second: "human" }), levels: state?.levels, seconds: state?.seconds, clock: state?.clock });
    if (!state) {
      this.live = false;
      return;
    }
    this.left = left ?? state.left;
    this.ended = state.ended;
    this.result = state.result;
    this.live = state.live && !state.ended;
  }

  /** The game is over. @param {string} result @param {string | null} [why] where no rule of the game says so */
  end(result, why = null) {
    this.result = result;
    if (why) {
      this.ended = why;
      this.stop();
      this.live = false;
      app.refresh();
      announce(why);
    }
    this.dispatchEvent(new Event("ended"));
  }

  /** Who gives up: the person, or where two play the side to move. */
  resign() {
    if (this.result || app.info?.over) return;
    const first = firstSide(app.tree.game);
    const alone = this.hasEngine() && this.players.first !== this.players.second;
    const side = alone ? (this.players.first === "human" ? first : opponent(first)) : app.side;
    const winner = sideName(opponent(side));
    this.end(`${winner} wins by resignation`, `${sideName(side)} resigns: ${winner} wins.`);
    this.draw();
  }

  /** The same players with sides exchanged, for a rematch. */
  exchanged() {
    const { players, levels, seconds, clock } = this;
    return { first: players.second, second: players.first, levels: { first: levels.second, second: levels.first }, seconds, clock };
  }

  /** @param {"first" | "second"} seat @param {import("./tree.js").Tree} tree @param {string} side */
  nameOf(seat, tree, side) {
    return tree.players[side] ?? (this.players[seat] === "engine" ? `Engine, level ${this.levels[seat]}` : this.hasEngine() ? "You" : sideName(side));
  }

  stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  pause() {
    this.live = false;
    this.stop();
    this.draw();
  }

  resume() {
    this.live = true;
    this.turnStarted = performance.now();
    app.refresh();
    this.next();
    this.draw();
  }

  /** The clock of the side that has just moved. */
  press() {
    this.stop();
    const mover = this.seat(opponent(app.side));
    if (this.clock && this.live) this.left[mover] += this.clock.increment;
    this.turnStarted = performance.now();
  }

  tick() {
    if (!this.clock || !this.live || this.ended || !app.info || app.info.over) return;
    const now = performance.now();
    const seat = this.seat(app.side);
    this.left[seat] -= (now - (this.turnStarted ?? now)) / 1000;
    this.turnStarted = now;
    if (this.left[seat] <= 0) {
      this.left[seat] = 0;
      const winner = sideName(opponent(app.side));
      this.end(`${winner} wins on time`, `${sideName(app.side)}’s time is up: ${winner} wins.`);
    }
    this.draw();
  }

  /** The engine moves, if it is its turn. */
  async next() {
    if (!this.live || this.ended || this.thinking || !app.info || app.info.over) return;
    if (this.toMove() !== "engine") return;
    const { tree } = app;
    const node = tree.node;
    const stop = new AbortController();
    this.thinking = stop;
    this.draw();
    const started = performance.now();
    /** @type {any} */
    let answer = null;
    let failed = "";
    const question = {
      game: tree.game,
      position: node.position,
      level: this.levels[this.seat(app.side)],
      seed: 1 + Math.floor(Math.random() * 1e9),
      ...(this.clock
        ? { clock: this.left[this.seat(app.side)], increment: this.clock.increment, seconds: 30 }
        : { seconds: this.seconds }),
    };
    try {
      await listen("think", question, (name, data) => {
        if (name === "done") answer = data;
        if (name === "failed") failed = data.error;
      }, stop.signal);
      const wait = 350 - (performance.now() - started);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    } catch (error) {
      failed = /** @type {Error} */ (error).message;
    }
    if (stop.signal.aborted || app.tree.node !== node) return;
    this.thinking = null;
    if (answer?.squares) {
      announce(`The engine plays ${answer.best}`);
      app.play(answer.squares, "engine");
    } else {
      toast(failed || "the engine found no move", true);
      this.pause();
    }
  }

  /** Back to the last position in which a person was to move. */
  takeBack() {
    this.stop();
    this.ended = null;
    this.result = null;
    let node = app.tree.node;
    if (node.parent === null) return;
    const person = (/** @type {number} */ id) => this.players[this.seat(sideOf(id))] === "human";
    const gone = node.id;
    let last = gone;
    do {
      last = node.id;
      node = app.tree.nodes[/** @type {number} */ (node.parent)];
    } while (node.parent !== null && this.hasEngine() && !person(node.id));
    app.tree.remove(last);
    app.tree.current = node.id;
    if (this.hasEngine()) this.live = person(node.id);
    this.turnStarted = performance.now();
    app.show();
    announce("taken back");
  }

  /** Names and clocks beside the board. */
  draw() {
    const first = firstSide(app.tree.game);
    for (const [seat, side] of /** @type {["first" | "second", string][]} */ ([["first", first], ["second", opponent(first)]])) {
      const engine = this.players[seat] === "engine";
      const turn = app.side === side && !app.info?.over && !this.ended;
      const name = this.nameOf(seat, app.tree, side);
      const low = this.clock && this.left[seat] < 10;
      byId(`seat-${seat}`).replaceChildren(
        h("span", { class: `stone ${side}` }),
        h("span", { class: "who" }, name, " ", h("span", { class: "turn" }, turn ? (engine && this.thinking ? "thinking…" : "to move") : "")),
        ...(this.clock ? [h("span", { class: `clock${turn && this.live ? (low ? " low" : " running") : ""}` }, time(this.left[seat]))] : []),
      );
    }
    this.dispatchEvent(new Event("drawn"));
  }
}

/** @param {number} id */
function sideOf(id) {
  return app.tree.nodes[id].position.split(" ")[1] ?? firstSide(app.tree.game);
}

/** @param {number} seconds */
function time(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export const match = new Match();
