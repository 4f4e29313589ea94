// The board and the layout of a running match.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByDrag,
  moveByText,
  moveByTouch,
  resize,
  shortGame,
  somebody,
  startServerAndBrowser,
  touch,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */
/** @typedef {import("playwright-core").WebSocketRoute} WebSocketRoute */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Delay of the server's answers in milliseconds, where a test makes them late. */
const LATE = 600;

const { server, browser } = await startServerAndBrowser();

/**
 * Two players of a new match.
 * @param {{variant?: string, white?: Options, black?: Options, route?: (socket: WebSocketRoute) => void}} [options]
 *   `route` handles the connection of White
 */
async function two({ variant = "camette", white = {}, black = {}, route } = {}) {
  const first = await somebody(browser, server, white);
  if (route) await first.routeWebSocket(/\/ws/, route);
  const [link] = await inviteFriends(first, { variant, seat: "W" });
  const second = await somebody(browser, server, black);
  await joinBy(second, link);
  await Promise.all([untilPlaying(first), untilPlaying(second)]);
  return [first, second];
}

/** @param {Page[]} pages */
const close = (pages) => Promise.all(pages.map((page) => page.context().close()));

/** The middle of a square or piece. @param {Page} page @param {string} selector */
async function middleOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Records in each animation frame how far a piece is from one square to another: 0 on the first,
 * 1 on the second.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function record(page, from, to) {
  const [a, b] = await Promise.all(
    [from, to].map((square) => middleOf(page, `[data-square="${square}"] .ring`)),
  );
  await page.evaluate(
    ([a, b, from, to]) => {
      /** @type {{share: number, isDown: boolean}[]} */
      const samples = [];
      let isDown = false;
      addEventListener("pointerdown", () => (isDown = true), { capture: true });
      addEventListener("pointerup", () => (isDown = false), { capture: true });
      const look = () => {
        const piece =
          document.querySelector(`[data-piece="${to}"]`) ??
          document.querySelector(`[data-piece="${from}"]`);
        const box = piece?.getBoundingClientRect();
        const share = box ? (box.x + box.width / 2 - a.x) / (b.x - a.x) : Number.NaN;
        samples.push({ share, isDown });
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { samples });
    },
    /** @type {const} */ ([a, b, from, to]),
  );
}

/** @param {Page} page @returns {Promise<{share: number, isDown: boolean}[]>} */
const samplesOf = (page) => page.evaluate(() => Reflect.get(window, "samples"));

/** Frames of an answer arrive late. @param {WebSocketRoute} socket */
function late(socket) {
  const upstream = socket.connectToServer();
  upstream.onMessage((message) => setTimeout(() => socket.send(message), LATE));
}

it("a dropped piece stays on its square until the server answers", async () => {
  const pages = await two({ white: { reducedMotion: "no-preference" }, route: late });
  const [white] = pages;
  await record(white, "D3", "E3");
  await moveByDrag(white, "D3", "E3");
  await untilPlies(white, 1);
  await white.waitForTimeout(400);
  const samples = await samplesOf(white);
  const drop = samples.findLastIndex(({ isDown }) => isDown) + 1;
  const after = samples.slice(drop).map(({ share }) => share);
  assert.ok(after.length > 10, `${after.length} frames`);
  assert.ok(
    after.every((share) => share > 0.6),
    `it goes back: ${after.map((share) => share.toFixed(2)).join(" ")}`,
  );
  // The first frame may still show it under the pointer.
  assert.ok(
    after.slice(2).every((share) => Math.abs(share - 1) < 0.05),
    `it moves again: ${after.map((share) => share.toFixed(2)).join(" ")}`,
  );
  assertNoComplaints();
  await close(pages);
});

