// The facts by which browsers offer to install the page, as Chromium and its page report them.

import assert from "node:assert/strict";
import { it } from "node:test";
import { assertNoComplaints, somebody, startBrowser, startServer } from "./helpers.js";

const server = await startServer();
const browser = await startBrowser();

/** The size of a PNG image. @param {string} url */
async function sizeOf(url) {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  assert.equal(answer.headers.get("content-type"), "image/png", url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(bytes.toString("latin1", 1, 4), "PNG", url);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

it("Chromium reads the manifest without errors, and finds the page installable", async () => {
  const page = await somebody(browser, server, { serviceWorkers: "allow" });
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // The pages of tests have no profile on disk.
  const other = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  assert.deepEqual(other, []);

  const manifest = JSON.parse(data ?? "");
  assert.ok(manifest.name.length > 0 && manifest.short_name.length <= 12, String(data));
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.id], ["/", "/", "/"]);
  assert.equal(manifest.display, "standalone");
  for (const color of [manifest.theme_color, manifest.background_color])
    assert.match(color, /^#[0-9a-f]{6}$/);
  for (const size of ["192x192", "512x512"]) {
    for (const purpose of ["any", "maskable"]) {
      const icon = manifest.icons.find(
        (/** @type {any} */ it) => it.sizes === size && it.purpose?.split(" ").includes(purpose),
      );
      assert.ok(icon, `${size} ${purpose}`);
      assert.equal(icon.type, "image/png");
      assert.equal(await sizeOf(String(new URL(icon.src, url))), size);
    }
  }
  assertNoComplaints();
  await page.context().close();
});

it("the head has what phones need, and the service worker answers without a network", async () => {
  const page = await somebody(browser, server, { serviceWorkers: "allow" });
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const contents = (/** @type {string} */ name) =>
    page
      .locator(`meta[name="${name}"]`)
      .evaluateAll((all) => all.map((it) => it.getAttribute("content") ?? ""));
  const [viewport] = await contents("viewport");
  assert.match(viewport, /width=device-width, initial-scale=1/);
  assert.doesNotMatch(viewport, /user-scalable=no|maximum-scale/);
  const colors = await contents("theme-color");
  assert.equal(colors.length, 2, "of light and of dark");
  for (const color of colors) assert.match(color, /^#[0-9a-f]{6}$/);
  const icon = page.locator('link[rel="apple-touch-icon"]');
  const href = new URL((await icon.getAttribute("href")) ?? "", server.url).href;
  assert.equal(await sizeOf(href), "180x180");

  const worker = await page.evaluate(async () => {
    const { active, scope } = await navigator.serviceWorker.ready;
    return { state: active?.state, scope };
  });
  assert.deepEqual(worker, { state: "activated", scope: `${server.url}/` });
  await page.context().setOffline(true);
  const response = await page.goto("/");
  assert.equal(response?.status(), 200, "the start page without a network");
  assert.equal(response?.fromServiceWorker(), true);
  assertNoComplaints();
  await page.context().close();
});
