// Learning the rules step by step, games for four, and names that change.

import assert from "node:assert/strict";
import { it } from "node:test";
import { isTaught, stepsOf, topicsOf } from "../../app/src/pages/rules/path.js";
import { boardOf } from "../../app/src/rules/boards.js";
import { stepsTo } from "../../app/src/rules/exercises.js";
import { played, readPosition } from "../../app/src/rules/positions.js";
import {
  assertNoComplaints,
  chooseGame,
  inviteFriends,
  joinBy,
  postAs,
  resize,
  signUp,
  somebody,
  startServerAndBrowser,
  touch,
  untilPlaying,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

/** Opens a part of a step: 0 is its demonstration. @param {Page} page @param {string} topic @param {number} part */
const openPart = async (page, topic, part) => {
  await page.click(`[data-step="${topic}"]`);
  await page.click(`[data-lesson="${topic}"] [data-to-part="${part}"]`);
  const board = `[data-lesson="${topic}"][data-part="${part}"] [data-square]`;
  if (part > 0) await page.waitForSelector(`${board}[aria-label*="can "]`);
};

const FELT = "#stop-here, .lesson .done, .lesson .almost";

/** Makes a move of a lesson by keys, which work at every size. @param {Page} page @param {string} move */
async function play(page, move) {
  for (const square of move.split(/[-x]/)) {
    await page.focus(`.lesson [data-square="${square}"]`);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(FELT);
  const stop = page.locator("#stop-here");
  if ((await stop.count()) > 0) await stop.click();
}

/** @param {Page} page */
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth);

/** @param {string} path @param {unknown} [body] */
async function api(path, body) {
  const method = body ? "POST" : "GET";
  const headers = { "content-type": "application/json" };
  const sent = body ? JSON.stringify(body) : undefined;
  return (await fetch(`${server.url}/api/v1${path}`, { method, headers, body: sent })).json();
}

/** The steps of a variant, as the page makes them. @param {string} name */
async function stepsIn(name) {
  const [variant, { lessons }] = await Promise.all([
    api(`/variants/${name}`),
    api(`/variants/${name}/rules`),
  ]);
  const board = boardOf(variant);
  return { board, steps: stepsOf(board, lessons) };
}

/**
 * The legal moves of an exercise, and one that solves it.
 * @param {import("../../app/src/rules/boards.js").Board} board
 * @param {import("../../app/src/pages/rules/path.js").Exercise} exercise
 */
async function solved(board, { id, kind, scene }) {
  const variant = board.variant.name;
  const { moves } = await api("/rules/moves", { variant, position: scene.position });
  const start = readPosition(board, scene.position);
  // Other pieces are outside the window.
  const shown = moves.filter((/** @type {string} */ move) =>
    scene.squares.includes(move.split(/[-x]/)[0]),
  );
  for (const move of shown) {
    const made = played(board, start, move);
    const position = scene.position;
    const outcome =
      kind === "win" ? (await api("/rules/check", { variant, position, move })).outcome : null;
    if (isTaught(board, kind, made, outcome)) return { moves, move };
  }
  return assert.fail(`${variant} ${id}: none of ${moves.length} moves in ${scene.position}`);
}

it("a wrong move gives a hint and no praise, and the answer is shown on request", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/camelot?step=charge");
  const { board, steps } = await stepsIn("camelot");
  const [exercise] = steps.find(({ topic }) => topic === "charge")?.exercises ?? [];
  const { moves, move } = await solved(board, exercise);
  await openPart(page, "charge", 1);
  const other = moves.find((/** @type {string} */ each) => /^[A-Z]\d+x/.test(each));
  assert.ok(other, "another piece can capture");
  await play(page, other);
  await page.waitForSelector(".almost >> text=Now try it with the Knight");
  assert.equal(await page.locator(".lesson .done").count(), 0);
  assert.equal(await page.locator('[data-to-part="1"].learned').count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.click("#lesson-show");
  await page.waitForSelector(".lesson .advice");
  const said = await page.textContent("#announcements");
  assert.match(said ?? "", new RegExp(`Suggested move: ${move.split(/[-x]/).join(", ")}`));
  await play(page, move);
  await page.waitForSelector(".lesson .done >> text=Well done! A charge with 1 capture.");
  assert.equal(await page.locator(".almost, .lesson .advice").count(), 0);
  await page.waitForSelector('[data-to-part="1"].learned');
  assert.equal(await page.textContent("#path-count"), "0 of 9", "two exercises are left");
  assertNoComplaints();
  await page.context().close();
});

it("a refused move says where the piece may go", async () => {
  const page = await somebody(browser, server);
  const { board, steps } = await stepsIn("camette");
  const [exercise] = steps.find(({ topic }) => topic === "compulsion")?.exercises ?? [];
  const { moves, move } = await solved(board, exercise);
  assert.equal(moves.length, 1);
  const squares = move.split("x");
  await page.goto("/rules/camette?step=compulsion");
  await openPart(page, "compulsion", 1);
  await page.focus(`.lesson [data-square="${squares[0]}"]`);
  await page.keyboard.press("Enter");
  const plain = board.variant.squares.find(
    (square) => stepsTo(square, squares[0]) === 1 && !exercise.scene.squares.includes(square),
  );
  await page.focus(`.lesson [data-square="${plain}"]`);
  await page.keyboard.press("Enter");
  const only = `The Man on ${squares[0]} may only go to ${squares.at(-1)}.`;
  await page.waitForSelector(`.almost >> text=${only}`);
  assert.ok((await page.textContent("#announcements"))?.includes(only));
  assert.equal(await page.locator(".lesson .done").count(), 0);
  assertNoComplaints();
  await page.context().close();
});

it("squares outside the window of a lesson are not on the page", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/camelot?step=canter");
  await openPart(page, "canter", 1);
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

it("a demonstration plays the move and can be played again", async () => {
  const page = await somebody(browser, server, { reducedMotion: "no-preference" });
  await page.goto("/rules/camelot?step=jump");
  const legs = (/** @type {number} */ n) =>
    page.waitForSelector(`#demonstration[data-legs="${n}"]`);
  await legs(0);
  await legs(1);
  await legs(2);
  const label = await page.getAttribute("#demonstration svg", "aria-label");
  assert.match(label ?? "", /^White: Man from \w+ jumps to \w+, \w+\. Captured: Man on .*, Man on/);
  assert.equal(await page.locator(".demo-legs .shown").count(), 2);
  await page.click("#demo-again");
  await legs(0);
  await legs(2);
  assertNoComplaints();
  await page.context().close();
});

it("without motion a demonstration is an arrow, and a button shows its result", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/camelot?step=jump");
  await page.waitForSelector("#demonstration .advice");
  const pieces = () => page.locator("#demonstration [data-piece]").count();
  const before = await pieces();
  await page.click("#demo-again >> text=Show the move");
  await page.waitForSelector('#demonstration[data-legs="2"]');
  assert.equal(await pieces(), before - 2);
  assert.equal(await page.locator("#demonstration .advice").count(), 0);
  await page.click("#demo-again >> text=Show the start");
  await page.waitForSelector("#demonstration .advice");
  assert.equal(await pieces(), before);
  assertNoComplaints();
  await page.context().close();
});

/** Presses Tab until the focus is on an element. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no way to ${selector}`);
}

/** Moves the focus of a board with the arrow keys. @param {Page} page @param {string} square */
async function arrowTo(page, square) {
  await tabTo(page, ".lesson [data-square]");
  for (let presses = 0; presses < 30; presses += 1) {
    const here = await page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    if (here === square) return;
    assert.ok(here);
    const up = Number(square.slice(1)) - Number(here.slice(1));
    const right = square.charCodeAt(0) - here.charCodeAt(0);
    // The sides of a board have fewer squares than its middle.
    const isUp = up !== 0 && (presses % 2 === 0 || right === 0);
    await page.keyboard.press(
      isUp ? (up > 0 ? "ArrowUp" : "ArrowDown") : right > 0 ? "ArrowRight" : "ArrowLeft",
    );
  }
  assert.fail(`no way to ${square}`);
}

/** Makes a move with the keyboard only. @param {Page} page @param {string} move */
async function playByKeys(page, move) {
  for (const square of move.split(/[-x]/)) {
    await arrowTo(page, square);
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(FELT);
  if ((await page.locator("#stop-here").count()) > 0) await page.keyboard.press("Enter");
}

/** Makes a move by touch only. @param {Page} page @param {string} move */
async function playByTouch(page, move) {
  for (const square of move.split(/[-x]/)) {
    const at = page.locator(`.lesson [data-square="${square}"]`);
    await at.scrollIntoViewIfNeeded();
    await touch(page, square, "tap");
  }
  await page.waitForSelector(FELT);
  // The button may be gone at once, because a move without another leg is played by itself.
  const judged = page.waitForSelector(".lesson .done, .lesson .almost");
  const stop = page.locator("#stop-here");
  if ((await stop.count()) > 0) await Promise.race([judged, stop.tap().catch(() => judged)]);
  await judged;
}

/**
 * Walks the whole path.
 * @param {Page} page
 * @param {string} variant
 * @param {(move: string) => Promise<void>} make
 * @param {(id: string) => Promise<void>} press presses a button
 * @param {(topic: string, part: number) => Promise<void>} [between] called after each exercise
 */
async function walkPath(page, variant, make, press, between = async () => {}) {
  const { board, steps } = await stepsIn(variant);
  for (const [at, { topic, exercises, demonstration }] of steps.entries()) {
    if (demonstration) {
      await page.waitForSelector(`[data-lesson="${topic}"][data-part="0"] #demonstration .advice`);
      await press("step-next");
    }
    for (const [index, exercise] of exercises.entries()) {
      const part = `[data-lesson="${topic}"][data-part="${index + 1}"]`;
      await page.waitForSelector(`${part} [data-square][aria-label*="can "]`);
      await make((await solved(board, exercise)).move);
      await page.waitForSelector(`${part} .done >> text=Well done!`);
      assert.equal(await page.locator(".almost").count(), 0, `${exercise.id} at the first try`);
      await between(topic, index + 1);
      await press("step-next");
    }
    await page.waitForFunction(() => document.activeElement?.id === "step-title");
    assert.equal(await page.textContent("#path-count"), `${at + 1} of ${steps.length}`);
  }
  await page.waitForSelector("#path-end");
  return steps.length;
}

it("the whole path of Camelot by keyboard", async () => {
  const page = await somebody(browser, server);
  await page.goto("/rules/camelot");
  await page.waitForSelector("#step-next");
  const press = async (/** @type {string} */ id) => {
    await tabTo(page, `#${id}`);
    await page.keyboard.press("Enter");
  };
  const make = async (/** @type {string} */ move) => {
    await playByKeys(page, move);
    await page.waitForFunction(() => document.activeElement?.id === "step-next");
  };
  assert.equal(await walkPath(page, "camelot", make, press), 9);
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await page.context().close();
});

it("the whole path of Camette by touch, with its progress after a reload, and a first game with help", async () => {
  const page = await somebody(browser, server, { ...PHONE, colorScheme: "dark" });
  await page.goto("/rules/camette");
  const press = (/** @type {string} */ id) => page.locator(`#${id}`).tap();
  const between = async (/** @type {string} */ topic, /** @type {number} */ part) => {
    if (topic !== "jump") return;
    // The path continues with the next exercise or step.
    await page.goto("/rules/camette");
    if (part === 1) {
      await page.waitForSelector('[data-lesson="jump"][data-part="2"] [aria-label*="can "]');
      assert.equal(await page.textContent("#path-count"), "3 of 8");
      assert.deepEqual(await violations(page), []);
      assert.ok((await wide(page)) <= 390);
      await page.locator("#step-back").tap();
      await page.waitForSelector('[data-lesson="jump"][data-part="1"]');
      return;
    }
    await page.waitForSelector('[data-lesson="compulsion"][data-part="0"]');
    assert.equal(await page.textContent("#path-count"), "4 of 8");
    await page.locator(".letter summary").tap();
    await page.waitForSelector(".letter >> text=rule 3.1");
    await page.locator("#step-back").tap();
    await page.waitForSelector('[data-lesson="jump"][data-part="2"]');
  };
  const make = (/** @type {string} */ move) => playByTouch(page, move);
  await walkPath(page, "camette", make, press, between);
  assert.equal(await page.textContent("#path-end .ring-count"), "8/8");
  assert.deepEqual(await violations(page), []);
  await page.waitForSelector('#path-end a[href="/rules/camelot"]');
  await page.locator("#first-game").tap();
  await untilPlaying(page);
  assert.equal(await page.getAttribute(".match", "data-seat"), "W");
  await page.waitForSelector("#match-board .square.movable");
  await page.waitForSelector("#match-board .advice");
  const said = await page.textContent("#announcements");
  assert.match(said ?? "", /Suggested move: \w+(, \w+)+\./);
  await page.goto("/rules");
  await page.waitForSelector('.games a[href="/rules/camette"] .ring-count >> text=8/8');
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

it("each exercise of each offered variant can be solved", async () => {
  const { items } = await api("/variants");
  for (const { name } of items) {
    const { board, steps } = await stepsIn(name);
    assert.equal(steps.map(({ topic }) => topic).join(" "), topicsOf(board).join(" "));
    const exercises = steps.flatMap((step) => step.exercises);
    assert.ok(exercises.length >= 12, `${name}: ${exercises.length} exercises`);
    for (const exercise of exercises) {
      if (exercise.kind !== "trees") await solved(board, exercise);
    }
  }
});

it("each offered variant says what is different in it, and the list begins with the first games", async () => {
  const page = await somebody(browser, server);
  const { items } = await api("/variants");
  await page.goto("/rules");
  await page.waitForSelector(".games svg");
  const links = await page
    .locator(".games a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  assert.deepEqual(links.slice(0, 4), [
    "/rules/camette",
    "/rules/camelot",
    "/rules/cam",
    "/rules/chivalry",
  ]);
  assert.deepEqual(
    [...links].sort(),
    items.map((/** @type {VariantView} */ { name }) => `/rules/${name}`).sort(),
  );
  assert.deepEqual(
    await page
      .locator(".games .ring-count")
      .allTextContents()
      .then((all) => all.slice(0, 2)),
    ["0/8", "0/9"],
  );
  assert.deepEqual(await violations(page), []);
  // No card is alone in a row.
  for (const width of [820, 1280, 1920]) {
    await resize(page, { width, height: 900 });
    for (const group of await page.locator(".games").all()) {
      const boxes = await group
        .locator("> li")
        .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
      const last = boxes.filter(({ top }) => top === boxes.at(-1).top);
      const gap = Math.abs(
        last.reduce((sum, { width: own }) => sum + own, 0) +
          16 * (last.length - 1) -
          (boxes.at(-1).right - boxes[0].left),
      );
      assert.ok(gap < 2, `a gap of ${gap} on ${width}`);
    }
  }
  for (const { name } of items) {
    await page.goto(`/rules/${name}`);
    await page.waitForSelector("#differs li");
    const lines = await page.locator("#differs li span").allTextContents();
    assert.ok(lines.length >= 2 && lines.length <= 4, `${name}: ${lines.length}`);
    assert.ok(
      lines.every((line) => /^[A-Z].*\.$/.test(line)),
      lines.join(" "),
    );
  }
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
  // The shields of partners are joined.
  const shields = async (/** @type {string} */ seat) => {
    const all = page.locator(`[data-player="${seat}"] .crest .shield`);
    return (await all.evaluateAll((each) => each.map((shield) => shield.classList.value))).sort();
  };
  assert.equal((await shields("R")).length, 2);
  assert.deepEqual(await shields("R"), await shields("B"));
  assert.deepEqual(await shields("G"), await shields("Y"));
  assert.notDeepEqual(await shields("R"), await shields("G"));
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
    await resize(page, { width, height });
    // The page measures the board again after the window has changed.
    await page.waitForFunction((most) => document.documentElement.scrollWidth <= most, width);
  }
  await resize(page, { width: 390, height: 780 });
  const small = await panelsFrom(page);
  assert.ok(small.B.x < small.G.x && small.G.x < small.Y.x, "left, top, right in a row");
  assert.ok(small.G.y < 0 && small.R.y > 0);
  assert.equal(await page.locator('[data-player="B"] .partner').isVisible(), true);
  assert.equal(page.url(), address);

  await resize(page, { width: 1280, height: 820 });
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
  // The code is drawn by a module that is loaded on demand.
  await red.waitForSelector(".invitation .qr:visible");
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
  const before = (await black.textContent('[data-player="W"] .name')) ?? "";
  const tab = await white.context().newPage();
  await tab.goto(pathname);
  await tab.waitForSelector(`.me >> text="${before}"`);
  await signUp(white, "Gawain");
  // Another tab of the player knows the name, too.
  await tab.waitForSelector('.me >> text="Gawain"');
  // An open page shows the new name, and the old link leads to the account.
  await black.waitForSelector('[data-player="W"] .name >> text="Gawain"');
  await black.goto(`/players/${before}`);
  await black.waitForSelector('.profile h1 >> text="Gawain"');
  assert.equal(new URL(black.url()).pathname, "/players/Gawain");
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
  // The only game of a round has the title of the round.
  const titles = await director
    .locator("#bracket .bracket-round h3, #bracket .node-head .one-line")
    .allTextContents();
  for (const title of ["Final", "Quarterfinals", "Semifinal 1", "Semifinal 2", "Third place"])
    assert.ok(titles.includes(title), `${title} in ${titles.join(", ")}`);
  await director.waitForSelector("#bracket >> text=loser of Semifinal 2");
  await director.click("#begin-round");
  await director.waitForSelector("#begin-round >> text=Start round 2");
  assertNoComplaints();
  await Promise.all(players.map((page) => page.context().close()));
});
