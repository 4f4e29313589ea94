// Whole games from the home page to the result.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  inviteFriends,
  joinBy,
  moveByDrag,
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

/**
 * Plays the moves in turn, each player on their own page, and waits for each to arrive.
 * @param {Page[]} players in turn order
 * @param {string[]} moves
 * @param {((page: Page, move: string, ply: number) => Promise<void>)[]} ways input method of each player
 */
async function playGame(players, moves, ways) {
  let made = 0;
  for (const move of moves) {
    // The server makes pass-turns automatically.
    if (move !== "pass") {
      const at = made % players.length;
      await untilPlies(players[at], made);
      await ways[at % ways.length](players[at], move, made);
    }
    made += 1;
  }
  for (const player of players) await player.waitForSelector("#verdict");
}

/** @param {Page} page @param {string} move */
const byTouch = (page, move) => moveByTouch(page, move);

/**
 * A visitor with a colour theme and a board theme.
 * @param {"light" | "dark"} theme
 * @param {"linen" | "slate" | "forest" | "wood"} board
 * @param {Parameters<typeof somebody>[2]} [options]
 */
async function inTheme(theme, board, options) {
  const page = await somebody(browser, server, options);
  const settings = JSON.stringify({
    theme,
    board,
    ...(board === "wood" ? { pieces: "wood" } : {}),
  });
  await page.addInitScript((stored) => {
    localStorage.setItem("chivalry.settings", stored);
  }, settings);
  return page;
}

/** @param {Page} page */
const themeOf = (page) =>
  page.evaluate(() => [
    document.documentElement.dataset.theme,
    document.documentElement.dataset.board,
  ]);

/** @param {Page} page */
const verdict = async (page) => (await page.textContent("#verdict"))?.replace(/\s+/g, " ").trim();

describe("a game for two", () => {
  it("of River Camelot begins with trees, tapped and planted by each", async () => {
    const white = await somebody(browser, server);
    const [link] = await inviteFriends(white, { variant: "river-camelot", seat: "W" });
    const black = await somebody(browser, server);
    await joinBy(black, link);
    await Promise.all([untilPlaying(white), untilPlaying(black)]);
    // D4 is occupied, and another tap deselects B3.
    for (const square of ["C2", "D4", "B3", "B3", "F6", "K7"]) await touch(white, square);
    await white.click("#plant");
    await untilPlies(black, 1);
    assert.equal(await black.locator("[data-tree]").count(), 3);
    for (const square of ["A8", "J15", "G10"]) await touch(black, square);
    await black.click("#plant");
    await untilPlies(white, 2);
    const trees = await white.$$eval("[data-tree]", (all) => all.map((it) => it.dataset.tree));
    assert.deepEqual(trees.sort(), ["A8", "C2", "F6", "G10", "J15", "K7"]);
    assert.equal(await white.locator(".square.water").count(), 24);
    assert.equal(await white.locator(".square.bridge").count(), 4);
    await moveByTouch(white, "C4-B3");
    await untilPlies(black, 3);
    assertNoComplaints();
  });

  it("of cam, by a link, with drags and taps, to the castle", async () => {
    const { moves, outcome } = await shortGame(server, "cam");
    const white = await inTheme("dark", "slate");
    const [link] = await inviteFriends(white, { variant: "cam", seat: "W" });
    const black = await inTheme("light", "forest");
    await joinBy(black, link);
    await Promise.all([untilPlaying(white), untilPlaying(black)]);
    const drag = async (/** @type {Page} */ page, /** @type {string} */ move) => {
      const squares = move.split(/[-x]/);
      if (squares.length === 2) await moveByDrag(page, squares[0], squares[1]);
      else await moveByTouch(page, move);
    };
    await playGame([white, black], moves, [drag, byTouch]);
    const expected = outcome === "W" ? /^1-0 White won/ : /^0-1 Black won/;
    assert.match((await verdict(white)) ?? "", expected);
    assert.equal(await verdict(black), await verdict(white));
    assert.equal(await white.locator(".rounds .move").count(), moves.length);
    assert.deepEqual(await themeOf(white), ["dark", "slate"]);
    assert.deepEqual(await themeOf(black), ["light", "forest"]);
    assertNoComplaints();
    await Promise.all([white.context().close(), black.context().close()]);
  });

  it("of camette, paired by the lobby, with a watcher who sees every move", async () => {
    const { moves } = await shortGame(server, "camette");
    const pages = await Promise.all([somebody(browser, server), somebody(browser, server)]);
    for (const page of pages) {
      await page.goto("/");
      await chooseGame(page, "camette");
      await page.click('[data-time="30+20"]');
      if (page === pages[0]) await page.waitForSelector("#stop-looking");
    }
    await Promise.all(pages.map(untilPlaying));
    const seats = await Promise.all(pages.map((page) => page.getAttribute(".match", "data-seat")));
    const [white, black] = seats[0] === "W" ? pages : [pages[1], pages[0]];
    assert.deepEqual([...seats].sort(), ["B", "W"]);

    const watcher = await somebody(browser, server);
    await watcher.goto("/");
    await watcher.click(".show-live a");
    await untilPlaying(watcher);
    assert.equal(await watcher.getAttribute(".match", "data-seat"), null);
    const seen = async (
      /** @type {Page} */ page,
      /** @type {string} */ move,
      /** @type {number} */ ply,
    ) => {
      await moveByText(page, move);
      await untilPlies(watcher, ply + 1);
    };
    await playGame([white, black], moves, [seen, byTouch]);
    await watcher.waitForSelector("#verdict");
    assert.equal(await verdict(watcher), await verdict(white));
    assertNoComplaints();
    await Promise.all([white, black, watcher].map((page) => page.context().close()));
  });
});

