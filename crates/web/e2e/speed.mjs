// The player's speed in the browser against that of the program, in one run:
//
//   LASTMOVE=target/release/lastmove LASTMOVE_SITE=folder node speed.mjs
//
// Both think about the same positions for the same time with one thread, in turns. The best of
// several turns counts, since other programs may take a part of the time. The program has to be one
// without processor-specific code: RUSTFLAGS="-C target-cpu=x86-64" cargo build --release

import { launch, serve, serveFolder, site, visit } from "./harness.mjs";

const SECONDS = 4;
const TURNS = 3;
const server = await serve("--databases", "none", "--memory", "256M", "--threads", "1", "--searches", "1");
const host = await serveFolder(/** @type {string} */ (site));
const browser = await launch();

/** Nodes a second, as the engine counts them. */
const measure = (page, question) => page.evaluate(async (question) => {
  const { listen } = await import(new URL("js/api.js", document.baseURI).href);
  let last = null;
  await listen("think", question, (name, data) => {
    if (name === "done") last = data;
  }, new AbortController().signal);
  return last.nodes / last.seconds;
}, question);

for (const [game, position] of [["amazons", "10x10"], ["amazons", "6x6"], ["amazons", "3q2q3/4*5/10/q8q/6*3/3*6/Q8Q/10/2*7/3Q2Q3 w"], ["domineering", "10x10"]]) {
  const speeds = [0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [which, { address }] of [server, host].entries()) {
      const page = await visit(browser, address);
      speeds[which] = Math.max(speeds[which], await measure(page, { game, position, seconds: SECONDS, level: 10 }));
      await page.context().close();
    }
  }
  const [native, worker] = speeds;
  console.log(`${game} ${position}: program ${native.toFixed(0)}, browser ${worker.toFixed(0)} nodes a second: ${(worker / native).toFixed(2)}`);
}
await browser.close();
await host.end();
server.end();
