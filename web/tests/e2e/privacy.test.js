// Personal data: export to a file, and erasure.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { it } from "node:test";
import {
  assertNoComplaints,
  signUp,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

/** The browser's log entry for a wrong password. */
const REFUSED = /401 \(Unauthorized\)/;

it("a player exports their data, and is erased", async () => {
  const page = await somebody(browser, server);
  await signUp(page, "Gareth");
  await page.goto("/account");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#export")]);
  assert.equal(file.suggestedFilename(), "chivalry-Gareth.json");
  const kept = JSON.parse(await readFile(await file.path(), "utf8"));
  assert.equal(kept.player.name, "Gareth");
  assert.equal(kept.tokens.length, 2);

  await page.click("#erasure summary");
  assert.match((await page.textContent("#erasure")) ?? "", /under an anonymous name/);
  assert.deepEqual(await violations(page), []);
  await page.fill("#erase-password", "another password");
  await page.click("#erase");
  await page.waitForSelector(".trouble");
  await page.fill("#erase-password", "a long password");
  await page.click("#erase");
  await page.waitForSelector(".times");
  const gone = await fetch(new URL("/api/v1/players/Gareth", page.url()));
  assert.equal(gone.status, 404);
  assertNoComplaints(REFUSED);
  await page.context().close();
});

it("a guest is erased without a password", async () => {
  const page = await somebody(browser, server);
  await page.goto("/account");
  await page.click("#erasure summary");
  assert.equal(await page.locator("#erase-password").count(), 0);
  await page.click("#erase");
  await page.waitForSelector(".times");
  assertNoComplaints();
  await page.context().close();
});
