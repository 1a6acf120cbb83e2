// The game in progress: kept while it is played, found again on the next visit. Puzzles, lessons
// and links are guests on the board: they are not kept, and the game waits until they are over.

import { app } from "./app.js";
import { toast } from "./dom.js";
import { find, keep } from "./library.js";
import { match, namesOf, newState } from "./match.js";
import { Tree } from "./tree.js";

const CURRENT = "lastmove-current";
/** Where games were kept before there was a library. */
const OLD = "lastmove-game";

/** @typedef {import("./match.js").State} State */
/** @typedef {{ id: string, created: number, tree: Tree, match: State }} Current */

/** @type {Current | null} */
let current = null;
/** Whether something else than the game in progress is on the board. */
let guest = true;
let saving = 0;
let failed = false;
/** Ends the lock on the game of this tab. @type {() => void} */
let release = () => {};

export const isGuest = () => guest;
export const currentId = () => current?.id;
/** When the game on the board was begun. */
export const createdAt = () => (guest ? Date.now() : current?.created ?? Date.now());

/** Two tabs never write the same game: whoever comes second works on a copy. @param {string} id */
async function claim(id) {
  release();
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`lastmove game ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock) return new Promise((end) => (release = () => end(undefined)));
    });
  });
}

/** The game in progress as it is kept. @returns {import("./library.js").Kept | null} */
function record() {
  if (!current) return null;
  const { id, created, tree, match: own } = current;
  const line = tree.line(0);
  const data = tree.toJSON();
  const end = line[line.length - 1];
  const path = tree.lineTo(tree.current).length - 1;
  return {
    id, created, changed: Date.now(), game: tree.game, board: `${tree.size.width}x${tree.size.height}`,
    moves: line.length - 1, names: namesOf(tree, own), result: own.result, position: end.position,
    dominoes: tree.game === "domineering" ? tree.dominoes(end.id) : [],
    clock: own.clock ? `${own.clock.main}+${own.clock.increment}` : null,
    reviewed: line.some((node) => node.verdict), tree: data, match: structuredClone(own), current: path,
  };
}

async function save() {
  clearTimeout(saving);
  saving = 0;
  const kept = guest ? null : record();
  // A board on which nothing was played is not worth a place in the list.
  if (!kept || (kept.moves === 0 && !kept.clock)) return;
  try {
    await keep(kept);
    failed = false;
  } catch (error) {
    if (!failed) toast(`This game is not kept: ${/** @type {Error} */ (error).message}`, true);
    failed = true;
  }
}

function later() {
  if (guest || saving) return;
  saving = window.setTimeout(() => void save(), 250);
}

/** The clocks, at once: the database may not answer any more when a page is closed. */
function note() {
  if (guest || !current) return;
  try {
    localStorage.setItem(CURRENT, JSON.stringify({ id: current.id, left: current.match.left }));
    sessionStorage.setItem(CURRENT, current.id);
  } catch {
    // A full or forbidden storage loses the clock, not the game.
  }
}

/** Puts a game on the board; the one before it is saved and stays in the library. @param {Current} game */
function show(game) {
  void save();
  current = game;
  guest = false;
  match.take(game.match);
  app.open(game.tree);
  note();
}

/** A new game takes the board. @param {Tree} tree @param {State} [state] */
export async function start(tree, state = newState()) {
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  await claim(id);
  show({ id, created: Date.now(), tree, match: state });
  await save();
}

/** Something else takes the board for a while. @param {Tree} tree @param {State} [state] */
export function visitAsGuest(tree, state = newState()) {
  void save();
  guest = true;
  match.take(state);
  app.open(tree);
}

/** Makes what is on the board a game of its own. */
export function keepGuest() {
  return start(app.tree, match.state);
}

/** Puts a game of the library on the board. @param {import("./library.js").Kept} kept */
export async function resume(kept) {
  // What is kept may be older than what is here.
  if (kept.id === current?.id) {
    await goBack();
    if (kept.match?.live && !current.match.result) match.resume();
    return;
  }
  const mine = await claim(kept.id);
  const id = mine ? kept.id : crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  if (!mine) toast("This game is open in another tab; here it goes on as a copy.");
  const tree = Tree.from(kept.tree);
  const line = tree.line();
  tree.current = line[Math.min(kept.current ?? line.length, line.length - 1)].id;
  /** @type {State} */
  const state = { ...newState({ live: false }), ...structuredClone(kept.match) };
  state.live &&= !state.result;
  const noted = JSON.parse(localStorage.getItem(CURRENT) ?? "null");
  if (noted?.id === kept.id) state.left = noted.left;
  show({ id, created: mine ? kept.created : Date.now(), tree, match: state });
}

/** Back to the game in progress; whether there is one. */
export async function goBack() {
  if (!guest) return true;
  if (current) {
    show(current);
    return true;
  }
  try {
    const id = sessionStorage.getItem(CURRENT) ?? JSON.parse(localStorage.getItem(CURRENT) ?? "null")?.id;
    const kept = id && (await find(id));
    if (kept) {
      await resume(kept);
      return true;
    }
    const old = localStorage.getItem(OLD);
    if (old) {
      localStorage.removeItem(OLD);
      const data = JSON.parse(old);
      const tree = Tree.from(data);
      tree.current = tree.line().at(-1)?.id ?? 0;
      await start(tree, newState({ ...data.match, live: false }));
      return true;
    }
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
  }
  return false;
}

for (const event of ["position", "comment"]) app.addEventListener(event, later);
// A move or a result is not lost when the page is closed right after it.
app.addEventListener("played", () => void save());
match.addEventListener("ended", () => void save());
match.addEventListener("drawn", note);
window.addEventListener("pagehide", () => {
  note();
  void save();
});
