// The study page: import, navigation and sharing; variations, positions, images.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, it } from "node:test";
import {
  assertNoComplaints,
  shortGame,
  somebody,
  startServerAndBrowser,
  touch,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();
/** @type {string[]} */
let moves;

before(async () => {
  ({ moves } = await shortGame(server, "cam"));
});

function record() {
  const rounds = moves.map((move, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${move}` : move));
  return `[Event "A test"]\n[Variant "cam"]\n[White "Lancelot"]\n[Black "Gawain"]\n[Result "1-0"]\n\n${rounds.join(" ")} 1-0\n`;
}

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.click("#import");
  await page.fill("#import-text", text);
  await page.click("#import-read");
}

/** @param {Page} page */
const position = (page) => page.getAttribute(".study", "data-position");

/** @param {Page} page @param {number} ply */
const untilPly = (page, ply) => page.waitForSelector(`.study[data-ply="${ply}"]`);

it("a record is pasted, stepped through and shared by its address", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study");
  await page.waitForSelector("#study-board");
  await paste(page, record());
  await page.waitForSelector(".tree .move");
  assert.equal(await page.locator(".tree .move").count(), moves.length);
  assert.match((await page.textContent(".turn")) ?? "", /Lancelot – Gawain/);
  await page.locator("body").press("ArrowRight");
  await untilPly(page, 1);
  await page.locator("body").press("End");
  await untilPly(page, moves.length);
  await page.locator(".turn", { hasText: "won" }).waitFor();
  await page.locator("body").press("ArrowLeft");
  await untilPly(page, moves.length - 1);
  const address = await page.inputValue("#share-address");
  const other = await somebody(browser, server);
  await other.goto(address);
  await untilPly(other, moves.length - 1);
  assert.equal(await position(other), await position(page));
  assertNoComplaints();
  await Promise.all([page.context().close(), other.context().close()]);
});

it("an illegal record is shown up to its fault, with the rule that it breaks", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study?variant=cam");
  await page.waitForSelector("#study-board");
  await paste(page, `[Variant "cam"]\n\n1. ${moves[0]} ${moves[1]} 2. D5-D9 *`);
  await page.waitForSelector(".trouble");
  assert.match((await page.textContent(".trouble")) ?? "", /Move 3, D5-D9, isn't legal/);
  assert.equal(await page.locator(".tree .move").count(), 2);
  await page.goto(`/study?variant=cam&moves=${moves[0]}+D5-D9`);
  await untilPly(page, 1);
  assert.match((await page.textContent(".trouble")) ?? "", /Move 2, D5-D9/);
  await paste(page, "what is this");
  await page.waitForSelector("text=Couldn't read that");
  assertNoComplaints();
  await page.context().close();
});

it("other moves become variations, which a saved record contains", async () => {
  const page = await somebody(browser, server);
  await page.goto(`/study?variant=cam&moves=${moves.slice(0, 2).join("+")}&ply=0`);
  await untilPly(page, 0);
  await page.waitForSelector('[data-square="D5"][aria-label*="can move"]');
  await touch(page, "D5");
  await touch(page, "D6");
  await page.waitForSelector(".variation .move");
  const saved = page.waitForEvent("download");
  await page.click("#save-record");
  const text = readFileSync(await (await saved).path(), "utf8");
  assert.ok(text.includes(`1. ${moves[0]} (1. D5-D6) 1... ${moves[1]}`), text);
  const verdict = await fetch(`${server.url}/api/v1/rules/record`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: text,
  });
  assert.equal((await verdict.json()).sound, true);
  assertNoComplaints();
  await page.context().close();
});

it("a record keeps its variations, comments and signs, and new ones", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study");
  await page.waitForSelector("#study-board");
  const [first, second] = moves;
  await paste(
    page,
    `[Variant "cam"]\n\n{How it began.} 1. ${first}!? {bold} (1. D5-D6 {slow} (1. D5-D9)) ${second} $2 *`,
  );
  await page.waitForSelector(".variation .move");
  assert.match((await page.textContent(".trouble")) ?? "", /isn't legal: D5-D9/);
  assert.deepEqual(await page.locator(".tree .move").allTextContents(), [
    `${first}!?`,
    "D5-D6",
    `${second}?`,
  ]);
  assert.deepEqual(await page.locator(".tree .note").allTextContents(), [
    "How it began.",
    "bold",
    "slow",
  ]);
  await page.click(`.tree .move >> text="${second}?"`);
  await page.click('.signs [aria-label="Blunder"]');
  await page.fill("#note", "now it is lost {really}");
  const saved = page.waitForEvent("download");
  await page.click("#save-record");
  const text = readFileSync(await (await saved).path(), "utf8");
  const wanted = `{How it began.} 1. ${first} $5 {bold} (1. D5-D6 {slow}) 1... ${second} $4 {now it is lost (really)} *`;
  assert.ok(text.includes(wanted), text);
  assertNoComplaints();
  await page.context().close();
});

it("positions are set up, checked by the server, and saved as images", async () => {
  const page = await somebody(browser, server);
  await page.goto("/study?variant=camette");
  await page.click("#edit");
  await page.click("text=Empty board");
  await page.click("#editor-done");
  await page.waitForSelector(".editor .trouble");
  await touch(page, "C2");
  await page.click('.brush[aria-label="Black Man"]');
  await touch(page, "C5");
  await page.click("#editor-done");
  await page.waitForSelector(".export");
  assert.equal(await position(page), "1/3/2b2/5/5/1w1/1 w 0,0 0 1");
  for (const [button, start] of [
    ["#save-png", "\x89PNG"],
    ["#save-gif", "GIF89a"],
  ]) {
    const saved = page.waitForEvent("download");
    await page.click(button);
    const bytes = readFileSync(await (await saved).path());
    assert.ok(bytes.length > 2000, button);
    assert.equal(bytes.subarray(0, start.length).toString("latin1"), start);
    await page.waitForSelector(`${button}:not([disabled])`);
  }
  // The browser logs the refusal of the empty board.
  assertNoComplaints(/422 \(Unprocessable/);
  await page.context().close();
});

it("the rules are tried on small boards, and a lesson is completed", async () => {
  const page = await somebody(browser, server);
  for (const { name } of (await (await fetch(`${server.url}/api/v1/variants`)).json()).items) {
    await page.goto(`/rules/${name}?step=plain`);
    await page.click('[data-to-part="1"]');
    await page.waitForSelector('[data-lesson="plain"] [aria-label*="can move"]');
    const topics = await page
      .locator("[data-step]")
      .evaluateAll((all) => all.map((step) => step.getAttribute("data-step")));
    for (const topic of topics) {
      await page.click(`[data-step="${topic}"]`);
      await page.locator(`[data-lesson="${topic}"] svg.board`).waitFor();
    }
  }
  await page.goto("/rules/river-camelot?step=trees");
  const trees = page.locator('[data-lesson="trees"]');
  for (const square of ["C2", "F6", "K7"]) {
    await trees.locator(`[data-square="${square}"][aria-label*="can go here"]`).click();
  }
  await trees.locator("#plant").click();
  await trees.locator(".done").waitFor();
  await page.goto("/rules/cam?step=plain");
  const lesson = page.locator('[data-lesson="plain"][data-part="1"]');
  await page.click('[data-to-part="1"]');
  await lesson.locator('[aria-label*="can move"]').first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await lesson.locator(".done").waitFor();
  assertNoComplaints();
  await page.context().close();
});
