// The first visit: a board that moves, one main button, and ways into the game.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  resize,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  violations,
} from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

/** The pieces of the shown board. @param {import("./helpers.js").Page} page */
const shown = (page) =>
  page
    .locator(".show-demo [data-piece]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-piece")).join());

it("shows a game between two computers, which can be paused", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  await chooseGame(page, "camette");
  const first = await shown(page);
  assert.match((await page.textContent(".show figcaption")) ?? "", /Two computers play Camette/);
  if ((await page.textContent("#pause-show")) === "Continue") await page.click("#pause-show");
  await page.waitForFunction((before) => {
    const pieces = [...document.querySelectorAll(".show-demo [data-piece]")];
    return pieces.map((each) => each.getAttribute("data-piece")).join() !== before;
  }, first);
  await page.click("#pause-show");
  await page.waitForSelector('#pause-show >> text="Continue"');
  assert.doesNotMatch((await page.textContent("main")) ?? "", /[Nn]obody|No live|No open/);
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await page.context().close();
});

it("starts a game against the computer with one tap on a quiet server", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  await page.click("#start");
  await untilPlaying(page);
  assert.match((await page.textContent(".above .name")) ?? "", /Computer 1/);
  assert.equal(await page.getAttribute(".match", "data-ply"), "0");
  assert.equal(await page.locator("#talk-fold").count(), 0, "nobody would read a chat");
  assertNoComplaints();
  await page.context().close();
});

it("a tablet shows the board beside the first words", async () => {
  for (const locale of ["en-GB", "pt-BR"]) {
    const viewport = { width: 820, height: 1180 };
    const page = await somebody(browser, server, { viewport, locale });
    await page.goto("/");
    const [hero, show, play] = await Promise.all(
      [".hero", ".show", ".play"].map((selector) => page.locator(selector).boundingBox()),
    );
    assert.ok(hero && show && play);
    assert.ok(show.x >= hero.x + hero.width, "the board is at the right of the words");
    assert.ok(play.y >= show.y + show.height, "the times are below the board");
    assert.ok(play.y < viewport.height * 0.6, "the times are in sight");
    await page.context().close();
  }
  assertNoComplaints();
});

it("joins whoever waits for the chosen game", async () => {
  const one = await somebody(browser, server);
  await one.goto("/");
  await chooseGame(one, "cam");
  await one.click('.time[data-time="5+3"]');
  await one.waitForSelector(".looking");
  const other = await somebody(browser, server);
  await other.goto("/");
  await chooseGame(other, "cam");
  await other.waitForFunction(() =>
    document.querySelector(".start-how")?.textContent?.includes("5+3"),
  );
  await other.click("#start");
  await Promise.all([untilPlaying(one), untilPlaying(other)]);
  assert.equal(one.url(), other.url());
  assertNoComplaints();
  await one.context().close();
  await other.context().close();
});

it("shows on each time how many wait for it and play it", async () => {
  const watcher = await somebody(browser, server);
  await watcher.goto("/");
  await chooseGame(watcher, "cam");
  const crowd = '.time[data-time="15+10"] .crowd';
  await watcher.waitForSelector('.time[data-time="15+10"]');
  assert.equal(await watcher.locator(crowd).count(), 0, "no time says that nobody is there");
  const players = [];
  for (let index = 0; index < 2; index += 1) {
    const page = await somebody(browser, server);
    await page.goto("/");
    await chooseGame(page, "cam");
    await page.click('.time[data-time="15+10"]');
    if (index === 0) await watcher.waitForSelector(`${crowd} >> text="1 waiting"`);
    players.push(page);
  }
  await Promise.all(players.map(untilPlaying));
  await watcher.waitForSelector(`${crowd} >> text="2 playing"`);
  const heights = await watcher.$$eval(".time", (all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().height)),
  );
  assert.equal(new Set(heights).size, 1, `${heights}`);
  assert.deepEqual(await violations(watcher), []);
  // The longest words and numbers fit on the narrowest phone.
  await resize(watcher, { width: 320, height: 640 });
  await watcher.$eval(crowd, (element) => {
    element.textContent = "120 esperando";
  });
  const isInside = await watcher.$eval(crowd, (element) => {
    const [box, button] = [element, element.closest("button") ?? element].map((each) =>
      each.getBoundingClientRect(),
    );
    return box.left >= button.left && box.right <= button.right && box.bottom <= button.bottom;
  });
  assert.ok(isInside);
  assertNoComplaints();
  await Promise.all([watcher, ...players].map((page) => page.context().close()));
});

it("offers the computer to a player who waits, and goes on looking", async () => {
  const page = await somebody(browser, server);
  await page.clock.install();
  await page.goto("/");
  await chooseGame(page, "camette");
  await page.click('.time[data-time="3+2"]');
  await page.waitForSelector(".looking");
  assert.equal(await page.locator("#meanwhile").count(), 0);
  await page.clock.runFor(16_000);
  await page.click("#meanwhile");
  await untilPlaying(page);
  await page.waitForSelector("#stop-background");
  const computer = page.url();
  const other = await somebody(browser, server);
  await other.goto("/");
  await chooseGame(other, "camette");
  await other.click('.time[data-time="3+2"]');
  await untilPlaying(other);
  await page.waitForURL(other.url());
  assert.notEqual(computer, page.url());
  assert.equal(await page.locator("#stop-background").count(), 0);
  assertNoComplaints();
  await page.context().close();
  await other.context().close();
});
