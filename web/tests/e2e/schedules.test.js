// Schedules on the page: a tournament that repeats, its page, its end.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  signUp,
  somebody,
  startServerAndBrowser,
  untilCount,
  violations,
} from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

it("a weekly Swiss has a page with its tournaments, which its maker ends", async () => {
  const maker = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await maker.goto("/tournaments/new");
  await maker.click('[data-template="swiss"]');
  assert.equal(await maker.locator("#recurrence").count(), 0, "only accounts have schedules");
  await signUp(maker, "Guinevere");

  await maker.goto("/tournaments/new");
  await maker.click('[data-template="arena"]');
  await maker.waitForSelector("#template-games");
  assert.equal(await maker.locator("#recurrence").count(), 0, "no time of day repeats");
  // Both before the page renders again.
  await maker.evaluate(() => {
    const input = (/** @type {string} */ selector) => {
      const found = document.querySelector(selector);
      if (!(found instanceof HTMLInputElement)) throw new Error(selector);
      return found;
    };
    input('[data-template="swiss"] input').click();
    input("#name").value = "Round Table";
    input("#name").dispatchEvent(new Event("input", { bubbles: true }));
  });
  await maker.selectOption("#recurrence", "daily");
  await maker.click("#make-tournament");
  await maker.waitForSelector("#schedule");
  assert.match((await maker.textContent("#schedule-times")) ?? "", /^Every day at 20:00 \(/);
  await untilCount(maker, "#schedule-tournaments li", 1);
  assert.deepEqual(await violations(maker), []);
  const width = await maker.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width} wide`);

  await maker.click("#schedule-tournaments a");
  await maker.waitForSelector("#tour-schedule");
  assert.match((await maker.textContent("h1")) ?? "", /Round Table 1/);
  await maker.click("#tour-schedule a");
  await maker.waitForSelector("#schedule-end");

  const visitor = await somebody(browser, server);
  await visitor.goto("/tournaments");
  await visitor.click("#schedules a");
  await visitor.waitForSelector("#schedule");
  assert.equal(await visitor.locator("#schedule-end").count(), 0);

  maker.on("dialog", (dialog) => dialog.accept());
  await maker.click("#schedule-end");
  await maker.waitForSelector("#schedule-end", { state: "detached" });
  await visitor.goto("/tournaments");
  await visitor.waitForSelector("#tours-open");
  assert.equal(await visitor.locator("#schedules").count(), 0);
  assertNoComplaints();
  await Promise.all([maker, visitor].map((page) => page.context().close()));
});
