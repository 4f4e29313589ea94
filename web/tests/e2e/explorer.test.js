// The explorer beside a study, and the filters of a profile.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  PATIENCE,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();

const CASTLE = "1. C3-C4 C5xC3xC1 0-1";
const OTHER = "1. C2-B2 {resigned} 1-0";

/** @param {string} names @param {string} moves */
const game = (names, moves, variant = "camette") => {
  const [white, black] = names.split(" ");
  return `[Event "Club"]\n[Date "1931.02.07"]\n[White "${white}"]\n[Black "${black}"]\n[Variant "${variant}"]\n\n${moves}\n`;
};

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function api(path, init) {
  const answer = await fetch(`${server.url}/api/v1${path}`, init);
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${text}`);
  return JSON.parse(text);
}

/** A guest of the interface for programs. */
const guest = () => api("/guests", { method: "POST" });

/** @param {string} token @param {string} path @param {unknown} body */
const post = (token, path, body) =>
  api(path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** @param {string} token @param {string[]} records */
const load = (token, records) =>
  api("/records", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: records.join("\n"),
  });

/** The index is written after the ends of the games. @param {string} variant @param {number} count */
async function untilExplored(variant, count) {
  const until = performance.now() + PATIENCE;
  for (let games = 0; games < count; ) {
    assert.ok(performance.now() < until, `${games} of ${count} games`);
    ({ games } = await api(`/explorer/${variant}`));
  }
}

/** @type {{player: {name: string}, token: string}[]} */
let players;

before(async () => {
  players = [await guest(), await guest()];
  const [host, opponent] = players;
  await load(host.token, [
    game("Lancelot Mordred", CASTLE),
    game("Arthur Kay", CASTLE),
    game("Gareth Bors", OTHER),
  ]);
  // A game that was played here.
  const made = await post(host.token, "/matches", {
    variant: "camette",
    time: { kind: "unlimited" },
    seats: { W: "me" },
  });
  await post(opponent.token, `/matches/${made.match}/join`, {});
  await post(host.token, `/matches/${made.match}/moves`, { ply: 1, move: "C3-C4" });
  await post(opponent.token, `/matches/${made.match}/moves`, { ply: 2, move: "C5xC3xC1" });
  await untilExplored("camette", 4);
});

it("the explorer counts the moves of finished games and plays them in the study", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study?variant=camette");
  await page.click("#explorer summary");
  await page.locator("#explorer [role=status]", { hasText: "4 games" }).waitFor();
  const rows = page.locator(".explorer-moves tbody tr");
  assert.equal(await rows.count(), 2);
  assert.match((await rows.nth(0).textContent()) ?? "", /C3-C4\s*3/);
  assert.equal(
    await rows.nth(0).locator(".results").getAttribute("aria-label"),
    "White won 0 %, draws 0 %, Black won 100 %",
  );
  assert.deepEqual(await violations(page), []);
  await rows.nth(0).locator("button").click();
  await page.waitForSelector('.study[data-ply="1"]');
  await page.locator("#explorer [role=status]", { hasText: "3 games" }).waitFor();
  assert.equal(await page.textContent("#explored-opening"), "Opening: Center Advance");
  await page.locator(".explorer-moves button", { hasText: "C5xC3xC1" }).waitFor();
  await page.selectOption("#explorer-speed", "blitz");
  await page.waitForSelector("#explorer-none");
  await page.selectOption("#explorer-speed", "unlimited");
  // Imported games show the names and the date of their records.
  const newest = page.locator("#explorer .games-list a", { hasText: "Lancelot – Mordred" });
  assert.match((await newest.first().textContent()) ?? "", /1931-02-07/);
  await newest.first().click();
  await page.locator(".turn", { hasText: "Lancelot" }).waitFor();
  // The panel stays open for finished games.
  await page.locator("#explorer [role=status]", { hasText: "4 games" }).waitFor();
  assertNoComplaints();
  await page.context().close();
});

it("the address carries the filters of a profile", async () => {
  const page = await somebody(browser, server);
  const [host, opponent] = players;
  await page.goto(`/players/${host.player.name}`);
  await page.waitForSelector(".games-list li");
  await page.click("#filters summary");
  await page.selectOption("#filter-outcome", "won");
  await page.waitForSelector("#no-match");
  assert.match(page.url(), /\?outcome=won$/);
  await page.selectOption("#filter-outcome", "lost");
  await page.waitForSelector(".games-list li");
  await page.selectOption("#filter-variant", "camette");
  await page.selectOption("#filter-seat", "W");
  await page.fill("#filter-opponent", opponent.player.name);
  await page.press("#filter-opponent", "Enter");
  await page.locator("#filters summary", { hasText: "(4)" }).waitFor();
  await page.waitForSelector(".games-list li");
  assert.deepEqual(await violations(page), []);
  const address = page.url();
  const other = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await other.goto(address);
  await other.waitForSelector(".games-list li");
  assert.equal(await other.inputValue("#filter-opponent"), opponent.player.name);
  const width = await other.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 390);
  await other.fill("#filter-from", "2100-01-01");
  await other.press("#filter-from", "Tab");
  await other.waitForSelector("#no-match");
  await other.click("#clear-filters");
  await other.waitForSelector(".games-list li");
  assert.doesNotMatch(other.url(), /\?/);
  assertNoComplaints();
  await Promise.all([page.context().close(), other.context().close()]);
});

it("a review names the opening, marks the moves of its book, and leads to the first new move", async () => {
  const { token } = await guest();
  const names = ["Kay Bors", "Bors Kay", "Ector Kay", "Kay Ector", "Bors Ector"];
  const records = names.map((pair, at) =>
    game(pair, `1. B5-B6 B9-B8 2. ${at === 0 ? "F5-F6" : "C5-C6"} 1-0`, "cam"),
  );
  const loaded = await load(token, records);
  await untilExplored("cam", records.length);
  const page = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await page.goto(`/study/${loaded.items[0].match}`);
  await page.waitForSelector(".link.online");
  await page.click("#judge");
  await page.locator("#book", { hasText: "2 moves of the opening book" }).waitFor();
  assert.deepEqual(await page.locator(".tree .move.book").allTextContents(), ["B5-B6", "B9-B8"]);
  const opening = "Opening: Flank Advance, Symmetrical Defense";
  assert.equal(await page.textContent("#opening"), opening);
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.textContent("#new-move"), "First new move: F5-F6");
  await page.click("#new-move");
  await page.waitForSelector('.study[data-ply="3"]');
  assertNoComplaints();
  await page.context().close();
});
