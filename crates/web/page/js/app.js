// What all parts of the page share: the game on the board, and where in it we are.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { byId, toast } from "./dom.js";
import { parse } from "./notation.js";
import { Tree } from "./tree.js";

/** @typedef {import("./notation.js").GameName} GameName */
/** @typedef {{ moves: number[][], over: boolean, winner: string | null, position: string, board: string, to_move: string }} Info */

class App extends EventTarget {
  constructor() {
    super();
    this.board = new Board(byId("board"));
    this.tree = new Tree("amazons", "1 w");
    /** @type {Map<string, Promise<Info>>} */
    this.known = new Map();
    /** @type {Info | null} what the server said of the position on the board */
    this.info = null;
    /** Whether a person may move now; the match decides. */
    this.gate = () => true;
    this.board.addEventListener("move", (event) => this.play(/** @type {CustomEvent} */ (event).detail));
  }

  /** The position as the server sees it. @param {GameName} game @param {string} position @returns {Promise<Info>} */
  ask(game, position) {
    const key = `${game} ${position}`;
    let answer = this.known.get(key);
    if (!answer) {
      answer = ask("position", { game, position });
      this.known.set(key, answer);
      answer.catch(() => this.known.delete(key));
      if (this.known.size > 400) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    }
    return answer;
  }

  /**
   * A game that begins with a board or position, after some moves perhaps. Fails if it makes no sense.
   * @param {GameName} game @param {string} position @param {string[]} [moves]
   */
  async prepare(game, position, moves = []) {
    const start = await this.ask(game, position);
    const tree = new Tree(game, start.position);
    if (moves.length) {
      const after = await ask("position", { game, position: start.position, moves });
      for (const played of after.played) tree.current = tree.add(tree.current, played.squares);
    }
    return tree;
  }

  /** Plays a move that was typed. @param {string} name */
  async type(name) {
    const { node, game } = this.tree;
    const { played } = await ask("position", { game, position: node.position, moves: [name] });
    if (this.tree.node === node && this.gate()) this.play(played[0].squares);
  }

  /** @param {Tree} tree */
  open(tree) {
    this.tree = tree;
    this.dispatchEvent(new Event("game"));
    this.show();
  }

  /** Draws the current node and asks what can be played there. @param {boolean} [animate] */
  show(animate = false) {
    const { node, game } = this.tree;
    this.info = null;
    this.board.hinted = [];
    this.board.show(game, node.position, {
      last: node.squares,
      dominoes: game === "domineering" ? this.tree.dominoes(node.id) : [],
      animate,
    });
    this.dispatchEvent(new Event("position"));
    this.ask(game, node.position).then(
      (info) => {
        if (this.tree.node !== node) return;
        this.info = info;
        this.refresh();
        this.dispatchEvent(new Event("info"));
      },
      (error) => toast(error.message, true),
    );
  }

  /** Lets the board know whether it may be clicked. */
  refresh() {
    if (this.board.editing) return;
    this.board.allow(this.info && this.gate() ? this.info.moves : []);
  }

  /** Shows another position for a while. @param {string} position @param {number[] | null} last @param {number[][]} dominoes */
  preview(position, last, dominoes) {
    this.board.show(this.tree.game, position, { last, dominoes });
  }

  /** Ends a preview. */
  endPreview() {
    const { node, game } = this.tree;
    this.board.show(game, node.position, {
      last: node.squares,
      dominoes: game === "domineering" ? this.tree.dominoes(node.id) : [],
    });
    this.refresh();
  }

  /** Plays a legal move at the current node. @param {number[]} squares @param {string} [by] */
  play(squares, by = "human") {
    this.tree.current = this.tree.add(this.tree.current, squares);
    this.dispatchEvent(new CustomEvent("played", { detail: by }));
    this.show(true);
  }

  /** @param {number} id */
  go(id) {
    if (id === this.tree.current) return;
    this.tree.current = id;
    this.dispatchEvent(new Event("travel"));
    this.show();
  }

  back() {
    if (this.tree.node.parent !== null) this.go(this.tree.node.parent);
  }

  forward() {
    const [next] = this.tree.node.children;
    if (next !== undefined) this.go(next);
  }

  first() {
    this.go(0);
  }

  last() {
    const line = this.tree.line();
    this.go(line[line.length - 1].id);
  }

  /** The letter of the side to move. */
  get side() {
    return parse(this.tree.node.position).side ?? (this.tree.game === "amazons" ? "w" : "v");
  }
}

export const app = new App();
