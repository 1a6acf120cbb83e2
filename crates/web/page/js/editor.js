// The Edit tab: any position by clicking it together.

import { app } from "./app.js";
import { byId, h, s, toast } from "./dom.js";
import { match } from "./match.js";
import { firstSide, format, parse } from "./notation.js";
import { start } from "./session.js";
import { tabs } from "./tabs.js";

const panel = byId("tab-edit");
let brush = "*";
let diagram = parse("1");

/** @type {Record<string, [string, string][]>} */
const BRUSHES = {
  amazons: [[".", "Empty"], ["Q", "White"], ["q", "Black"], ["*", "Burnt"]],
  domineering: [[".", "Free"], ["*", "Not there"]],
};

/** @param {string} what */
function sample(what) {
  const svg = s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
  if (what === "Q" || what === "q") {
    svg.setAttribute("class", `amazon ${what === "Q" ? "white" : "black"}`);
    svg.append(s("polygon", { points: "27,70 16,33 33,50 36,23 50,46 64,23 67,50 84,33 73,70" }), s("rect", { x: 25, y: 70, width: 50, height: 11, rx: 4 }));
  } else {
    svg.append(s("rect", { class: what === "*" ? "burnt-icon" : "empty-icon", x: 12, y: 12, width: 76, height: 76, rx: 12 }));
  }
  return svg;
}

function draw() {
  app.board.show(app.tree.game, format(diagram), {});
}

/** @param {number} square */
function paint(square) {
  diagram.cells[square] = brush;
  draw();
}

/** @param {number} width @param {number} height */
function resize(width, height) {
  if (!(width >= 1 && height >= 1 && width <= 26 && width * height <= 128)) {
    toast("Boards have at most 26 columns and 128 squares.", true);
    return;
  }
  const cells = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) cells.push(x < diagram.width && y < diagram.height ? diagram.cells[y * diagram.width + x] : ".");
  }
  diagram = { ...diagram, width, height, cells };
  draw();
}

function open() {
  match.pause();
  diagram = parse(app.tree.node.position);
  diagram.side ??= firstSide(app.tree.game);
  app.board.arrows = [];
  app.board.overlays = [];
  app.board.editing = paint;
  draw();
  const amazons = app.tree.game === "amazons";
  brush = "*";
  const buttons = BRUSHES[app.tree.game].map(([what, name]) => {
    const button = h("button", { type: "button", "aria-pressed": String(what === brush), "data-brush": what, onclick: () => {
      brush = what;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    } }, sample(what), name);
    return button;
  });
  const number = (/** @type {number} */ value, /** @type {string} */ label) => h("input", { type: "number", min: 1, max: 64, value, "aria-label": label });
  const [width, height] = [number(diagram.width, "Columns"), number(diagram.height, "Rows")];
  const change = () => resize(Number(width.value), Number(height.value));
  width.addEventListener("change", change);
  height.addEventListener("change", change);
  const sides = amazons ? [["w", "White"], ["b", "Black"]] : [["v", "Vertical"], ["h", "Horizontal"]];
  const side = h("select", { id: "edit-side", onchange: () => (diagram.side = side.value) }, ...sides.map(([value, name]) => h("option", { value, selected: value === diagram.side }, name)));
  panel.replaceChildren(
    h("div", { class: "stack" },
      h("p", { class: "muted" }, "Choose what to put down, then draw it on the board."),
      h("div", { class: "palette" }, ...buttons),
      h("div", { class: "two" }, h("label", { class: "field" }, "Columns", width), h("label", { class: "field" }, "Rows", height)),
      h("label", { class: "field" }, "To move", side),
      h("div", { class: "row" },
        h("button", { type: "button", class: "primary", id: "edit-use", onclick: () => void use() }, "Use this position"),
        h("button", { type: "button", id: "edit-clear", onclick: () => {
          diagram.cells.fill(".");
          draw();
        } }, "Clear")))
  );
}

function close() {
  if (!app.board.editing) return;
  app.board.editing = null;
  app.show();
}

async function use() {
  const position = format(diagram);
  try {
    await app.ask(app.tree.game, position);
  } catch (error) {
    toast(/** @type {Error} */ (error).message, true);
    return;
  }
  app.board.editing = null;
  await start(await app.prepare(app.tree.game, position));
  tabs.choose("game");
}

tabs.addEventListener("change", () => (tabs.current === "edit" ? open() : close()));
app.addEventListener("game", () => {
  if (app.board.editing) {
    app.board.editing = null;
    if (tabs.current === "edit") tabs.choose("game");
  }
});
app.addEventListener("travel", () => {
  if (tabs.current === "edit") tabs.choose("game");
});
// Dragging paints.
byId("board").addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
  if (!app.board.editing || event.buttons !== 1) return;
  const cell = /** @type {Element} */ (event.target).closest(".square");
  if (cell) paint(app.board.squares.indexOf(cell));
});
