// Questions to the server, as /api/schema.json describes them. `api.js` says what they mean.

import { byId } from "./dom.js";

const KEY = "lastmove-token";

/** Takes the token from the address once, and keeps it out of sight. */
function token() {
  const url = new URL(location.href);
  const given = url.searchParams.get("token");
  if (given) {
    sessionStorage.setItem(KEY, given);
    url.searchParams.delete("token");
    history.replaceState(null, "", url);
  }
  return sessionStorage.getItem(KEY);
}
let shown = token();

/** @returns {Record<string, string>} */
function headers() {
  return shown ? { Authorization: `Bearer ${shown}` } : {};
}

/** @param {Response} response */
async function problem(response) {
  try {
    return new Error((await response.json()).error ?? response.statusText);
  } catch {
    return new Error(`the server answered ${response.status}`);
  }
}

/**
 * @param {string} path
 * @param {any} [body] a question; without one the path is fetched
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(path, body, signal) {
  const options = body === undefined
    ? { headers: headers(), signal }
    : {
        method: "POST",
        headers: { ...headers(), "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal,
      };
  const response = await reach(`api/${path}`, options);
  if (response.status === 401) {
    await askToken();
    return send(path, body, signal);
  }
  if (!response.ok) throw await problem(response);
  return response;
}

/** @type {Promise<void> | null} the form is open */
let asking = null;

/** Asks the visitor for the token, once for all questions that wait for it. */
function askToken() {
  asking ??= new Promise((resolve) => {
    const dialog = byId("dialog-token");
    const form = byId("form-token");
    form.addEventListener("submit", () => {
      shown = String(new FormData(form).get("token") ?? "").trim();
      sessionStorage.setItem(KEY, shown);
      asking = null;
      resolve();
    }, { once: true });
    dialog.addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
    if (!dialog.open) dialog.showModal();
  });
  return asking;
}

/** Time between two tries to reach a server that does not answer. */
const PAUSE = 2000;

/** Asks until the server answers, and says so while it does not. @param {string} address @param {RequestInit} options */
async function reach(address, options) {
  const banner = byId("banner");
  for (;;) {
    try {
      const response = await fetch(address, options);
      banner.hidden = true;
      return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      banner.textContent = "The server does not answer; is lastmove serve still running? The page tries again and goes on.";
      banner.hidden = false;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      options.signal?.throwIfAborted();
    }
  }
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/** @param {string} path @param {any} [body] */
export async function blob(path, body) {
  return (await send(path, body)).blob();
}

/**
 * Asks for a stream of events and hands each to `on`; ends with the stream.
 * @param {string} path
 * @param {any} body
 * @param {(name: string, data: any) => void} on
 * @param {AbortSignal} signal
 */
export async function listen(path, body, on, signal) {
  const response = await send(path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      let name = "message";
      let data = "";
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data += line.slice(5).trim();
      }
      if (data && !signal.aborted) on(name, JSON.parse(data));
    }
  }
}
