// Small helpers to build elements. Text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {(Node | string | null | undefined | false)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** The element with an id. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/** An icon of the sheet in the page. @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" }, s("use", { href: `#icon-${name}` }));
}

/** A number, with what it counts if that is given. @param {number} n @param {string} [one] @param {string} [more] */
export function count(n, one, more = `${one}s`) {
  const number = Math.round(n).toLocaleString("en-US");
  return one ? `${number} ${n === 1 ? one : more}` : number;
}

/** @param {number} x a share between 0 and 1 */
export const percent = (x) => `${Math.round(100 * x)}%`;

/** @param {number} n */
export function bytes(n) {
  if (n < 1024) return `${n} bytes`;
  if (n < 1024 * 1024) return `${(n / 1024).toFixed(1)} KiB`;
  return `${(n / 1024 / 1024).toFixed(1)} MiB`;
}

/** @param {string} word */
export function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Offers bytes or text as a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

let toastTimer = 0;

/** A short message at the foot of the page; with `undo`, there is time to take back what it tells. @param {string} text @param {boolean} [bad] @param {() => void} [undo] */
export function toast(text, bad = false, undo) {
  const box = byId("toast");
  const button = undo && h("button", { type: "button", class: "small", id: "undo", onclick: () => {
    hideToast();
    undo();
  } }, "Undo");
  box.replaceChildren(text, button ?? "");
  box.className = bad ? "toast shown bad" : "toast shown";
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(hideToast, undo ? 8000 : bad ? 6000 : 3000);
}

export function hideToast() {
  byId("toast").className = "toast";
}

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  byId("live").textContent = text;
}
