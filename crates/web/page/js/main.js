// Starts the page: its views, their addresses, the buttons under the board and the status line.

import { alone } from "./api.js";
import "./analysis.js";
import { app } from "./app.js";
import "./areas.js";
import { openCalculator } from "./calculator.js";
import { coach } from "./coach.js";
import { announce, byId, capital, h, toast } from "./dom.js";
import "./editor.js";
import { drawGallery } from "./gallery.js";
import { drawGames } from "./games.js";
import { keepForLater, takeNewVersion } from "./install.js";
import { hint } from "./hint.js";
import "./keys.js";
import { drawWelcome, endLesson, learn } from "./learn.js";
import { match, newState } from "./match.js";
import "./movelist.js";
import { sideName } from "./notation.js";
import { endProof, openProof } from "./proof.js";
import { endPuzzle, openPuzzle } from "./puzzle.js";
import { drawPuzzles } from "./puzzles.js";
import "./result.js";
import "./share.js";
import "./solve.js";
import { goBack, isGuest, start, visitAsGuest } from "./session.js";
import "./sound.js";
import { tabs } from "./tabs.js";

const VISITED = "lastmove-visited";

// Status line

function status() {
  const line = byId("status");
  if (app.info?.over) {
    const winner = capital(app.info.winner ?? "");
    line.replaceChildren(h("strong", {}, `${winner} wins: `), `${sideName(app.side)} has no move.`);
    announce(`${winner} wins. ${sideName(app.side)} has no move.`);
    return;
  }
  const steps = { 0: app.tree.game === "amazons" ? "choose an amazon" : "choose a square", 1: app.tree.game === "amazons" ? "choose where it goes" : "choose the second square", 2: "choose where it shoots" };
  const what = app.gate() ? steps[/** @type {0} */ (app.board.chosen.length)] : match.answered ? "the proof answers" : "the engine is thinking";
  line.replaceChildren(h("strong", {}, `${sideName(app.side)} to move`), `: ${what}.`);
}
for (const event of ["position", "info"]) app.addEventListener(event, status);
app.board.addEventListener("step", status);
match.addEventListener("ended", status);
match.addEventListener("drawn", () => {
  if (!app.info?.over) status();
});

// Buttons

const buttons = /** @type {[string, () => void][]} */ ([
  ["go-first", () => app.first()], ["go-back", () => app.back()], ["go-forward", () => app.forward()],
  ["go-last", () => app.last()], ["take-back", () => match.takeBack()], ["hint", () => void hint()],
  ["flip", () => app.board.flip()], ["resign", () => match.resign()],
]);
for (const [id, act] of buttons) byId(id).addEventListener("click", act);
app.addEventListener("position", () => {
  const { node } = app.tree;
  for (const id of ["go-first", "go-back"]) byId(id).disabled = node.parent === null;
  byId("take-back").disabled = !match.canTakeBack();
  for (const id of ["go-forward", "go-last"]) byId(id).disabled = node.children.length === 0;
});
function canResign() {
  byId("resign").disabled = isGuest() || Boolean(match.state.result) || Boolean(app.info?.over) || app.tree.nodes.length < 2;
}
for (const event of ["position", "info"]) app.addEventListener(event, canResign);
match.addEventListener("ended", canResign);
// Whoever plays Black against the engine sits behind the black pieces.
app.addEventListener("game", () => {
  const { first, second } = match.state.players;
  app.board.flip(first === "engine" && second === "human");
});
byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("lastmove-theme", root.dataset.theme);
});

// Routes

/** The views with their titles. @type {Record<string, string>} */
const VIEWS = { board: "", games: "Your games", learn: "Learn", puzzles: "Puzzles", values: "Values", gallery: "Gallery" };

/** @param {string} name */
function view(name) {
  for (const [other, title] of Object.entries(VIEWS)) {
    byId(`view-${other}`).hidden = other !== name;
    if (other === name) document.title = title ? `${title} · Lastmove` : "Lastmove: Amazons and Domineering";
  }
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
    } else if (first === "proofs" && second) {
      endPuzzle();
      await openProof(second);
      view("board");
    } else if (first === "gallery") {
      await drawGallery();
      view("gallery");
    } else if (first === "games") {
      await drawGames();
      view("games");
    } else if (first === "values") {
      view("values");
      await openCalculator();
    } else if (first === "board" && parameters.has("start")) {
      const game = parameters.get("game") === "domineering" ? "domineering" : "amazons";
      const tree = await app.prepare(game, parameters.get("start") ?? "", (parameters.get("moves") ?? "").split(" ").filter(Boolean));
      endPuzzle();
      endProof();
      coach(null);
      visitAsGuest(tree, newState({ live: false }));
      tabs.choose(parameters.get("tab") ?? "game");
      view("board");
    } else {
      endPuzzle();
      endProof();
      coach(null);
      await restore();
      view("board");
    }
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
    if (app.tree.nodes[0].position === "1 w") await restore();
    view("board");
  }
}

/** The game in progress; on the first visit the introduction. */
async function restore() {
  if (!localStorage.getItem(VISITED)) {
    localStorage.setItem(VISITED, "yes");
    await learn("amazons");
    return;
  }
  if (await goBack()) return;
  const tree = await app.prepare("amazons", "6x6");
  await start(tree, newState({ second: "engine", level: 3 }));
}

if (alone) await takeNewVersion();
tabs.choose("game");
window.addEventListener("hashchange", () => void route());
await route();
document.documentElement.dataset.ready = "yes";
if (alone) await keepForLater();
