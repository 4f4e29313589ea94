// Vacations, adjournments and arranged games in the browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  signUp,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();

const DAY = 86_400_000;

/** A time as a field takes it. @param {number} at */
function localTime(at) {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A match of camette between two visitors. @param {number} time the index of the time control */
async function match(time) {
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W", time });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await Promise.all([untilPlaying(white), untilPlaying(black)]);
  return { white, black };
}

it("a live match is adjourned until a time and resumed by agreement", async () => {
  const { white, black } = await match(4);
  await moveByText(white, "C2-B2");
  await untilPlies(black, 1);
  await moveByText(black, "C6-B6");
  await untilPlies(white, 2);
  await white.click("#more");
  await white.click("#adjourn");
  await white.fill("#adjourn-until", localTime(Date.now() + DAY));
  await white.click("#adjourn-yes");
  await black.click("#accept-adjournment");
  for (const page of [white, black]) await page.waitForSelector("#adjourned");
  assert.equal(await white.locator(".clock.running").count(), 0);
  assert.deepEqual(await violations(white), []);
  await white.reload();
  await white.waitForSelector("#adjourned");

  await black.click("#offer-resumption");
  await white.click("#accept-resumption");
  for (const page of [white, black])
    await page.waitForSelector("#adjourned", { state: "detached" });
  await moveByText(white, "B2-C2");
  await untilPlies(black, 3);
  assertNoComplaints();
  await Promise.all([white, black].map((page) => page.context().close()));
});

it("a new correspondence game has the hours of rest that its form sets", async () => {
  const white = await somebody(browser, server);
  await white.goto("/");
  await white.waitForSelector(".times");
  await white.click("#friend");
  assert.equal(await white.locator("#friend-rest-weekend").count(), 0, "only by correspondence");
  await white.selectOption("#friend-time", { index: 6 });
  await white.check("#friend-rest-weekend");
  await white.fill("#friend-rest-from", "22:30");
  await white.fill("#friend-rest-until", "07:00");
  assert.deepEqual(await violations(white), []);
  await white.click("#make-link");
  await white.waitForSelector(".invitation .address");
  const id = new URL(white.url()).pathname.split("/")[2];
  const { time } = await white.evaluate(async (id) => {
    const { token } = JSON.parse(localStorage.getItem("chivalry.session") ?? "{}");
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`/api/v1/matches/${id}`, { headers })).json();
  }, id);
  const offset = await white.evaluate(() => 0 - new Date().getTimezoneOffset());
  assert.deepEqual(time, {
    kind: "correspondence",
    days: 3,
    vacation: true,
    rest: {
      utc_offset_min: offset,
      days_off: ["saturday", "sunday"],
      from_min: 22 * 60 + 30,
      until_min: 7 * 60,
    },
  });
  assertNoComplaints();
  await white.context().close();
});

it("a vacation is taken on the account page, and shown to the opponent", async () => {
  const { white, black } = await match(6);
  await signUp(white, "Galahad");
  await white.goto("/account");
  await white.waitForSelector("#vacation-begin");
  assert.match((await white.textContent("#vacation-left")) ?? "", /^28 of 28 days/);
  await white.fill("#vacation-ends", localTime(Date.now() + 5 * DAY));
  await white.click("#vacation-begin");
  await white.waitForSelector("#vacation-until");
  assert.deepEqual(await violations(white), []);
  const notice = black.locator('.vacation[data-seat="W"]');
  await notice.waitFor();
  assert.match((await notice.textContent()) ?? "", /^Galahad is on vacation until/);
  await white.click("#vacation-end");
  await white.waitForSelector("#vacation-begin");
  await notice.waitFor({ state: "detached" });
  assertNoComplaints();
  await Promise.all([white, black].map((page) => page.context().close()));
});

it("a game is proposed, agreed on, saved to a calendar and cancelled", async () => {
  const gareth = await somebody(browser, server);
  const lynette = await somebody(browser, server);
  await signUp(gareth, "Gareth");
  await signUp(lynette, "Lynette");
  await gareth.goto("/account");
  await gareth.click("#arrange summary");
  await gareth.fill("#arrange-to", "Lynette");
  await gareth.selectOption("#arrange-variant", "camette");
  await gareth.fill("#arrange-at", localTime(Date.now() + DAY));
  await gareth.click("#arrange-send");
  await gareth.waitForSelector('[data-status="open"]');
  await lynette.goto("/account");
  await lynette.click(".agree");
  await lynette.waitForSelector('[data-status="agreed"]');
  const saved = lynette.waitForEvent("download");
  await lynette.click(".calendar");
  assert.equal((await saved).suggestedFilename(), "chivalry.ics");
  assert.deepEqual(await violations(lynette), []);
  await gareth.reload();
  await gareth.click('[data-status="agreed"] .cancel');
  await gareth.waitForSelector('[data-status="cancelled"]');
  assertNoComplaints();
  await Promise.all([gareth, lynette].map((page) => page.context().close()));
});
