// The Share tab: game records, position strings, links, pictures, the analysis as JSON.

import { ask, fetchBlob } from "./api.js";
import { app } from "./app.js";
import { byId, download, h, toast } from "./dom.js";
import { match, namesOf } from "./match.js";
import { compactOf, fileName, fromSgf } from "./records.js";
import { createdAt, start } from "./session.js";
import { tabs } from "./tabs.js";
import { Tree } from "./tree.js";

const panel = byId("tab-share");

/** The address that opens this position, with the moves that led to it. */
export function link() {
  const { tree } = app;
  const moves = tree.lineTo(tree.current).flatMap((node) => (node.name ? [node.name] : []));
  const parameters = new URLSearchParams({ game: tree.game, start: tree.nodes[0].position });
  if (moves.length) parameters.set("moves", moves.join(" "));
  return `${location.origin}${location.pathname}#/board?${parameters}`;
}

/** @param {string} label @param {string} id */
function copyField(label, id) {
  const input = h("input", { id, readonly: true, "aria-label": label });
  const button = h("button", { type: "button", class: "small", onclick: async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      toast(`${label} copied`);
    } catch {
      toast("Press Ctrl+C to copy");
    }
  } }, "Copy");
  return { input, row: h("label", { class: "field" }, label, h("span", { class: "copy" }, input, button)) };
}

const position = copyField("Position", "share-position");
const address = copyField("Link", "share-link");

async function sgf() {
  return (await ask("sgf/write", compactOf(app.tree, names(), match.state.result, createdAt()))).sgf;
}

const names = () => namesOf(app.tree, match.state);
/** @param {string} end */
const fileOf = (end) => fileName(names(), createdAt(), end);

/** @param {() => Promise<void>} work */
function guarded(work) {
  return () => work().catch((error) => toast(error.message, true));
}

/** @param {"svg" | "png"} format */
async function picture(format) {
  const { tree } = app;
  const dominoes = tree.game === "domineering" ? tree.dominoes(tree.current) : [];
  const marked = tree.game === "amazons" ? tree.node.squares ?? [] : [];
  download(await fetchBlob("picture", { game: tree.game, position: tree.node.position, format, marked, dominoes }), fileOf(format));
}

/** Opens what somebody pasted: SGF, a file of ours, or a position. @param {string} text */
async function open(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    const data = JSON.parse(trimmed);
    await ask("position", { game: data.game, position: data.start });
    await start(Tree.from(data));
  } else if (trimmed.includes("(")) {
    await start(fromSgf(await ask("sgf/read", { sgf: text })));
  } else {
    const game = / [vh]$/.test(trimmed) ? "domineering" : /[qQxXoO]/.test(trimmed.replace(/^\d+x\d+.*/, "")) ? "amazons" : app.tree.game;
    await start(await app.prepare(game, trimmed));
  }
  tabs.choose("game");
  toast("Opened");
}

const paste = h("textarea", { id: "import-text", "aria-label": "SGF or position", placeholder: "Paste SGF or a position string", spellcheck: "false" });
const file = h("input", { type: "file", id: "import-file", accept: ".sgf,.json,.txt", "aria-label": "Open a file" });
file.addEventListener("change", guarded(async () => {
  const [chosen] = file.files ?? [];
  if (!chosen) return;
  if (chosen.size > 1 << 20) throw new Error("files of more than 1 MiB are not read");
  await open(await chosen.text());
  file.value = "";
}));
const sgfButton = h("button", { type: "button", id: "export-sgf", onclick: guarded(async () => download(new Blob([await sgf()]), fileOf("sgf"))) }, "SGF");

panel.append(
  h("div", { class: "stack" },
    position.row,
    address.row,
    h("h2", {}, "Save"),
    h("div", { class: "row" },
      sgfButton,
      h("button", { type: "button", id: "export-svg", onclick: guarded(() => picture("svg")) }, "SVG"),
      h("button", { type: "button", id: "export-png", onclick: guarded(() => picture("png")) }, "PNG"),
      h("button", { type: "button", id: "export-json", onclick: guarded(async () => download(new Blob([JSON.stringify(app.tree, null, 1)], { type: "application/json" }), fileOf("json"))) }, "JSON")),
    h("p", { class: "muted" }, "JSON holds the moves with comments and what the engine said of them. SGF is for Amazons; the format knows no Domineering."),
    h("h2", {}, "Open"),
    file,
    paste,
    h("button", { type: "button", id: "import-open", onclick: guarded(() => open(paste.value)) }, "Open what I pasted")),
);

function update() {
  position.input.value = app.tree.node.position;
  address.input.value = link();
  sgfButton.disabled = app.tree.game !== "amazons";
}
app.addEventListener("position", update);
