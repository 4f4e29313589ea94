// Ratings: rated games, display beside names, curves and leaderboards.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  moveByText,
  postAs,
  signUp,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** The shortest game of camette: into the castle with the second move. */
const MOVES = ["C3-C4", "C5xC3xC1"];
/** More games than an established rating needs. */
const MOST_GAMES = 60;

const { server, browser } = await startServerAndBrowser();
/** @type {Page} */
let gawain;
/** @type {Page} */
let lynette;

before(async () => {
  [gawain, lynette] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  await Promise.all([signUp(gawain, "Gawain"), signUp(lynette, "Lynette")]);
});

/** @param {Page} page @param {string} time */
async function look(page, time) {
  await page.goto("/");
  await chooseGame(page, "camette");
  await page.waitForSelector(".link.online");
  await page.click(`[data-time="${time}"]`);
}

/** The page of the player who moves first. @param {Page[]} pages */
async function inOrder(pages) {
  const seats = await Promise.all(pages.map((page) => page.getAttribute(".match", "data-seat")));
  return seats[0] === "W" ? pages : [...pages].reverse();
}

/** The rating in the pool of the last game. @param {string} name @returns {Promise<RatingView>} */
async function standing(name) {
  const answer = await fetch(`${server.url}/api/v1/players/${name}/ratings`);
  return (await answer.json()).items[0];
}

it("a rated game is found, played, and changes both displayed ratings", async () => {
  const guest = await somebody(browser, server);
  await guest.goto("/");
  await guest.waitForSelector(".link.online");
  assert.equal(await guest.locator("#rated").count(), 0, "guests play casual games");
  await guest.context().close();

  await look(gawain, "5+3");
  await gawain.waitForSelector(".looking >> text=rated");
  await lynette.goto("/");
  await lynette.waitForSelector(".waiting-list .who >> text=/^Gawain\\s+1500\\?$/");
  await look(lynette, "5+3");
  await Promise.all([untilPlaying(gawain), untilPlaying(lynette)]);
  assert.match((await gawain.textContent(".match-title")) ?? "", /blitz\s+· rated/);
  const [white, black] = await inOrder([gawain, lynette]);
  await moveByText(white, MOVES[0]);
  await black.waitForSelector('.match[data-ply="1"]');
  assert.equal(await white.locator("#offer-takeback").count(), 0, "no move is taken back");
  await moveByText(black, MOVES[1]);
  for (const [page, sign] of /** @type {[Page, string][]} */ ([
    [black, "+"],
    [white, "−"],
  ])) {
    await page.waitForSelector(".below .change");
    const words = ((await page.textContent(".below .rating")) ?? "").replace(/\s+/g, " ");
    assert.match(words, new RegExp(`^1500\\? \\${sign}\\d+$`));
    await page.waitForFunction(
      (text) => document.getElementById("announcements")?.textContent?.includes(text),
      "Your rating: 1",
    );
  }
  assert.deepEqual(await violations(white), []);
  assertNoComplaints();
});