describe("the page of a match", () => {
  it("keeps receiving its updates when the home page's lists arrive late", async () => {
    const [{ moves }, white, black] = await Promise.all([
      shortGame(server, "camette"),
      somebody(browser, server),
      somebody(browser, server),
    ]);
    /** @type {() => void} */
    let letGo = () => {};
    const held = new Promise((resolve) => {
      letGo = () => resolve(null);
    });
    await black.route("**/api/v1/matches?*", async (route) => {
      await held;
      await route.continue();
    });
    const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
    await black.goto("/");
    await black.waitForSelector(".times");
    await black.evaluate((path) => {
      const link = document.createElement("a");
      link.href = path;
      document.body.append(link);
      link.click();
    }, link);
    await black.click("#join");
    await Promise.all([untilPlaying(white), untilPlaying(black)]);
    const lists = black.waitForResponse(/\/matches\?status=playing&limit=12&player=/);
    letGo();
    await (await lists).finished();
    await black.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await moveByText(white, moves[0]);
    await untilPlies(black, 1);
    assertNoComplaints();
    await Promise.all([white, black].map((page) => page.context().close()));
  });
});

describe("a game for four", () => {
  it("of grand-cam is joined by three links and played to the end", async () => {
    const { moves, outcome } = await shortGame(server, "grand-cam");
    const red = await inTheme("dark", "linen");
    const links = await inviteFriends(red, { variant: "grand-cam", seat: "R" });
    assert.equal(links.length, 3);
    const others = [];
    const boards = /** @type {const} */ (["slate", "forest", "wood"]);
    for (const [at, link] of links.entries()) {
      const theme = at === 1 ? "dark" : "light";
      const page = await inTheme(theme, boards[at], { viewport: { width: 1000, height: 760 } });
      await joinBy(page, link);
      others.push(page);
    }
    const players = [red, ...others];
    await Promise.all(players.map(untilPlaying));
    const seats = await Promise.all(players.map((p) => p.getAttribute(".match", "data-seat")));
    assert.deepEqual(seats, ["R", "G", "B", "Y"]);
    // Each player sees their own army at the bottom.
    for (const page of players) {
      const seat = await page.getAttribute(".match", "data-seat");
      const panels = page.locator(".below [data-player]");
      assert.equal(await panels.first().getAttribute("data-player"), seat);
    }
    await playGame(players, moves, [byTouch, moveByText, byTouch, moveByText]);
    assert.match((await verdict(red)) ?? "", new RegExp(`^${outcome}`));
    assert.deepEqual(await themeOf(players[2]), ["dark", "forest"]);
    assert.deepEqual(await themeOf(players[3]), ["light", "wood"]);
    assertNoComplaints();
    await Promise.all(players.map((page) => page.context().close()));
  });
});

describe("a match with custom settings", () => {
  it("is open to anybody, delayed for spectators, and a partner plays on", async () => {
    const red = await somebody(browser, server);
    await red.goto("/");
    await chooseGame(red, "grand-cam");
    await red.click("#friend");
    await red.selectOption("#friend-seat", "R");
    await red.click("#friend-more");
    await red.check("#friend-isOpen");
    await red.check("#friend-playsOn");
    await red.selectOption("#friend-delay", "5");
    await red.click("#make-link");
    await red.waitForSelector(".invitation .address");
    const id = new URL(red.url()).pathname.split("/")[2];
    const match = await (await fetch(`${server.url}/api/v1/matches/${id}`)).json();
    assert.equal(match.private, false);
    assert.deepEqual(match.options, { partner_plays_on: true, watch_delay_ms: 300_000 });
    const passer = await somebody(browser, server);
    await passer.goto("/");
    await passer.click(`.waiting-list a[href="/m/${id}"]`);
    await passer.click('[data-join="G"]');
    await passer.waitForSelector('.match[data-seat="G"]');
    assertNoComplaints();
    await Promise.all([red, passer].map((page) => page.context().close()));
  });
});
