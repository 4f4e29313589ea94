// The engine beside a study: analysis of positions, and review of finished games.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  moveByTouch,
  PATIENCE,
  shortGame,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** Timeout in milliseconds for the engine on a busy machine. */
const THOUGHT = { timeout: 4 * PATIENCE };

const { server, browser } = await startServerAndBrowser();

/** @param {Page} page */
const ply = (page) => page.getAttribute(".study", "data-ply");

/** @param {Page} page @param {string} path */
async function study(page, path) {
  await page.goto(path);
  await page.waitForSelector("#study-board");
  await page.waitForSelector(".link.online");
}

it("a position is analysed, with a bar, an arrow, and a line to step into", async () => {
  const page = await somebody(browser, server);
  await study(page, "/study?variant=camette");
  assert.equal(await page.locator("#bar").count(), 0);
  await page.keyboard.press("l");
  await page.waitForSelector("#bar:not(.unknown)", THOUGHT);
  await page.waitForSelector("#deeper, #score:has-text('#')", THOUGHT);
  assert.match((await page.getAttribute("#bar", "aria-valuetext")) ?? "", /^White: \d+ %\. \w/);
  const drawn = page.locator("#study-board .advice .head");
  assert.equal(await drawn.count(), 1);
  const line = await page.locator("#best-line .move").allTextContents();
  assert.ok(line.length > 1, line.join(" "));

  // The second move of the line leads two plies further, and the line is inserted as shown.
  await page.locator("#best-line .move").nth(1).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('.study[data-ply="2"]');
  const kept = await page.locator(".tree .move").allTextContents();
  assert.deepEqual(kept, line.slice(0, 2));
  await page.waitForSelector("#bar:not(.unknown)", THOUGHT);

  // The setting is stored, and the panel can be closed.
  await page.reload();
  await page.waitForSelector("#bar:not(.unknown)", THOUGHT);
  assert.deepEqual(await violations(page), []);
  await page.uncheck("#engine");
  await page.waitForSelector("#bar", { state: "detached" });
  await drawn.waitFor({ state: "detached" });
  assertNoComplaints();
  await page.context().close();
});

it("a finished game is reviewed, and its mistakes are reached by keyboard", async () => {
  const { moves } = await shortGame(server, "camette");
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(white);
  const id = new URL(white.url()).pathname.split("/")[2];
  const watcher = await somebody(browser, server, { colorScheme: "dark" });
  for (const [at, move] of moves.entries()) {
    const page = [white, black][at % 2];
    await untilPlies(page, at);
    await moveByText(page, move);
    if (at > 0) continue;
    // There is no analysis during the match.
    await untilPlies(white, 1);
    await study(watcher, `/study/${id}`);
    assert.equal(await watcher.locator("#engine, #judge").count(), 0);
  }
  await white.waitForSelector("#verdict");

  // The link in the end card starts the review.
  await white.locator("[data-review]").first().click();
  await white.waitForSelector(".exactness", THOUGHT);
  assert.equal(new URL(white.url()).search, "");

  await study(watcher, `/study/${id}`);
  await watcher.click("#judge");
  await watcher.waitForSelector(".exactness", THOUGHT);
  const seats = await watcher.locator(".exactness tbody th").allTextContents();
  assert.deepEqual(
    seats.map((text) => text.trim()),
    ["White", "Black"],
  );
  assert.equal(await watcher.locator("#judge, progress").count(), 0);
  assert.equal(await watcher.locator("#graph .curve").count(), 1);
  assert.deepEqual(await violations(watcher), []);

  // The loser of a short game made a mistake, which is described and links to its ply.
  const fault = watcher.locator(".fault").last();
  const words = (await fault.textContent()) ?? "";
  const [, move] = words.match(/(?:White|Black), (\S+): (?:inaccuracy|mistake|blunder)\./) ?? [];
  assert.ok(moves.includes(move), words);
  await fault.focus();
  await watcher.keyboard.press("Enter");
  const here = watcher.locator('.tree .move[aria-current="true"]');
  await here.waitFor();
  assert.equal(moves[Number(await ply(watcher)) - 1], move);
  assert.match((await here.textContent()) ?? "", /[?]$/);
  assert.equal(await watcher.getAttribute(".fault[aria-current]", "aria-current"), "true");
  // The bar shows the review's evaluation without an analysis of the position.
  assert.equal(await watcher.locator("#bar:not(.unknown)").count(), 1);
  // Another move is not part of the review.
  await watcher.keyboard.press("Home");
  await watcher.waitForSelector('.study[data-ply="0"]');
  assertNoComplaints();
  await Promise.all([white, black, watcher].map((page) => page.context().close()));
});

