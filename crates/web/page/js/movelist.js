// The moves with their variations, which every tab shows; and the Game tab: typed moves, comments, and the way
// the game goes on.

import { app } from "./app.js";
import { byId, h, toast } from "./dom.js";
import { match } from "./match.js";
import { isGuest, keepGuest } from "./session.js";

const panel = byId("tab-game");
const list = byId("moves");
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
const remove = h("button", { type: "button", class: "small", onclick: () => match.deleteFromHere() }, "Delete from here");
const promote = h("button", { type: "button", class: "small", onclick: () => {
  app.tree.promote(app.tree.current);
  app.show();
} }, "Make main line");

comment.addEventListener("input", () => {
  app.tree.node.comment = comment.value;
  app.dispatchEvent(new Event("comment"));
});

/** @type {Record<string, string>} */
export const MARKS = { "??": "blunder", "?": "mistake", "?!": "doubtful" };

/** "12." or "12…". @param {number} ply */
export const number = (ply) => `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`;

/** @param {import("./tree.js").Node} node */
function button(node) {
  return h("button", { type: "button", "aria-current": node.id === app.tree.current ? "true" : null, onclick: () => app.go(node.id) },
    node.name, node.mark && h("span", { class: "mark", title: MARKS[node.mark] }, node.mark),
    node.source && h("span", { class: `source ${node.source.from}`, title: node.source.words }, node.source.from));
}

/** A variation, as one text with its own variations in boxes. @param {number} id @param {number} ply */
function variation(id, ply) {
  const { nodes } = app.tree;
  const box = h("div", { class: "variation" });
  for (let at = /** @type {number | undefined} */ (id), first = true; at !== undefined; at = nodes[at].children[0], ply++) {
    const node = nodes[at];
    box.append(h("span", { class: "move" }, (ply % 2 || first) && h("span", { class: "number" }, number(ply)), button(node)), " ");
    first = false;
    if (node.comment) box.append(h("span", { class: "comment" }, node.comment), " ");
    const siblings = at === id ? [] : nodes[/** @type {number} */ (node.parent)].children.slice(1);
    for (const other of siblings) box.append(variation(other, ply));
    if (siblings.length) first = true;
  }
  return box;
}

/** The main line in two columns; comments and variations interrupt it. @param {number} id */
function table(id) {
  const { nodes } = app.tree;
  /** @type {HTMLElement | null} */
  let row = null;
  const rows = h("tbody");
  const aside = (/** @type {any[]} */ ...parts) => {
    rows.append(h("tr", { class: "aside" }, h("td", { colspan: 3 }, ...parts)));
    row = null;
  };
  for (let at = /** @type {number | undefined} */ (id), ply = 1; at !== undefined; at = nodes[at].children[0], ply++) {
    const node = nodes[at];
    if (!row || ply % 2) {
      row = h("tr", {}, h("th", { scope: "row" }, `${Math.ceil(ply / 2)}.`), ply % 2 ? null : h("td", { class: "skipped" }, "…"));
      rows.append(row);
    }
    row?.append(h("td", {}, button(node)));
    const others = nodes[/** @type {number} */ (node.parent)].children.slice(1);
    if (node.comment || others.length) aside(node.comment && h("p", { class: "comment" }, node.comment), ...others.map((other) => variation(other, ply)));
  }
  const [one, other] = app.tree.game === "amazons" ? ["White", "Black"] : ["Vertical", "Horizontal"];
  return h("table", { class: "moves" },
    h("colgroup", {}, h("col", { class: "number" }), h("col"), h("col")),
    h("thead", { class: "hidden-text" }, h("tr", {}, ...["Number", one, other].map((name) => h("th", { scope: "col" }, name)))), rows);
}

export function draw() {
  const { tree } = app;
  const [first] = tree.nodes[0].children;
  list.replaceChildren(
    tree.nodes[0].comment ? h("p", { class: "comment" }, tree.nodes[0].comment) : "",
    first === undefined ? h("p", { class: "muted" }, "No moves yet.") : table(first));
  const now = list.querySelector('[aria-current="true"]');
  if (now) {
    const [box, here] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
    if (here.bottom > box.bottom || here.top < box.top) list.scrollTop += here.top - box.top - box.height / 2;
  } else list.scrollTop = 0;
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
  h("div", { class: "stack" }, typed, h("div", { class: "row" }, pause, keepIt, promote, remove), h("label", { class: "field" }, "Comment", comment)),
);
for (const event of ["position", "game", "comment"]) app.addEventListener(event, draw);
app.addEventListener("info", state);
match.addEventListener("drawn", state);
match.addEventListener("ended", state);
