// A hint: in a puzzle its own move, else the engine's.

import { listen } from "./api.js";
import { app } from "./app.js";
import { toast } from "./dom.js";
import { puzzleHint } from "./puzzle.js";

/** Seconds that the engine thinks about a hint. */
const SECONDS = 0.8;

export async function hint() {
  const { node, game } = app.tree;
  try {
    /** @type {number[] | null} */
    let squares = await puzzleHint();
    if (!squares) {
      await listen("think", { game, position: node.position, seconds: SECONDS, level: 10 }, (name, data) => {
        if (name === "done") squares = data.squares?.slice(0, 2) ?? null;
      }, new AbortController().signal);
    }
    if (!squares || app.tree.node !== node) return;
    app.board.hinted = squares;
    app.board.draw();
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
  }
}
