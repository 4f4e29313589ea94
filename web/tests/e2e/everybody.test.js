// Checks for every page: no accessibility violations, no horizontal overflow, small, and little
// work to load.

import assert from "node:assert/strict";
import { before, it } from "node:test";
import { LANGUAGES } from "../../app/src/core/i18n.js";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  resize,
  shortGame,
  somebody,
  startServerAndBrowser,
  tournamentOf,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** Browsers log responses with an error status. */
const NOWHERE = /\/nowhere: .* 404/;
/**
 * Limits for the work until the home page is ready, which took 180 ms of a desktop's processor
 * with 27,000 function calls, 5 layouts and 10 style recalculations. `measure.js` measures the time
 * on a slow phone.
 */
const MAX_START_CALLS = 100_000;
const MAX_START_LAYOUTS = 12;
const MAX_START_STYLES = 30;

const { server, browser } = await startServerAndBrowser();
/** A finished match. */
let match = "";
/** A player of that match. */
let player = "";
/** A running knockout. */
let tournament = "";

before(async () => {
  server.command("puzzles", "mine", "--practice", "10", "--level", "4", "--variant", "camette");
  const { moves } = await shortGame(server, "camette");
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(white);
  for (const [ply, move] of moves.entries()) {
    const page = [white, black][ply % 2];
    await untilPlies(page, ply);
    await moveByText(page, move);
  }
  await white.waitForSelector("#verdict");
  match = new URL(white.url()).pathname.split("/")[2];
  player = (await white.textContent(".below .name")) ?? "";
  tournament = await tournamentOf({ kind: "knockout" }, [white, black]);
  await Promise.all([white.context().close(), black.context().close()]);
});

/** Every page with a selector that appears once it is rendered. @returns {[string, string][]} */
const pages = () => [
  ["/", ".times"],
  [`/m/${match}`, "#verdict"],
  [`/study/${match}`, ".tree .move"],
  ["/study?variant=grand-cam", "#study-board"],
  ["/puzzles", '#puzzle-board [aria-label*="can move"]'],
  [`/players/${encodeURIComponent(player)}`, ".games-list"],
  ["/players", "#no-leaders"],
  ["/tournaments", ".tour-list a"],
  ["/tournaments/new", "#make-tournament"],
  [`/tournaments/${tournament}`, "#bracket .node"],
  ["/rules", ".games svg"],
  ["/rules/camelot", "#demonstration .advice"],
  ["/account", "#new-name"],
  ["/moderation", ".plain h1"],
  ["/nowhere", ".plain"],
];

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  it(`axe-core finds nothing on any page, ${colorScheme}`, async () => {
    const page = await somebody(browser, server, { colorScheme });
    for (const [path, drawn] of pages()) {
      await page.goto(path);
      await page.waitForSelector(drawn);
      assert.deepEqual(await violations(page), [], `${path} ${colorScheme}`);
    }
    await page.click("#open-settings");
    assert.deepEqual(await violations(page), [], `settings ${colorScheme}`);
    assertNoComplaints(NOWHERE);
    await page.context().close();
  });
}

