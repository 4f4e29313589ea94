// Learning the rules step by step, games for four, and names that change.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  inviteFriends,
  joinBy,
  postAs,
  signUp,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

/** @param {Page} page @param {string} topic */
const openStep = async (page, topic) => {
  await page.click(`[data-step="${topic}"]`);
  const board = `[data-lesson="${topic}"] [data-square]`;
  await page.waitForSelector(`${board}[aria-label*="can "], [data-lesson="${topic}"] .done`);
};

/** Makes a move of a lesson by keys, which work at every size. @param {Page} page @param {string} move */
async function play(page, move) {
  for (const square of move.split(/[-x]/)) {
    await page.focus(`.lesson [data-square="${square}"]`);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector("#stop-here, .lesson .done, .lesson .almost");
  const stop = page.locator("#stop-here");
  if ((await stop.count()) > 0) await stop.click();
}

/** @param {Page} page */
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth);

/** The lessons of a variant by topic. @param {string} variant @returns {Promise<Map<string, LessonView>>} */
async function lessonsOf(variant) {
  const { lessons } = await (await fetch(`${server.url}/api/v1/variants/${variant}/rules`)).json();
  return new Map(lessons.map((/** @type {LessonView} */ lesson) => [lesson.topic, lesson]));
}

/** A move that the lesson teaches. @param {LessonView} lesson @param {Record<string, string[]>} goals */
function taughtMove({ topic, moves, piece }, goals) {
  const own = moves.filter(
    (move) => !piece || move.startsWith(`${piece}-`) || move.startsWith(`${piece}x`),
  );
  const isLeap = (/** @type {string} */ move) => {
    const [a, b] = move.split(/[-x]/);
    return (
      Math.max(
        Math.abs(a.charCodeAt(0) - b.charCodeAt(0)),
        Math.abs(Number(a.slice(1)) - Number(b.slice(1))),
      ) === 2
    );
  };
  const wanted = {
    canter: (/** @type {string} */ move) => !move.includes("x") && isLeap(move),
    charge: (/** @type {string} */ move) => /-.*x/.test(move),
    must_charge: (/** @type {string} */ move) => /-.*x/.test(move),
    goal: (/** @type {string} */ move) => goals.W.includes(move.split(/[-x]/).at(-1) ?? ""),
  };
  const fits = wanted[/** @type {keyof typeof wanted} */ (topic)] ?? (() => true);
  const move = own.find(fits);
  assert.ok(move, `${topic}: ${own}`);
  return move;
}

it("a lesson stays until the taught kind of move is made", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/camelot?step=charge");
  const lesson = (await lessonsOf("camelot")).get("charge");
  assert.ok(lesson);
  await openStep(page, "charge");
  const other = lesson.moves.find(
    (move) => /^[A-Z]\d+x/.test(move) && !move.startsWith(lesson.piece ?? ""),
  );
  assert.ok(other, "another piece can capture");
  await play(page, other);
  await page.waitForSelector(".almost >> text=Now try it with the Knight");
  assert.equal(await page.locator(".lesson .done").count(), 0);
  assert.equal(await page.textContent("#path-count"), "0 of 9");
  const charge = lesson.moves.find((move) => /-.*x/.test(move));
  await play(page, charge ?? "");
  await page.waitForSelector(".lesson .done");
  assert.equal(await page.locator(".almost").count(), 0);
  assert.equal(await page.textContent("#path-count"), "1 of 9");
  assertNoComplaints();
  await page.context().close();
});

it("squares outside the window of a lesson are not on the page", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/camelot?step=canter");
  await openStep(page, "canter");
  const drawn = await page.locator(".lesson .square").count();
  assert.ok(drawn > 8 && drawn < 80, `${drawn} of 160 squares`);
  assert.equal(await page.locator(".lesson [data-square]").count(), drawn);
  const outside = await page.locator(".lesson svg.board").evaluate((board) => {
    const frame = board.getBoundingClientRect();
    return [...board.querySelectorAll("[data-square], .piece")].filter((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
    }).length;
  });
  assert.equal(outside, 0);
  assert.equal(await page.locator('.lesson [data-square][tabindex="0"]').count(), 1);
  // The arrow keys stay inside.
  await page.focus('.lesson [data-square][tabindex="0"]');
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press("ArrowLeft");
  assert.ok(await page.evaluate(() => document.activeElement?.getAttribute("data-square")));
  assertNoComplaints();
  await page.context().close();
});

