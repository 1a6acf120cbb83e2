// Walking through a proof: one plays the side that loses, and a certificate that was checked just now
// answers. What is stored in the file and what the checker sees by itself are told apart.

import { ask } from "./api.js";
import { app } from "./app.js";
import { coach } from "./coach.js";
import { byId, capital, count, h, toast } from "./dom.js";
import { match, newState } from "./match.js";
import { draw as drawMoves } from "./movelist.js";
import { sideName } from "./notation.js";
import { visitAsGuest } from "./session.js";
import { tabs } from "./tabs.js";

/** The certificates that come with the page, by the names of their files. */
const SHIPPED = [
  ["amazons-4x4", "Amazons 4x4"], ["amazons-4x5", "Amazons 4x5"], ["amazons-5x4", "Amazons 5x4"], ["amazons-5x5", "Amazons 5x5"],
];
/** The address of a file that was opened, which is not kept. */
const OPENED = "opened";
/** Where each answer comes from, as the list of moves marks it. */
const SOURCES = { stored: "file", ahead: "checker", mirrored: "checker", plain: "checker" };
/** Milliseconds before the proof answers, so that one sees both moves. */
const PAUSE = 350;

/** @typedef {{ name: string, bytes: Uint8Array }} Certificate */

/** @type {Certificate | null} the file that was opened last */
let opened = null;
/** @type {{ certificate: string, name: string, claim: any, tree: import("./tree.js").Tree } | null} */
let walking = null;

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** @param {string} name @returns {Promise<Certificate>} */
async function load(name) {
  if (name === OPENED && opened) return opened;
  if (!SHIPPED.some(([shipped]) => shipped === name)) throw new Error("open the certificate again; the page does not keep it");
  const response = await fetch(`data/proofs/${name}.proof`);
  if (!response.ok) throw new Error(`the certificate cannot be loaded: ${response.status}`);
  return { name: `${name}.proof`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Has a certificate checked, and puts its board up. @param {string} address its name in the address */
export async function openProof(address) {
  const { name, bytes } = await load(address);
  const certificate = base64(bytes);
  const claim = await ask("proof", { certificate }).catch((error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  const tree = await app.prepare(claim.game, claim.position);
  const letter = (/** @type {string} */ side) => side[0];
  tree.players = { [letter(claim.winner)]: "The proof", [letter(claim.loser)]: "You" };
  walking = { certificate, name, claim, tree };
  match.answered = letter(claim.winner);
  visitAsGuest(tree, newState({ live: false }));
  app.board.flip(claim.loser === "black");
  tabs.choose("game");
}

export function endProof() {
  if (!walking) return;
  walking = null;
  match.answered = null;
  coach(null);
}

/** @param {string} text */
function say(text) {
  if (!walking) return;
  const { claim } = walking;
  coach({
    title: `${capital(claim.winner)} wins ${capital(claim.game)} ${claim.board}: the proof`, text,
    actions: [["From the start", () => app.first()], ["Other proofs", () => chooseAnother()]],
  });
}

function chooseAnother() {
  tabs.choose("solve");
  byId("proofs").scrollIntoView({ block: "nearest" });
}

/** What the check found, at the beginning. */
function welcome() {
  if (!walking) return;
  const { claim, name } = walking;
  say(`${name} was checked just now: it stores ${count(claim.moves, "move")}; every other win the checker sees by itself. You are ${capital(claim.loser)}, who loses whatever you play. Try it.`);
}

/** The proof answers the move on the board, if it is its turn. */
async function answer() {
  const walk = walking;
  if (!walk || app.tree !== walk.tree || !app.info) return;
  const { node } = app.tree;
  if (app.info.over) {
    say(`${capital(app.info.winner ?? "")} wins: ${sideName(app.side)} has no move. Go back and try another way.`);
    return;
  }
  if (app.side !== match.answered) {
    if (node.source) tell(node);
    else if (node.parent === null) welcome();
    return;
  }
  if (node.children.length) return;
  try {
    const asked = ask("proof", { certificate: walk.certificate, position: node.position });
    const [found] = await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
    if (walking !== walk || app.tree.node !== node || node.children.length) return;
    if (!found.answer) {
      say("The proof does not answer here: this position does not come up when the winner plays by it.");
      return;
    }
    const { squares, source, words } = found.answer;
    app.tree.nodes[app.tree.add(node.id, squares)].source = { from: SOURCES[/** @type {"stored"} */ (source)], words };
    app.play(squares, "engine");
    drawMoves();
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
  }
}

/** Where the last answer comes from. @param {import("./tree.js").Node} node */
function tell({ name, source }) {
  if (!source) return;
  say(source.from === "file" ? `${name} comes from the file: ${source.words}.` : `${name} is not in the file. It is the checker’s own look: ${source.words}.`);
}

app.addEventListener("info", () => void answer());
app.addEventListener("game", () => {
  if (walking && app.tree !== walking.tree) endProof();
});

// The choice, in the Solve tab

const choice = h("select", { id: "proof-choice", "aria-label": "Proofs that come with the page" }, ...SHIPPED.map(([name, title]) => h("option", { value: name }, title)));
const refused = h("p", { class: "wrong", role: "alert", id: "proof-refused" });
const file = h("input", { type: "file", id: "proof-file", accept: ".proof", class: "hidden-text", tabindex: "-1", "aria-label": "A certificate" });

/** Opens a proof by its address, also if it is there already. @param {string} name */
function visit(name) {
  const address = `#/proofs/${name}`;
  if (location.hash === address) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = address;
}

/** Takes a certificate that was opened; the words of a refusal stay. @param {string} name @param {Uint8Array} bytes */
export async function take(name, bytes) {
  refused.textContent = "Checking…";
  try {
    await ask("proof", { certificate: base64(bytes) });
    refused.textContent = "";
    opened = { name, bytes };
    visit(OPENED);
  } catch (error) {
    refused.textContent = `${name}: ${/** @type {Error} */ (error).message}`;
  }
}

file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (chosen) await take(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
  file.value = "";
});
/** For the Solve tab. */
export const proofsBox = h("section", { class: "stack", id: "proofs" },
  h("h2", {}, "Walk through a proof"),
  h("p", { class: "muted" }, "Play the side that loses: a certificate, checked first, answers every move."),
  h("div", { class: "row" }, choice, h("button", { type: "button", id: "proof-open", onclick: () => visit(choice.value) }, "Walk through it"),
    h("button", { type: "button", id: "proof-own", onclick: () => file.click() }, "Open a certificate"), file),
  refused);
