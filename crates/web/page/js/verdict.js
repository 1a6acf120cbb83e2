// What the engine said of a position, as the game keeps it.

import { app } from "./app.js";
import { firstSide, sideName } from "./notation.js";

/** From the side that begins games. @param {any} said @returns {import("./tree.js").Verdict} */
export function verdict(said) {
  const first = sideName(firstSide(app.tree.game)).toLowerCase();
  const same = said.to_move === first;
  let win = same ? said.win : 1 - said.win;
  if (said.proven) win = said.proven === first ? 1 : 0;
  const line = said.lines[0];
  return {
    win, score: same ? said.score : -said.score, proven: said.proven, best: said.best, squares: said.squares,
    line: line && line.move === said.best ? { moves: line.pv, squares: line.squares } : undefined,
  };
}