it("the path leads from the goal through every step to a first game", async () => {
  const page = await somebody(browser, server, PHONE);
  const lessons = await lessonsOf("camette");
  const { goals } = await (await fetch(`${server.url}/api/v1/variants/camette`)).json();
  await page.goto("/rules/camette");
  await page.waitForSelector('[data-lesson="goal"] [aria-label*="can move"]');
  const steps = await page
    .locator("[data-step]")
    .evaluateAll((all) => all.map((it) => it.dataset.step ?? ""));
  assert.equal(steps.join(" "), "goal plain canter jump compulsion charge must_charge exit");
  for (const [at, topic] of steps.entries()) {
    await openStep(page, topic);
    const lesson = lessons.get(topic);
    assert.ok(lesson);
    await play(page, taughtMove(lesson, goals));
    await page.waitForSelector(".lesson .done");
    assert.equal(await page.textContent("#path-count"), `${at + 1} of ${steps.length}`);
    if (at === 3) {
      // The progress is kept, and the path continues with the next step.
      await page.goto("/rules/camette");
      await page.waitForSelector(`[data-lesson="${steps[4]}"] [aria-label*="can move"]`);
      assert.equal(await page.textContent("#path-count"), "4 of 8");
      assert.deepEqual(await violations(page), []);
      assert.ok((await wide(page)) <= 390);
      await page.click(".letter summary");
      await page.waitForSelector(".letter .notation");
      await page.click("#step-back");
      await page.waitForSelector(`[data-lesson="${topic}"]`);
    }
    await page.click("#step-next");
    await page.waitForFunction(() => document.activeElement?.id === "step-title");
  }
  await page.waitForSelector("#path-end");
  assert.deepEqual(await violations(page), []);
  await page.click("#first-game");
  await untilPlaying(page);
  assert.equal(await page.getAttribute(".match", "data-seat"), "W");
  assert.match((await page.textContent(".above .name")) ?? "", /Computer 1/);
  assertNoComplaints();
  await page.context().close();
});

it("a game that has no castle, or is lost in it, begins with its own goal", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/chivalry-four-handed");
  await page.waitForSelector('[data-lesson="goal"] >> text=You and your partner win together');
  await page.click("#step-next");
  await page.waitForSelector('[data-lesson="plain"]');
  assert.match((await page.textContent("#path-count")) ?? "", /^1 of /);
  await page.goto("/rules/anti-camelot");
  await page.waitForSelector('[data-lesson="goal"] >> text=stay out of the enemy castle');
  assert.equal(await page.locator('[data-lesson="goal"] [data-square]').count(), 0);
  assertNoComplaints();
  await page.context().close();
});

/** The middle of each panel from the middle of the board, by seat. @param {Page} page */
async function panelsFrom(page) {
  const middle = async (/** @type {string} */ selector) => {
    const box = await page.locator(selector).boundingBox();
    assert.ok(box, selector);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const board = await middle("#match-board svg.board");
  /** @type {Record<string, {x: number, y: number}>} */
  const panels = {};
  for (const seat of ["R", "G", "B", "Y"]) {
    const { x, y } = await middle(`[data-player="${seat}"]`);
    panels[seat] = { x: Math.round(x - board.x), y: Math.round(y - board.y) };
  }
  return panels;
}

/** A game for four against computers. @param {Page} page @param {string} variant */
async function playFour(page, variant) {
  await page.goto("/");
  await page.waitForSelector(".link.online");
  const seats = { R: "me", G: "computer:1", B: "computer:2", Y: "computer:3" };
  const wish = { variant, time: { kind: "unlimited" }, seats, private: true };
  const { match } = await postAs(page, "/matches", wish);
  await page.goto(`/m/${match}`);
  await untilPlaying(page);
}

it("each player of four is at the side of their army, and partners are marked", async () => {
  const page = await somebody(browser, server);
  await playFour(page, "grand-cam");
  const { R, G, B, Y } = await panelsFrom(page);
  assert.ok(R.y > 100 && Math.abs(R.x) < 60, `Red is below: ${JSON.stringify(R)}`);
  assert.ok(G.y < -100 && Math.abs(G.x) < 60, `Green is above: ${JSON.stringify(G)}`);
  assert.ok(B.x < -100 && Math.abs(B.y) < 120, `Blue is on the left: ${JSON.stringify(B)}`);
  assert.ok(Y.x > 100 && Math.abs(Y.y) < 120, `Yellow is on the right: ${JSON.stringify(Y)}`);
  const named = (/** @type {string} */ seat) =>
    page.getAttribute(`[data-player="${seat}"]`, "aria-label");
  assert.match((await named("B")) ?? "", /^Blue: .*, your partner$/);
  assert.match((await named("G")) ?? "", /^Green: .*, partner of Yellow$/);
  const ring = (/** @type {string} */ seat) =>
    page.locator(`[data-player="${seat}"]`).evaluate((panel) => {
      const { borderTopStyle, borderTopColor } = getComputedStyle(panel);
      return `${borderTopStyle} ${borderTopColor}`;
    });
  assert.equal(await ring("R"), await ring("B"));
  assert.equal(await ring("G"), await ring("Y"));
  assert.notEqual(await ring("R"), await ring("G"));
  assert.deepEqual(await violations(page), []);
  const address = page.url();
  for (const [width, height] of [
    [320, 640],
    [390, 780],
    [768, 1024],
    [844, 390],
    [1000, 760],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width, height });
    assert.ok((await wide(page)) <= width, `${await wide(page)} on ${width}`);
  }
  await page.setViewportSize({ width: 390, height: 780 });
  const small = await panelsFrom(page);
  assert.ok(small.B.x < small.G.x && small.G.x < small.Y.x, "left, top, right in a row");
  assert.ok(small.G.y < 0 && small.R.y > 0);
  assert.equal(await page.locator('[data-player="B"] .partner').isVisible(), true);
  assert.equal(page.url(), address);

  await page.setViewportSize({ width: 1280, height: 820 });
  await playFour(page, "chivalry-four-handed");
  const corners = await panelsFrom(page);
  assert.ok(corners.R.x < 0 && corners.R.y > 0 && corners.B.x > 0 && corners.B.y < 0);
  assert.ok(corners.G.x < 0 && corners.G.y < 0 && corners.Y.x > 0 && corners.Y.y > 0);
  assert.match((await named("B")) ?? "", /your partner$/);
  assertNoComplaints();
  await page.context().close();
});

