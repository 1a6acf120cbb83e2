// A server and a browser for the tests.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, describe } from "node:test";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export const program = process.env.LASTMOVE ?? "lastmove";
export const shots = process.env.LASTMOVE_SHOTS;
if (shots) mkdirSync(shots, { recursive: true });
export const folder = mkdtempSync(join(tmpdir(), "lastmove-e2e-"));

/** Starts the program; gives its address and two ways to end it: `kill` lets it finish nothing. */
export async function serve(...more) {
  // With LASTMOVE_PAGE the page comes from a folder, so that work on it needs no new program.
  const page = process.env.LASTMOVE_PAGE ? ["--page", process.env.LASTMOVE_PAGE] : [];
  const child = spawn(program, ["serve", ...(more.includes("--port") ? [] : ["--port", "0"]), "--json", "--quiet", ...page, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text);
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
  return { address: JSON.parse(line).address, end: () => child.kill("SIGINT"), kill: () => child.kill("SIGKILL") };
}

/** The media types of a plain web host; it sends no other headers. */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

/** The folder of the static site, if it could be built. */
export const site = process.env.LASTMOVE_SITE;

/**
 * Serves a folder from a path of its own, as a plain web host does; `sent` are the files that were sent, and `bytes` is
 * their sum when packed. What a browser still has is not sent again.
 */
export async function serveFolder(root, path = "/games/lastmove/") {
  const sent = [];
  const host = { sent, bytes: 0 };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const name = normalize(decodeURI(pathname)).startsWith(path) ? pathname.slice(path.length) || "index.html" : null;
    try {
      const bytes = readFileSync(join(root, /** @type {string} */ (name)));
      const ETag = `"${createHash("sha256").update(bytes).digest("hex")}"`;
      if (request.headers["if-none-match"] === ETag) return response.writeHead(304, { ETag }).end();
      sent.push(name);
      host.bytes += gzipSync(bytes, { level: 9 }).length;
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream", ETag }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(host, { address: `http://127.0.0.1:${server.address().port}${path}`, end });
}

/** What can serve the page. */
export const hosts = [
  { name: "server", start: () => serve("--databases", "none", "--memory", "256M") },
  ...(site ? [{ name: "site", start: () => serveFolder(site) }] : []),
];

export async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/** Every page that a test opened. */
const watched = [];
after(() => assert.deepEqual(watched.flatMap((page) => page.problems), [], "no error in the console of any page"));

/** Notes any error in the scripts or the policy of a page. */
export function watch(page) {
  watched.push(page);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) page.problems.push(message.text());
  });
  return page;
}

/** A page that fails the test on any error in its scripts or policy. */
export async function visit(browser, address, { first = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  if (!first) await context.addInitScript(() => localStorage.setItem("lastmove-visited", "yes"));
  const page = watch(await context.newPage());
  await page.goto(address);
  await page.locator("html[data-ready]").waitFor();
  return page;
}

/** Closes a page of `visit`, if there is one; fails if anything went wrong on it. */
export async function leave(page) {
  await page?.context().close();
  assert.deepEqual(page?.problems ?? [], []);
}

/** Clicks squares by name. */
export async function click(page, ...names) {
  for (const name of names) await page.locator(`#board [data-square="${name}"]`).click();
}

export async function shot(page, name) {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** Starts a new game by the dialog. */
export async function newGame(page, { game = "amazons", board, first = "human", second = "human", level = 3, clock = "none" } = {}) {
  await page.locator("#new-game").click();
  await page.locator(`#form-new input[name=game][value=${game}]`).check();
  const known = await page.locator(`#new-board option[value="${board}"]`).count();
  await page.locator("#new-board").selectOption(known ? board : "custom");
  if (!known) await page.locator("#new-custom").fill(board);
  await page.locator("#form-new select[name=first]").selectOption(first);
  await page.locator("#form-new select[name=second]").selectOption(second);
  await page.locator("#new-level").fill(String(level));
  await page.locator("#form-new select[name=clock]").selectOption(clock);
  await page.locator("#new-start").click();
  await page.locator("#dialog-new").waitFor({ state: "hidden" });
}

export const tab = (page, name) => page.locator(`.tabs [data-tab=${name}]`).click();

/** Defines tests for every host; returns `now` with the browser and the server of the test that runs. */
export function everyHost(define) {
  const now = {};
  before(async () => {
    now.browser = await launch();
  });
  after(() => now.browser?.close());
  for (const host of hosts) describe(host.name, () => {
    before(async () => {
      now.server = await host.start();
    });
    after(() => now.server?.end());
    define(host);
  });
  return now;
}

/** Waits until a side is to move; `what` it is to do, if that matters. */
export const waitForTurn = (page, side, what = "") => page.locator("#status", { hasText: `${side} to move: ${what}` }).waitFor();

/** The moves that the Game tab lists, with variations, without the marks of a review. */
export const listedMoves = async (page) => (await page.locator(".moves button").allInnerTexts()).map((text) => text.split("\n")[0]);

/** Waits until the game on the board is saved as it is now. */
export const saved = (page) => page.evaluate(async () => {
  const [{ app }, { find, library }, { currentId }] = await Promise.all(["app", "library", "session"].map((name) => import(new URL(`js/${name}.js`, document.baseURI).href)));
  for (;;) {
    const change = new Promise((resolve) => library.addEventListener("changed", resolve, { once: true }));
    const kept = await find(currentId());
    if (JSON.stringify(kept?.tree) === JSON.stringify(app.tree)) return;
    await change;
  }
});

/** Opens the list of games. */
export const openGames = (page) => page.locator('.top nav a[data-view="games"]').click();
