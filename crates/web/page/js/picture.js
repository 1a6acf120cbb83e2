// Drawings of the page as files: SVG with its colours inside, or PNG.

import { download, h, toast } from "./dom.js";

/** What a drawing takes from the page's style. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family", "text-anchor"];
/** Pixels of a PNG for each unit of the drawing. */
const SCALE = 2;

/** The drawing with all that it needs, in the light theme. @param {SVGSVGElement} svg */
function standalone(svg) {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = "light";
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const [own, copied] = [svg, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  own.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) copied[i].setAttribute(name, style.getPropertyValue(name));
    copied[i].removeAttribute("class");
  });
  const ground = getComputedStyle(svg).backgroundColor;
  root.dataset.theme = theme;
  const { width, height, x, y } = svg.viewBox.baseVal;
  const rect = document.createElementNS(svg.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, fill: ground })) rect.setAttribute(name, String(value));
  copy.prepend(rect);
  for (const [name, value] of Object.entries({ xmlns: svg.namespaceURI, width, height })) copy.setAttribute(name, String(value));
  for (const name of ["id", "tabindex", "role"]) copy.removeAttribute(name);
  for (const hidden of copy.querySelectorAll("[visibility=hidden], [data-unsaved]")) hidden.remove();
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** @param {string} text @param {number} width @param {number} height @returns {Promise<Blob>} */
async function pixels(text, width, height) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = h("canvas", { width: SCALE * width, height: SCALE * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error("the browser draws no PNG")))));
}

/** Buttons that save a drawing. @param {SVGSVGElement} svg @param {string} name of the file, without its end */
export function saveButtons(svg, name) {
  const save = async (/** @type {"svg" | "png"} */ format) => {
    try {
      const { text, width, height } = standalone(svg);
      download(format === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await pixels(text, width, height), `${name}.${format}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, true);
    }
  };
  const button = (/** @type {"svg" | "png"} */ format) =>
    h("button", { type: "button", class: "small", "data-save": format, onclick: () => void save(format) }, `Save as ${format.toUpperCase()}`);
  return h("div", { class: "row" }, button("svg"), button("png"));
}
