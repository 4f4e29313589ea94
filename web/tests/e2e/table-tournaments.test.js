// Tournaments of a game in which each of four plays for himself: the form, the tables and their
// results.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  postAs,
  resize,
  somebody,
  startServerAndBrowser,
  untilCount,
  violations,
} from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

it("a tournament of four singles is made, played at a table, and corrected", async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5].map(() => somebody(browser, server)));
  for (const page of pages) {
    await page.goto("/tournaments/new");
    await page.waitForSelector(".link.online");
  }
  const [director, ...players] = pages;
  await untilCount(director, ".template", 4);
  await director.selectOption("#variant", "chivalry-four-singles");
  await untilCount(director, ".template", 2);
  await director.click('[data-template="swiss"]');
  await director.click("#all-options");
  await untilCount(director, '[id="stages[0].format"] option', 2);
  const format = director.locator('[id="stages[0].format"] option');
  assert.deepEqual(
    await format.evaluateAll((all) => all.map((each) => each.getAttribute("value"))),
    ["swiss", "arena"],
  );
  assert.equal(await director.locator("#edition").count(), 0);
  assert.equal(await director.locator('[id="stages[0].series"]').count(), 0);
  await untilCount(director, ".tie-breaks li", 2);
  await director.selectOption('[id="stages[0].start"]', "director");
  await director.fill("#begins_at", "");
  await director.fill("#name", "Four singles");
  assert.deepEqual(await violations(director), []);
  await director.click("#make-tournament");
  await director.waitForSelector(".tour h1 >> text=Four singles");

  const path = new URL(director.url()).pathname;
  await director.waitForSelector("#join");
  assert.equal(await director.locator("#partner").count(), 0);
  for (const page of players) await postAs(page, `${path}/join`, {});
  await postAs(director, `${path}/start`, {});
  await postAs(director, `${path}/actions`, { do: "pair" });
  await postAs(director, `${path}/actions`, { do: "begin_round" });
  await untilCount(director, "#rounds .table-seats tbody tr", 4);
  await director.waitForSelector("#rounds a.live-game");
  const seats = director.locator("#rounds td[data-seat]");
  assert.deepEqual(await seats.allTextContents(), ["Red", "Green", "Blue", "Yellow"]);
  // The players were called to their game.
  await players[0].goto(path);
  const opponents = (await players[0].textContent("#own .own-game p")) ?? "";
  assert.equal(opponents.split(", ").length, 3, opponents);
  await director.click("#rounds [data-why]");
  await untilCount(director, "#rounds .why ul", 4);

  await director.click("#rounds [data-correct]");
  const places = director.locator(".correction select[name=place]");
  for (const [at, place] of ["2", "1", "4", "4"].entries()) {
    await places.nth(at).selectOption(place);
  }
  await director.click(".correction button.primary");
  await director.waitForSelector("#tour-trouble >> text=does not fit the seats");
  await places.nth(2).selectOption("3");
  await director.click(".correction button.primary");
  await director.waitForSelector('#rounds li[data-decided="true"]');
  const cells = director.locator("#rounds td[data-place]");
  assert.deepEqual(await cells.allTextContents(), ["2", "1", "3", "4"]);
  const points = director.locator("#rounds td.pair-score");
  assert.deepEqual(await points.allTextContents(), ["2", "3", "1", "0"]);
  await director.waitForSelector('#standings tr[data-place="1"] [data-column=points] >> text=3');
  await director.waitForSelector("#cross-table >> text=Place 1");
  await director.click("#standings [data-working]");
  await director.waitForSelector("#standings .terms");
  for (const width of [390, 1280]) {
    await resize(director, { width, height: 900 });
    const overflow = await director.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0, `${width} px`);
  }
  assert.deepEqual(await violations(director), []);
  await director.goto(`${path}/projector`);
  await untilCount(director, "#projector-list tbody tr", 4);
  // Browsers log refusals.
  assertNoComplaints(/\/tournaments\/.* 422/);
});