it("no text says that partners sit opposite where they do not", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  await chooseGame(page, "grand-cam");
  assert.match((await page.textContent(".variants .about")) ?? "", /partner sits beside you/);
  assertNoComplaints();
  await page.context().close();
});

it("an invitation for four shows one link, and those of single seats on request", async () => {
  const red = await somebody(browser, server);
  const links = await inviteFriends(red, { variant: "grand-cam", seat: "R" });
  assert.equal(links.length, 3);
  assert.equal(await red.locator(".invitation .address:visible").count(), 1);
  assert.equal(await red.locator(".invitation .qr:visible").count(), 1);
  const any = await red.inputValue("#link-any");
  await red.click("#seat-links > summary");
  assert.equal(await red.locator(".invitation .address:visible").count(), 4);
  assert.deepEqual(await violations(red), []);
  // The same link for each of the three.
  const others = await Promise.all([1, 2, 3].map(() => somebody(browser, server)));
  for (const other of others) await joinBy(other, any);
  await Promise.all([red, ...others].map(untilPlaying));
  const seats = await Promise.all(others.map((page) => page.getAttribute(".match", "data-seat")));
  assert.deepEqual(seats.sort(), ["B", "G", "Y"]);
  assertNoComplaints(/409|403/);
  await Promise.all([red, ...others].map((page) => page.context().close()));
});

it("a guest who signs up has the new name in earlier games", async () => {
  const [white, black] = await Promise.all([somebody(browser, server), somebody(browser, server)]);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  await joinBy(black, link);
  await Promise.all([white, black].map(untilPlaying));
  const { pathname } = new URL(black.url());
  await signUp(white, "Gawain");
  for (const page of [white, black]) {
    await page.goto(pathname);
    await page.click('[data-player="W"] .name >> text="Gawain"');
    await page.waitForSelector('.profile h1 >> text="Gawain"');
  }
  assertNoComplaints();
  await Promise.all([white, black].map((page) => page.context().close()));
});

it("a knockout of five begins its first round first, and its games have names", async () => {
  const players = await Promise.all([1, 2, 3, 4, 5].map(() => somebody(browser, server)));
  const [director] = players;
  for (const page of players) {
    await page.goto("/");
    await page.waitForSelector(".link.online");
  }
  const format = { kind: "knockout", third_place: true };
  const series = { best_of: 1, decider: { kind: "replay" } };
  const stages = [{ name: "All", format, series }];
  const plan = { name: "Five", variant: "camette", time: { kind: "unlimited" }, stages };
  const { tournament } = await postAs(director, "/tournaments", { plan });
  for (const page of players) await postAs(page, `/tournaments/${tournament}/join`, {});
  await director.goto(`/tournaments/${tournament}`);
  await director.click("#start");
  await director.click("#pair");
  await director.waitForSelector("#begin-round >> text=Start round 1");
  const titles = await director.locator("#bracket .head").allTextContents();
  assert.deepEqual(titles.sort(), [
    "Final",
    "Quarter-final",
    "Semi-final 1",
    "Semi-final 2",
    "Third place",
  ]);
  await director.waitForSelector("#bracket >> text=loser of Semi-final 2");
  await director.click("#begin-round");
  await director.waitForSelector("#begin-round >> text=Start round 2");
  assertNoComplaints();
  await Promise.all(players.map((page) => page.context().close()));
});
