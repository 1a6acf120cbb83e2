// The welcome, and a one-minute introduction to each game, played on a small board.

import { app } from "./app.js";
import { picture } from "./board.js";
import { coach } from "./coach.js";
import { byId, h } from "./dom.js";
import { newState } from "./match.js";
import { visitAsGuest } from "./session.js";
import { tabs } from "./tabs.js";

/** @typedef {import("./notation.js").GameName} GameName */

/** @type {GameName | null} */
let lesson = null;
let step = 0;

/** @param {string} address */
function visit(address) {
  if (location.hash === `#${address}`) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = address;
}

/** What a finger does, or a mouse. */
const CLICK = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";

const LESSONS = {
  amazons: {
    board: "2q2/5/5/5/2Q2 w",
    steps: [
      ["Amazons in one minute", `The light crown is your amazon. ${CLICK} it.`],
      ["It moves like a chess queen", `Straight or diagonally, as far as the way is free. ${CLICK} one of the lit squares.`],
      ["Now it shoots", "From where it stands, again like a queen. The square that it hits burns for the rest of the game."],
      ["Walls for ever", "No piece enters or crosses a burnt square. Whoever cannot move loses: keep room for yourself and take it from the other."],
    ],
  },
  domineering: {
    board: "4x4",
    steps: [
      ["Domineering in one minute", `You are Vertical: your dominoes stand upright. ${CLICK} a free square.`],
      ["Choose the second square", `Above or below. ${CLICK} the other square that the domino shall cover.`],
      ["", ""],
      ["The last move wins", "The engine lays its dominoes flat. Whoever finds no room for a domino loses: make places where only yours fit."],
    ],
  },
};

/** @param {GameName} game */
export async function learn(game) {
  const tree = await app.prepare(game, LESSONS[game].board);
  lesson = game;
  step = 0;
  visitAsGuest(tree, newState({ second: "engine", level: 1, seconds: 0.4 }));
  tabs.choose("game");
  say();
}

export function endLesson() {
  if (!lesson) return;
  lesson = null;
  coach(null);
}

function say() {
  if (!lesson) return;
  const other = lesson === "amazons" ? "domineering" : "amazons";
  const otherName = other === "amazons" ? "Amazons" : "Domineering";
  /** @type {[string, () => void, boolean?][]} */
  const ways = [[`${otherName} instead`, () => visit(`/learn/${other}`)], ["Skip", () => {
    endLesson();
    visit("/");
  }]];
  if (app.info?.over) {
    const won = app.info.winner === (lesson === "amazons" ? "white" : "vertical");
    coach({
      title: won ? "You made the last move: you win!" : "The engine made the last move.",
      text: won ? "That is the whole game. On larger boards it becomes deep." : "Take back a few moves and try another way, or begin again.",
      actions: [
        [`Now ${otherName}`, () => visit(`/learn/${other}`), won],
        ["Play a larger board", () => byId("new-game").click(), !won],
        ["Again", () => void learn(/** @type {GameName} */ (lesson))],
        ["Puzzles", () => visit("/puzzles")],
      ],
    });
    return;
  }
  const [title, text] = LESSONS[lesson].steps[step];
  coach({ title, text, step, steps: 4, actions: ways });
}

app.board.addEventListener("step", (event) => {
  if (!lesson || step >= 3) return;
  step = /** @type {CustomEvent} */ (event).detail;
  say();
});
app.addEventListener("played", (event) => {
  if (!lesson) return;
  if (/** @type {CustomEvent} */ (event).detail === "human") step = 3;
  say();
});
app.addEventListener("info", () => {
  if (lesson && app.info?.over) say();
});
app.addEventListener("travel", () => {
  if (lesson) say();
});

/** The page that one comes back to. */
export function drawWelcome() {
  const tile = (/** @type {GameName} */ game, /** @type {string} */ position, /** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ to, /** @type {number[][]} */ dominoes = []) =>
    h("a", { class: "tile-card", href: `#${to}` }, picture(game, position, title, dominoes), h("b", {}, title), h("p", { class: "muted" }, text));
  byId("view-learn").replaceChildren(
    h("h1", {}, "Whoever makes the last move wins"),
    h("p", { class: "lead" }, "Amazons and Domineering are games of territory without chance. Learn each in a minute by playing it, then play the engine, look at what the board is worth, and have small boards solved with proof."),
    h("div", { class: "grid wide hero" },
      tile("amazons", "2q2/1*3/3*1/*4/2Q2 w", "Learn Amazons", "Move like a queen, burn a square, keep room for yourself.", "/learn/amazons"),
      tile("domineering", "1*2/1*2/*1**/*3 h", "Learn Domineering", "One side places dominoes upright, the other flat.", "/learn/domineering", [[1, 5], [10, 11], [8, 12]])),
    h("h2", {}, "Then"),
    h("div", { class: "grid" },
      h("a", { class: "tile-card", href: "#/", onclick: () => byId("new-game").click() }, h("b", {}, "Play"), h("p", { class: "muted" }, "Against the engine at ten levels, with a clock or without, or two people on one board.")),
      h("a", { class: "tile-card", href: "#/puzzles" }, h("b", {}, "Puzzles"), h("p", { class: "muted" }, "Positions with exactly one winning move, proved by the solver.")),
      h("a", { class: "tile-card", href: "#/proofs/amazons-4x5" }, h("b", {}, "Walk through a proof"), h("p", { class: "muted" }, "Play the side that loses: a certificate answers every move, and shows where each answer comes from.")),
      h("a", { class: "tile-card", href: "#/gallery" }, h("b", {}, "Gallery"), h("p", { class: "muted" }, "Solved boards, zugzwangs and figures from the literature.")),
      h("a", { class: "tile-card", href: "#/board?game=amazons&start=10x10" }, h("b", {}, "Analyse"), h("p", { class: "muted" }, "The big board with engine, areas, values and thermographs."))),
  );
}
