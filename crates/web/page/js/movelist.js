// The Game tab: moves with their variations, comments, and the way the game goes on.

import { app } from "./app.js";
import { byId, h, toast } from "./dom.js";
import { match } from "./match.js";
import { isGuest, keepGuest } from "./session.js";

const panel = byId("tab-game");
const list = h("div", { class: "moves", "aria-label": "Moves" });
const comment = h("textarea", { id: "comment", "aria-label": "Comment", placeholder: "A comment on this position" });
const pause = h("button", { type: "button", class: "small", onclick: () => (match.state.live ? match.pause() : match.resume()) });
const typed = h("input", { id: "typed", autocomplete: "off", spellcheck: "false", placeholder: "Type a move", "aria-label": "Type a move" });
typed.addEventListener("keydown", async (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" || !typed.value.trim()) return;
  try {
    await app.type(typed.value.trim());
    typed.value = "";
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
  }
});
const keepIt = h("button", { type: "button", class: "small", id: "keep-guest", onclick: async () => {
  await keepGuest();
  location.hash = "/";
} }, "Keep as a game of mine");
const remove = h("button", { type: "button", class: "small", onclick: () => {
  const { current } = app.tree;
  match.pause();
  match.remove(current);
  app.show();
} }, "Delete from here");
const promote = h("button", { type: "button", class: "small", onclick: () => {
  app.tree.promote(app.tree.current);
  app.show();
} }, "Make main line");

comment.addEventListener("input", () => {
  app.tree.node.comment = comment.value;
  app.dispatchEvent(new Event("comment"));
});

/** @param {import("./tree.js").Node} node @param {number} ply @param {boolean} number */
function move(node, ply, number) {
  const parts = [];
  if (ply % 2 === 1 || number) {
    parts.push(h("span", { class: "number" }, `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`));
  }
  const button = h("button", { type: "button", "aria-current": node.id === app.tree.current ? "true" : null, onclick: () => app.go(node.id) }, node.name);
  if (node.mark) button.append(h("span", { class: "mark", title: MARKS[node.mark] }, node.mark));
  parts.push(button);
  if (node.comment) parts.push(h("span", { class: "comment" }, node.comment));
  return parts;
}

/** @type {Record<string, string>} */
export const MARKS = { "??": "blunder", "?": "mistake", "?!": "doubtful" };

/** The line that begins with a node, variations in boxes of their own. @param {number} id @param {number} ply @param {HTMLElement} into */
function line(id, ply, into) {
  const { nodes } = app.tree;
  let number = true;
  for (let at = /** @type {number | undefined} */ (id); at !== undefined; ) {
    const node = nodes[at];
    into.append(...move(node, ply, number));
    number = Boolean(node.comment);
    const parent = nodes[/** @type {number} */ (node.parent)];
    if (parent.children[0] === at) {
      for (const other of parent.children.slice(1)) {
        const box = h("span", { class: "variation" });
        line(other, ply, box);
        into.append(box);
        number = true;
      }
    }
    at = node.children[0];
    ply++;
  }
}

export function draw() {
  const { tree } = app;
  list.replaceChildren();
  const [first] = tree.nodes[0].children;
  if (tree.nodes[0].comment) list.append(h("span", { class: "comment" }, tree.nodes[0].comment));
  if (first === undefined) list.append(h("p", { class: "muted" }, "No moves yet. Moves and their variations will stand here."));
  else line(first, 1, list);
  const now = list.querySelector('[aria-current="true"]');
  if (now) {
    const [box, here] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
    if (here.bottom > box.bottom || here.top < box.top) list.scrollTop += here.top - box.top - box.height / 2;
  }
  if (document.activeElement !== comment) comment.value = tree.node.comment;
  remove.disabled = tree.current === 0;
  // The line of a finished game stays the main line, because the result belongs to it.
  promote.disabled = (!isGuest() && Boolean(match.state.result)) || !tree.lineTo(tree.current).some((node) => node.parent !== null && tree.nodes[node.parent].children[0] !== node.id);
  state();
}

function state() {
  keepIt.hidden = !isGuest();
  pause.hidden = !match.hasEngine() || match.trying || Boolean(app.info?.over) || match.isOver();
  pause.textContent = match.state.live ? "Pause the engine" : "Let the engine go on";
}

panel.append(
  h("div", { class: "stack" }, list, typed, h("div", { class: "row" }, pause, keepIt, promote, remove), h("label", { class: "field" }, "Comment", comment)),
);
for (const event of ["position", "game", "comment"]) app.addEventListener(event, draw);
app.addEventListener("info", state);
match.addEventListener("drawn", state);
match.addEventListener("ended", state);
