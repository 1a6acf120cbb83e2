// All games, in the browser's own database. Each tab writes only the game on its board; other tabs
// hear of it and draw their lists anew.

const NAME = "lastmove";
/** Raise it with every change of what is kept, and carry older games over in `upgrade`. */
const VERSION = 1;

/**
 * A game as it is kept.
 * @typedef {{ id: string, game: import("./notation.js").GameName, board: string, created: number,
 *   changed: number, moves: number, names: { first: string, second: string }, result: string | null,
 *   position: string, dominoes: number[][], clock: string | null, reviewed: boolean,
 *   tree: any, match: any, current: number }} Kept `tree` is what `Tree.toJSON` gave
 */

/** @type {Promise<IDBDatabase> | null} */
let opened = null;
const others = "BroadcastChannel" in window ? new BroadcastChannel("lastmove-library") : null;

class Library extends EventTarget {}

/** Tells `changed` when a game was kept or removed, here or in another tab. */
export const library = new Library();
others?.addEventListener("message", () => library.dispatchEvent(new Event("changed")));

function changed() {
  others?.postMessage("changed");
  library.dispatchEvent(new Event("changed"));
}

/** @param {IDBDatabase} database @param {number} from */
function upgrade(database, from) {
  if (from < 1) database.createObjectStore("games", { keyPath: "id" }).createIndex("changed", "changed");
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = (event) => upgrade(request.result, event.oldVersion);
    request.onsuccess = () => {
      const database = request.result;
      // A newer page in another tab wants to change what is kept: let it, and open again after it.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      resolve(database);
    };
    request.onblocked = () => reject(new Error("close the other tabs of this page, which are of an older version"));
    request.onerror = () => {
      opened = null;
      const newer = request.error?.name === "VersionError";
      reject(new Error(newer ? "your games were kept by a newer version of this page; reload it" : `this browser keeps no games: ${request.error?.message}`));
    };
  });
  return opened;
}

/**
 * @template T @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function transaction(mode, work) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const all = database.transaction("games", mode);
    const request = work(all.objectStore("games"));
    all.oncomplete = () => resolve(request.result);
    const fail = () => reject(all.error ?? request.error ?? new Error("the browser gave up"));
    all.onerror = fail;
    all.onabort = fail;
  });
}

/** @param {string} id @returns {Promise<Kept | undefined>} */
export function find(id) {
  return transaction("readonly", (games) => games.get(id));
}

/** All games, the latest first. @returns {Promise<Kept[]>} */
export async function all() {
  const games = await transaction("readonly", (store) => /** @type {IDBRequest<Kept[]>} */ (store.getAll()));
  return games.sort((a, b) => b.changed - a.changed);
}

/** A game without what the engine said of it, which is the most of it. @param {Kept} kept */
function slim(kept) {
  const nodes = kept.tree.nodes.map((/** @type {any} */ { verdict, ...node }) => node);
  return { ...kept, tree: { ...kept.tree, nodes } };
}

/** @param {unknown} error */
const isFull = (error) => error instanceof DOMException && error.name === "QuotaExceededError";

/** Keeps a game. When the browser has no room, what the engine said goes first. @param {Kept} kept */
export async function keep(kept) {
  try {
    await transaction("readwrite", (games) => games.put(kept));
  } catch (error) {
    if (!isFull(error)) throw error;
    try {
      await transaction("readwrite", (games) => games.put(slim(kept)));
    } catch {
      throw new Error("the browser has no room for more games; export them and delete some");
    }
  }
  changed();
}

/** @param {string} id */
export async function remove(id) {
  await transaction("readwrite", (games) => games.delete(id));
  changed();
}