it("every page fits from 320 to 2560 pixels", async () => {
  for (const width of [320, 390, 768, 1024, 1440, 2560]) {
    const page = await somebody(browser, server, {
      viewport: { width, height: Math.min(width * 2, 1200) },
    });
    for (const [path, drawn] of pages()) {
      await page.goto(path);
      await page.waitForSelector(drawn);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${path} is ${wide} wide on ${width}`);
    }
    await page.context().close();
  }
  assertNoComplaints(NOWHERE);
});

for (const language of Object.keys(LANGUAGES)) {
  it(`every place can be gone to at 320 pixels, ${language}`, async () => {
    const viewport = { width: 320, height: 640 };
    const page = await somebody(browser, server, { locale: language, viewport });
    await page.goto("/");
    await page.waitForSelector(".link.online");
    const header = await page.locator("header.top").evaluate(whatIsCutOff);
    assert.deepEqual(header, []);
    // Moves the focus to the last one by keyboard.
    await page.focus("#open-places");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#places:popover-open");
    assert.deepEqual(await page.locator("#places").evaluate(whatIsCutOff), []);
    assert.deepEqual(await violations(page), []);
    const places = await page.locator("#places a").count();
    for (let place = 0; place < places; place += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/rules");
    await page.waitForSelector("#places", { state: "hidden" });
    // They fit at the breakpoint of the row layout.
    await resize(page, { width: 897, height: 640 });
    await page.waitForSelector("#places");
    assert.deepEqual(await page.locator("header.top").evaluate(whatIsCutOff), []);
    assertNoComplaints();
    await page.context().close();
  });
}

/** The parts of an element that overflow, are covered, or lie outside the window. @param {Element} element */
function whatIsCutOff(element) {
  const parts = [element, ...element.querySelectorAll("a, button")];
  return parts
    .filter((part) => {
      const { left, top, right, bottom, width } = part.getBoundingClientRect();
      if (width === 0) return false;
      const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isCovered = !middle || !(part.contains(middle) || middle.contains(part));
      return isOutside || isCovered || part.scrollWidth > part.clientWidth + 1;
    })
    .map((part) => part.outerHTML.slice(0, 80));
}

it("the usual pages and look-ups without a result log no error", async () => {
  const page = await somebody(browser, server);
  for (const [path, drawn] of pages()) {
    if (path === "/nowhere") continue;
    await page.goto(path);
    await page.waitForSelector(drawn);
    await page.waitForSelector(".link.online");
    await page.waitForLoadState("networkidle");
  }
  await page.goto("/players");
  await page.fill("#player-name", "Mordred");
  await page.press("#player-name", "Enter");
  await page.waitForSelector("#no-player");
  await page.goto("/puzzles?variant=camette&moves=9");
  await page.waitForSelector("#no-puzzle");
  await page.goto("/");
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "/players/Mordred" });
    document.querySelector("main")?.append(link);
    link.click();
  });
  await page.waitForSelector('.plain h1 >> text="Page not found"');
  assertNoComplaints();
  await page.context().close();
});

it("speaks Portuguese, all of it", async () => {
  const viewport = { width: 320, height: 640 };
  const page = await somebody(browser, server, { locale: "pt-BR", viewport });
  await page.goto("/");
  await page.waitForSelector(".times");
  assert.equal(await page.getAttribute("html", "lang"), "pt-BR");
  assert.match((await page.textContent("h1")) ?? "", /castelo/);
  await page.waitForSelector(".link.online");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 320, `${wide} pixels wide`);
  assert.deepEqual(await violations(page), []);
  // Refusals are shown in Portuguese too.
  await page.goto("/account");
  await page.fill("#new-name", "guest-of-honour");
  await page.fill("#new-password", "long enough");
  await page.press("#new-password", "Enter");
  await page.waitForSelector("text=são reservados");
  await page.click("#open-settings");
  await page.check('#settings [name=set-language] + span[lang="en"] >> xpath=../input');
  await page.waitForSelector("text=Your account");
  // The browser logs the refusal of the name.
  assertNoComplaints(/422 \(Unprocessable/);
  await page.context().close();
});

it("takes over the shell with little work", async () => {
  const page = await somebody(browser, server);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.startPreciseCoverage", { callCount: true });
  await page.goto("/");
  await page.waitForSelector("[data-ready]");
  const { result } = await devtools.send("Profiler.takePreciseCoverage");
  const functions = result.flatMap((script) => script.functions);
  const calls = functions.reduce((sum, { ranges: [whole] }) => sum + whole.count, 0);
  const { metrics } = await devtools.send("Performance.getMetrics");
  const counted = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const { LayoutCount: layouts, RecalcStyleCount: styles } = counted;
  assert.ok(calls > 1000 && calls <= MAX_START_CALLS, `${calls} function calls`);
  assert.ok(layouts > 0 && layouts <= MAX_START_LAYOUTS, `${layouts} layouts`);
  assert.ok(styles > 0 && styles <= MAX_START_STYLES, `${styles} style recalculations`);
  assertNoComplaints();
  await page.context().close();
});
