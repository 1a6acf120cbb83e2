// Questions to the engine in the browser. One worker answers questions, one after another; each
// job (analysis, search) has a worker of its own, which is ended to stop it.

/** @typedef {import("./api.js").Hear} Hear */

const meta = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="lastmove-engine"]'));

/** Compiled once, for all workers. Some hosts do not know the media type, so it is not streamed. */
const module = fetch(new URL(meta.content, document.baseURI)).then(async (response) => {
  if (!response.ok) throw new Error(`the engine cannot be loaded: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
});
module.catch(() => {}); // whoever asks hears of it

/** @type {Promise<ArrayBuffer | null> | null} */
let regions = null;
/** At most so many milliseconds does a job wait for the table of regions. */
const PATIENCE = 2000;

/**
 * The table of Domineering's regions, loaded when a job first makes use of it. A job does without it
 * if it takes long or there is no network.
 * @returns {Promise<ArrayBuffer | null>}
 */
function table() {
  const load = async () => {
    const response = await fetch(new URL(/** @type {string} */ (meta.dataset.regions), document.baseURI));
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };
  regions ??= load().catch(() => regions = null);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  return Promise.race([regions, /** @type {Promise<null>} */ (late)]);
}

/** Certificates that can still be downloaded, the oldest first. @type {Map<string, Blob>} */
const certificates = new Map();
const MOST_CERTIFICATES = 8;

/** A worker with an engine. */
class Engine {
  constructor() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.ready = module.then((compiled) => this.worker.postMessage({ module: compiled }));
    this.ready.catch(() => {});
    this.broken = false;
  }

  /**
   * Asks one question; resolves with its last event, and the file that came before it.
   * @param {string} name @param {any} question @param {Hear} [on]
   * @returns {Promise<{ name: string, data: any, file: Uint8Array | null }>}
   */
  async run(name, question, on) {
    await this.ready;
    return new Promise((resolve) => {
      /** @type {Uint8Array | null} */
      let file = null;
      const end = (/** @type {string} */ last, /** @type {any} */ data) => resolve({ name: last, data, file });
      this.worker.onmessage = ({ data }) => {
        if (data.broken) this.broken = true;
        if (data.file) file = data.file;
        else if (["done", "stopped", "failed"].includes(data.name)) end(data.name, data.data);
        else on?.(data.name, data.data);
      };
      this.worker.onerror = (event) => {
        this.broken = true;
        event.preventDefault();
        end("failed", { error: "the engine cannot be started; reload the page" });
      };
      this.worker.postMessage({ name, question: JSON.stringify(question ?? null) });
    });
  }

  /** Gives the engine the table of regions. @param {ArrayBuffer | null} regions */
  async give(regions) {
    await this.ready;
    if (regions) this.worker.postMessage({ regions });
  }

  end() {
    this.worker.terminate();
  }
}

/** The questions that wait, the one that is being answered first. */
class Questions {
  constructor() {
    /** @type {{ name: string, question: any, resolve: (end: any) => void, reject: (why: any) => void }[]} */
    this.waiting = [];
    this.engine = new Engine();
    this.busy = false;
  }

  /** @param {string} name @param {any} question @param {AbortSignal} [signal] @returns {Promise<any>} */
  ask(name, question, signal) {
    return new Promise((resolve, reject) => {
      const entry = { name, question, resolve, reject };
      signal?.addEventListener("abort", () => {
        const at = this.waiting.indexOf(entry);
        if (at < 0) return;
        this.waiting.splice(at, 1);
        if (at === 0 && this.busy) this.restart();
        reject(signal.reason);
      });
      this.waiting.push(entry);
      this.next();
    });
  }

  /** A question cannot be told to stop, so its worker ends. */
  restart() {
    this.engine.end();
    this.engine = new Engine();
    this.busy = false;
    this.next();
  }

  next() {
    if (this.busy || !this.waiting.length) return;
    this.busy = true;
    const { engine } = this;
    const entry = this.waiting[0];
    const leave = () => {
      if (this.engine !== engine) return false;
      this.waiting.shift();
      this.busy = false;
      return true;
    };
    engine.run(entry.name, entry.question).then((end) => {
      if (!leave()) return;
      entry.resolve(end);
      if (engine.broken) this.restart();
      else this.next();
    }, (error) => {
      leave();
      entry.reject(error);
    });
  }
}

const questions = new Questions();

/** The engine in the browser is never gone. */
export const away = () => false;

/** @param {string} path @param {any} [question] @param {AbortSignal} [signal] */
async function answer(path, question, signal) {
  signal?.throwIfAborted();
  const end = await questions.ask(path, question, signal);
  if (end.name !== "done") throw new Error(end.data.error ?? end.data.reason);
  return end;
}

/** @param {string} path @param {any} [question] @param {AbortSignal} [signal] */
export async function ask(path, question, signal) {
  return (await answer(path, question, signal)).data;
}

/** The browser draws pixels itself. @param {Blob} svg @returns {Promise<Blob>} */
async function png(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = 1000 / image.naturalWidth;
  canvas.width = 1000;
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser draws no PNG")))));
}

/** @param {string} path @param {any} [question] */
export async function blob(path, question) {
  const kept = certificates.get(path);
  if (kept) return kept;
  if (path.startsWith("certificate/")) throw new Error("this certificate is gone; solve the position again");
  const pixels = question?.format === "png";
  const { data, file } = await answer(path, pixels ? { ...question, format: "svg" } : question);
  const drawn = new Blob([file], { type: data.type });
  return pixels ? png(drawn) : drawn;
}

/** The next job need not wait for its worker to start. */
let spare = new Engine();

/** @param {string} path @param {any} question @param {Hear} on @param {AbortSignal} signal */
export async function listen(path, question, on, signal) {
  signal.throwIfAborted();
  const engine = spare;
  spare = new Engine();
  const stopped = new Promise((_, reject) => signal.addEventListener("abort", () => {
    engine.end();
    reject(signal.reason);
  }));
  const job = async () => {
    if (question.game === "domineering") await engine.give(await table());
    const { name, data } = await engine.run(path, question, on);
    const id = data.certificate?.verified && data.certificate.id;
    if (id) {
      const { file } = await engine.run(`certificate/${id}`, null);
      if (file) certificates.set(`certificate/${id}`, new Blob([/** @type {BlobPart} */ (file)]));
      if (certificates.size > MOST_CERTIFICATES) certificates.delete(/** @type {string} */ (certificates.keys().next().value));
    }
    on(name, data);
  };
  try {
    await Promise.race([job(), stopped]);
  } finally {
    engine.end();
  }
}
