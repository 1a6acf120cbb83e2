// The Solve tab: a search to the end, watched while it runs, and its certificate as a second step.

import { fetchBlob } from "./api.js";
import { app } from "./app.js";
import { announce, byId, bytes, capital, count, download, h, toast } from "./dom.js";
import { Job, run } from "./jobs.js";
import { sideName } from "./notation.js";
import { proofsBox, take } from "./proof.js";
import { tabs } from "./tabs.js";

/**
 * What is known of one position.
 * @typedef {{ game: string, position: string, job: Job | null, progress: any, answer: any,
 *   end: string | null }} Search `end` is what to say when there is no answer, or no certificate
 */

const panel = byId("tab-solve");
const start = h("button", { type: "button", class: "primary", id: "solve-start" }, "Solve this position");
const stopButton = h("button", { type: "button", id: "solve-stop", hidden: true }, "Stop");
const certify = h("input", { type: "checkbox", id: "solve-certify", role: "switch" });
certify.checked = true;
const certifyRow = h("label", { class: "switch" }, certify, "Write a certificate");
const box = h("div", { class: "stack", id: "solve-box", "aria-live": "polite" });

/** The latest searches by position. @type {Map<string, Search>} */
const searches = new Map();
const MOST_SEARCHES = 20;

/** What is asked of the position on the board: of Domineering with either player first. */
function asked() {
  const { node, game } = app.tree;
  return { game, position: game === "amazons" ? node.position : node.position.split(" ")[0] };
}

const key = (/** @type {{ game: string, position: string }} */ { game, position }) => `${game} ${position}`;

/** @param {[string, string][]} facts */
function table(facts) {
  return h("dl", { class: "facts" }, ...facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]));
}

/** @param {any} p */
function progressOf(p) {
  /** @type {[string, string][]} */
  const facts = [
    ["Doing", p.stage],
    [p.stage === "searching" ? "Nodes" : "Positions", count(p.nodes)],
    ["Time", `${p.seconds.toFixed(1)} s`],
  ];
  if (p.proof !== null) facts.push(["Proof number", count(p.proof)], ["Disproof number", count(p.disproof)]);
  if (p.line.length) facts.push(["Line", p.line.join(" ")]);
  return [h("div", { class: "progress" }, h("i")), table(facts)];
}

/** @param {any} solved */
function headline(solved) {
  if (solved.game === "amazons") return `${capital(solved.winner)} wins.`;
  const words = { V: "Vertical wins, whoever is first.", H: "Horizontal wins, whoever is first.", 1: "The first player wins.", 2: "The second player wins." };
  return words[/** @type {"V"} */ (solved.class)] ?? `${capital(solved.winner ?? "")} wins.`;
}

/** @param {any} solved */
function answerOf(solved) {
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
  facts.push(["Nodes", solved.nodes || solved.visited > 1 ? count(solved.nodes) : "0, remembered from an earlier search"], ["Visited", count(solved.visited, "position")], ["Time", `${solved.seconds.toFixed(2)} s`]);
  if (solved.game === "amazons") facts.push(["Databases", solved.databases]);
  return [h("div", { class: "verdict", id: "solved" }, h("b", {}, headline(solved)), h("p", {}, "Proved by search.")), table(facts)];
}

/** @param {Search} search */
function certificateOf({ game, position, answer, job, end, progress }) {
  const { certificate } = answer;
  if (certificate?.verified) {
    const name = `${answer.game}-${answer.board}-${answer.winner ?? answer.class}.proof`;
    const get = h("button", { type: "button", class: "primary", id: "certificate" }, `Download the certificate (${bytes(certificate.bytes)})`);
    get.addEventListener("click", async () => {
      try {
        download(await fetchBlob(`certificate/${certificate.id}`), name);
      } catch (error) {
        toast(/** @type {Error} */ (error).message, true);
      }
    });
    const walk = h("button", { type: "button", id: "certificate-walk", onclick: async () => {
      try {
        await take(name, new Uint8Array(await (await fetchBlob(`certificate/${certificate.id}`)).arrayBuffer()));
      } catch (error) {
        toast(/** @type {Error} */ (error).message, true);
      }
    } }, "Walk through it");
    return [h("div", { class: "row" }, get, walk), h("p", { class: "muted" },
      `${certificate.positions ? count(certificate.positions, "position") : "It needs no positions, for the checker sees the winner by itself"}; the checker, which shares nothing with the solver, has accepted it. Check it again with: lastmove verify ${name}`)];
  }
  if (job) {
    return [h("p", { class: "muted", id: "certifying" }, `The answer is known. ${capital(progress?.stage ?? "writing the certificate")}: ${count(progress?.nodes ?? 0, "position")}`),
      h("div", { class: "progress" }, h("i"))];
  }
  const why = certificate ? `No certificate: ${certificate.problem}` : end;
  const again = h("button", { type: "button", id: "certify", onclick: () => void solve({ game, position }, true) }, "Write a certificate");
  return [why ? h("p", { class: "muted" }, why) : null, again].filter(Boolean);
}

