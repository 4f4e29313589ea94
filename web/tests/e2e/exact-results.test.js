// The exact results of moves beside a study, from endgame tables of the server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { fileURLToPath } from "node:url";
import {
  assertNoComplaints,
  PATIENCE,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** Timeout in milliseconds for the engine on a busy machine. */
const THOUGHT = { timeout: 4 * PATIENCE };

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const tables = mkdtempSync(join(tmpdir(), "chivalry-tables-"));
after(() => rmSync(tables, { recursive: true, force: true }));
const program = process.env.CHIVALRY_BINARY ?? join(ROOT, "target/debug/chivalry");
execFileSync(program, ["solve", "camette", "--pieces", "3", "--tables", tables]);

const { server, browser } = await startServerAndBrowser({ CHIVALRY_TABLES: tables });

// White wins in two moves.
const WON = encodeURIComponent("1/3/2w2/4b/5/3/1 w 0,0 0 1");

it("the explorer shows the exact results until the analysis does", async () => {
  const page = await somebody(browser, server);
  await page.goto(`/study?variant=camette&position=${WON}`);
  await page.waitForSelector(".link.online");
  await page.locator("#explorer summary").click();
  await page.waitForSelector("#explorer #exact-moves li.win");
  await page.locator("#explorer #exact-moves .move").first().click();
  await page.waitForSelector('.study[data-ply="1"]');
  await page.waitForSelector("#explorer #exact-moves li.loss");
  assert.deepEqual(await violations(page), []);
  await page.locator("#engine").check();
  await page.waitForSelector(".analysis #exact-moves li.loss", THOUGHT);
  assert.equal(await page.locator("#exact-moves").count(), 1);
  assertNoComplaints();
  await page.context().close();
});

it("each move has its exact result, and leads to the results after it", async () => {
  const page = await somebody(browser, server);
  await page.goto(`/study?variant=camette&position=${WON}`);
  await page.waitForSelector("#study-board");
  await page.waitForSelector(".link.online");
  await page.keyboard.press("l");
  await page.waitForSelector("#exact-moves li", THOUGHT);
  const rows = await page.locator("#exact-moves li").allInnerTexts();
  assert.match(rows[0], /wins in 2 moves/);
  assert.equal((await page.locator("#exact-moves li.win").count()) > 0, true);
  assert.equal(await page.locator("#deeper").count(), 0, "nothing is deeper than exact");
  assert.equal(await page.locator(".depth").innerText(), "exact");
  assert.deepEqual(await violations(page), []);

  await page.locator("#exact-moves .move").first().click();
  await page.waitForSelector('.study[data-ply="1"]');
  await page.waitForSelector("#exact-moves li.loss", THOUGHT);
  const replies = await page.locator("#exact-moves li").allInnerTexts();
  assert.ok(
    replies.every((row) => /loses in 1 move$/m.test(row.trim())),
    replies.join("; "),
  );
  assertNoComplaints();
  await page.context().close();
});
