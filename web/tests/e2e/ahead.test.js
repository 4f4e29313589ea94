// Conditional moves in a correspondence game.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  somebody,
  startServerAndBrowser,
  touch,
  untilPlaying,
  untilPlies,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** Correspondence: three days for each move. */
const DAYS = 6;

const { server, browser } = await startServerAndBrowser();

/** Plays a step on the board of the plan. @param {Page} page @param {string} from @param {string} to */
async function plan(page, from, to) {
  await page.waitForSelector(`[data-square="${from}"][aria-label*="can move"]`);
  await touch(page, from);
  await touch(page, to);
  await page.waitForSelector(`.plan .move[aria-current] >> text="${from}-${to}"`);
}

it("replies to two moves are planned, stored, and played while the player is away", async () => {
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W", time: DAYS });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(white);
  await moveByText(white, "D3-E3");
  await untilPlies(white, 1);

  await white.click("#plan-open");
  await plan(white, "B5", "A5");
  await plan(white, "B3", "A3");
  await white.click("#plan-start");
  await plan(white, "D5", "E5");
  await plan(white, "C3", "D3");
  await plan(white, "B5", "A5");
  await plan(white, "B3", "B4");
  // A branch that is removed again.
  await white.click("#plan-start");
  await plan(white, "C6", "B6");
  await white.click("#plan-cut");
  await white.waitForSelector('.plan .move >> text="C6-B6"', { state: "detached" });
  assert.equal(await white.locator(".plan .move").count(), 6);
  await white.click("#plan-save");
  await white.waitForSelector("text=Your plan has 3 replies");
  await white.reload();
  await white.waitForSelector("text=Your plan has 3 replies");
  await white.click("#plan-open");
  assert.equal(await white.locator(".plan .move").count(), 6);
  const address = white.url();
  await white.goto("/rules");

  await untilPlies(black, 1);
  await moveByText(black, "D5-E5");
  await untilPlies(black, 3);
  await moveByText(black, "C6-B6");
  await untilPlies(black, 4);
  await white.goto(address);
  await untilPlies(white, 4);
  assert.deepEqual(await white.locator(".rounds .move .text").allInnerTexts(), [
    "D3-E3",
    "D5-E5",
    "C3-D3",
    "C6-B6",
  ]);
  assert.equal(await white.locator(".branches").count(), 0, "no branch had that move");
  assertNoComplaints();
  await Promise.all([white, black].map((page) => page.context().close()));
});
