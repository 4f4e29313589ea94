// Input methods and networks: touch, keyboard only, and interrupted connections.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  moveByTouch,
  shortGame,
  somebody,
  startServerAndBrowser,
  touch,
  untilPlaying,
  untilPlies,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();
/** @type {string[]} */
let camette;

before(async () => {
  camette = (await shortGame(server, "camette")).moves;
});

/** Two players of camette. @param {import("playwright-core").BrowserContextOptions} options for the second one */
async function two(options = {}) {
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  const black = await somebody(browser, server, options);
  await joinBy(black, link);
  await Promise.all([untilPlaying(white), untilPlaying(black)]);
  return [white, black];
}

/** @param {Page[]} pages */
const close = (pages) => Promise.all(pages.map((page) => page.context().close()));

it("a phone plays by touch, and nothing is wider than its screen", async () => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
  const [white, black] = await two(phone);
  for (const [ply, move] of camette.entries()) {
    if (ply % 2 === 0) {
      await moveByText(white, move);
    } else {
      await untilPlies(black, ply);
      await black.locator("svg.board").scrollIntoViewIfNeeded();
      await moveByTouch(black, move, "tap");
    }
  }
  await black.waitForSelector("#verdict");
  const wide = await black.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `${wide} pixels wide`);
  assertNoComplaints();
  await close([white, black]);
});

/** Presses Tab until the element has the focus. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tab key does not reach ${selector}`);
}

/** Moves to a square with the arrow keys and selects it. @param {Page} page @param {string} square */
async function keysTo(page, square) {
  const place = (/** @type {string} */ name) =>
    page.locator(`[data-square="${name}"] rect`).first().boundingBox();
  for (let presses = 0; presses < 60; presses += 1) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    assert.ok(here, "the focus is on the board");
    if (here === square) break;
    const [from, to] = await Promise.all([place(here), place(square)]);
    assert.ok(from && to);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const isAside = Math.abs(dx) > from.width / 2;
    const isAlong = Math.abs(dy) > from.height / 2;
    const key =
      isAlong && (!isAside || presses % 2 === 0)
        ? dy < 0
          ? "ArrowUp"
          : "ArrowDown"
        : dx < 0
          ? "ArrowLeft"
          : "ArrowRight";
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Enter");
}

it("the keyboard alone makes a link, plays and hears every move", async () => {
  const white = await somebody(browser, server);
  await white.goto("/");
  await white.waitForSelector(".times");
  await tabTo(white, "input[name=variant]:checked");
  for (let presses = 0; presses < 12; presses += 1) {
    if (await white.isChecked("input[name=variant][value=camette]")) break;
    await white.keyboard.press("ArrowRight");
  }
  await tabTo(white, "#friend");
  await white.keyboard.press("Enter");
  await tabTo(white, "#friend-time");
  await white.keyboard.press("End");
  await tabTo(white, "#friend-seat");
  await white.keyboard.press("ArrowDown");
  await tabTo(white, "#make-link");
  await white.keyboard.press("Enter");
  await white.waitForSelector(".invitation .address");
  const black = await somebody(browser, server);
  await joinBy(black, await white.inputValue(".invitation .address"));
  await untilPlaying(white);
  for (const [ply, move] of camette.entries()) {
    if (ply % 2 === 1) {
      await untilPlies(black, ply);
      await moveByText(black, move);
      continue;
    }
    await untilPlies(white, ply);
    await tabTo(white, '[data-square][tabindex="0"]');
    for (const square of move.split(/[-x]/)) await keysTo(white, square);
    if ((await white.locator("#stop-here").count()) > 0) await white.keyboard.press("Enter");
    await untilPlies(white, ply + 1);
  }
  await white.waitForSelector("#verdict");
  const heard = await white.textContent("#announcements");
  assert.match(heard ?? "", /Black: (Man|Knight) from [A-E]\d/);
  assert.match(heard ?? "", /won/);
  // Keys also step through the moves.
  await white.locator("body").press("Home");
  await white.waitForSelector(".looking-back");
  assertNoComplaints();
  await close([white, black]);
});

