// Every language at the widths of a phone and of a desk: the home page, a match and a tournament
// are in the language, and nothing overflows or is cut off. Pseudo-locales show long texts, and
// the layout from right to left.
// `SCREENSHOTS=FOLDER` keeps a picture of each page.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { LANGUAGES } from "../../app/src/core/i18n.js";
import { catalogue } from "../../locales.js";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  somebody,
  startServerAndBrowser,
  tournamentOf,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const WIDTHS = [390, 1280];

const { server, browser } = await startServerAndBrowser();
/** The paths of a match that is played, of one for four, and of a tournament. */
let [match, four, cup] = ["", "", ""];
/** The player of the match, with the cookies and the storage of a browser. @type {any} */
let player;

before(async () => {
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(white);
  await moveByText(white, "C3-C4");
  await untilPlies(black, 1);
  match = new URL(white.url()).pathname;
  cup = `/tournaments/${await tournamentOf({ kind: "swiss", rounds: 1 }, [white, black])}`;
  player = await black.context().storageState();
  const red = await somebody(browser, server);
  await inviteFriends(red, { variant: "grand-cam", seat: "R" });
  four = new URL(red.url()).pathname;
  for (const page of [white, black, red]) await page.context().close();
});

/** The pages, with an element that is there once each is drawn. @returns {[string, string, string][]} */
const pages = () => [
  ["home", "/", ".times"],
  ["match", match, '.match[data-ply="1"] .rounds'],
  ["tournament", cup, "#standings, .standings, table"],
];

/** A text of a language. @param {string} language @param {string} word */
function text(language, word) {
  const base = language.split("-")[0];
  const all = { ...catalogue(base, "page"), ...catalogue(language, "page") };
  return String(all[word]);
}

/** The parts of a page that overflow, are cut off or lie outside the window. */
function cutOff() {
  const parts = document.querySelectorAll(
    "button, .button, summary, select, input[type=time], nav a, h1, h2, h3, th, legend, .chip, .tag",
  );
  const isHidden = (/** @type {Element} */ part) =>
    !part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    part.closest(".visually-hidden, .skip, dialog:not([open])") !== null;
  /** True inside an element whose content is moved sideways. @param {Element | null} part */
  const isScrolled = (part) => {
    for (let at = part; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  return [...parts]
    .filter((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      if (width <= 1 || isHidden(part)) return false;
      const isOutside = left < -0.5 || right > innerWidth + 0.5;
      const { display, overflowX, textOverflow } = getComputedStyle(part);
      const isWide = display !== "inline" && part.scrollWidth > part.clientWidth + 1;
      // Names of players end with an ellipsis.
      const isShortened = overflowX === "hidden" && textOverflow === "ellipsis";
      return (isOutside && !isScrolled(part)) || (isWide && !isShortened);
    })
    .map((part) => `${part.outerHTML.slice(0, 90)} ${part.scrollWidth} of ${part.clientWidth}`);
}

/**
 * Opens the pages in a language, and checks that each fits.
 * @param {string} language
 * @param {number} width
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {string} [query] of the address, which selects a pseudo-locale
 * @param {(page: Page, name: string) => Promise<void>} [further] checks
 */
async function fits(language, width, options, query = "", further) {
  const viewport = { width, height: width < 800 ? 844 : 820 };
  const page = await somebody(browser, server, { viewport, storageState: player, ...options });
  for (const [name, path, drawn] of pages()) {
    const at = `${language}, ${name}, ${width}`;
    await page.goto(`${path}${query}`);
    await page.waitForSelector(drawn);
    await page.waitForSelector(".link.online", { state: "attached" });
    assert.equal(await page.getAttribute("html", "lang"), language, at);
    const { SCREENSHOTS: folder } = process.env;
    if (folder) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({
        path: join(folder, `${name}.${language}.${width}.png`),
        fullPage: true,
      });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${at}: ${wide} wide`);
    assert.deepEqual(await page.evaluate(cutOff), [], at);
    await further?.(page, name);
  }
  assertNoComplaints();
  await page.context().close();
}

for (const language of Object.keys(LANGUAGES)) {
  it(`the home page, a match and a tournament fit, ${language}`, async () => {
    for (const width of WIDTHS) {
      await fits(
        language,
        width,
        { locale: language === "pt" ? "pt-PT" : language },
        "",
        async (page, name) => {
          assert.equal(await page.getAttribute("html", "dir"), "ltr");
          if (name !== "home") return;
          assert.equal(await page.textContent("h1"), text(language, "home.title"));
          const start = (await page.textContent("#start")) ?? "";
          assert.ok(start.includes(text(language, "home.start")), start);
          // The form of a correspondence game has the most fields.
          await page.click("#friend");
          await page.selectOption("#friend-time", { index: 6 });
          await page.waitForSelector("#friend-rest-until");
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${language}, form, ${width}: ${wide} wide`);
          assert.deepEqual(await page.evaluate(cutOff), [], `${language}, form, ${width}`);
        },
      );
    }
  });
}

