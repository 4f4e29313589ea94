// The first visit: few requests, few bytes, and a page before any script.

import assert from "node:assert/strict";
import { it } from "node:test";
import { catalogue } from "../../locales.js";
import { assertNoComplaints, startServerAndBrowser } from "./helpers.js";
import { firstMove, phone, visit } from "./visit.js";

const { server, browser } = await startServerAndBrowser();

/** The title of the home page. @param {string} language */
const title = (language) =>
  String({ ...catalogue("pt", "page"), ...catalogue(language, "page") }["home.title"]);

it("loads the first page with few requests and bytes, and the second from the cache", async () => {
  const page = await phone(browser, server);
  const first = await visit(page);
  assert.ok(first.requests.length <= 6, first.requests.join("\n"));
  assert.ok(first.bytes > 10_000 && first.bytes <= 150_000, `${first.bytes} bytes`);
  assert.deepEqual(first.codings, ["br"]);
  const api = first.requests.filter((path) => path.startsWith("/api/"));
  assert.deepEqual(api, ["/api/v1/ws"]);
  const second = await visit(page);
  const files = second.requests.filter((path) => !path.startsWith("/api/"));
  assert.deepEqual(files, ["/"], "everything else is cached");
  assert.ok(second.bytes <= 15_000, `${second.bytes} bytes`);
  assertNoComplaints();
  await page.context().close();
});

it("takes over the shell without a layout shift or a new largest paint", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 820 },
  ]) {
    const page = await phone(browser, server, { viewport, isMobile: viewport.width < 800 });
    // The scripts come late, so that the shell is painted before.
    /** @type {(() => void)[]} */
    const held = [];
    await page.route("**/bundle/main.js", async (route) => {
      await new Promise((resolve) => held.push(() => resolve(undefined)));
      await route.continue();
    });
    const ready = visit(page);
    await page.waitForFunction(() => Reflect.get(globalThis, "seen")?.lcp > 0);
    const shell = await page.evaluate(() => Reflect.get(globalThis, "seen").lcp);
    for (const release of held) release();
    const { cls, lcp, largest } = await ready;
    assert.ok(cls < 0.02, `${viewport.width}: CLS ${cls}`);
    assert.equal(lcp, shell, `${viewport.width}: the largest paint is of a script: ${largest}`);
    assertNoComplaints();
    await page.context().close();
  }
});

it("shows the frame, the title and a board without scripts, in the visitor's language", async () => {
  for (const [locale, expected] of [
    ["en-US", title("en")],
    ["de-AT", title("de")],
    ["es-MX", title("es")],
    ["fr-CA", title("fr")],
    ["it-CH", title("it")],
    ["pt-PT", title("pt")],
    ["pt-BR", title("pt-BR")],
  ]) {
    const page = await phone(browser, server, { javaScriptEnabled: false, locale });
    await page.goto("/");
    assert.equal(await page.textContent("h1"), expected, locale);
    await page.waitForSelector("header.top .brand");
    await page.waitForSelector(".lead");
    const pieces = await page.locator(".show svg.board [data-piece]").count();
    assert.equal(pieces, 28, "the pieces of Camelot");
    const box = await page.locator(".show svg.board").boundingBox();
    assert.ok(box && box.width > 200 && box.height > 200, JSON.stringify(box));
    await page.goto("/puzzles");
    await page.waitForSelector("header.top .brand");
    await page.context().close();
  }
});

it("hides a shell of another language than the selected one", async () => {
  const page = await phone(browser, server);
  await page.addInitScript(() => {
    localStorage.setItem("chivalry.settings", JSON.stringify({ language: "pt" }));
  });
  await page.route("**/bundle/main.js", () => {});
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForSelector("h1", { state: "attached" });
  assert.equal(await page.locator("h1").isVisible(), false);
  await page.unroute("**/bundle/main.js");
  await page.goto("/");
  await page.waitForSelector(`h1 >> text="${title("pt")}"`);
  assertNoComplaints();
  await page.context().close();
});

it("repeats a tap that came before the scripts", async () => {
  const page = await phone(browser, server);
  /** @type {() => void} */
  let release = () => {};
  await page.route("**/bundle/main.js", async (route) => {
    await new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await page.tap("#start");
  release();
  await page.waitForSelector('.match[data-status="playing"]');
  assertNoComplaints();
  await page.context().close();
});

it("plays a first own move with two taps on a quiet server", async () => {
  const page = await phone(browser, server);
  const { taps } = await firstMove(page);
  assert.ok(taps <= 2);
  assertNoComplaints();
  await page.context().close();
});
