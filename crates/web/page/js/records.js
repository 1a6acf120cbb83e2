// Game records: between trees and what `sgf/read` and `sgf/write` speak of.

import { Tree } from "./tree.js";

/** A result as SGF spells it: `W+Resign`, `B+Time`, `W+`. @param {string} result */
const short = (result) => `${result[0]}+${/resign/.test(result) ? "Resign" : /time/.test(result) ? "Time" : ""}`;

/** @param {number} time */
export const day = (time) => new Date(time).toISOString().slice(0, 10);

/** What `sgf/write` is asked. What an opened file said stays. @param {Tree} tree @param {{ first: string, second: string }} names @param {string | null} result @param {number} created */
export function compactOf(tree, names, result, created) {
  const [root, ...rest] = tree.compact();
  const had = (/** @type {string} */ name) => root.properties?.some((property) => property.name === name);
  const { width, height } = tree.size;
  return {
    start: root.position, comment: root.comment, white: names.first, black: names.second, result: result && short(result),
    date: had("DT") ? null : day(created), name: had("GN") ? null : `${names.first} – ${names.second}, Amazons ${width}x${height}`,
    properties: root.properties, nodes: rest.map(({ parent, squares, comment, properties }) => ({ parent, squares, comment, properties })),
  };
}

/** A file's name: the players, the day and what is in it. @param {{ first: string, second: string }} names @param {number} created @param {string} end */
export function fileName({ first, second }, created, end) {
  const word = (/** @type {string} */ text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "unknown";
  return `${word(first)}-${word(second)}-${day(created)}.${end}`;
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
    if (node.properties) tree.nodes[id].properties = node.properties.filter((/** @type {any} */ { name }) => name !== "PW" && name !== "PB");
    ids.push(id);
  }
  return tree;
}
