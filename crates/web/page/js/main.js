// Starts the page: routes, the dialog for new games, keys, and what is kept between visits.

import { hint } from "./analysis.js";
import { app } from "./app.js";
import "./areas.js";
import { coach } from "./coach.js";
import { announce, byId, capital, h, toast } from "./dom.js";
import "./editor.js";
import { drawGallery } from "./gallery.js";
import { drawWelcome, endLesson, learn } from "./learn.js";
import { match } from "./match.js";
import "./movelist.js";
import { parse, sideName } from "./notation.js";
import { drawPuzzles, endPuzzle, openPuzzle } from "./puzzles.js";
import "./share.js";
import "./solve.js";
import { tabs } from "./tabs.js";
import { Tree } from "./tree.js";

const GAME = "lastmove-game";
const VISITED = "lastmove-visited";

const BOARDS = {
  amazons: [["10x10", "10x10, the full game"], ["8x8", "8x8"], ["7x7", "7x7"], ["6x6", "6x6"], ["6x6-inner", "6x6, amazons inside"], ["5x5", "5x5"], ["5x4", "5x4"], ["4x5", "4x5"], ["4x4", "4x4"], ["custom", "Another size or position…"]],
  domineering: [["8x8", "8x8"], ["7x7", "7x7"], ["6x6", "6x6"], ["5x5", "5x5"], ["4x4", "4x4"], ["5x9", "5x9"], ["10x10", "10x10"], ["custom", "Another size or position…"]],
};

// Status line

function status() {
  const line = byId("status");
  if (match.ended) {
    line.replaceChildren(h("strong", {}, match.ended));
    return;
  }
  if (app.info?.over) {
    const winner = capital(app.info.winner ?? "");
    line.replaceChildren(h("strong", {}, `${winner} wins: `), `${sideName(app.side)} has no move.`);
    announce(`${winner} wins. ${sideName(app.side)} has no move.`);
    return;
  }
  const steps = { 0: app.tree.game === "amazons" ? "choose an amazon" : "choose a square", 1: app.tree.game === "amazons" ? "choose where it goes" : "choose the second square", 2: "choose where it shoots" };
  const what = app.gate() ? steps[/** @type {0} */ (app.board.chosen.length)] : "the engine is thinking";
  line.replaceChildren(h("strong", {}, `${sideName(app.side)} to move`), `: ${what}.`);
}
for (const event of ["position", "info"]) app.addEventListener(event, status);
app.board.addEventListener("step", status);
match.addEventListener("ended", status);
match.addEventListener("drawn", () => {
  if (!app.info?.over && !match.ended) status();
});

// The game survives a reload.

let saving = 0;
function save() {
  clearTimeout(saving);
  saving = window.setTimeout(() => {
    const { players, level, seconds } = match;
    const text = JSON.stringify({ ...app.tree.toJSON(), match: { ...players, level, seconds } });
    if (text.length < 500_000) localStorage.setItem(GAME, text);
  }, 300);
}
for (const event of ["position", "comment"]) app.addEventListener(event, save);

// Buttons and keys

const buttons = /** @type {[string, () => void][]} */ ([
  ["go-first", () => app.first()], ["go-back", () => app.back()], ["go-forward", () => app.forward()],
  ["go-last", () => app.last()], ["take-back", () => match.takeBack()], ["hint", () => void hint()],
]);
for (const [id, act] of buttons) byId(id).addEventListener("click", act);
app.addEventListener("position", () => {
  const { node } = app.tree;
  for (const id of ["go-first", "go-back", "take-back"]) byId(id).disabled = node.parent === null;
  for (const id of ["go-forward", "go-last"]) byId(id).disabled = node.children.length === 0;
});
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog, .moves")) return;
  const act = {
    ",": () => app.back(), ".": () => app.forward(), u: () => match.takeBack(), i: () => void hint(),
    n: () => openNew(), b: () => app.board.focusOn(app.board.focus),
    Home: () => app.first(), End: () => app.last(),
  }[event.key];
  if (act && !byId("view-board").hidden) {
    act();
    event.preventDefault();
  }
});
byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("lastmove-theme", root.dataset.theme);
});

