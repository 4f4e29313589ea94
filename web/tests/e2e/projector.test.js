// A tournament on a screen in the hall, and on paper.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  resize,
  somebody,
  startServerAndBrowser,
  tournamentOf,
  untilCount,
  violations,
} from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

it("the projector shows pairings and standings in turn, and scrolls", async () => {
  const players = await Promise.all(Array.from({ length: 12 }, () => somebody(browser, server)));
  for (const page of players) {
    await page.goto("/tournaments");
    await page.waitForSelector(".link.online");
  }
  const format = { kind: "swiss", rounds: 3 };
  const tournament = await tournamentOf(format, players);
  const hall = await somebody(browser, server, { viewport: { width: 1280, height: 720 } });
  await hall.clock.install();
  await hall.goto(`/tournaments/${tournament}/projector`);
  await untilCount(hall, "#projector-list tr", 6);
  assert.equal(await hall.locator(".top").isVisible(), false);
  assert.deepEqual(await violations(hall), []);
  // The standings follow, longer than a low window.
  await resize(hall, { width: 1280, height: 360 });
  while ((await hall.getAttribute("#projector", "data-list")) !== "standings")
    await hall.clock.runFor(1000);
  await untilCount(hall, "#projector-list tr", 12);
  const top = () => hall.$eval("#projector-list", (list) => list.scrollTop);
  assert.equal(await top(), 0);
  while ((await top()) === 0) await hall.clock.runFor(1000);
  while ((await hall.getAttribute("#projector", "data-list")) !== "pairings")
    await hall.clock.runFor(1000);

  const page = players[1];
  await page.goto(`/tournaments/${tournament}`);
  await page.waitForSelector("#print");
  await page.emulateMedia({ media: "print" });
  for (const [selector, isPrinted] of /** @type {[string, boolean][]} */ ([
    ["#rounds .pairings", true],
    ["#standings table", true],
    ["#take-away", false],
    ["#log", false],
    [".top", false],
  ]))
    assert.equal(await page.locator(selector).first().isVisible(), isPrinted, selector);
  assertNoComplaints();
  await Promise.all([hall, ...players].map((each) => each.context().close()));
});