it("the mistakes of a game are tried again, and a better move is praised", async () => {
  // Black blunders with the second move, which lets White into the castle.
  const page = await somebody(browser, server);
  await study(page, "/study?variant=camette&moves=C2-A4+C6-E4xC2xC4+A4xC6xE4+C5-C3+B3xD3xB5");
  await page.click("#judge");
  await page.waitForSelector(".exactness", THOUGHT);
  const better = await page.locator(".fault").allTextContents();
  const ofBlack = better.filter((words) => words.includes("Black"));
  assert.ok(ofBlack.length > 0, `${better}`);
  await page.click('[data-retry="B"]');
  const [, played, best] = ofBlack[0].match(/Black, (\S+): \w+\. Better: (\S+)\./) ?? [];
  assert.equal(
    await page.textContent("#retry-task"),
    `Black played ${played}. Find a better move.`,
  );
  assert.equal(
    await page.locator(".faults, #best-line, #bar").count(),
    0,
    "nothing tells the move",
  );
  assert.deepEqual(await violations(page), []);
  // The move of the game is no better.
  await page.click(`.tree .move >> text=${played}`);
  await page.waitForSelector('.retry[data-state="wrong"]');
  await page.click("#retry-again");
  await page.waitForSelector('.retry[data-state="ask"]');
  await page.click("#retry-show");
  await page.waitForSelector('.retry[data-state="shown"]');
  assert.equal(await page.textContent("#retry-task"), `${best} was better.`);
  await page.click("#retry-end");
  await page.waitForSelector(".faults");
  // The engine's own move is right.
  await page.click('[data-retry="B"]');
  await page.click(`.tree .move >> text=${best}`);
  await page.waitForSelector('.retry[data-state="right"]', THOUGHT);
  await page.waitForSelector("#best-line, #bar");
  await page.click("#retry-end");

  // The engine judges other moves: White has a mistake in the first position.
  await study(page, "/study?variant=camette&moves=C3-C4+C5xC3xC1");
  await page.click("#judge");
  await page.waitForSelector(".exactness", THOUGHT);
  const [words] = await page.locator(".fault").allTextContents();
  assert.match(words, /White, C3-C4: blunder\./);
  for (const [move, state] of [
    ["B3-B4", "wrong"],
    ["D3-E3", "right"],
  ]) {
    await page.click('[data-retry="W"]');
    await page.waitForSelector('.retry[data-state="ask"]');
    await moveByTouch(page, move, "click", '.retry:not([data-state="ask"])');
    await page.waitForSelector(`.retry[data-state="${state}"]`, THOUGHT);
    await page.click("#retry-end");
  }
  assertNoComplaints();
  await page.context().close();
});

it("a game for four is reviewed seat by seat, on a phone and in Portuguese", async () => {
  const { moves } = await shortGame(server, "grand-cam");
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const page = await somebody(browser, server, { ...phone, locale: "pt-BR" });
  await study(page, `/study?variant=grand-cam&moves=${moves.slice(0, 6).join("+")}`);
  await page.tap("#judge");
  await page.waitForSelector(".exactness", THOUGHT);
  assert.equal(await page.locator(".exactness tbody tr").count(), 4);
  assert.match(
    (await page.getAttribute("#bar", "aria-valuetext")) ?? "",
    /^Vermelho e Azul: \d+ %\. \p{L}/u,
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `${wide} pixels wide`);
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await page.context().close();
});
