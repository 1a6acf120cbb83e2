// Who plays: people, engines, their levels and clocks, and how the game ended.

import { away, listen } from "./api.js";
import { app } from "./app.js";
import { announce, byId, capital, count, h, hideToast, toast } from "./dom.js";
import { firstSide, opponent, sideName } from "./notation.js";

/** @typedef {"human" | "engine"} Player */

/**
 * Who plays a game, at which levels and with which clock, and how it ended. Every game owns one and is saved with it, so
 * that no other game can change it.
 * @typedef {{ players: { first: Player, second: Player }, levels: { first: number, second: number }, seconds: number,
 *   clock: { main: number, increment: number } | null, left: { first: number, second: number }, live: boolean,
 *   ended: string | null, result: string | null }} State `live`: the game goes on, and looking back pauses it; `ended`:
 *   why it ended early, on time or because somebody resigned; `result`: who won
 */

/**
 * The state of a game before its first move; two people play unless the options say otherwise.
 * @param {{ first?: Player, second?: Player, level?: number, levels?: { first: number, second: number }, seconds?: number,
 *   clock?: { main: number, increment: number } | null, live?: boolean }} [options] one level is for both
 * @returns {State}
 */
export function newState({ first = "human", second = "human", level = 4, levels = { first: level, second: level }, seconds = 2, clock = null, live = true } = {}) {
  const main = clock?.main ?? 0;
  return { players: { first, second }, levels, seconds, clock, left: { first: main, second: main }, live, ended: null, result: null };
}

/** The names of both players. @param {import("./tree.js").Tree} tree @param {State} state */
export function namesOf(tree, { players, levels }) {
  const engine = Object.values(players).includes("engine");
  const name = (/** @type {"first" | "second"} */ seat, /** @type {string} */ side) =>
    tree.players[side] ?? (players[seat] === "engine" ? `Engine, level ${levels[seat]}` : engine ? "You" : sideName(side));
  const first = firstSide(tree.game);
  return { first: name("first", first), second: name("second", opponent(first)) };
}

class Match extends EventTarget {
  constructor() {
    super();
    /** That of the game on the board. */
    this.state = newState({ live: false });
    /** Whether moves are only tried, as in a review: no engine answers them. */
    this.trying = false;
    /** The letter of the side that a proof answers for. @type {string | null} */
    this.answered = null;
    /** @type {AbortController | null} */
    this.thinking = null;
    app.gate = () => app.side !== this.answered && !(this.state.ended && app.tree.atEnd) && !(this.state.live && this.toMove() === "engine");
    app.addEventListener("travel", () => this.pause());
    app.addEventListener("played", (event) => {
      const by = /** @type {CustomEvent} */ (event).detail;
      if (this.hasEngine() && this.goesOn()) {
        if (by === "human") this.state.live = true;
        // Whoever looked back and plays on against the engine goes on with the game there.
        if (this.state.live) app.tree.promote(app.tree.current);
      }
      this.press();
    });
    app.addEventListener("info", () => {
      if (app.tree.atEnd && !this.state.ended) {
        // Older versions of the page gave games the result of a variation.
        if (!app.info?.over) this.state.result = null;
        else if (!this.state.result) this.end(`${capital(app.info.winner ?? "")} wins`);
      }
      this.draw();
      void this.next();
    });
    app.addEventListener("position", () => this.draw());
    setInterval(() => this.tick(), 200);
  }

  hasEngine() {
    return Object.values(this.state.players).includes("engine");
  }

  /** @param {string} side @returns {"first" | "second"} */
  seat(side) {
    return side === firstSide(app.tree.game) ? "first" : "second";
  }

  toMove() {
    return this.state.players[this.seat(app.side)];
  }

  /** Whether a move on the board is one of the game: it has no result yet, and nothing is only tried. */
  goesOn() {
    return !this.state.result && !this.trying;
  }

  /** Whether the board shows the end of a game that has a result. */
  isOver() {
    return Boolean(this.state.result) && app.tree.atEnd;
  }

  /** The clock, if it runs. */
  running() {
    return this.state.live && !this.state.result ? this.state.clock : null;
  }

  /** A game takes the board, with its state. @param {State} state */
  take(state) {
    this.stop();
    if (document.getElementById("undo")) hideToast();
    this.state = state;
    this.turnStarted = performance.now();
  }

  /** Says what was done, and lets the player undo it while the same game is on the board. @param {string} what @param {() => void} undo */
  offerUndo(what, undo) {
    const { state } = this;
    const { left, live, ended, result } = structuredClone(state);
    toast(what, false, () => {
      if (this.state !== state) return;
      this.stop();
      Object.assign(state, { left, live, ended, result });
      undo();
      this.turnStarted = performance.now();
      app.show();
      announce("undone");
    });
  }

  /** The game is over. @param {string} result @param {string | null} [why] where no rule of the game says so */
  end(result, why = null) {
    this.state.result = result;
    this.state.live = false;
    if (why) {
      this.state.ended = why;
      this.stop();
      app.go(app.tree.line(0).at(-1)?.id ?? 0);
      app.refresh();
      announce(why);
    }
    this.dispatchEvent(new Event("ended"));
  }

