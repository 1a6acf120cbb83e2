// Questions to the server, as /api/schema.json describes them. `api.js` says what they mean.

import { byId, h } from "./dom.js";

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
/** The questions that wait for a server that is gone. */
let lost = 0;

/** Whether the server is gone. */
export const away = () => lost > 0;

/** Says that the server is gone, and how to bring it back; waits a while. @param {AbortSignal | null} [signal] */
async function waitForServer(signal) {
  const banner = byId("banner");
  const port = location.port && location.port !== "8642" ? ` --port ${location.port}` : "";
  if (banner.hidden) {
    banner.replaceChildren("The server does not answer. Start it again with ", h("code", {}, `lastmove serve${port}`), "; the page tries by itself and goes on where it was.");
    banner.hidden = false;
  }
  lost++;
  try {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal?.throwIfAborted();
  } finally {
    lost--;
  }
}

/** Asks until the server answers. @param {string} address @param {RequestInit} options */
async function reach(address, options) {
  for (;;) {
    try {
      const response = await fetch(address, options);
      byId("banner").hidden = true;
      return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      await waitForServer(options.signal);
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

/** The last events of a stream. */
const LAST = ["done", "stopped", "failed"];

/**
 * Asks for a stream of events and hands each to `on`. A stream that breaks off is asked for again.
 * @param {string} path
 * @param {any} body
 * @param {(name: string, data: any) => void} on
 * @param {AbortSignal} signal
 */
export async function listen(path, body, on, signal) {
  let ended = false;
  const hear = (/** @type {string} */ name, /** @type {any} */ data) => {
    ended ||= LAST.includes(name);
    on(name, data);
  };
  for (;;) {
    const response = await send(path, body, signal);
    await follow(response, hear, signal).catch((error) => {
      if (signal.aborted) throw error;
    });
    if (ended || signal.aborted) return;
    await waitForServer(signal);
  }
}

/** @param {Response} response @param {(name: string, data: any) => void} on @param {AbortSignal} signal */
async function follow(response, on, signal) {
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
