// The desk of a tournament's directors, and its lists on paper.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  resize,
  somebody,
  startServerAndBrowser,
  tournamentOf,
  untilCount,
  untilPlaying,
  violations,
} from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

it("a director pauses, penalizes, sends messages and prints from the desk", async () => {
  const pages = await Promise.all([1, 2].map(() => somebody(browser, server)));
  for (const page of pages) {
    await page.goto("/tournaments");
    await page.waitForSelector(".link.online");
  }
  const tournament = await tournamentOf({ kind: "round_robin" }, pages);
  const [director, player] = pages;
  await director.goto(`/tournaments/${tournament}`);
  const link = director.locator("#rounds a.live-game").first();
  await player.goto((await link.getAttribute("href")) ?? "");
  await untilPlaying(player);
  await director.goto(`/tournaments/${tournament}`);
  await director.click("#desk-link");
  await untilCount(director, "#desk-games li", 1);
  await untilCount(director, "#desk-boards .live", 1);
  for (const width of [390, 1280]) {
    await resize(director, { width, height: 900 });
    const overflow = await director.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0, `${width} px`);
  }
  assert.deepEqual(await violations(director), []);

  await director.click("#pause");
  await director.waitForSelector("#paused");
  await player.waitForSelector("#round-paused");
  await director.click("#undo");
  await director.waitForSelector("#desk-trouble");
  await director.click("#resume");
  await director.waitForSelector("#pause");
  await player.waitForSelector("#round-paused", { state: "detached" });

  await director.fill("#announce input", "Lunch at noon");
  await director.click("#announce button");
  await player.waitForSelector("#director-message >> text=Lunch at noon");
  await director.click("#undo");
  await player.waitForSelector("#director-message", { state: "detached" });

  await director.click("[data-penalize]");
  await director.selectOption(".penalty [name=kind]", "time");
  await director.fill(".penalty [name=reason]", "a phone");
  await director.click(".penalty button.primary");
  await director.waitForSelector("#desk-penalties >> text=a phone");

  for (const [list, shown, hidden] of [
    ["pairings", "#rounds .pairings", "#standings"],
    ["standings", "#standings table", "#rounds"],
    ["crosstable", "#cross-table table", "#standings"],
  ]) {
    await director.addInitScript(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await director.goto(`/tournaments/${tournament}/desk`);
    await director.click(`[data-print="${list}"]`);
    await director.waitForSelector("body[data-printed]");
    await director.emulateMedia({ media: "print" });
    assert.equal(await director.locator(shown).first().isVisible(), true, list);
    assert.equal(await director.locator(hidden).first().isVisible(), false, list);
    const words = await director.locator(shown).first().innerText();
    const name = ((await player.textContent(".me span")) ?? "").trim();
    assert.ok(words.includes(name), `${list}: ${words}`);
    const pdf = (await director.pdf({ format: "A4" })).toString("latin1");
    assert.match(pdf, /^%PDF/);
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, list);
    await director.emulateMedia({ media: "screen" });
  }

  await player.goto(`/tournaments/${tournament}/desk`);
  await player.waitForSelector("#no-desk");
  assert.equal(
    await player.getAttribute("#page a.button.primary", "href"),
    `/tournaments/${tournament}`,
  );
  assertNoComplaints(/40[39]/);
  await Promise.all(pages.map((page) => page.context().close()));
});
