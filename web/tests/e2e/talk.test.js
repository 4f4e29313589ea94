// Chat beside a match, and its visibility.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  signUp,
  somebody,
  startServerAndBrowser,
  untilPlaying,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();

/** Opens the chat if it is closed. @param {Page} page */
async function openTalk(page) {
  if ((await page.locator("#talk-room").count()) === 0) await page.click("#talk-fold");
  await page.waitForSelector("#talk-room");
}

/** @param {Page} page @param {string} text */
async function say(page, text) {
  await openTalk(page);
  await page.fill("#talk-input", text);
  await page.press("#talk-input", "Enter");
  await hears(page, text);
}

/** @param {Page} page @param {string} text */
async function hears(page, text) {
  await openTalk(page);
  await page.waitForSelector(`.line >> text="${text}"`);
}

/** @param {Page} page */
const heard = (page) => page.locator(".line .text").allTextContents();

/** The shortest game of camette: into the castle with the second move. @param {Page[]} pages */
async function playToTheEnd(pages) {
  for (const [ply, move] of ["C3-C4", "C5xC3xC1"].entries()) {
    await pages[ply].waitForSelector(`.match[data-ply="${ply}"]`);
    await moveByText(pages[ply], move);
  }
  await pages[0].waitForSelector("#verdict");
}

it("players and spectators chat apart until the game is over, and muted players are hidden", async () => {
  const phone = { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true };
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  const black = await somebody(browser, server, phone);
  await joinBy(black, link);
  await Promise.all([untilPlaying(white), untilPlaying(black)]);
  const watcher = await somebody(browser, server);
  await watcher.goto(new URL(white.url()).pathname);
  await untilPlaying(watcher);

  // The chat is closed at first, and counts what is not read yet.
  assert.equal(await black.locator("#talk-room").count(), 0);
  await say(white, "good luck <b>to you</b>");
  assert.equal(await black.textContent("#talk-fold .unread"), "1");
  assert.equal(await black.getAttribute("#talk-fold", "aria-label"), "Chat: 1 new message");
  await black.tap("#talk-fold");
  await black.waitForSelector("#talk-room");
  await hears(black, "good luck <b>to you</b>");
  assert.equal(await black.locator(".unread").count(), 0);
  const wide = await black.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} pixels wide`);
  await say(black, "you too");
  await hears(white, "you too");
  await say(watcher, "white is winning");
  // A later line has arrived, so an earlier one would have arrived too.
  await say(black, "here I go");
  await hears(white, "here I go");
  assert.deepEqual(await heard(white), ["good luck <b>to you</b>", "you too", "here I go"]);
  assert.deepEqual(await heard(watcher), ["white is winning"]);

  // A reload loads all lines again and marks none as unread.
  await white.reload();
  await untilPlaying(white);
  await hears(white, "here I go");
  await white.keyboard.press("Escape");
  await white.waitForSelector('#talk-fold[aria-expanded="false"]:focus');
  assert.equal(await white.locator(".unread").count(), 0);
  await black.tap('.phrase >> text="Good game!"');
  await white.waitForSelector("#talk-fold .unread");
  await hears(white, "Good game!");

  const name = (await black.textContent(".below .name")) ?? "";
  await white.locator(".line .speaker").first().click();
  await white.click(`[data-mute="${name}"]`);
  await white.waitForSelector("#unmute");
  assert.deepEqual(await heard(white), ["good luck <b>to you</b>"]);
  await say(black, "nobody hears this");
  await black.tap("#talk-close");
  await black.waitForSelector("#talk-room", { state: "detached" });
  await playToTheEnd([white, black]);
  await hears(white, "white is winning");
  await hears(watcher, "nobody hears this");
  await say(watcher, "well played");
  await hears(white, "well played");
  assert.deepEqual(await heard(white), [
    "good luck <b>to you</b>",
    "white is winning",
    "well played",
  ]);
  await white.click("#unmute");
  await hears(white, "nobody hears this");
  assertNoComplaints();
  await Promise.all([white, black, watcher].map((page) => page.context().close()));
});

it("too many lines get an explanation, and the chat can be closed", async () => {
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(white);
  await openTalk(white);
  for (let line = 0; line < 30; line += 1) {
    if ((await white.locator("#talk-trouble").count()) > 0) break;
    await white.fill("#talk-input", `line ${line}`);
    await white.press("#talk-input", "Enter");
    await white.waitForSelector(`#talk-trouble, .line:has-text("line ${line}")`);
  }
  assert.match((await white.textContent("#talk-trouble")) ?? "", /again in \d seconds?/);
  assert.notEqual(await white.inputValue("#talk-input"), "", "the words are not lost");
  await white.click("#open-settings");
  await white.uncheck("text=Show chat");
  await white.waitForSelector(".chat", { state: "detached" });
  assert.equal(await white.locator("#talk-fold").count(), 0);
  assertNoComplaints();
  await Promise.all([white, black].map((page) => page.context().close()));
});

it("a moderator hides a line, gives its author a timeout, and ends it", async () => {
  const [white, black, arthur] = await Promise.all([1, 2, 3].map(() => somebody(browser, server)));
  await signUp(arthur, "Arthur");
  server.command("moderator", "add", "Arthur");
  await signUp(black, "Mordred");
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W" });
  await joinBy(black, link);
  await Promise.all([untilPlaying(white), untilPlaying(black)]);
  await playToTheEnd([white, black]);
  await say(black, "something rude");
  await hears(white, "something rude");

  await arthur.goto(new URL(white.url()).pathname);
  await hears(arthur, "something rude");
  await arthur.click('.line .speaker >> text="Mordred"');
  await arthur.click("#hide-line");
  await Promise.all([white, black].map((page) => page.waitForSelector(".line em")));
  assert.deepEqual(await heard(white), []);
  await arthur.selectOption("#silence-reason", "insult");
  await arthur.click("#silence-give");
  await black.waitForSelector("#talk-trouble >> text=insults");
  await black.fill("#talk-input", "and more");
  await black.press("#talk-input", "Enter");
  await black.waitForSelector("#talk-trouble");

  await arthur.goto("/moderation");
  await arthur.waitForSelector("text=Hid a message from");
  await arthur.click("text=End timeout");
  await arthur.waitForSelector(".log >> text=End timeout Mordred");
  await say(black, "sorry");
  await hears(white, "sorry");
  assert.equal(await white.locator("#hide-line").count(), 0);
  assertNoComplaints();
  await Promise.all([white, black, arthur].map((page) => page.context().close()));
});