  /** Who gives up: the person, or where two play the side to move. */
  resign() {
    if (this.state.result || app.info?.over) return;
    const first = firstSide(app.tree.game);
    const { players } = this.state;
    const alone = this.hasEngine() && players.first !== players.second;
    const side = alone ? (players.first === "human" ? first : opponent(first)) : app.side;
    const winner = sideName(opponent(side));
    const { tree } = app;
    const { current } = tree;
    this.offerUndo(`${sideName(side)} resigns.`, () => (tree.current = current));
    this.end(`${winner} wins by resignation`, `${sideName(side)} resigns: ${winner} wins.`);
    this.draw();
  }

  /** The same players with sides exchanged, for a rematch. */
  exchanged() {
    const { players, levels, seconds, clock } = this.state;
    return newState({ first: players.second, second: players.first, levels: { first: levels.second, second: levels.first }, seconds, clock });
  }

  stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  pause() {
    this.state.live = false;
    this.stop();
    this.draw();
  }

  resume() {
    this.state.live = true;
    this.turnStarted = performance.now();
    app.refresh();
    this.next();
    this.draw();
  }

  /** The clock of the side that has just moved. */
  press() {
    this.stop();
    this.state.left[this.seat(opponent(app.side))] += this.running()?.increment ?? 0;
    this.turnStarted = performance.now();
  }

  tick() {
    if (!this.running() || !app.info || app.info.over) return;
    const now = performance.now();
    // Clocks stand still while the server is gone.
    if (away()) this.turnStarted = now;
    const { left } = this.state;
    const seat = this.seat(app.side);
    left[seat] -= (now - (this.turnStarted ?? now)) / 1000;
    this.turnStarted = now;
    if (left[seat] <= 0) {
      left[seat] = 0;
      const winner = sideName(opponent(app.side));
      this.end(`${winner} wins on time`, `${sideName(app.side)}’s time is up: ${winner} wins.`);
    }
    this.draw();
  }

  /** The engine moves, if it is its turn. */
  async next() {
    if (!this.state.live || this.thinking || !app.info || app.info.over) return;
    if (this.toMove() !== "engine") return;
    const { tree } = app;
    const node = tree.node;
    const { levels, seconds, left } = this.state;
    const clock = this.running();
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
      level: levels[this.seat(app.side)],
      seed: 1 + Math.floor(Math.random() * 1e9),
      ...(clock ? { clock: left[this.seat(app.side)], increment: clock.increment, seconds: 30 } : { seconds }),
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

  /** Removes a move with all that follows it; a game that loses its end this way has no result. Returns what puts it back. @param {number} id */
  remove(id) {
    if (app.tree.line(0).includes(app.tree.nodes[id])) this.state.ended = this.state.result = null;
    return app.tree.remove(id);
  }

  /** Deletes the current move with all that follows it. */
  deleteFromHere() {
    const { tree } = app;
    const { current } = tree;
    let back = () => {};
    this.offerUndo(`${count(tree.countFrom(current), "move")} deleted.`, () => back());
    this.pause();
    back = this.remove(current);
    app.show();
  }

  /** Whether there is a move to take back; of a game with a result, only the last one of a line. */
  canTakeBack() {
    const { parent, children } = app.tree.node;
    return parent !== null && !(this.state.result && children.length);
  }

  /** Back to the last position in which a person was to move. */
  takeBack() {
    if (!this.canTakeBack()) return;
    this.stop();
    let { node } = app.tree;
    const person = (/** @type {number} */ id) => sideOf(id) !== this.answered && this.state.players[this.seat(sideOf(id))] === "human";
    const gone = node.id;
    let last = gone;
    do {
      last = node.id;
      node = app.tree.nodes[/** @type {number} */ (node.parent)];
    } while (node.parent !== null && (this.hasEngine() || this.answered) && !person(node.id));
    // What is more than the moves of one turn is not lost by one click.
    const most = app.tree.lineTo(gone).length - app.tree.lineTo(last).length + 1;
    const lost = app.tree.countFrom(last);
    let back = () => {};
    if (lost > most || app.tree.lineTo(gone).slice(-most).some((moved) => moved.comment)) this.offerUndo(`${count(lost, "move")} taken back.`, () => back());
    back = this.remove(last);
    app.tree.current = node.id;
    if (this.hasEngine()) this.state.live = this.goesOn() && person(node.id);
    this.turnStarted = performance.now();
    app.show();
    announce("taken back");
  }

  /** Names and clocks beside the board. */
  draw() {
    const { players, clock, left } = this.state;
    const names = namesOf(app.tree, this.state);
    const first = firstSide(app.tree.game);
    for (const [seat, side] of /** @type {["first" | "second", string][]} */ ([["first", first], ["second", opponent(first)]])) {
      const engine = players[seat] === "engine";
      const turn = app.side === side && !app.info?.over && !this.isOver();
      const low = left[seat] < 10;
      byId(`seat-${seat}`).replaceChildren(
        h("span", { class: `stone ${side}` }),
        h("span", { class: "who" }, names[seat], " ", h("span", { class: "turn" }, turn ? (engine && this.thinking ? "thinking…" : "to move") : "")),
        ...(clock ? [h("span", { class: `clock${turn && this.running() ? (low ? " low" : " running") : ""}` }, time(left[seat]))] : []),
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