it("a refused drop returns the piece and gives the reason", async () => {
  const pages = await two({
    route: (socket) => {
      const upstream = socket.connectToServer();
      socket.onMessage((message) => {
        upstream.send(typeof message === "string" ? message.replace("D3-E3", "D3-A4") : message);
      });
      upstream.onMessage((message) => setTimeout(() => socket.send(message), LATE));
    },
  });
  const [white] = pages;
  const [a, b] = [
    await middleOf(white, '[data-square="D3"] .ring'),
    await middleOf(white, '[data-square="E3"] .ring'),
  ];
  await white.mouse.move(a.x, a.y);
  await white.mouse.down();
  await white.mouse.move(b.x, b.y, { steps: 4 });
  await white.mouse.up();
  await white.waitForSelector('[data-piece="E3"]', { state: "attached" });
  await white.waitForSelector(".strip .trouble");
  await white.waitForSelector('[data-piece="D3"]', { state: "attached" });
  assert.equal(await white.locator('[data-piece="E3"]').count(), 0);
  assert.equal(await white.getAttribute(".match", "data-ply"), "0");
  await touch(white, "D3");
  await white.waitForSelector(".square.selected");
  assertNoComplaints();
  await close(pages);
});

it("an animated move starts on its first square", async () => {
  const motion = /** @type {const} */ ({ reducedMotion: "no-preference" });
  const pages = await two({ white: motion, black: motion, route: late });
  for (const page of pages) await record(page, "D3", "E3");
  await moveByTouch(pages[0], "D3-E3");
  await Promise.all(pages.map((page) => untilPlies(page, 1)));
  for (const page of pages) {
    await page.waitForTimeout(500);
    const shares = (await samplesOf(page)).map(({ share }) => share);
    const text = shares.map((share) => share.toFixed(2)).join(" ");
    assert.ok(
      shares.every((share, index) => index === 0 || share >= shares[index - 1] - 0.02),
      `it goes back: ${text}`,
    );
    assert.ok(
      shares.some((share) => share > 0.05 && share < 0.95),
      `it is not animated: ${text}`,
    );
    assert.ok(Math.abs((shares.at(-1) ?? 0) - 1) < 0.05, `it does not arrive: ${text}`);
  }
  assertNoComplaints();
  await close(pages);
});

/** True if the current move is inside the visible part of the list. @param {Page} page */
const isInSight = (page) =>
  page.waitForFunction(() => {
    const list = document.querySelector(".rounds")?.getBoundingClientRect();
    const move = document.querySelector('.rounds [aria-current="true"]')?.getBoundingClientRect();
    return list && move && move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
  });

it("the list of a long game follows the current move", async () => {
  const { moves } = await shortGame(server, "camelot");
  const game = moves.slice(0, 34);
  assert.ok(game.length >= 30, `${game.length} plies`);
  const pages = await two({
    variant: "camelot",
    white: { viewport: { width: 1280, height: 800 } },
    black: PHONE,
  });
  for (const [ply, move] of game.entries()) {
    await moveByText(pages[ply % 2], move);
    await Promise.all(pages.map((page) => untilPlies(page, ply + 1)));
    if (ply > 8) await Promise.all(pages.map(isInSight));
  }
  const [desk, phone] = pages;
  await desk.locator("h1").click();
  for (let back = 1; back < game.length; back += 1) {
    await desk.keyboard.press("ArrowLeft");
    await phone.click(".steps button >> nth=1");
    if (back % 4 > 0) continue;
    for (const page of pages) {
      await page.waitForSelector(`.rounds [aria-current][data-ply="${game.length - back}"]`);
      await isInSight(page);
    }
  }
  await desk.keyboard.press("Home");
  await desk.waitForFunction(() => document.querySelector(".rounds")?.scrollTop === 0);
  for (let ply = 1; ply <= 20; ply += 1) await desk.keyboard.press("ArrowRight");
  await desk.waitForSelector('.rounds [aria-current][data-ply="20"]');
  await isInSight(desk);
  assertNoComplaints();
  await close(pages);
});

