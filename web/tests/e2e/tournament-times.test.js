// The times of tournaments: countdowns by the server's clock, waiting players, the bracket's round.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  postAs,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();
/** @type {Page} */
let director;
/** @type {Page} */
let watcher;
/** @type {Page[]} */
let players;

before(async () => {
  const pages = await Promise.all(Array.from({ length: 6 }, () => somebody(browser, server)));
  for (const page of pages) {
    await page.goto("/tournaments");
    await page.waitForSelector(".link.online");
  }
  [director, watcher, ...players] = pages;
});

/** The seconds of a countdown such as `9:58`. @param {string | null} text */
const secondsOf = (text) =>
  (text ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0);

/** The seconds that a page shows for a fact, once it shows a countdown. @param {Page} page @param {string} fact */
async function countdownOf(page, fact) {
  return secondsOf(await page.textContent(`[data-fact="${fact}"] .countdown`));
}

/** Waits until the shown time has changed. @param {Page} page @param {string} fact */
async function untilItRuns(page, fact) {
  const selector = `[data-fact="${fact}"] .countdown`;
  const before_ = await page.textContent(selector);
  await page.waitForFunction(
    ([of, text]) => document.querySelector(of ?? "")?.textContent !== text,
    [selector, before_],
  );
}

/** Creates a tournament of camette. @param {Record<string, unknown>} stage @param {Record<string, unknown>} [more] @returns {Promise<string>} its path */
async function create(stage, more = {}) {
  const time = { kind: "fischer", initial_ms: 300_000, increment_ms: 3000 };
  const stages = [{ name: "All", ...stage }];
  const plan = { name: "Timed", variant: "camette", time, stages, ...more };
  const { tournament } = await postAs(director, "/tournaments", { plan });
  return `/tournaments/${tournament}`;
}

it("a countdown to the start follows the server's clock, and ends with the page", async () => {
  const begins_at = new Date(Date.now() + 600_000).toISOString();
  const path = await create({ format: { kind: "swiss", rounds: 3 } }, { begins_at });
  const page = await somebody(browser, server);
  // The browser's clock is an hour fast.
  await page.clock.install({ time: new Date(Date.now() + 3_600_000) });
  await page.addInitScript(() => {
    const [begin, end] = [window.setInterval, window.clearInterval];
    const timers = new Set();
    Object.assign(window, {
      timers,
      setInterval: (/** @type {any[]} */ ...given) => {
        const timer = Reflect.apply(begin, window, given);
        timers.add(timer);
        return timer;
      },
      clearInterval: (/** @type {any} */ timer) => {
        timers.delete(timer);
        end(timer);
      },
    });
  });
  const timers = () => page.evaluate(() => /** @type {any} */ (window).timers.size);
  await page.goto("/rules");
  await page.waitForSelector(".link.online");
  const usual = await timers();
  for (const address_ of ["/tournaments", path]) {
    await page.click('.top a[href="/tournaments"]');
    await page.waitForSelector(`a[href="${path}"] .countdown`);
    if (address_ === path) {
      await page.click(`a[href="${path}"]`);
      await page.waitForSelector('[data-fact="start"] .countdown');
      const left = await countdownOf(page, "start");
      const real = (Date.parse(begins_at) - Date.now()) / 1000;
      assert.ok(Math.abs(left - real) < 5, `${left} s instead of ${real} s`);
      await untilItRuns(page, "start");
      assert.deepEqual(await violations(page), []);
    }
    assert.ok((await timers()) > usual);
    await page.click('.top a[href="/rules"]');
    await page.waitForFunction((n) => /** @type {any} */ (window).timers.size === n, usual);
  }
  await page.context().close();
  await postAs(director, `${path}/actions`, { do: "cancel" });
  assertNoComplaints();
});

it("an arena tells its times, and a waiting player that the next game is theirs", async () => {
  const path = await create({ format: { kind: "arena", length_ms: 1_200_000, wave_ms: 60_000 } });
  for (const page of players.slice(0, 3)) await postAs(page, `${path}/join`, {});
  await postAs(director, `${path}/start`, {});
  await players[0].goto(path);
  await players[0].waitForSelector("#own-wait >> text=You play next. 3 players are waiting.");
  const [left, next] = [
    await countdownOf(players[0], "left"),
    await countdownOf(players[0], "next"),
  ];
  assert.ok(left > 1100 && left <= 1200, `${left} s left`);
  assert.ok(next > 0 && next <= 60, `${next} s to the next pairing`);
  await untilItRuns(players[0], "next");
  assert.deepEqual(await violations(players[0]), []);
  await postAs(director, `${path}/actions`, { do: "cancel" });
  await players[0].waitForSelector("#tour-clock", { state: "detached" });
  assertNoComplaints();
});

