// A report file of another program becomes a tournament.

import assert from "node:assert/strict";
import { it } from "node:test";
import { assertNoComplaints, somebody, startServerAndBrowser, violations } from "./helpers.js";

const { server, browser } = await startServerAndBrowser();

/** @param {number} rank @param {string} name @param {string} points @param {string} game */
const row = (rank, name, points, game) =>
  `001    ${rank} m    ${name.padEnd(33)} 1500 GER     1234567 1980/01/01  ${points}    ${rank}  ${game}`;

/** A report of one round of two players. @param {string} points of the first player */
const report = (points) =>
  [
    "012 Autumn open",
    "XXR 1",
    row(1, "Arthur", points, "0002 w 1"),
    row(2, "Morgan", "0.0", "0001 b 0"),
    "",
  ].join("\n");

it("a report is refused by its line, and imported once it is right", async () => {
  const page = await somebody(browser, server);
  await page.goto("/tournaments/new");
  await page.waitForSelector("#import-report");
  const choose = (/** @type {string} */ text) =>
    page.setInputFiles("#import-report [name=report]", {
      name: "open.trf",
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
  await choose(report("9.0"));
  await page.click("#import");
  await page.waitForSelector('#report-trouble [data-line="3"] >> text=Arthur');
  assert.deepEqual(await violations(page), []);
  await choose(report("1.0"));
  await page.click("#import");
  await page.waitForURL(/\/tournaments\/[0-9a-f-]{36}$/);
  await page.waitForSelector(".tour >> text=Morgan");
  assert.match((await page.textContent("h1")) ?? "", /Autumn open/);
  assertNoComplaints(/40\d|422/);
  await page.context().close();
});