it("a curve, the games against each other, and the best players", async () => {
  const clock = { kind: "fischer", initial_ms: 300_000, increment_ms: 3000 };
  let games = 1;
  for (; (await standing("Gawain")).provisional; games += 1) {
    assert.ok(games < MOST_GAMES, "a rating becomes sure");
    const [white, black] = games % 2 === 0 ? [gawain, lynette] : [lynette, gawain];
    const wish = { variant: "camette", time: clock, rated: true, seats: { W: "me" } };
    const { match } = await postAs(white, "/matches", wish);
    await postAs(black, `/matches/${match}/join`, {});
    for (const [at, move] of MOVES.entries()) {
      await postAs([white, black][at], `/matches/${match}/moves`, { ply: at + 1, move });
    }
  }

  await gawain.goto("/players/Lynette");
  await gawain.waitForSelector("#rating-curve");
  const label = (await gawain.getAttribute("#rating-curve", "aria-label")) ?? "";
  assert.match(label, /^Rating over \d+ games: from \d+ to \d+, \d+ at best$/);
  assert.match((await gawain.textContent(".pool-choice")) ?? "", /^\s*\d+\??\s*Camette · blitz/);
  const met = gawain.locator("section.card", { hasText: "You against Lynette" }).locator("td");
  const counts = (await met.allTextContents()).map(Number);
  assert.equal(counts.length, 3);
  assert.ok(counts[0] > 0 && counts[2] > 0 && counts[1] === 0, `${counts}`);
  assert.deepEqual(await violations(gawain), []);

  // Selects the variant and the speed by keyboard.
  await gawain.goto("/players?variant=camette&speed=bullet");
  await gawain.waitForSelector("#no-leaders");
  await gawain.focus('[name=speed][value="bullet"]');
  await gawain.keyboard.press("ArrowRight");
  await gawain.waitForSelector(".leaders tbody tr");
  assert.match(gawain.url(), /variant=camette&speed=blitz$/);
  const rows = await gawain.locator(".leaders tbody tr").allTextContents();
  assert.ok(rows.some((row) => row.includes("Gawain")));
  const numbers = (await gawain.locator(".leaders tbody strong").allTextContents()).map(Number);
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => b - a),
  );
  assert.deepEqual(await violations(gawain), []);
  // The browser logs the response for an unknown name.
  await gawain.fill("#player-name", "Nimue");
  await gawain.keyboard.press("Enter");
  await gawain.waitForSelector("#no-player >> text=Nimue");
  await gawain.fill("#player-name", "lynette");
  await gawain.keyboard.press("Enter");
  await gawain.waitForSelector(".profile h1 >> text=Lynette");

  // Without a choice the page opens where players are ranked.
  const visitor = await somebody(browser, server);
  await visitor.goto("/players");
  await visitor.waitForSelector(".leaders tbody tr");
  assert.equal(await visitor.inputValue("#leaders-game"), "camette");
  await visitor.goto("/players?variant=cam");
  await visitor.waitForSelector("#no-leaders");
  await visitor.context().close();

  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const page = await somebody(browser, server, { ...phone, locale: "pt-BR", colorScheme: "dark" });
  for (const path of ["/players/Gawain", "/players?variant=camette&speed=blitz"]) {
    await page.goto(path);
    await page.waitForSelector("#rating-curve, .leaders tbody tr");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${path}: ${wide} pixels wide`);
    assert.deepEqual(await violations(page), []);
  }
  await page.context().close();
  assertNoComplaints(/\/players\?.* 404/);
});

it("a challenge shows whether it is rated", async () => {
  await lynette.goto("/rules");
  await lynette.waitForSelector(".link.online");
  for (const [value, other] of [
    ["rated", "casual"],
    ["casual", "rated"],
  ]) {
    await gawain.goto("/players/Lynette");
    await gawain.waitForSelector(".link.online");
    await gawain.click("#challenge");
    await gawain.selectOption("#challenge-time", { index: 2 });
    await gawain.check(`[name="challenge-rated"][value="${value}"]`);
    await gawain.click("#send-challenge");
    await lynette.waitForSelector(`[data-challenge] >> text=/· ${value}/`);
    const shown = await lynette.textContent("[data-challenge] .rating");
    assert.equal(shown, value === "casual" ? "1500?" : String((await standing("Gawain")).rating));
    const theirs = value === "casual" ? "1500?" : (await standing("Lynette")).rating;
    await gawain.waitForSelector(`[data-challenge] >> text=Waiting for Lynette (${theirs})`);
    assert.deepEqual(await violations(lynette), []);
    await lynette.selectOption("[data-challenge] select", other);
    await lynette.click("[data-decline]");
    await lynette.waitForSelector("[data-challenge]", { state: "detached" });
    await gawain.waitForSelector(`#challenge-answer >> text=I'd rather play ${other}.`);
  }
  // Without a clock games are casual, and there is no choice.
  await gawain.click("#challenge");
  await gawain.selectOption("#challenge-time", { index: 7 });
  await gawain.waitForSelector("#challenge-rated", { state: "detached" });
  assertNoComplaints();
});
