// Game records: between trees and what `sgf/read` and `sgf/write` speak of.

import { Tree } from "./tree.js";

/** A result as SGF spells it: `W+Resign`, `B+Time`, `W+`. @param {string} result */
const short = (result) => `${result[0]}+${/resign/.test(result) ? "Resign" : /time/.test(result) ? "Time" : ""}`;

/** What `sgf/write` is asked. @param {Tree} tree @param {{ first: string, second: string }} names @param {string | null} result */
export function compactOf(tree, names, result) {
  const [root, ...rest] = tree.compact();
  return {
    start: root.position, comment: root.comment, white: names.first, black: names.second, result: result && short(result),
    nodes: rest.map(({ parent, squares, comment }) => ({ parent, squares, comment })),
  };
}

/** The game that `sgf/read` found. @param {any} read */
export function fromSgf(read) {
  const tree = new Tree("amazons", read.nodes[0].position);
  if (read.white) tree.players.w = read.white;
  if (read.black) tree.players.b = read.black;
  /** @type {number[]} */
  const ids = [];
  for (const node of read.nodes) {
    let id = node.parent === null ? 0 : ids[node.parent];
    if (node.parent !== null && node.squares) id = tree.add(ids[node.parent], node.squares);
    else if (node.parent !== null && node.position !== tree.nodes[id].position) throw new Error("this record sets up stones in the middle of the game");
    if (node.comment) tree.nodes[id].comment = node.comment;
    ids.push(id);
  }
  return tree;
}
