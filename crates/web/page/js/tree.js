// A game with its variations and comments.

import { moveName, parse, play } from "./notation.js";

/** @typedef {import("./notation.js").GameName} GameName */

/**
 * What an engine said of a node.
 * @typedef {{ win: number, score: number, proven: string | null, best: string | null,
 *   squares: number[] | null, line?: { moves: string[], squares: number[][] } }} Verdict win and score are those
 *   of the side that begins games; the line begins with the best move
 */

/**
 * @typedef {{ id: number, parent: number | null, children: number[], squares: number[] | null,
 *   name: string | null, position: string, comment: string, verdict?: Verdict, mark?: string,
 *   loss?: number, source?: { from: string, words: string }, properties?: { name: string, values: string[] }[] }} Node `loss` are the chances that the move gave
 *   away; `source` is where the answer of a proof comes from; `properties` are what an opened SGF file had besides
 */

export class Tree {
  /** @param {GameName} game @param {string} start the full position string */
  constructor(game, start) {
    this.game = game;
    const { width, height } = parse(start);
    this.size = { width, height };
    /** @type {Node[]} */
    this.nodes = [
      { id: 0, parent: null, children: [], squares: null, name: null, position: start, comment: "" },
    ];
    this.current = 0;
    /** @type {Record<string, string>} */
    this.players = {};
  }

  get node() {
    return this.nodes[this.current];
  }

  /** Adds a legal move, or finds it. @param {number} parent @param {number[]} squares */
  add(parent, squares) {
    const before = this.nodes[parent];
    const known = before.children.find((id) => String(this.nodes[id].squares) === String(squares));
    if (known !== undefined) return known;
    const id = this.nodes.length;
    this.nodes.push({
      id,
      parent,
      children: [],
      squares,
      name: moveName(this.game, this.size, squares),
      position: play(this.game, before.position, squares),
      comment: "",
    });
    before.children.push(id);
    return id;
  }

  /** The nodes from the start to a node. @param {number} id */
  lineTo(id) {
    /** @type {Node[]} */
    const line = [];
    for (let at = /** @type {number | null} */ (id); at !== null; at = this.nodes[at].parent) {
      line.unshift(this.nodes[at]);
    }
    return line;
  }

  /** The line through a node to its end; the line through node 0 is the main line. */
  line(id = this.current) {
    const line = this.lineTo(id);
    for (let last = line[line.length - 1]; last.children.length; last = line[line.length - 1]) {
      line.push(this.nodes[last.children[0]]);
    }
    return line;
  }

  /** Whether the current node is the end of the main line. */
  get atEnd() {
    return this.line(0).at(-1) === this.node;
  }

  /** Removes a node with all that follows it; goes to its parent. Returns what puts it back. @param {number} id */
  remove(id) {
    const { current } = this;
    const { parent } = this.nodes[id];
    if (parent === null) return () => {};
    const before = this.nodes[parent];
    const place = before.children.indexOf(id);
    before.children = before.children.filter((child) => child !== id);
    if (this.lineTo(current).some((node) => node.id === id)) this.current = parent;
    return () => {
      // The same move may have been played again in between.
      before.children = before.children.filter((child) => String(this.nodes[child].squares) !== String(this.nodes[id].squares));
      before.children.splice(place, 0, id);
      this.current = current;
    };
  }

  /** How many moves begin with a node. @param {number} id @returns {number} */
  countFrom(id) {
    return this.nodes[id].children.reduce((sum, child) => sum + this.countFrom(child), 1);
  }

  /** Makes the line through a node the main line. @param {number} id */
  promote(id) {
    for (const node of this.lineTo(id)) {
      if (node.parent === null) continue;
      const parent = this.nodes[node.parent];
      parent.children = [node.id, ...parent.children.filter((child) => child !== node.id)];
    }
  }

  /** The dominoes on the board at a node, for pictures. @param {number} id */
  dominoes(id) {
    return this.lineTo(id).flatMap((node) => (node.squares ? [node.squares] : []));
  }

  /** The nodes that can be reached, parents first, numbered anew. */
  compact() {
    /** @type {Map<number, number>} */
    const numbers = new Map([[0, 0]]);
    const order = [this.nodes[0]];
    for (let i = 0; i < order.length; i++) {
      for (const child of order[i].children) {
        numbers.set(child, order.length);
        order.push(this.nodes[child]);
      }
    }
    return order.map((node) => ({ ...node, parent: node.parent === null ? null : numbers.get(node.parent) }));
  }

  /** For storage and the analysis file. */
  toJSON() {
    return {
      game: this.game,
      start: this.nodes[0].position,
      players: this.players,
      nodes: this.compact().map(({ parent, squares, name, comment, verdict, mark, loss, properties, position }) => ({
        parent, squares, move: name, position, comment: comment || undefined, verdict, mark, loss, properties,
      })),
    };
  }

  /** @param {any} data what `toJSON` gave */
  static from(data) {
    const tree = new Tree(data.game, data.start);
    tree.players = data.players ?? {};
    data.nodes.forEach((/** @type {any} */ node, /** @type {number} */ i) => {
      const id = i === 0 ? 0 : tree.add(node.parent, node.squares);
      tree.nodes[id].comment = node.comment ?? "";
      tree.nodes[id].verdict = node.verdict;
      tree.nodes[id].mark = node.mark;
      tree.nodes[id].loss = node.loss;
      tree.nodes[id].properties = node.properties;
    });
    return tree;
  }
}
