// Questions and their answers. Two things can answer: the server that the page came from, or, on a
// static site, the engine in the browser's own workers. The page asks both in the same words.

/**
 * @typedef {(name: string, data: any) => void} Hear what happens on the way: `queued`, `progress`,
 *   `report`, `answer`; at the end `done`, `stopped` or `failed`
 * @typedef {{
 *   ask(path: string, question?: any, signal?: AbortSignal): Promise<any>,
 *   blob(path: string, question?: any): Promise<Blob>,
 *   away(): boolean,
 *   listen(path: string, question: any, on: Hear, signal: AbortSignal): Promise<void>,
 * }} Backend
 */

const engine = document.querySelector('meta[name="lastmove-engine"]');

/** Whether the page answers itself, without a server. */
export const alone = engine !== null;

/** @type {Backend} */
const backend = alone ? await import("./local.js") : await import("./server.js");

/** A question that takes a moment. */
export const ask = backend.ask;

/** A question whose answer is a file. */
export const fetchBlob = backend.blob;

/** Whether answers have to wait for a server that is gone. */
export const away = backend.away;

/** A job: hands each event to `on`, and ends with it. Aborting the signal ends the job at once. */
export const listen = backend.listen;
