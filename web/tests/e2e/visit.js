// Visits of the home page, measured in the browser.

import assert from "node:assert/strict";
import { somebody, untilPlaying } from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */
/** @typedef {import("./helpers.js").Browser} Browser */
/** @typedef {import("./helpers.js").Server} Server */

/** A slow phone on a slow network. */
export const SLOW = { slowdown: 4, latency: 150, bitsPerSecond: 1_600_000 };

const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/**
 * @typedef {object} Visit
 * @property {string[]} requests paths that were requested from the server, with the WebSocket
 * @property {number} bytes received bytes of the responses, compressed
 * @property {string[]} codings content codings of the scripts and style sheets
 * @property {number} fcp first contentful paint, in milliseconds
 * @property {number} lcp largest contentful paint, in milliseconds
 * @property {number} cls cumulative layout shift
 * @property {string} largest the largest painted element
 */

/** A visitor with a phone. @param {Browser} browser @param {Server} server @param {import("playwright-core").BrowserContextOptions} [options] */
export async function phone(browser, server, options = {}) {
  const page = await somebody(browser, server, {
    ...PHONE,
    reducedMotion: "no-preference",
    ...options,
  });
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, largest: "" };
    Object.assign(globalThis, { seen });
    const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
      });
    observe("largest-contentful-paint", ({ startTime, element }) => {
      seen.lcp = startTime;
      seen.largest = element ? `${element.localName}.${element.className}` : "removed";
    });
    observe("layout-shift", ({ value, hadRecentInput }) => {
      if (!hadRecentInput) seen.cls += value;
    });
  });
  return page;
}

/** Slows a page down. @param {Page} page @param {typeof SLOW} profile */
export async function slowDown(page, { slowdown, latency, bitsPerSecond }) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 16,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** Opens the home page, and waits until the visitor is connected. @param {Page} page @returns {Promise<Visit>} */
export async function visit(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  /** @type {Map<string, string>} */
  const urls = new Map();
  /** @type {Set<string>} */
  const codings = new Set();
  let bytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("http")) urls.set(requestId, new URL(request.url).pathname);
  });
  devtools.on("Network.webSocketCreated", ({ requestId, url }) => {
    urls.set(requestId, new URL(url).pathname);
  });
  devtools.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (response.fromDiskCache) urls.delete(requestId);
    if (type === "Script" || type === "Stylesheet")
      codings.add(response.headers["content-encoding"] ?? "none");
  });
  devtools.on("Network.requestServedFromCache", ({ requestId }) => urls.delete(requestId));
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto("/");
  await page.waitForSelector(".link.online");
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return { ...Reflect.get(globalThis, "seen"), fcp: paint?.startTime ?? 0 };
  });
  await devtools.detach();
  return { requests: [...urls.values()], bytes, codings: [...codings], ...seen };
}

/**
 * Plays from the address of the home page to a first own move on a quiet server.
 * @param {Page} page
 * @returns {Promise<{taps: number, ms: number}>}
 */
export async function firstMove(page) {
  const since = performance.now();
  await page.goto("/", { waitUntil: "commit" });
  await page.tap("#start");
  await untilPlaying(page);
  // The end of the suggested move plays it.
  const box = await page.locator("svg.board .advice .head").boundingBox();
  assert.ok(box);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('.match:not([data-ply="0"])');
  return { taps: 2, ms: performance.now() - since };
}
