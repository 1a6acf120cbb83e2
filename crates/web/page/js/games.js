// The view of all games: search, continue, import and export.

import { ask } from "./api.js";
import { picture } from "./board.js";
import { byId, capital, count, download, h, toast } from "./dom.js";
import { all, keep, library, remove } from "./library.js";
import { currentId, resume } from "./session.js";
import { compactOf, day, fromSgf } from "./records.js";
import { Tree } from "./tree.js";

/** @typedef {import("./library.js").Kept} Kept */

const view = byId("view-games");
const search = h("input", { type: "search", id: "games-search", placeholder: "Search: player, game, board, result, date", "aria-label": "Search" });
const list = h("div", { class: "grid", id: "games-list" });
const found = h("p", { class: "muted", "aria-live": "polite" });

/** What a search looks at. @param {Kept} kept */
function words({ game, board, names, result, changed, clock }) {
  return [game, board, names.first, names.second, result ?? "unfinished", day(changed), clock ?? ""].join(" ").toLowerCase();
}

/** @param {Kept} kept */
function card(kept) {
  const go = async () => {
    await resume(kept);
    location.hash = "/";
  };
  const here = kept.id === currentId();
  return h("article", { class: "tile-card", "data-game": kept.id },
    picture(kept.game, kept.position, `${kept.names.first} and ${kept.names.second}`, kept.dominoes),
    h("b", {}, `${kept.names.first} – ${kept.names.second}`),
    h("p", { class: "muted" }, `${capital(kept.game)} ${kept.board}, ${count(kept.moves, "move")}${kept.clock ? `, ${kept.clock}` : ""}${kept.reviewed ? ", with analysis" : ""}`),
    h("p", { class: "muted" }, `${kept.result ?? "not finished"} · ${day(kept.changed)}`),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small primary", onclick: go }, here ? "On the board" : "Continue"),
      h("button", { type: "button", class: "small", onclick: () => void forget(kept) }, "Delete")));
}

/** @param {Kept} kept */
async function forget(kept) {
  if (!confirm(`Delete the game of ${day(kept.changed)}?`)) return;
  await remove(kept.id);
}

async function fill() {
  let games;
  try {
    games = await all();
  } catch (error) {
    found.textContent = /** @type {Error} */ (error).message;
    return;
  }
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = games.filter((kept) => wanted.every((/** @type {string} */ word) => words(kept).includes(word)));
  found.textContent = games.length ? `${shown.length} of ${count(games.length, "game")}` : "No games yet. Every game that you play is kept here, in this browser alone.";
  list.replaceChildren(...shown.map(card));
}

/** All Amazons games as one file; the format knows no Domineering. */
async function exportSgf() {
  const games = (await all()).filter(({ game }) => game === "amazons");
  const texts = [];
  for (const kept of games) {
    const tree = Tree.from(kept.tree);
    const { sgf } = await ask("sgf/write", compactOf(tree, kept.names, kept.result, kept.created));
    texts.push(sgf.trim());
  }
  download(new Blob([texts.join("\n\n")], { type: "application/x-go-sgf" }), `lastmove-games-${day(Date.now())}.sgf`);
}

async function exportJson() {
  download(new Blob([JSON.stringify({ lastmove: 1, games: await all() }, null, 1)], { type: "application/json" }), `lastmove-games-${day(Date.now())}.json`);
}

/** A record that came from elsewhere. @param {Tree} tree @param {any} [more] @returns {Kept} */
function imported(tree, more = {}) {
  const line = tree.line();
  const end = line[line.length - 1];
  const sides = tree.game === "amazons" ? ["w", "b"] : ["v", "h"];
  return {
    id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, game: tree.game, board: `${tree.size.width}x${tree.size.height}`,
    created: Date.now(), changed: Date.now(), moves: line.length - 1,
    names: { first: tree.players[sides[0]] ?? "?", second: tree.players[sides[1]] ?? "?" }, result: null,
    position: end.position, dominoes: tree.game === "domineering" ? tree.dominoes(end.id) : [], clock: null, reviewed: false,
    tree: tree.toJSON(), match: null, current: line.length - 1, ...more,
  };
}

/** Splits a collection into its games; texts in brackets may hold anything. @param {string} text */
export function collection(text) {
  const games = [];
  let [depth, from, inside] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inside) {
      if (c === "\\") i++;
      else if (c === "]") inside = false;
    } else if (c === "[") inside = true;
    else if (c === "(" && depth++ === 0) from = i;
    else if (c === ")" && --depth === 0) games.push(text.slice(from, i + 1));
  }
  return games;
}

/** @param {string} text */
async function importAll(text) {
  let n = 0;
  if (text.trim().startsWith("{")) {
    const data = JSON.parse(text);
    for (const kept of data.games ?? [data]) {
      const tree = Tree.from(kept.tree ?? kept);
      await ask("position", { game: tree.game, position: tree.nodes[0].position });
      await keep(imported(tree, kept.tree ? kept : {}));
      n++;
    }
  } else {
    for (const sgf of collection(text)) {
      await keep(imported(fromSgf(await ask("sgf/read", { sgf }))));
      n++;
    }
  }
  toast(`${count(n, "game")} imported`);
}

/** @param {() => Promise<void>} work */
const guarded = (work) => () => work().catch((error) => toast(error.message, true));

const file = h("input", { type: "file", id: "games-import", accept: ".sgf,.json", class: "hidden-text", tabindex: "-1", "aria-label": "A file with games" });
file.addEventListener("change", guarded(async () => {
  const [chosen] = file.files ?? [];
  if (chosen) await importAll(await chosen.text());
  file.value = "";
}));

view.append(
  h("h1", {}, "Your games"),
  h("p", { class: "lead" }, "Every game is kept in this browser, with its clock and its analysis."),
  h("div", { class: "row games-bar" }, search,
    h("button", { type: "button", onclick: () => file.click() }, "Import"), file,
    h("button", { type: "button", id: "games-sgf", onclick: guarded(exportSgf) }, "Export all as SGF"),
    h("button", { type: "button", id: "games-json", onclick: guarded(exportJson) }, "Export all as JSON")),
  found, list);
search.addEventListener("input", () => void fill());
library.addEventListener("changed", () => {
  if (!view.hidden) void fill();
});

export const drawGames = fill;
