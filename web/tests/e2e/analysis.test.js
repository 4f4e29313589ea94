// The engine beside a study: analysis of positions, and review of finished games.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
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
