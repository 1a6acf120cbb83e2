// Keys, and the list of them.

import { app } from "./app.js";
import { openDialog } from "./dialog.js";
import { byId, h } from "./dom.js";
import { hint } from "./hint.js";
import { match } from "./match.js";
import { openNew } from "./newgame.js";

/** @type {[string[], string, () => void][]} keys, what they do */
const KEYS = [
  [["ArrowLeft", ","], "one move back", () => app.back()],
  [["ArrowRight", "."], "one move forward", () => app.forward()],
  [["Home"], "to the start", () => app.first()],
  [["End"], "to the end", () => app.last()],
  [["u"], "take back", () => match.takeBack()],
  [["i"], "hint", () => void hint()],
  [["f"], "flip the board", () => app.board.flip()],
  [["n"], "new game", openNew],
  [["m"], "type a move", () => byId("typed").focus()],
  [["b"], "go to the board", () => app.board.focusOn(app.board.focus)],
  [["?"], "this list", openKeys],
];
/** On the board itself. @type {[string, string][]} */
const ON_BOARD = [["Enter", "choose a square; then arrow keys go from square to square until the move is made"], ["Shift ← ↑ → ↓", "to another square at any time"], ["Esc", "give up the move"]];
/** What keeps its arrow keys and letters. */
const OWN_KEYS = "textarea, select, dialog, [role=tablist], input:not([type=checkbox])";

const shown = (/** @type {string} */ key) => ({ ArrowLeft: "←", ArrowRight: "→" })[key] ?? key;
const line = (/** @type {string[]} */ keys, /** @type {string} */ what) =>
  [h("dt", {}, ...keys.flatMap((key, i) => [i ? " " : "", h("kbd", {}, key)])), h("dd", {}, what)];
byId("keys-body").append(
  h("dl", { class: "facts" }, ...KEYS.flatMap(([keys, what]) => line(keys.map(shown), what))),
  h("h3", {}, "On the board"),
  h("dl", { class: "facts" }, ...ON_BOARD.flatMap(([key, what]) => line([key], what))));
byId("keys-close").addEventListener("click", () => byId("dialog-keys").close());
byId("keys").addEventListener("click", openKeys);

function openKeys() {
  openDialog(byId("dialog-keys"));
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.closest(OWN_KEYS) || document.querySelector("dialog[open]")) return;
  const act = KEYS.find(([keys]) => keys.includes(event.key))?.[2];
  if (act && (!byId("view-board").hidden || event.key === "?")) {
    act();
    event.preventDefault();
  }
});
