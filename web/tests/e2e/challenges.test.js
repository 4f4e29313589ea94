// Challenges, which reach a player on any page.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  moveByText,
  somebody,
  startServerAndBrowser,
  untilPlaying,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** Selector of a challenge in the bar. */
const WAITING = "[data-challenge]";

const { server, browser } = await startServerAndBrowser();

/** A new visitor on a page. @param {string} path */
async function at(path) {
  const page = await somebody(browser, server);
  await page.goto(path);
  await page.waitForSelector(".link.online");
  const name = (await page.textContent(".me")) ?? "";
  return { page, name };
}

/** @param {Page} page @param {string} to @param {{game: string, time: number, seat: string}} wish */
async function challenge(page, to, { game, time, seat }) {
  await page.goto(`/players/${encodeURIComponent(to)}`);
  await page.waitForSelector(".link.online");
  await page.click("#challenge");
  await page.selectOption("#challenge-game", game);
  await page.selectOption("#challenge-time", { index: time });
  await page.selectOption("#challenge-seat", seat);
  await page.click("#send-challenge");
}

it("a challenge is shown on any page, declined with a reason, cancelled, and played", async () => {
  const knight = await at("/");
  const squire = await at("/rules");
  await challenge(knight.page, squire.name, { game: "camette", time: 2, seat: "B" });
  const asked = squire.page.locator(WAITING);
  const words = ((await asked.textContent()) ?? "").replace(/\s+/g, " ");
  assert.match(
    words,
    new RegExp(`${knight.name} 1500\\? challenges you: Camette · 5\\+3 · casual · you play White`),
  );
  assert.match((await squire.page.textContent("#announcements")) ?? "", /challenges you/);
  await asked.locator("select").selectOption("too_fast");
  await asked.locator("[data-decline]").click();
  await knight.page.waitForSelector("#challenge-answer");
  const answer = (await knight.page.textContent("#challenge-answer")) ?? "";
  assert.match(answer, /declined\.\s+That's too fast for me\./);
  await squire.page.waitForSelector(WAITING, { state: "detached" });

  // A correspondence challenge outlives the page and can be cancelled.
  await challenge(knight.page, squire.name, { game: "cam", time: 6, seat: "" });
  await squire.page.waitForSelector(WAITING);
  await knight.page.goto("/study");
  await knight.page.click("[data-cancel]");
  await squire.page.waitForSelector(WAITING, { state: "detached" });
  await knight.page.waitForSelector(WAITING, { state: "detached" });

  await challenge(knight.page, squire.name, { game: "camette", time: 7, seat: "B" });
  await squire.page.click("[data-accept]");
  await Promise.all([untilPlaying(knight.page), untilPlaying(squire.page)]);
  assert.equal(await squire.page.getAttribute(".match", "data-seat"), "W");
  await moveByText(squire.page, "C3-C4");
  await knight.page.waitForSelector('.match[data-ply="1"]');
  assert.equal(await knight.page.locator(".challenges").count(), 0);
  assertNoComplaints();
  await Promise.all([knight, squire].map(({ page }) => page.context().close()));
});

it("a muted player cannot challenge, and can again after the mute ends", async () => {
  const knight = await at("/");
  const squire = await at("/");
  await squire.page.goto(`/players/${encodeURIComponent(knight.name)}`);
  await squire.page.click("#mute");
  await squire.page.waitForSelector('#mute[aria-pressed="true"]');
  await challenge(knight.page, squire.name, { game: "cam", time: 2, seat: "" });
  await knight.page.waitForSelector(".profile .trouble");
  await squire.page.reload();
  await squire.page.click('#mute[aria-pressed="true"]');
  await squire.page.waitForSelector('#mute[aria-pressed="false"]');
  await knight.page.click("#send-challenge");
  await squire.page.waitForSelector(WAITING);
  assertNoComplaints();
  await Promise.all([knight, squire].map(({ page }) => page.context().close()));
});
