// One engine in a worker. It is told its module once and perhaps the table of regions, then gets
// questions one at a time.

/** At most so many milliseconds apart are reports worth a message. */
const PAUSE = 80;

/** @type {Promise<any>} the engine's exports */
let engine;
let panic = "";
let told = 0;

/** What the engine says; see exports.rs. @param {number} kind @param {Uint8Array} bytes */
function hear(kind, bytes) {
  if (kind === 1) {
    const file = bytes.slice();
    postMessage({ file }, { transfer: [file.buffer] });
    return;
  }
  const text = new TextDecoder().decode(bytes);
  if (kind === 2) {
    panic = text;
    return;
  }
  const end = text.indexOf(" ");
  const name = text.slice(0, end);
  const often = name === "progress" || name === "report";
  if (often && performance.now() - told < PAUSE) return;
  if (often) told = performance.now();
  postMessage({ name, data: JSON.parse(text.slice(end + 1)) });
}

/** @param {WebAssembly.Module} module */
async function start(module) {
  /** @type {any} */
  let exports;
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(exports.memory.buffer, at, length);
  const page = {
    now: () => performance.now(),
    say: (/** @type {number} */ kind, /** @type {number} */ at, /** @type {number} */ length) => hear(kind, bytes(at >>> 0, length)),
  };
  ({ exports } = await WebAssembly.instantiate(module, { page }));
  /** @param {Uint8Array} input */
  const write = (input) => bytes(exports.input(input.length) >>> 0, input.length).set(input);
  return {
    /** @param {string} name @param {string} question */
    answer(name, question) {
      const encoder = new TextEncoder();
      write(encoder.encode(name + question));
      exports.answer(encoder.encode(name).length);
    },
    /** @param {ArrayBuffer} table */
    regions(table) {
      write(new Uint8Array(table));
      exports.regions();
    },
  };
}

addEventListener("message", async ({ data }) => {
  if (data.module) {
    engine = start(data.module);
    return;
  }
  try {
    if (data.regions) (await engine).regions(data.regions);
    else (await engine).answer(data.name, data.question);
  } catch (error) {
    // An engine that has panicked is of no use any more; the page starts another.
    if (panic) console.warn(panic);
    const deep = error instanceof RangeError;
    const why = deep ? "this position is too deep for the browser; the command line can do it" : "this question met a bug; the others go on";
    postMessage({ name: "failed", data: { error: why }, broken: true });
  }
});