// New games

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
}
byId("new-which").addEventListener("change", () => fillBoards());
byId("new-board").addEventListener("change", () => fillBoards(true));
const LEVELS = ["beginner", "easy", "easy", "medium", "medium", "hard", "hard", "very hard", "very hard", "all it can"];
byId("new-level").addEventListener("input", () => {
  const { value } = byId("new-level");
  byId("level-name").textContent = `${value}, ${LEVELS[Number(value) - 1]}`;
});
byId("new-cancel").addEventListener("click", () => dialog.close());

function openNew() {
  fillBoards();
  dialog.showModal();
}
byId("new-game").addEventListener("click", openNew);
form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const board = text("board") === "custom" ? text("custom") : text("board");
  const [main, increment] = text("clock") === "none" ? [0, 0] : text("clock").split("+").map(Number);
  const game = /** @type {"amazons" | "domineering"} */ (text("game"));
  try {
    await app.ask(game, board);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
    return;
  }
  dialog.close();
  match.set({
    first: /** @type {"human"} */ (text("first")), second: /** @type {"human"} */ (text("second")),
    level: Number(text("level")), clock: main ? { main, increment } : null,
  });
  endLesson();
  await app.begin(game, board);
  tabs.choose("game");
  if (location.hash !== "#/") history.pushState(null, "", "#/");
  view("board");
});

// Routes

/** @param {string} name */
function view(name) {
  for (const other of ["board", "learn", "puzzles", "gallery"]) byId(`view-${other}`).hidden = other !== name;
  for (const link of document.querySelectorAll(".top nav a")) {
    if (/** @type {HTMLElement} */ (link).dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (name !== "board") match.pause();
}

async function route() {
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  const [, first, second] = path.split("/");
  const parameters = new URLSearchParams(query ?? "");
  try {
    if (first === "learn" && (second === "amazons" || second === "domineering")) {
      endPuzzle();
      view("board");
      await learn(second);
      return;
    }
    endLesson();
    if (first === "learn") {
      drawWelcome();
      view("learn");
    } else if (first === "puzzles" && second) {
      await openPuzzle(second);
      view("board");
    } else if (first === "puzzles") {
      await drawPuzzles();
      view("puzzles");
    } else if (first === "gallery") {
      await drawGallery();
      view("gallery");
    } else if (first === "board" && parameters.has("start")) {
      endPuzzle();
      coach(null);
      match.set({ first: "human", second: "human" });
      match.live = false;
      const game = parameters.get("game") === "domineering" ? "domineering" : "amazons";
      await app.begin(game, parameters.get("start") ?? "", (parameters.get("moves") ?? "").split(" ").filter(Boolean));
      tabs.choose(parameters.get("tab") ?? "game");
      view("board");
    } else {
      if (app.tree.nodes[0].position === "1 w") await restore();
      view("board");
    }
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
    if (app.tree.nodes[0].position === "1 w") await app.begin("amazons", "6x6");
    view("board");
  }
}

/** The game of the last visit; on the first visit the introduction. */
async function restore() {
  if (!localStorage.getItem(VISITED)) {
    localStorage.setItem(VISITED, "yes");
    await learn("amazons");
    return;
  }
  const kept = localStorage.getItem(GAME);
  if (kept) {
    try {
      const data = JSON.parse(kept);
      const tree = Tree.from(data);
      await app.ask(tree.game, tree.nodes[0].position);
      match.set(data.match ?? { first: "human", second: "human" });
      match.live = false;
      tree.current = tree.line().at(-1)?.id ?? 0;
      if (parse(tree.nodes[0].position).cells.length > 1) {
        app.open(tree);
        return;
      }
    } catch {
      localStorage.removeItem(GAME);
    }
  }
  match.set({ first: "human", second: "engine", level: 3 });
  await app.begin("amazons", "6x6");
}

tabs.choose("game");
window.addEventListener("hashchange", () => void route());
void route().then(() => (document.documentElement.dataset.ready = "yes"));
