// Analysis that teaches: several lines, key moments, refutations and threats.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import {
  assertNoComplaints,
  PATIENCE,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** Timeout in milliseconds for the engine on a busy machine. */
const THOUGHT = { timeout: 4 * PATIENCE };

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Black blunders with the second move, which lets White into the castle. */
const BLUNDERS = "/study?variant=camette&moves=C2-A4+C6-E4xC2xC4+A4xC6xE4+C5-C3+B3xD3xB5";

const { server, browser } = await startServerAndBrowser();

/** @param {Page} page @param {string} path */
async function study(page, path) {
  await page.goto(path);
  await page.waitForSelector("#study-board");
  await page.waitForSelector(".link.online");
}

/** Keeps a picture if a folder for pictures is named. @param {Page} page @param {string} name */
async function picture(page, name) {
  const folder = process.env.CHIVALRY_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** @param {Page} page */
async function assertNoSidewaysScroll(page) {
  const [wide, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  assert.ok(wide <= window, `${wide} of ${window} pixels wide`);
}

it("several lines are shown best first, and each leads onto the board", async () => {
  const page = await somebody(browser, server);
  await study(page, "/study?variant=camette");
  await page.keyboard.press("l");
  await page.waitForSelector("#best-line", THOUGHT);
  assert.equal(await page.locator("#lines").count(), 0);
  await page.selectOption("#line-count", "3");
  await page.waitForSelector("#lines li:nth-child(3)", THOUGHT);
  await page.waitForSelector("#deeper, #lines li .score-sign:has-text('#')", THOUGHT);
  assert.equal(await page.locator("#lines li").count(), 3);
  const firsts = await page.locator("#lines li .move:first-of-type").allTextContents();
  assert.equal(new Set(firsts).size, 3, `${firsts}`);
  assert.deepEqual(await violations(page), []);
  await picture(page, "lines-desk");

  // The second line is played onto the board.
  await page.locator("#lines li").nth(1).locator(".move").first().click();
  await page.waitForSelector('.study[data-ply="1"]');
  assert.deepEqual(await page.locator(".tree .move").allTextContents(), [firsts[1]]);

  // The number is kept.
  await page.keyboard.press("Home");
  await page.reload();
  await page.waitForSelector("#lines li:nth-child(3)", THOUGHT);
  assert.equal(await page.inputValue("#line-count"), "3");
  await page.selectOption("#line-count", "1");
  await page.waitForSelector("#best-line", THOUGHT);
  assert.equal(await page.locator("#lines").count(), 0);
  assertNoComplaints();
  await page.context().close();
});

it("a blunder is refuted on the board, and its cost is said", async () => {
  const page = await somebody(browser, server, PHONE);
  await study(page, BLUNDERS);
  await page.tap("#judge");
  await page.waitForSelector(".exactness", THOUGHT);
  assert.equal(await page.locator("#why-bad").count(), 0, "no move is chosen");
  await page.locator(".fault", { hasText: "blunder" }).first().tap();
  await page.tap("#why-bad");
  await page.waitForSelector(".why #why-step");
  const ply = Number(await page.getAttribute(".study", "data-ply"));
  const words = (await page.textContent("#why")) ?? "";
  const move = await page.textContent('.tree .move[aria-current="true"]');
  assert.ok(words.startsWith((move ?? "?").replace(/[?!]+$/, "").trim()), `${words} of ${move}`);
  assert.match(words, /lets|loses|misses|lowers/);
  assert.deepEqual(await violations(page), []);
  await picture(page, "refutation-phone");
  await assertNoSidewaysScroll(page);

  // Without animation each step waits for the player.
  let steps = 0;
  while ((await page.getAttribute(".why", "data-left")) === "more") {
    steps += 1;
    await page.tap("#why-step");
    await page.waitForSelector(`.study[data-ply="${ply + steps}"]`);
  }
  assert.ok(steps > 0);
  await page.tap("#why-step");
  await page.waitForSelector(`.study[data-ply="${ply}"]`);
  await page.tap("#why-end");
  await page.waitForSelector(".why", { state: "detached" });
  await page.waitForSelector("#why-bad");
  assertNoComplaints();
  await page.context().close();
});

it("with animation the refutation plays by itself, until the player goes elsewhere", async () => {
  const page = await somebody(browser, server, { reducedMotion: "no-preference" });
  await study(page, BLUNDERS);
  await page.click("#judge");
  await page.waitForSelector(".exactness", THOUGHT);
  await page.locator(".fault", { hasText: "blunder" }).first().click();
  await page.click("#why-bad");
  await page.waitForSelector('.why[data-left="none"]', THOUGHT);
  await page.keyboard.press("Home");
  await page.waitForSelector('.study[data-ply="0"]');
  assertNoComplaints();
  await page.context().close();
});

it("key moments and keys lead from mistake to mistake", async () => {
  const page = await somebody(browser, server, { locale: "de-DE" });
  await study(page, BLUNDERS);
  await page.click("#judge");
  await page.waitForSelector(".exactness", THOUGHT);
  const faults = await page.locator(".fault").count();
  assert.ok(faults > 1, `${faults} mistakes`);
  const moments = await page.locator(".moment").allTextContents();
  assert.equal(moments.length, Math.min(faults, 5));
  for (const words of moments) assert.match(words, /^\S+ −\d+ %$/);
  await page.locator(".moment").last().click();
  await page.waitForSelector('.moment[aria-current="true"]');
  assert.deepEqual(await violations(page), []);
  await picture(page, "moments-desk");

  // The keys visit all mistakes in order.
  await page.keyboard.press("Home");
  await page.waitForSelector('.study[data-ply="0"]');
  assert.ok(await page.isDisabled("#fault-before"));
  const visited = [];
  for (let index = 0; index < faults; index += 1) {
    await page.keyboard.press("n");
    await page.waitForSelector(`li:nth-child(${index + 1}) > .fault[aria-current="true"]`);
    visited.push(Number(await page.getAttribute(".study", "data-ply")));
  }
  assert.deepEqual(
    visited,
    [...visited].sort((a, b) => a - b),
  );
  assert.ok(await page.isDisabled("#fault-after"));
  await page.keyboard.press("p");
  await page.waitForSelector(`.study[data-ply="${visited[faults - 2]}"]`);
  assertNoComplaints();
  await page.context().close();
});

it("the threat of the opponent is drawn on the board", async () => {
  const page = await somebody(browser, server, PHONE);
  // Black is one step from the castle.
  const position = encodeURIComponent("1/3/5/w4/4b/2b/1 w 0,0 0 1");
  await study(page, `/study?variant=camette&position=${position}`);
  await page.keyboard.press("x");
  await page.waitForSelector("#study-board .threat .head", THOUGHT);
  const words = (await page.textContent("#threat-words")) ?? "";
  assert.match(words, /^Threat: D2-C1\. Black can win in 1 move\.$/);
  assert.equal(await page.getAttribute("#threat", "aria-pressed"), "true");
  assert.deepEqual(await violations(page), []);
  await picture(page, "threat-phone");
  await assertNoSidewaysScroll(page);
  await page.tap("#threat");
  await page.waitForSelector("#study-board .threat", { state: "detached" });

  // A side that must capture cannot pass.
  const capture = encodeURIComponent("1/3/5/1wb2/4b/3/1 w 0,0 0 1");
  await study(page, `/study?variant=camette&position=${capture}`);
  await page.tap("#threat");
  await page.waitForSelector("#threat-words >> text=cannot pass", THOUGHT);
  assert.equal(await page.locator("#study-board .threat").count(), 0);
  // The refusal is an answer with an error status, which the browser reports.
  assertNoComplaints(/status of 422/);
  await page.context().close();
});