/** The winning move on the board, while the answer is to be seen. @param {any} [solved] */
function arrow(solved) {
  const side = sideName(app.side).toLowerCase();
  const best = tabs.current === "solve" ? solved?.best_squares ?? solved?.first?.[side]?.squares : null;
  const shown = app.board.arrows.some((other) => other.label === "wins");
  if (!best && !shown) return;
  app.board.arrows = best ? [{ squares: best, rank: 0, label: "wins" }] : [];
  app.board.draw();
}

/** What is known of the position on the board. */
function show() {
  const search = searches.get(key(asked()));
  const { job, answer, progress, end } = search ?? {};
  start.disabled = Boolean(job);
  stopButton.hidden = !job;
  stopButton.textContent = answer ? "Cancel the certificate" : "Stop";
  if (!search) box.replaceChildren();
  else if (answer) box.replaceChildren(...answerOf(answer), ...certificateOf(search));
  else if (job?.state === "waiting") box.replaceChildren(h("p", { class: "muted" }, "Other searches are running; this one waits for its turn."));
  else if (job && progress) box.replaceChildren(...progressOf(progress));
  else if (job) box.replaceChildren(h("div", { class: "progress" }, h("i")), h("p", { class: "muted" }, "Starting…"));
  else box.replaceChildren(h("p", {}, end ?? ""), h("p", { class: "muted" }, "Larger positions are for the command line: lastmove solve"));
  arrow(answer);
}

/** @param {{ game: string, position: string }} question @param {boolean} certificate */
async function solve({ game, position }, certificate) {
  const name = key({ game, position });
  const before = searches.get(name);
  before?.job?.stop();
  const link = `#/board?${new URLSearchParams({ game, start: position, tab: "solve" })}`;
  const job = new Job(`Solving ${capital(game)} ${app.info?.board ?? ""}`.trim(), link);
  /** @type {Search} */
  const search = { game, position, job, progress: null, answer: before?.answer ?? null, end: null };
  searches.delete(name);
  searches.set(name, search);
  if (searches.size > MOST_SEARCHES) searches.delete(/** @type {string} */ (searches.keys().next().value));
  const known = (/** @type {any} */ answer) => {
    if (!search.answer) announce(headline(answer));
    search.answer = answer;
  };
  const here = () => key(asked()) === name;
  /** Tells the answer to whoever looks at something else. @param {any} answer */
  const tellElsewhere = (answer) => {
    const seen = here() && tabs.current === "solve" && !byId("view-board").hidden;
    if (!seen) toast(`${capital(game)}: ${headline(answer)}`);
  };
  show();
  await run(job, "solve", { game, position, certificate }, (event, data) => {
    if (event === "progress") {
      search.progress = data;
      job.say(data.stage === "searching" ? count(data.nodes, "node") : `certificate, ${count(data.nodes, "position")}`);
    } else if (event === "answer") {
      known(data);
      job.say(headline(data));
      tellElsewhere(data);
    } else if (event !== "queued") {
      search.job = null;
      if (event === "done") {
        if (!search.answer) tellElsewhere(data);
        known(data);
      } else if (event === "failed") search.end = data.error;
      else if (job.stopped) search.end = search.answer ? "The certificate was cancelled." : "Stopped.";
      else search.end = `No answer: ${data.reason}. ${count(data.nodes, "node")} in ${data.seconds.toFixed(1)} s.`;
    }
    if (here()) show();
  });
}

start.addEventListener("click", () => void solve(asked(), certify.checked));
stopButton.addEventListener("click", () => searches.get(key(asked()))?.job?.stop());
panel.append(
  h("div", { class: "stack" },
    h("p", { class: "muted" }, "A search to the end: who wins, with which move, and a certificate that a separate program can check. Small boards take seconds; some take days. It goes on while you look at something else."),
    h("div", { class: "row" }, start, stopButton),
    certifyRow, box, proofsBox),
);
app.addEventListener("position", show);
tabs.addEventListener("change", show);