for (const variant of ["camelot", "chivalry"]) {
  it(`a phone on its side shows ${variant} beside the panels, with large squares`, async () => {
    const pages = await two({ variant });
    const [page] = pages;
    for (const [width, height] of [
      [844, 390],
      [932, 430],
      [640, 400],
      [800, 600],
    ]) {
      await resize(page, { width, height });
      const size = `${variant} ${width}x${height}`;
      const square = await page.locator('[data-square="F6"] .ring').boundingBox();
      // The ring is 36 of the 40 units of a square.
      assert.ok(square && (square.width * 40) / 36 > 27.9, `${size}: ${square?.width}`);
      const board = await page.locator("#match-board svg").boundingBox();
      const panel = await page.locator(".panels.below").boundingBox();
      assert.ok(board && panel && panel.x >= board.x + board.width, `${size}: beside the board`);
      assert.ok(panel.y + panel.height <= height, `${size}: the clock is in sight`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${size}: ${wide} wide`);
    }
    assertNoComplaints();
    await close(pages);
  });
}

/** The contrast of two colours. @param {number[]} one @param {number[]} other red, green and blue */
function contrast(one, other) {
  const light = (/** @type {number[]} */ color) => {
    const [r, g, b] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** @param {string} color as computed @returns {number[]} */
const parts = (color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  it(`captured pieces are counted and visible, ${colorScheme}`, async () => {
    const { moves } = await shortGame(server, "cam");
    const end = moves.findLastIndex((move) => move.includes("x")) + 1;
    const pages = await two({
      variant: "cam",
      white: { ...PHONE, colorScheme },
      black: { colorScheme },
    });
    for (const [ply, move] of moves.slice(0, end).entries()) {
      await untilPlies(pages[ply % 2], ply);
      await moveByText(pages[ply % 2], move);
      await Promise.all(pages.map((page) => untilPlies(page, ply + 1)));
    }
    for (const page of pages) {
      const shown = await page.$$eval(".haul", (all) =>
        all.map((haul) => {
          const color = (
            /** @type {string} */ selector,
            /** @type {"fill" | "backgroundColor"} */ name,
          ) => {
            const part = haul.querySelector(selector);
            return part ? getComputedStyle(part)[name] : "";
          };
          const [box, panel] = [haul, haul.closest(".player")].map((e) =>
            e?.getBoundingClientRect(),
          );
          return {
            count: Number(haul.getAttribute("data-count")),
            isInside:
              !!box &&
              !!panel &&
              box.top >= panel.top &&
              box.bottom <= panel.bottom &&
              box.left >= panel.left &&
              box.right <= panel.right,
            body: color(".body", "fill"),
            ground: color(".ground", "backgroundColor"),
          };
        }),
      );
      assert.ok(shown.length > 0);
      for (const { isInside, body, ground } of shown) {
        assert.ok(isInside, "inside the panel");
        assert.ok(contrast(parts(body), parts(ground)) >= 3, `${body} on ${ground}`);
      }
      const taken = await page.$$eval(".captured", (all) =>
        all.map((each) => Number(each.getAttribute("aria-label")?.match(/\d+/)?.[0])),
      );
      const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
      assert.equal(sum(shown.map(({ count }) => count)), sum(taken));
      assert.deepEqual(await violations(page), []);
    }
    assertNoComplaints();
    await close(pages);
  });
}

it("an impossible target keeps the selection and is explained", async () => {
  const pages = await two();
  const [white] = pages;
  const hint = () => white.textContent(".strip .prompt");
  const isSelected = (/** @type {string} */ square) =>
    white.waitForSelector(`[data-square="${square}"].selected`);
  await touch(white, "D3");
  await isSelected("D3");
  await touch(white, "A4");
  await white.waitForSelector('.hint >> text="D3 can\'t reach A4 in one move."');
  await isSelected("D3");
  await touch(white, "C5");
  await white.waitForSelector('.hint >> text="D3 can\'t capture the piece on C5."');
  await isSelected("D3");
  assert.match((await white.textContent("#announcements")) ?? "", /reach A4.*capture .* C5/);
  // The server explains a step that breaks a rule.
  await touch(white, "C2");
  await isSelected("C2");
  assert.equal((await hint())?.trim(), "");
  await touch(white, "C1");
  await white.waitForSelector(".hint");
  assert.match((await hint()) ?? "", /castle/);
  await isSelected("C2");
  // A drop on an impossible square is explained as well.
  const [a, b] = [
    await middleOf(white, '[data-square="D3"] .ring'),
    await middleOf(white, '[data-square="A3"] .ring'),
  ];
  await white.mouse.move(a.x, a.y);
  await white.mouse.down();
  await white.mouse.move(b.x, b.y, { steps: 4 });
  const isAbove = await white.evaluate(() => {
    const [targets, dragged] = [".targets", ".dragged"].map((s) => document.querySelector(s));
    return targets && dragged && Boolean(targets.compareDocumentPosition(dragged) & 4);
  });
  assert.ok(isAbove, "the dragged piece is drawn above the targets");
  await white.mouse.up();
  await white.waitForSelector('.hint >> text="D3 can\'t reach A3 in one move."');
  await touch(white, "E3");
  await untilPlies(white, 1);
  assertNoComplaints();
  await close(pages);
});

for (const locale of ["en", "pt"]) {
  it(`nothing moves on a phone when a message appears, ${locale}`, async () => {
    const pages = await two({ variant: "camelot", white: { ...PHONE, locale } });
    const [white, black] = pages;
    const places = async () => {
      const boxes = await Promise.all(
        ["#match-board", ".panels.below", ".actions"].map((s) => white.locator(s).boundingBox()),
      );
      return boxes.map((box) => Math.round(box?.y ?? -1));
    };
    const first = await places();
    const expectSame = async (/** @type {string} */ when) =>
      assert.deepEqual(await places(), first, when);
    await touch(white, "C6", "tap");
    await white.waitForSelector(".square.selected");
    await expectSame("selected");
    await touch(white, "F11", "tap");
    await white.waitForSelector(".hint");
    await expectSame("hint");
    await touch(white, "C6", "tap");
    const { moves } = await (
      await fetch(`${server.url}/api/v1/rules/moves`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ variant: "camelot", position: await positionOf("camelot") }),
      })
    ).json();
    const long = moves.find((/** @type {string} */ move) => move.split("-").length > 2);
    assert.ok(long);
    for (const square of long.split("-").slice(0, 2)) await touch(white, square, "tap");
    await white.waitForSelector(".choices");
    await expectSame("walk");
    await white.click(".choices button >> nth=-1");
    await moveByText(white, "C6-F11");
    await white.waitForSelector(".strip .trouble");
    await expectSame("refused");
    await moveByText(white, moves[0]);
    await untilPlies(black, 1);
    await untilPlies(white, 1);
    assert.equal((await places())[1], first[1], "the other side's turn");
    assertNoComplaints();
    await close(pages);
  });
}

/** The start position of a variant. @param {string} variant @returns {Promise<string>} */
async function positionOf(variant) {
  const view = await (await fetch(`${server.url}/api/v1/variants/${variant}`)).json();
  return view.position;
}

it("a premove shows where the piece could go", async () => {
  const pages = await two();
  const [white, black] = pages;
  await touch(black, "B5");
  await black.waitForSelector(".square.selected");
  assert.ok((await black.locator(".targets .target").count()) > 2);
  await touch(black, "A5");
  await black.waitForSelector(".trail.premove", { state: "attached" });
  assert.equal(await black.locator(".targets .target").count(), 0);
  await moveByText(white, "D3-E3");
  await untilPlies(black, 2);
  assertNoComplaints();
  await close(pages);
});
