// The dialog for new games, and rematches.

import { app } from "./app.js";
import { closeDialog, openDialog } from "./dialog.js";
import { byId, h, toast } from "./dom.js";
import { match, newState } from "./match.js";
import { start } from "./session.js";
import { tabs } from "./tabs.js";

const BOARDS = {
  amazons: [["10x10", "10x10, the full game"], ["8x8", "8x8"], ["7x7", "7x7"], ["6x6", "6x6"], ["6x6-inner", "6x6, amazons inside"], ["5x5", "5x5"], ["5x4", "5x4"], ["4x5", "4x5"], ["4x4", "4x4"], ["custom", "Another size or position…"]],
  domineering: [["8x8", "8x8"], ["7x7", "7x7"], ["6x6", "6x6"], ["5x5", "5x5"], ["4x4", "4x4"], ["5x9", "5x9"], ["10x10", "10x10"], ["custom", "Another size or position…"]],
};
const LEVELS = ["beginner", "easy", "easy", "medium", "medium", "hard", "hard", "very hard", "very hard", "all it can"];

const dialog = byId("dialog-new");
const form = byId("form-new");

/** @param {boolean} [keep] */
function fillBoards(keep = false) {
  const game = /** @type {"amazons" | "domineering"} */ (new FormData(form).get("game"));
  const select = byId("new-board");
  if (!keep) select.replaceChildren(...BOARDS[game].map(([value, name]) => h("option", { value }, name)));
  byId("new-custom-field").hidden = select.value !== "custom";
  byId("label-first").textContent = `${game === "amazons" ? "White" : "Vertical"}, who begins`;
  byId("label-second").textContent = game === "amazons" ? "Black" : "Horizontal";
  const engines = ["first", "second"].filter((seat) => form.elements[seat].value === "engine").length;
  byId("level-first-field").hidden = engines < 2;
  byId("level-of").textContent = engines < 2 ? "Level of the engine" : `Level of ${game === "amazons" ? "Black" : "Horizontal"}`;
  byId("level-of-first").textContent = `Level of ${game === "amazons" ? "White" : "Vertical"}`;
}
byId("new-which").addEventListener("change", () => fillBoards());
for (const name of ["first", "second", "board"]) form.elements[name].addEventListener("change", () => fillBoards(true));
for (const [range, name] of [["new-level", "level-name"], ["new-level-first", "level-first-name"]]) {
  byId(range).addEventListener("input", () => {
    const { value } = byId(range);
    byId(name).textContent = `${value}, ${LEVELS[Number(value) - 1]}`;
  });
}
byId("new-cancel").addEventListener("click", () => dialog.close());

export function openNew() {
  fillBoards();
  openDialog(dialog);
}
byId("new-game").addEventListener("click", openNew);

/** Puts a new game on the board. @param {import("./tree.js").Tree} tree @param {import("./match.js").State} state */
function begin(tree, state) {
  tabs.choose("game");
  return start(tree, state);
}

/** Shows the board. */
function showBoard() {
  if (location.hash !== "#/") location.hash = "/";
}

form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const board = text("board") === "custom" ? text("custom") : text("board");
  const [main, increment] = text("clock") === "none" ? [0, 0] : text("clock").split("+").map(Number);
  const game = /** @type {"amazons" | "domineering"} */ (text("game"));
  const second = Number(text("level"));
  const both = text("first") === "engine" && text("second") === "engine";
  try {
    const tree = await app.prepare(game, board);
    const player = (/** @type {string} */ seat) => /** @type {import("./match.js").Player} */ (text(seat));
    await begin(tree, newState({
      first: player("first"), second: player("second"), clock: main ? { main, increment } : null,
      levels: { first: both ? Number(text("level-first")) : second, second },
    }));
    // Only now, so that whoever sees the dialog close sees the new game.
    await closeDialog(dialog);
    showBoard();
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
  }
});

/** The same board again with sides exchanged. */
export async function rematch() {
  const { game, nodes } = app.tree;
  await begin(await app.prepare(game, nodes[0].position), match.exchanged());
  showBoard();
}
