// What a position is worth, in a window of its own: value, thermograph, and its options as small boards.

import { ask } from "./api.js";
import { app } from "./app.js";
import { picture } from "./board.js";
import { OUTCOMES, addPosition } from "./calculator.js";
import { openDialog } from "./dialog.js";
import { byId, h, toast } from "./dom.js";
import { firstSide, opponent, play, sideName } from "./notation.js";
import { draw } from "./thermograph.js";

/** Options of one side that are shown at most. */
const MOST_OPTIONS = 12;

/**
 * The positions after one move of each side, with their values; those that give a stop are marked.
 * @param {string} position @param {any} value of the position @param {AbortSignal} signal
 */
function options(position, value, signal) {
  const { game } = app.tree;
  const box = h("div", { class: "stack", id: "options" });
  const open = h("button", { type: "button", class: "small", id: "show-options" }, "Show the options");
  const cells = position.split(" ")[0];
  const first = firstSide(game);
  // Left is Black, or Vertical.
  const sides = game === "amazons" ? [opponent(first), first] : [first, opponent(first)];
  const one = async (/** @type {string} */ side, /** @type {boolean} */ isLeft) => {
    const { moves } = await ask("position", { game, position: `${cells} ${side}` }, signal);
    const row = h("div", { class: "grid options" });
    box.append(h("h3", {}, `${isLeft ? "Left" : "Right"}: ${sideName(side)} moves (${moves.length})`), row);
    /** @type {Set<string>} */
    const seen = new Set();
    for (const squares of moves) {
      const after = play(game, `${cells} ${side}`, squares).split(" ")[0];
      if (seen.has(after) || seen.size >= MOST_OPTIONS) continue;
      seen.add(after);
      const text = h("span", { class: "muted" }, "…");
      row.append(h("div", { class: "option" }, picture(game, after, `after a move of ${sideName(side)}`), text));
      try {
        const worth = await ask("value", { game, position: after, seconds: 2 }, signal);
        const gives = isLeft ? worth.right_stop === value.left_stop : worth.left_stop === value.right_stop;
        const name = worth.canonical !== null && worth.canonical.length <= 24 ? worth.canonical : `mean ${worth.mean}`;
        text.replaceChildren(h("b", {}, name), gives && worth.right_stop !== null ? ` gives the ${isLeft ? "left" : "right"} stop` : "");
      } catch (error) {
        if (signal.aborted) return;
        text.textContent = "not valued";
      }
    }
    if (seen.size >= MOST_OPTIONS) box.append(h("p", { class: "muted" }, `The first ${MOST_OPTIONS} are shown.`));
  };
  open.addEventListener("click", async () => {
    open.remove();
    for (const [i, side] of sides.entries()) await one(side, i === 0).catch(() => {});
  });
  box.append(open);
  return box;
}

/** Asks for the value of a position and shows it in a window of its own. @param {string} position @param {string} title @param {string} name */
export async function showValue(position, title, name) {
  const dialog = byId("dialog-picture");
  byId("picture-title").textContent = title;
  const body = byId("picture-body");
  body.replaceChildren(h("p", { class: "muted" }, "Computing its value…"), h("div", { class: "progress" }, h("i")));
  openDialog(dialog);
  const stop = new AbortController();
  dialog.addEventListener("close", () => stop.abort(), { once: true });
  try {
    const value = await ask("value", { game: app.tree.game, position, title: name, seconds: 20 }, stop.signal);
    const sides = app.tree.game === "amazons" ? "Left is Black, Right is White." : "Left is Vertical, Right is Horizontal.";
    const drawing = value.thermograph ? draw(value.thermograph, `Thermograph of ${name}: mean ${value.mean}, temperature ${value.temperature}`) : [];
    const form = value.canonical === null ? `not known: ${value.canonical_reason}` : value.canonical.length > 300 ? `${value.canonical.slice(0, 300)}…` : value.canonical;
    /** @type {[string, string][]} */
    const facts = [
      ["Value", form], ["Mean", value.mean ?? "?"], ["Temperature", value.temperature ?? "?"],
      ["Stops", `${value.left_stop ?? "?"} and ${value.right_stop ?? "?"}`],
      ["Outcome", value.outcome ? `${OUTCOMES[/** @type {"N"} */ (value.outcome)]} (${value.outcome})` : "not known"],
    ];
    body.replaceChildren(...drawing,
      h("dl", { class: "facts" }, ...facts.flatMap(([fact, text]) => [h("dt", {}, fact), h("dd", {}, text)])),
      h("p", { class: "muted" }, sides),
      h("button", { type: "button", class: "small", id: "to-calculator", onclick: () => toast(`In the calculator as ${addPosition(app.tree.game, position.split(" ")[0])}`) }, "Add to the calculator"),
      options(position, value, stop.signal));
  } catch (error) {
    if (!stop.signal.aborted) body.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
  }
}

byId("picture-close").addEventListener("click", () => byId("dialog-picture").close());