it("long texts fit", async () => {
  for (const width of WIDTHS) await fits("en-XA", width, {}, "?lang=en-XA");
});

it("a page is laid out from right to left, with the board as it is", async () => {
  const squares = async (/** @type {Page} */ page) => {
    const [left, right] = await Promise.all(
      ["A3", "E3"].map((square) =>
        page
          .locator(`#board [data-square="${square}"], svg.board [data-square="${square}"]`)
          .first()
          .boundingBox(),
      ),
    );
    assert.ok(left && right);
    return Math.sign(right.x - left.x);
  };
  let usual = 0;
  const own = await somebody(browser, server, { storageState: player });
  await own.goto(match);
  await own.waitForSelector(".rounds");
  usual = await squares(own);
  await own.context().close();
  for (const width of WIDTHS) {
    await fits("ar-XB", width, {}, "?lang=ar-XB", async (page, name) => {
      assert.equal(await page.getAttribute("html", "dir"), "rtl");
      const brand = await page.locator("header.top .brand").boundingBox();
      assert.ok(brand && brand.x > width / 2, `${name}: the brand is at ${brand?.x}`);
      const aligned = await page
        .locator("main h1, main h2")
        .first()
        .evaluate((title) => getComputedStyle(title).direction);
      assert.equal(aligned, "rtl");
      assert.deepEqual(await violations(page), [], name);
      if (name === "match") assert.equal(await squares(page), usual, "the board is not mirrored");
    });
  }
});

it("the panels of four players stay beside their sides of the board from right to left", async () => {
  const page = await somebody(browser, server, { viewport: { width: 1440, height: 900 } });
  const places = async () => {
    await page.waitForSelector(".sides [data-at=left]");
    const [left, right] = await Promise.all(
      ["left", "right"].map((at) => page.locator(`.sides [data-at=${at}]`).boundingBox()),
    );
    assert.ok(left && right);
    return Math.sign(right.x - left.x);
  };
  await page.goto(four);
  assert.equal(await places(), 1);
  await page.goto(`${four}?lang=ar-XB`);
  assert.equal(await places(), 1);
  await page.context().close();
});

it("the full rules are in the language of the page, and in English without a translation", async () => {
  const page = await somebody(browser, server, { locale: "fr-FR" });
  for (const [query, language, rule] of [
    ["", null, catalogue("fr", "letter")["2.1"]],
    ["&lang=pt-BR", null, catalogue("pt", "letter")["2.1"]],
    ["&lang=ar-XB", "en", "One leg to an adjoining empty square"],
  ]) {
    await page.goto(`/rules/camelot?step=plain${query}`);
    await page.click(".letter summary");
    const shown = page.locator(".letter p", { hasText: String(rule) });
    await shown.waitFor();
    assert.equal(await shown.getAttribute("lang"), language);
  }
  for (const [language, own] of [
    ["fr", "fr"],
    ["pt-BR", "pt-BR"],
    ["en", "en"],
    ["ar-XB", "en"],
  ]) {
    await page.goto(`/rules?lang=${language}`);
    await page.click("#full-rules summary");
    const full = page.locator("#full-rules div");
    const chapter = String(catalogue(own, "letter")["7"]).split("\n\n");
    await full.locator("h3", { hasText: `7 ${chapter[0]}` }).waitFor();
    assert.equal(await full.locator("h3").count(), 8);
    assert.equal(await full.locator("p", { hasText: chapter[2] }).count(), 1);
    assert.equal(await full.getAttribute("lang"), own === "en" ? "en" : null);
    const last = await full.locator("p strong").last().textContent();
    assert.equal(last, Object.keys(catalogue("en", "letter")).at(-1));
  }
  assert.deepEqual(await violations(page), []);
  assertNoComplaints();
  await page.context().close();
});

it("a language of the address comes before that of the settings, which a choice replaces", async () => {
  const page = await somebody(browser, server, { locale: "it-IT" });
  await page.goto("/");
  await page.waitForSelector(`h1 >> text="${text("it", "home.title")}"`);
  await page.goto("/?lang=fr");
  await page.waitForSelector(`h1 >> text="${text("fr", "home.title")}"`);
  await page.click("#open-settings");
  await page.check('#settings [name=set-language] + span[lang="es"] >> xpath=../input');
  await page.waitForSelector(`h1 >> text="${text("es", "home.title")}"`);
  await page.goto("/");
  await page.waitForSelector(`h1 >> text="${text("es", "home.title")}"`);
  assertNoComplaints();
  await page.context().close();
});
