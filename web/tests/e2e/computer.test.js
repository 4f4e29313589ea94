// Matches against the computer, which joins immediately and plays to the end.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  goodMove,
  moveByText,
  somebody,
  startServerAndBrowser,
  untilPlaying,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();

/** @param {Page} page @param {{variant: string, level: number, seat: string}} wish */
async function begin(page, { variant, level, seat }) {
  await page.goto("/");
  await chooseGame(page, variant);
  await page.click("#computer");
  await page.selectOption("#computer-level", String(level));
  await page.selectOption("#computer-seat", seat);
  await page.click("#play-computer");
  await untilPlaying(page);
}

/** @param {string} path */
const get = async (path) => (await fetch(`${server.url}/api/v1${path}`)).json();

/** Waits for the player's turn or the end of the game. @param {Page} page @param {number} ply */
const untilAfter = (page, ply) =>
  page.waitForFunction((least) => {
    const match = document.querySelector(".match");
    if (!(match instanceof HTMLElement)) return false;
    return match.dataset.status === "ended" || Number(match.dataset.ply) >= least;
  }, ply);

it("a beginner's computer plays camette to the end", async () => {
  const page = await somebody(browser, server);
  await begin(page, { variant: "camette", level: 1, seat: "W" });
  const variant = await get("/variants/camette");
  const id = new URL(page.url()).pathname.split("/")[2];
  for (let ply = 0; (await page.locator("#verdict").count()) === 0; ply += 2) {
    assert.ok(ply < 200, "the game does not end");
    const { position } = await get(`/matches/${id}`);
    await moveByText(page, await goodMove(server, variant, position));
    await untilAfter(page, ply + 2);
  }
  assert.match((await page.textContent("#verdict")) ?? "", /won|Draw/);
  assert.match((await page.textContent(".above .name")) ?? "", /Computer 1/);
  const last = await page.locator('.rounds [aria-current="true"]').boundingBox();
  const list = await page.locator(".rounds").boundingBox();
  assert.ok(last && list && last.y >= list.y, "the last move is in sight");
  assert.ok(last.y + last.height <= list.y + list.height + 1, "the last move is in sight");
  assertNoComplaints();
  await page.context().close();
});

it("describes a level, and states its rating where games between levels were played", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  await chooseGame(page, "cam");
  await page.click("#computer");
  await page.selectOption("#computer-level", "3");
  const option = page.locator('#computer-level option[value="3"]');
  const { level_ratings: ratings } = await get("/variants/cam");
  assert.equal(await option.textContent(), `3 · casual · about ${ratings[2]}`);
  await page.getByText("Sees short exchanges").waitFor();
  await chooseGame(page, "chivalry-four-singles");
  assert.equal(await option.textContent(), "3 · casual");
  assertNoComplaints();
  await page.context().close();
});

it("a computer plays again at once, with the other side", async () => {
  const page = await somebody(browser, server);
  await begin(page, { variant: "camette", level: 1, seat: "W" });
  await moveByText(page, "D3-E3");
  await untilAfter(page, 2);
  await page.click("#resign");
  await page.click("#confirm-yes");
  await page.waitForSelector("#end-card");
  assert.equal(await page.textContent("#end-why"), "You resigned.");
  await page.click('#end-card >> text="Play again"');
  await page.waitForSelector('.match[data-status="playing"][data-seat="B"]');
  assert.equal(await page.locator("#end-card").count(), 0);
  assertNoComplaints();
  await page.context().close();
});

it("the profile of a computer offers a game instead of a challenge", async () => {
  const page = await somebody(browser, server);
  await page.goto("/players/Computer%203");
  await page.click('#challenge >> text="Play"');
  assert.equal(await page.locator("#send-challenge, #mute, #challenge-rated").count(), 0);
  await page.selectOption("#challenge-game", "camette");
  await page.click("#play-this");
  await untilPlaying(page);
  assert.match((await page.textContent(".above .name")) ?? "", /Computer 3/);
  assert.match((await page.textContent(".match-title")) ?? "", /Camette/);
  assertNoComplaints();
  await page.context().close();
});

it("three computers of different levels join a game for four", async () => {
  const page = await somebody(browser, server);
  await begin(page, { variant: "grand-cam", level: 1, seat: "R" });
  const names = await page.locator(".player .name").allTextContents();
  assert.equal(new Set(names).size, 4);
  const partner = await page.textContent('[data-player="B"] .name');
  assert.match(partner ?? "", /Computer 2/);
  await moveByText(page, "G4-G5");
  await untilAfter(page, 4);
  assertNoComplaints();
  await page.context().close();
});