it("a player whose network is lost and comes back has missed nothing", async () => {
  const [white, black] = await two();
  await moveByText(white, camette[0]);
  await untilPlies(black, 1);
  await white.context().setOffline(true);
  await white.evaluate(() => {
    // A browser that loses its network also closes open connections.
    dispatchEvent(new Event("offline"));
    Object.assign(window, { isSamePage: true });
  });
  await white.waitForSelector(".link.offline, .link.connecting");
  await moveByText(black, camette[1]);
  await untilPlies(black, 2);
  assert.equal(await white.getAttribute(".match", "data-ply"), "1");
  await white.context().setOffline(false);
  await untilPlies(white, 2);
  assert.ok(await white.evaluate(() => "isSamePage" in window), "the page was not loaded anew");
  await moveByTouch(white, camette[2]);
  await untilPlies(black, 3);
  assertNoComplaints();
  await close([white, black]);
});

it("an absent player is shown as gone, and as back after returning", async () => {
  const [white, black] = await two();
  await moveByText(white, camette[0]);
  await untilPlies(black, 1);
  const address = black.url();
  await black.goto("/account");
  await white.waitForSelector('[data-player="B"] .away');
  assert.equal(await white.locator("#claim-win").count(), 0, "there is time to come back");
  await black.goto(address);
  await white.waitForSelector('[data-player="B"]:not(:has(.away))');
  assertNoComplaints();
  await close([white, black]);
});

it("a player who is absent too long loses by a claim", async () => {
  const white = await somebody(browser, server);
  // With a minute each, an absent player has fifteen seconds to return.
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W", time: 0 });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(white);
  await moveByText(white, "D3-E3");
  await untilPlies(black, 1);
  await moveByText(black, "B5-A5");
  await untilPlies(white, 2);
  await black.context().close();
  await white.waitForSelector('[data-player="B"] .away');
  await white.click("#claim-win");
  await white.waitForSelector("#verdict");
  assert.match((await white.textContent("#verdict")) ?? "", /1-0\s+White won: opponent left/);
  assertNoComplaints();
  await white.context().close();
});

it("a mandatory capture and a refusal are explained", async () => {
  const [white, black] = await two();
  await moveByText(white, "C3-C4");
  await black.waitForSelector(".prompt .duty");
  const words = (await black.textContent(".prompt .duty")) ?? "";
  assert.match(words, /You must capture: for example [A-E]\d over C4/);
  assert.ok((await black.locator(".square.asked").count()) > 0);
  await moveByText(black, "C6-B6");
  await black.waitForSelector(".trouble");
  assert.match((await black.textContent(".trouble")) ?? "", /3\.1/);
  await touch(black, "C6");
  assert.match((await black.textContent(".prompt")) ?? "", /must capture/);
  assertNoComplaints();
  await close([white, black]);
});

it("a premove is played at once when its turn comes", async () => {
  const [white, black] = await two();
  await touch(black, "B5");
  await black.waitForSelector(".square.selected");
  await touch(black, "A5");
  await black.waitForSelector(".trail.premove", { state: "attached" });
  await moveByText(white, "D3-E3");
  await untilPlies(white, 2);
  await untilPlies(black, 2);
  assert.equal(await black.locator(".trail.premove").count(), 0);
  assertNoComplaints();
  await close([white, black]);
});

it("draws and takebacks are offered and answered, games are resigned and played again", async () => {
  const [white, black] = await two();
  await moveByText(white, camette[0]);
  await untilPlies(black, 1);
  await moveByText(black, camette[1]);
  await white.click("#offer-draw");
  await black.waitForSelector("#accept-draw");
  await black.click("#decline-draw");
  await white.waitForSelector("#offer-draw");
  await white.click("#offer-takeback");
  await black.click("#accept-takeback");
  await Promise.all([untilPlies(white, 0), untilPlies(black, 0)]);
  await moveByText(white, camette[0]);
  await untilPlies(black, 1);
  await moveByText(black, camette[1]);
  await untilPlies(white, 2);
  await white.click("#resign");
  await white.click("#confirm-yes");
  await black.waitForSelector("#verdict");
  assert.match((await black.textContent("#verdict")) ?? "", /Black won: opponent resigned/);
  const before = white.url();
  await black.click("#offer-rematch");
  await white.click("#accept-rematch");
  for (const [page, seat] of /** @type {const} */ ([
    [white, "B"],
    [black, "W"],
  ])) {
    await page.waitForSelector(`.match[data-status="playing"][data-seat="${seat}"]`);
    assert.notEqual(page.url(), before);
  }
  assertNoComplaints();
  await close([white, black]);
});
