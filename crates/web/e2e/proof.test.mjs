// Walking through a proof: certificates that come with the page, files, and those that the page has written.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { promisify } from "node:util";
import { click, everyHost, folder, leave, listedMoves, newGame, program, shot, tab, visit, waitForTurn } from "./harness.mjs";

let page;
afterEach(() => leave(page));

const coach = (text) => page.locator("#coach", { hasText: text }).waitFor();
const open = async () => (page = await visit(now.browser, now.server.address));
/** A certificate that comes with the page. */
const certificate = async (name) => Buffer.from(await (await fetch(`${now.server.address}data/proofs/${name}.proof`)).arrayBuffer());

/** Plays the first move that the board offers. */
async function any() {
  await page.locator("#board .can-start").first().click();
  for (let i = 0; i < 2; i++) await page.locator("#board .is-lit").first().click();
}

/** Loses against the proof; gives the source of every answer, as the list of moves marks it. */
async function lose(winner, loser) {
  const status = page.locator("#status");
  for (let moves = 0; ; moves++) {
    await status.filter({ hasText: new RegExp(`^(${loser} to move: choose|${winner} wins)`) }).waitFor();
    if ((await status.innerText()).startsWith(`${winner} wins`)) break;
    await any();
    assert.ok(moves < 20);
  }
  return page.locator(".moves .source").allInnerTexts();
}

const now = everyHost(() => {
  test("a certificate that comes with the page answers every move, and says where each answer comes from", async () => {
    await open();
    await page.goto(`${now.server.address}#/proofs/amazons-4x5`);
    await coach("Black wins Amazons 4x5: the proof");
    await coach("amazons-4x5.proof was checked just now: it stores");
    assert.ok((await page.locator("#seat-second .who").innerText()).startsWith("The proof"));
    await click(page, "b1", "b4", "b1");
    await coach("comes from the file: stored, with 154 stored moves below.");
    const sources = await lose("Black", "White");
    assert.ok(sources.length > 2 && sources.every((source) => source === "file" || source === "checker"), `${sources}`);
    assert.equal(sources[0], "file");
    assert.ok(sources.includes("checker"));
    await coach("has no move. Go back and try another way.");
    await shot(page, "proof-lost");
    // Take back goes to one's own last turn, not to that of the proof.
    const played = (await listedMoves(page)).length;
    await page.locator("#take-back").click();
    await waitForTurn(page, "White", "choose");
    assert.equal((await listedMoves(page)).length, played - 2);
    // Another way: back to the start, and the old line stays as the main line.
    await page.locator("#coach button", { hasText: "From the start" }).click();
    await waitForTurn(page, "White", "choose");
    await click(page, "a2", "d5", "c4");
    await coach("is not in the file. It is the checker’s own look: the checker sees it one move ahead.");
    await waitForTurn(page, "White", "choose");
    assert.deepEqual(await page.locator(".variation .source").allInnerTexts(), ["checker"]);
    // A game of one's own is a game again.
    await newGame(page, { board: "6x6" });
    await page.locator("#coach").waitFor({ state: "hidden" });
    await waitForTurn(page, "White", "choose");
    await any();
    await waitForTurn(page, "Black", "choose");
  });

  test("a proof in which the winner moves first; nobody else moves for it", async () => {
    await open();
    await tab(page, "solve");
    await page.locator("#proof-choice").selectOption("amazons-5x5");
    await page.locator("#proof-open").click();
    await coach("White wins Amazons 5x5");
    await waitForTurn(page, "Black", "choose");
    assert.equal((await listedMoves(page)).length, 1);
    await coach(/comes from the file|the checker’s own look/);
    await page.locator("#go-back").click();
    await waitForTurn(page, "White", "the proof answers");
    assert.equal(await page.locator("#board .can-start").count(), 0);
    await page.locator("#go-forward").click();
    await waitForTurn(page, "Black", "choose");
  });

  test("a file is opened, and a damaged one is refused in the words of verify", async () => {
    await open();
    const damaged = join(folder, "damaged.proof");
    const bytes = await certificate("amazons-4x5");
    bytes[2000] ^= 1;
    writeFileSync(damaged, bytes);
    const { stderr } = await promisify(execFile)(program, ["verify", damaged, "--quiet"]).catch((error) => error);
    const words = stderr.trim().split("damaged.proof: ")[1];
    assert.match(words, /^not valid: /);
    await tab(page, "solve");
    await page.locator("#proof-file").setInputFiles(damaged);
    await page.locator("#proof-refused", { hasText: "damaged.proof" }).waitFor();
    assert.equal(await page.locator("#proof-refused").innerText(), `damaged.proof: ${words}`);
    await page.locator("#proof-file").setInputFiles({ name: "mine.proof", mimeType: "application/octet-stream", buffer: await certificate("amazons-4x4") });
    await coach("wins Amazons 4x4: the proof");
    await coach("mine.proof was checked just now");
    // The page does not keep the file: after a reload it says so, and shows the game.
    await page.reload();
    await page.locator("#toast", { hasText: "open the certificate again" }).waitFor();
    await waitForTurn(page, "White", "choose");
  });

  test("a certificate that the page has just written can be walked through", async () => {
    await open();
    for (const [game, first] of [["amazons", ".can-start"], ["domineering", ".is-lit"]]) {
      await newGame(page, { game, board: "4x4" });
      await tab(page, "solve");
      await page.locator("#solve-start").click();
      await page.locator("#certificate-walk").click({ timeout: 60_000 });
      await coach(`wins ${game === "amazons" ? "Amazons" : "Domineering"} 4x4: the proof`);
      await page.locator(`#board ${first}`).first().waitFor();
    }
  });
});
