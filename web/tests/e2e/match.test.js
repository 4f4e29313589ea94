// The match page: panels at the board, the row of actions, the strip, the card at the end.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  inviteFriends,
  joinBy,
  moveByText,
  resize,
  shortGame,
  signUp,
  somebody,
  startServerAndBrowser,
  touch,
  tournamentOf,
  untilDrawn,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIZES = [
  [390, 844],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
];
/** The shortest game of camette: into the castle with the second move. */
const SHORTEST = ["C3-C4", "C5xC3xC1"];

const { server, browser } = await startServerAndBrowser();

/** @param {string} variant @param {Options[]} [options] of each player @param {number} [time] */
async function seated(variant, options = [], time = 3) {
  const four = /^(grand-cam|grand-camelot|chivalry-four-.*)$/.test(variant);
  const host = await somebody(browser, server, options[0]);
  const links = await inviteFriends(host, { variant, seat: four ? "R" : "W", time });
  const players = [host];
  for (const [index, link] of links.entries()) {
    const page = await somebody(browser, server, options[index + 1]);
    await joinBy(page, link);
    players.push(page);
  }
  await Promise.all(players.map(untilPlaying));
  return players;
}

/** @param {Page[]} players @param {string[]} moves */
async function play(players, moves) {
  for (const [ply, move] of moves.entries()) {
    const page = players[ply % players.length];
    await untilPlies(page, ply);
    await moveByText(page, move);
  }
}

/** @param {Page} page */
async function resign(page) {
  await page.click("#resign");
  await page.click("#confirm-yes");
}

/** @param {Page[]} pages */
const close = (pages) => Promise.all(pages.map((page) => page.context().close()));

/** @param {Page} page @param {string} selector */
async function boxOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, selector);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The controls with an area of less than 24 by 24 pixels. @param {Page} page */
const smallTargets = (page) =>
  page.$$eval("button, a, summary, input, [data-square]", (all) =>
    all
      .filter((each) => each.checkVisibility())
      .filter((each) => !each.closest(".visually-hidden, dialog, p, .match-title"))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
      .map(({ each, box }) => `${each.outerHTML.slice(0, 90)} ${box.width}x${box.height}`),
  );

it("the panels and clocks adjoin the board, which is as large as the window allows", async () => {
  const pages = await seated("camelot");
  const [white] = pages;
  for (const [width, height] of SIZES) {
    await resize(white, { width, height });
    const size = `${width}x${height}`;
    const board = await boxOf(white, "#match-board svg");
    for (const side of ["above", "below"]) {
      for (const part of [".holder", ".clock"]) {
        const box = await boxOf(white, `.${side} ${part}`);
        const gap = side === "above" ? board.y - box.bottom : box.y - board.bottom;
        assert.ok(gap < 8, `${size}: ${side} ${part} is ${gap} away`);
        assert.ok(box.x > board.x - 12 && box.right < board.right + 12, `${size}: ${side}`);
        const covered = await white.$$eval(
          `.${side} ${part}`,
          ([element]) =>
            [...document.querySelectorAll("[data-square] .ring")].filter((ring) => {
              const [a, b] = [ring.getBoundingClientRect(), element.getBoundingClientRect()];
              return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            }).length,
        );
        assert.equal(covered, 0, `${size}: ${side} ${part} covers squares`);
      }
    }
    const actions = await boxOf(white, ".actions");
    assert.ok(actions.bottom <= height, `${size}: the actions are in sight`);
    const room = width < 900 ? board.width / (width - 16) : board.height / (height - 52);
    assert.ok(room > 0.85, `${size}: the board takes ${room.toFixed(2)}`);
    assert.deepEqual(await smallTargets(white), [], size);
    const list = await boxOf(white, ".moves");
    if (width > 900) assert.ok(list.height > board.height * 0.7, `${size}: ${list.height}`);
  }
  // A third column uses the width.
  const third = await boxOf(white, ".about-game");
  assert.ok(third.x > (await boxOf(white, ".moves")).right);
  await white.waitForSelector(".third-column #talk-input");
  assert.equal(await white.locator("#talk-fold").count(), 0);
  assertNoComplaints();
  await close(pages);
});

