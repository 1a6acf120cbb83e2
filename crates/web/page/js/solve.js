// The Solve tab: a search to the end, watched while it runs, and its certificate.

import { fetchBlob, listen } from "./api.js";
import { app } from "./app.js";
import { announce, byId, bytes, capital, count, download, h, toast } from "./dom.js";
import { sideName } from "./notation.js";
import { tabs } from "./tabs.js";

const panel = byId("tab-solve");
const start = h("button", { type: "button", class: "primary", id: "solve-start" }, "Solve this position");
const stopButton = h("button", { type: "button", id: "solve-stop", hidden: true }, "Stop");
const certify = h("input", { type: "checkbox", id: "solve-certify", role: "switch" });
certify.checked = true;
const certifyRow = h("label", { class: "switch" }, certify, "Write a certificate");
const box = h("div", { class: "stack", id: "solve-box", "aria-live": "polite" });
/** @type {AbortController | null} */
let running = null;

/** @param {[string, string][]} facts */
function table(facts) {
  return h("dl", { class: "facts" }, ...facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]));
}

/** @param {any} p */
function progress(p) {
  /** @type {[string, string][]} */
  const facts = [
    ["Doing", p.stage],
    [p.stage === "searching" ? "Nodes" : "Positions", count(p.nodes)],
    ["Time", `${p.seconds.toFixed(1)} s`],
  ];
  if (p.proof !== null) facts.push(["Proof number", count(p.proof)], ["Disproof number", count(p.disproof)]);
  if (p.line.length) facts.push(["Line", p.line.join(" ")]);
  box.replaceChildren(h("div", { class: "progress" }, h("i")), table(facts));
}

/** @param {any} solved */
function headline(solved) {
  if (solved.game === "amazons") return `${capital(solved.winner)} wins.`;
  const words = { V: "Vertical wins, whoever is first.", H: "Horizontal wins, whoever is first.", 1: "The first player wins.", 2: "The second player wins." };
  return words[/** @type {"V"} */ (solved.class)] ?? `${capital(solved.winner ?? "")} wins.`;
}

/** @param {any} solved @param {import("./tree.js").Node} node */
function done(solved, node) {
  /** @type {[string, string][]} */
  const facts = [];
  if (solved.game === "amazons") {
    facts.push(["To move", capital(solved.to_move)], ["Winning move", solved.best_move ?? "none: every move loses"]);
    if (solved.pv.length) facts.push(["Line", solved.pv.join(" ")]);
  } else {
    for (const [side, opening] of Object.entries(solved.first)) {
      if (opening) facts.push([`${capital(side)} first`, `${capital(opening.winner)} wins${opening.best_move ? ` with ${opening.best_move}` : ""}`]);
    }
  }
  facts.push(["Nodes", solved.nodes || solved.visited > 1 ? count(solved.nodes) : "0, remembered from an earlier search"], ["Visited", `${count(solved.visited)} positions`], ["Time", `${solved.seconds.toFixed(2)} s`]);
  if (solved.game === "amazons") facts.push(["Databases", solved.databases]);
  const text = headline(solved);
  const parts = [h("div", { class: "verdict", id: "solved" }, h("b", {}, text), h("p", {}, "Proved by search."))];
  parts.push(table(facts));
  const certificate = solved.certificate;
  if (certificate?.verified) {
    const name = `${solved.game}-${solved.board}-${solved.winner ?? solved.class}.proof`;
    const get = h("button", { type: "button", class: "primary", id: "certificate" }, `Download the certificate (${bytes(certificate.bytes)})`);
    get.addEventListener("click", async () => {
      try {
        download(await fetchBlob(`certificate/${certificate.id}`), name);
      } catch (error) {
        toast(/** @type {Error} */ (error).message, true);
      }
    });
    parts.push(get, h("p", { class: "muted" },
      `${count(certificate.positions)} positions; the checker, which shares nothing with the solver, has accepted it. Check it again with: lastmove verify ${name}`));
  } else if (certificate) {
    parts.push(h("p", { class: "muted" }, `No certificate: ${certificate.problem}`));
  }
  box.replaceChildren(...parts);
  const side = sideName(app.side).toLowerCase();
  const best = solved.best_squares ?? solved.first?.[side]?.squares;
  if (best && app.tree.node === node) {
    app.board.arrows = [{ squares: best, rank: 0, label: "wins" }];
    app.board.draw();
  }
  announce(text);
}

async function solve() {
  stop();
  const mine = new AbortController();
  running = mine;
  const { node, game } = app.tree;
  start.disabled = true;
  stopButton.hidden = false;
  box.replaceChildren(h("div", { class: "progress" }, h("i")), h("p", { class: "muted" }, "Starting…"));
  const position = game === "amazons" ? node.position : node.position.split(" ")[0];
  try {
    await listen("solve", { game, position, certificate: certify.checked }, (name, data) => {
      if (running !== mine) return;
      if (name === "queued") box.replaceChildren(h("p", { class: "muted" }, "Other searches are running; this one waits for its turn."));
      else if (name === "progress") progress(data);
      else if (name === "done") done(data, node);
      else if (name === "stopped") {
        box.replaceChildren(h("p", {}, `No answer: ${data.reason}. ${count(data.nodes)} nodes in ${data.seconds.toFixed(1)} s.`),
          h("p", { class: "muted" }, "Larger positions are for the command line: lastmove solve"));
      } else if (name === "failed") box.replaceChildren(h("p", {}, data.error));
    }, mine.signal);
  } catch (error) {
    if (running === mine && !mine.signal.aborted) box.replaceChildren(h("p", {}, /** @type {Error} */ (error).message));
  }
  if (running === mine) stop();
}

function stop() {
  const was = running;
  running = null;
  was?.abort();
  start.disabled = false;
  stopButton.hidden = true;
}

start.addEventListener("click", () => void solve());
stopButton.addEventListener("click", () => {
  stop();
  box.replaceChildren(h("p", { class: "muted" }, "Stopped."));
});
panel.append(
  h("div", { class: "stack" },
    h("p", { class: "muted" }, "A search to the end: who wins, with which move, and a certificate that a separate program can check. Small boards take seconds; some take days."),
    h("div", { class: "row" }, start, stopButton),
    certifyRow, box),
);
app.addEventListener("position", () => {
  if (running) stop();
  box.replaceChildren();
});
tabs.addEventListener("change", () => {
  if (tabs.current !== "solve" && !running && app.board.arrows.some((arrow) => arrow.label === "wins")) {
    app.board.arrows = [];
    app.board.draw();
  }
});
window.addEventListener("pagehide", stop);