it("a pause between rounds counts down, also for those who come during it", async () => {
  const path = await create({
    format: { kind: "swiss", rounds: 3 },
    start: { by: "clock", pause_ms: 600_000 },
  });
  for (const page of players) await postAs(page, `${path}/join`, {});
  await watcher.goto(path);
  await director.goto(path);
  await director.waitForSelector(".link.online");
  await postAs(director, `${path}/start`, {});
  await director.waitForSelector(".pairings .live-game >> nth=1");
  await watcher.waitForSelector('[data-fact="games"] >> text=0 of 2');
  for (const decided of [0, 1]) {
    await director.click('.pairings [data-decided="false"] [data-correct]');
    await director.selectOption(".correction [name=result]", "drawn");
    await director.click(".correction button.primary");
    await director.waitForSelector(`.pairings [data-decided="true"] >> nth=${decided}`);
  }
  for (const page of [director, watcher]) {
    await page.waitForSelector('[data-fact="next"] .countdown');
    const left = await countdownOf(page, "next");
    assert.ok(left > 540 && left <= 600, `${left} s`);
    // The next look is that of somebody who comes during the pause.
    await page.reload();
    await page.waitForSelector('[data-fact="next"] .countdown');
    assert.ok((await countdownOf(page, "next")) <= left);
  }

  // No column is empty, and no button of an entrant touches another one.
  const places = await director.evaluate(() => {
    const box = (/** @type {string} */ of) => {
      const { left, right, width } = /** @type {Element} */ (
        document.querySelector(of)
      ).getBoundingClientRect();
      return { left, right, width };
    };
    const tools = [...document.querySelectorAll(".entrant-tool")].map((tool) =>
      tool.getBoundingClientRect(),
    );
    return {
      all: box(".tour"),
      standings: box("#standings"),
      rounds: box("#rounds"),
      entrants: box("#entrants"),
      tools,
    };
  });
  assert.equal(places.standings.left, places.all.left);
  assert.equal(places.rounds.right, places.all.right);
  assert.deepEqual(places.entrants, places.rounds);
  assert.equal(places.tools.length, 4);
  for (const [at, tool] of places.tools.entries()) {
    assert.ok(tool.width >= 24 && tool.height >= 24, `${tool.width} x ${tool.height}`);
    const other = places.tools[at + 1];
    const isBeside = other && other.left >= tool.right;
    if (other && !isBeside) assert.ok(other.top - tool.bottom >= 2, `${other.top - tool.bottom}`);
  }
  await postAs(director, `${path}/actions`, { do: "cancel" });
  assertNoComplaints();
});

it("a phone scrolls to the current round of a bracket, and keeps the page in place", async () => {
  const path = await create({
    format: { kind: "knockout", double: false },
    series: { best_of: 1, decider: { kind: "replay" } },
  });
  for (const page of [...players, watcher]) await postAs(page, `${path}/join`, {});
  await postAs(director, `${path}/start`, {});
  const act = (/** @type {Record<string, unknown>} */ action) =>
    postAs(director, `${path}/actions`, action);
  await act({ do: "pair" });
  await act({ do: "begin_round" });
  const rounds = await (await fetch(`${server.url}/api/v1${path}/rounds`)).json();
  for (const { pairing } of rounds.items[0].pairings)
    await act({
      do: "forfeit",
      pairing,
      losers: [
        rounds.items[0].pairings.find((/** @type {any} */ each) => each.pairing === pairing).second,
      ],
    });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await somebody(browser, server, { ...phone, colorScheme: "dark" });
  await page.goto(path);
  await page.waitForFunction(
    () => (document.querySelector("#bracket-scroll")?.scrollLeft ?? 0) > 100,
  );
  const title = await page.locator("#bracket h3", { hasText: "Semifinals" }).boundingBox();
  assert.ok(title && title.x >= 0 && title.x < 100, `${title?.x}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.equal((await page.locator("#bracket .node").first().boundingBox())?.height, 84);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
  await act({ do: "cancel" });
  assertNoComplaints();
});
