// A server that wants a token: the page asks for it.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, launch, leave, serve, watch } from "./harness.mjs";

test("the page asks for the token, again if it is wrong", async () => {
  const file = join(folder, "token");
  writeFileSync(file, "correct-horse\nnot this line\n");
  const server = await serve("--databases", "none", "--memory", "64M", "--token-file", file);
  const browser = await launch();
  try {
    assert.match(server.address, /token=correct-horse$/);
    const page = watch(await (await browser.newContext()).newPage());
    await page.goto(new URL("/", server.address).href);
    const form = page.locator("#dialog-token");
    await form.waitFor();
    for (const token of ["wrong-token", "correct-horse"]) {
      await form.locator("input").fill(token);
      await form.getByRole("button").click();
    }
    await page.locator("html[data-ready]").waitFor();
    await page.locator("#board .can-start").first().waitFor();
    assert.ok(!(await form.isVisible()));
    await leave(page);
  } finally {
    await browser.close();
    server.end();
  }
});
