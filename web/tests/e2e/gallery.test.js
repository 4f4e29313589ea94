// The gallery: an operator's variant is tried against the computer before it is offered.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import {
  assertNoComplaints,
  moveByText,
  signUp,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

const EXAMPLES = new URL("../../../examples/variants/", import.meta.url);
const example = (/** @type {string} */ name) =>
  readFileSync(new URL(`${name}.variant`, EXAMPLES), "utf8");

const folder = mkdtempSync(join(tmpdir(), "chivalry-variants-"));
mkdirSync(join(folder, "trial"));
writeFileSync(join(folder, "chivalry-on-camelot.variant"), example("chivalry-on-camelot"));
writeFileSync(join(folder, "trial/cam-for-three.variant"), example("cam-for-three"));
after(() => rmSync(folder, { recursive: true }));

const { server, browser } = await startServerAndBrowser({ CHIVALRY_VARIANTS: folder });

it("a moderator tries a variant on trial, which others see by its address only", async () => {
  const page = await somebody(browser, server);
  await signUp(page, "Arthur");
  server.command("moderator", "add", "Arthur");
  await page.goto("/rules");
  await page.click("#to-gallery");
  await page.waitForSelector(
    '[data-group="trial"] .gallery-card[data-variant="cam-for-three"] svg.board',
  );
  // Each game is listed once, that on trial apart.
  const names = await page.$$eval(".gallery-card", (all) =>
    all.map((each) => /** @type {HTMLElement} */ (each).dataset.variant),
  );
  assert.equal(new Set(names).size, names.length);
  for (const name of ["camelot", "chivalry-four-singles", "chivalry-on-camelot"])
    assert.ok(names.includes(name), name);
  assert.deepEqual(await violations(page), []);

  await page.click('[data-try="cam-for-three"]');
  await page.waitForSelector('.match[data-status="playing"][data-seat="R"]');
  assert.equal(await page.locator("[data-player]").count(), 3);
  await moveByText(page, "F3-F4");
  await page.waitForSelector(".rounds");
  await page.waitForFunction(() => document.querySelectorAll(".rounds [data-ply]").length >= 3);
  await page.goto("/");
  await page.waitForSelector(".times");
  await page.click("#more-games");
  assert.equal(await page.locator('input[value="cam-for-three"]').count(), 0, "not offered");
  assert.equal(await page.locator('input[value="chivalry-on-camelot"]').count(), 1);

  const guest = await somebody(browser, server);
  await guest.goto("/variants");
  await guest.waitForSelector('[data-variant="chivalry-on-camelot"]');
  assert.equal(await guest.locator('.gallery-card[data-variant="cam-for-three"]').count(), 0);
  await guest.goto("/variants/cam-for-three");
  await guest.selectOption("#gallery-level", "2");
  await guest.click('[data-try="cam-for-three"]');
  await guest.waitForSelector('.match[data-status="playing"][data-seat="R"]');
  assertNoComplaints();
  await page.context().close();
  await guest.context().close();
});