for (const variant of ["grand-cam", "chivalry-four-handed"]) {
  it(`the panels of ${variant} stand near each player's army`, async () => {
    const pages = await seated(variant);
    const [red] = pages;
    for (const [width, height] of [...SIZES, [844, 390]]) {
      await resize(red, { width, height });
      const size = `${variant} ${width}x${height}`;
      const board = await boxOf(red, "#match-board svg");
      const middle = { x: board.x + board.width / 2, y: board.y + board.height / 2 };
      const panels = await red.$$eval("[data-player]", (all) =>
        all.map((each) => {
          const { x, y, width: wide, height: high } = each.getBoundingClientRect();
          const { at, team } = /** @type {HTMLElement} */ (each).dataset;
          const label = each.getAttribute("aria-label") ?? "";
          return { at: at ?? "", team, label, x: x + wide / 2, y: y + high / 2, right: x + wide };
        }),
      );
      assert.equal(panels.length, 4);
      if (height > 400) {
        for (const { at, x, y } of panels) {
          if (at.includes("left")) assert.ok(x < middle.x - 20, `${size}: ${at}`);
          if (at.includes("right")) assert.ok(x > middle.x + 20, `${size}: ${at}`);
          if (at.includes("top")) assert.ok(y < middle.y, `${size}: ${at}`);
          if (at.includes("bottom")) assert.ok(y > middle.y, `${size}: ${at}`);
        }
      }
      const partner = panels.find(({ label }) => label.endsWith("your partner"));
      const own = panels.find(({ label }) => label.startsWith("Red"));
      assert.equal(partner?.team, own?.team, "partners have the same ring");
      const wide = await red.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${size}: ${wide} wide`);
      assert.deepEqual(await smallTargets(red), [], size);
    }
    await resize(red, { width: 390, height: 844 });
    assert.deepEqual(await violations(red), []);
    assertNoComplaints();
    await close(pages);
  });
}

it("four single players have no partners, and go on when one resigns", async () => {
  const pages = await seated("chivalry-four-singles");
  const [red, green, blue, yellow] = pages;
  const panels = await red.$$eval("[data-player]", (all) =>
    all.map((each) => [
      /** @type {HTMLElement} */ (each).dataset.team,
      each.getAttribute("aria-label"),
    ]),
  );
  assert.deepEqual(panels.map(([team]) => team).sort(), ["0", "1", "2", "3"]);
  for (const [, label] of panels) assert.doesNotMatch(label ?? "", /partner/);
  assert.doesNotMatch((await red.textContent("main")) ?? "", /partner|team/i);
  assert.deepEqual(await violations(red), []);

  await play(pages, ["A5-B6", "A12-A11", "N11-N10", "N5-N6"]);
  await resign(blue);
  await red.waitForSelector('[data-player="B"] .away');
  await untilPlies(red, 4);
  await moveByText(red, "B6-B7");
  await untilPlies(green, 5);
  await moveByText(green, "A11-A10");
  // Blue passes at once.
  await untilPlies(yellow, 7);
  assert.equal(await yellow.locator("#verdict").count(), 0);
  await resign(yellow);
  await resign(green);
  await red.waitForSelector("#verdict");
  assert.match((await red.textContent("#verdict")) ?? "", /^Red (won|wins)/);
  assert.doesNotMatch((await blue.textContent("main")) ?? "", /partner|team/i);
  assertNoComplaints();
  await close(pages);
});

it("each move has its time, live and after a reload", async () => {
  const pages = await seated("camette", [], 7);
  const [white, black] = pages;
  await moveByText(white, "C3-C4");
  await untilPlies(black, 1);
  await moveByText(black, "C5xC3xC1");
  for (const page of pages) {
    await page.waitForSelector("#verdict");
    const live = await page.locator(".rounds .spent").allTextContents();
    assert.equal(live.length, 2, `${live}`);
    for (const time of live) assert.match(time, /^\d+(\.\d)? s$/);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".spent").length === 2);
    assert.deepEqual(await page.locator(".rounds .spent").allTextContents(), live);
  }
  assertNoComplaints();
  await close(pages);
});

it("a wide screen shows the standings of the tournament, and reviews the game after its end", async () => {
  const viewport = { width: 1920, height: 1080 };
  const pages = await Promise.all([1, 2].map(() => somebody(browser, server, { viewport })));
  for (const page of pages) {
    await page.goto("/");
    await page.waitForSelector(".link.online");
  }
  await tournamentOf({ kind: "swiss", rounds: 1 }, pages);
  for (const page of pages) await page.click("[data-go]");
  await Promise.all(pages.map(untilPlaying));
  const [one, other] = pages;
  const isWhite = (await one.getAttribute(".match", "data-seat")) === "W";
  const [white, black] = isWhite ? [one, other] : [other, one];
  await white.waitForSelector("#match-standings .own");
  assert.equal(await white.locator("#match-standings .own").count(), 2);
  assert.equal(await white.locator("#match-analysis").count(), 0, "not during the game");
  await moveByText(white, SHORTEST[0]);
  await untilPlies(black, 1);
  await moveByText(black, SHORTEST[1]);
  await white.waitForSelector("#verdict");
  await white.waitForSelector('#match-standings tr:first-child td:last-child >> text="1"');
  await white.click("#match-analysis #judge");
  await white.waitForSelector("#match-analysis .exactness");
  await white.click("#end-close");
  await white.click("#match-analysis .fault");
  await white.waitForSelector(".looking-back");
  const third = await boxOf(white, ".third-column");
  assert.ok(third.bottom <= 1080, `${third.bottom}: the third column scrolls by itself`);
  const high = await white.evaluate(() => document.documentElement.scrollHeight);
  assert.equal(high, 1080, "the page does not scroll");
  assert.deepEqual(await violations(white), []);
  assertNoComplaints();
  await close(pages);
});

it("the actions are one row with names, and a question takes its place", async () => {
  const pages = await seated("camette");
  const [white, black] = pages;
  const row = () =>
    white.$$eval(".actions > button, .actions summary", (all) =>
      all.map((each) => {
        const box = each.getBoundingClientRect();
        return {
          y: box.y,
          x: box.x,
          name: each.getAttribute("aria-label"),
          title: each.getAttribute("title"),
        };
      }),
    );
  const first = await row();
  const names = first.map(({ name }) => name);
  assert.deepEqual(names, [
    "Request takeback",
    "Offer draw",
    "Abort",
    "Flip board",
    "+15 s for opponent",
    "Chat",
    "More",
  ]);
  for (const { y, name, title } of first) {
    assert.equal(y, first[0].y, "one row");
    assert.equal(title, name);
  }
  await play(pages, ["D3-E3", "B5-A5"]);
  await untilPlies(white, 2);
  await white.click("#move-close");
  await white.waitForSelector("#move-input", { state: "detached" });
  await white.waitForSelector("#resign");
  const later = await row();
  assert.deepEqual(
    later.map(({ x, y }) => [x, y]),
    first.map(({ x, y }) => [x, y]),
    "no action moves when the game is under way",
  );
  await white.click("#resign");
  await white.waitForSelector("#confirm-no:focus");
  const [question, was] = [await boxOf(white, ".confirm"), first[0].y];
  assert.ok(Math.abs(question.y - was) < 8, "in the place of the row");
  await white.keyboard.press("Enter");
  await white.waitForSelector("#resign:focus");
  await black.click("#offer-draw");
  await white.waitForSelector("#accept-draw");
  assert.equal((await row())[0].y, first[0].y, "an offer moves no action");
  assert.ok(await white.isDisabled("#offer-draw"));
  assert.ok(await black.isDisabled("#offer-draw"));
  assert.deepEqual(await violations(white), []);
  assertNoComplaints();
  await close(pages);
});

it("moves are typed on demand, and the keys are listed", async () => {
  const pages = await seated("camette");
  const [white] = pages;
  assert.equal(await white.locator("#move-input").count(), 0);
  await white.locator("h1").click({ position: { x: 200, y: 5 } });
  await white.keyboard.press("m");
  await white.waitForSelector("#move-input:focus");
  const example = (await white.getAttribute("#move-input", "placeholder")) ?? "";
  assert.match(example, /^[A-E][1-7]-[A-E][1-7]$/);
  await white.keyboard.type("e9");
  await white.keyboard.press("Enter");
  await white.getByText(`Type the squares, like ${example}.`).first().waitFor();
  await white.fill("#move-input", "");
  await white.keyboard.type("d3e3");
  await white.keyboard.press("Enter");
  await untilPlies(white, 1);
  await white.keyboard.press("Escape");
  await white.waitForSelector("#move-input", { state: "detached" });
  await white.waitForSelector("#more:focus");
  await white.keyboard.press("?");
  await white.waitForSelector("#shortcuts[open]");
  assert.match((await white.textContent("#shortcuts")) ?? "", /Go to the board.*Type a move/s);
  assert.deepEqual(await violations(white), []);
  await white.keyboard.press("Escape");
  await white.waitForSelector("#shortcuts:not([open])", { state: "attached" });
  await white.keyboard.press("c");
  await white.waitForSelector("#talk-input:focus");
  assert.deepEqual(await violations(white), []);
  await white.keyboard.press("Escape");
  await white.waitForSelector("#talk-room", { state: "detached" });
  const actions = await boxOf(white, ".actions");
  // The list of more actions closes by Escape, and by a press elsewhere.
  for (const shut of [() => white.keyboard.press("Escape"), () => white.mouse.click(5, 400)]) {
    await white.click("#more");
    await white.waitForSelector("#open-shortcuts");
    assert.deepEqual(await boxOf(white, ".actions"), actions, "the list covers and moves nothing");
    await shut();
    await white.waitForSelector("#open-shortcuts", { state: "hidden" });
  }
  const isOpen = await white.evaluate(() => {
    document.getElementById("more")?.click();
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    return document.querySelector(".more-menu[open]") !== null;
  });
  assert.ok(!isOpen, "a press closes the list before its toggle event");
  // The list names the pieces.
  const move = white.locator(".rounds .move");
  assert.match((await move.getAttribute("aria-label")) ?? "", /^Man D3-E3 [\d.]+ s$/);
  assert.equal(await move.locator("svg").count(), 1);
  assertNoComplaints();
  await close(pages);
});

for (const [width, height] of SIZES) {
  it(`no message moves the board or the actions, ${width} pixels wide`, async () => {
    const pages = await seated("camette", [{ viewport: { width, height } }]);
    const [white, black] = pages;
    const places = async () => {
      const selectors = ["#match-board svg", ".below .holder", ".strip", ".actions"];
      return Promise.all(
        selectors.map(async (selector) => {
          const { x, y } = await boxOf(white, selector);
          return `${selector} ${Math.round(x)} ${Math.round(y)}`;
        }),
      );
    };
    await moveByText(white, "D3-E3");
    await untilPlies(white, 1);
    await untilDrawn(white);
    const first = await places();
    const expectSame = async (/** @type {string} */ when) =>
      assert.deepEqual(await places(), first, when);
    await touch(white, "C3");
    await touch(white, "D3");
    await white.waitForSelector(".premove-ready");
    await expectSame("a premove");
    await white.click("#plan-clear");
    await white.waitForSelector(".premove-ready", { state: "detached" });
    await moveByText(white, "E3-E4");
    await white.waitForSelector(".strip .trouble");
    await expectSame("a refusal");
    // Black opens a capture for White.
    await moveByText(black, "D5-D4");
    await untilPlies(white, 2);
    await white.waitForSelector(".strip .duty");
    await expectSame("a duty");
    assertNoComplaints();
    await close(pages);
  });
}

it("the end is told with its reason in a card, which leads on", async () => {
  const pages = await seated("camette", [{}, { ...PHONE, colorScheme: "dark" }]);
  const [white, black] = pages;
  await play(pages, SHORTEST);
  for (const [page, title, why] of /** @type {const} */ ([
    [white, "You lost.", "The enemy Man took the castle."],
    [black, "You won!", "Your Man took the castle."],
  ])) {
    await page.waitForSelector("#end-card:focus");
    assert.equal(await page.textContent("#end-title"), title);
    assert.equal(await page.textContent("#end-why"), why);
    const said = (await page.textContent("#announcements")) ?? "";
    assert.ok(said.includes(`${title} ${why}`), said);
    const steps = await page.locator("#end-card .next-steps > *").allInnerTexts();
    assert.deepEqual(steps, ["Play again", "Review"]);
    const [card, board] = [await boxOf(page, "#end-card"), await boxOf(page, "#match-board svg")];
    assert.ok(card.y > board.y && card.bottom < board.bottom, "over the board");
    assert.match((await page.textContent("#verdict")) ?? "", /0-1 Black won: castle taken/);
    assert.deepEqual(await smallTargets(page), []);
    assert.deepEqual(await violations(page), []);
  }
  await white.click("#end-more");
  const saved = white.waitForEvent("download");
  await white.click('#end-card [data-save="proof"]');
  assert.match((await saved).suggestedFilename(), /proof\.json$/);
  await white.keyboard.press("Escape");
  await white.waitForSelector("#end-card", { state: "detached" });
  await white.waitForSelector("#more:focus");
  assert.equal(await white.locator(".notices [data-review]").count(), 1, "what to do next stays");
  await black.tap("#offer-rematch");
  await black.waitForSelector('#end-card .offer >> text="You offered a rematch."');
  await white.click("#accept-rematch");
  await untilPlaying(black);
  assert.equal(await black.locator("#end-card").count(), 0);
  assertNoComplaints();
  await close(pages);
});

/** Records the ratings that the card shows. */
function recordRating() {
  /** @type {Set<string>} */
  const shown = new Set();
  Object.assign(window, { shown });
  const look = () => {
    const text = document.querySelector(".end-rating strong")?.textContent;
    if (text) shown.add(text);
  };
  const options = { childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document.body, options);
}

it("a rated game ends with the change of the rating, which moves unless motion is reduced", async () => {
  const options = { reducedMotion: /** @type {const} */ ("no-preference") };
  const [white, black] = [
    await somebody(browser, server, options),
    await somebody(browser, server),
  ];
  await signUp(white, "Lancelot");
  await signUp(black, "Galahad");
  for (const page of [white, black]) {
    await page.goto("/");
    await chooseGame(page, "camette");
    await page.click('[data-time="30+20"]');
    if (page === white) await page.waitForSelector("#stop-looking");
  }
  await Promise.all([white, black].map(untilPlaying));
  for (const page of [white, black]) await page.evaluate(recordRating);
  const isWhite = (await white.getAttribute(".match", "data-seat")) === "W";
  await play(isWhite ? [white, black] : [black, white], SHORTEST);
  const sign = isWhite ? "−" : "+";
  for (const [page, way] of /** @type {const} */ ([
    [white, sign],
    [black, isWhite ? "+" : "−"],
  ])) {
    await page.waitForSelector(".end-rating .change");
    const change = (await page.textContent(".end-rating .change")) ?? "";
    assert.equal(change[0], way);
    const now = 1500 + Number(change.replace("−", "-"));
    await page.waitForSelector(`.end-rating strong >> text="${now}"`);
    const shown = await page.evaluate(() => Reflect.get(window, "shown").size);
    if (page === white) assert.ok(shown > 2, `it shows ${shown} numbers`);
    else assert.equal(shown, 1, "it does not move");
  }
  assertNoComplaints();
  await close([white, black]);
});

it("a computer is named by its level, and its game has no chat", async () => {
  const page = await somebody(browser, server, { viewport: { width: 1920, height: 1080 } });
  await page.goto("/");
  await page.click("#start");
  await untilPlaying(page);
  assert.equal(await page.textContent(".above .level"), "Level 1 · beginner");
  assert.equal(await page.locator(".above .rating:not(.level)").count(), 0);
  assert.equal(await page.locator("#talk-room, #talk-fold").count(), 0);
  assertNoComplaints();
  await page.context().close();
});

it("at 200 % zoom the board has large squares, and everything can be reached", async () => {
  const { moves } = await shortGame(server, "cam");
  const pages = await seated("cam", [{ viewport: { width: 640, height: 400 } }]);
  const [white] = pages;
  await play(pages, moves.slice(0, 2));
  await untilPlies(white, 2);
  const square = await boxOf(white, '[data-square="D6"] > rect:first-child');
  assert.ok(square.width > 27.9, `${square.width}`);
  const wide = await white.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 640, `${wide} wide`);
  assert.deepEqual(await smallTargets(white), []);
  await white.click("#resign");
  await white.click("#confirm-yes");
  await white.waitForSelector("#end-card");
  const card = await boxOf(white, "#end-card");
  assert.ok(card.y >= 0 && card.bottom <= 400 && card.x >= 0, JSON.stringify(card));
  await white.click("#end-close");
  await white.waitForSelector("#end-card", { state: "detached" });
  assertNoComplaints();
  await close(pages);
});
