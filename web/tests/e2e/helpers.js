// Helpers for end-to-end tests with the real server and a real browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after } from "node:test";
import { launchBrowser, launchServer } from "./server.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Timeout in milliseconds for anything that works. */
export const PATIENCE = 30_000;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./server.js").Server} Server */

/**
 * Starts a browser that stops after the file that started it.
 * @param {{hasNotifications?: boolean}} [needs]
 * @returns {Promise<Browser>}
 */
export async function startBrowser(needs) {
  const browser = await launchBrowser(needs);
  after(() => browser.close());
  return browser;
}

/**
 * Starts a server that stops after the test or the file that started it. A failed test must not
 * leave a server that keeps the process running.
 * @param {Record<string, string>} [options] further environment variables
 * @returns {Promise<Server>}
 */
export async function startServer(options = {}) {
  const server = await launchServer(options);
  after(server.stop);
  return server;
}

/**
 * Starts a server and a browser for the tests of a file and stops them afterwards.
 * @param {Record<string, string>} [options] further environment variables of the server
 * @returns {Promise<{server: Server, browser: Browser}>}
 */
export async function startServerAndBrowser(options = {}) {
  const browser = await startBrowser();
  const server = await startServer(options);
  return { server, browser };
}

/**
 * Resizes the window and waits until the page has the new layout. The emulation answers before that.
 * @param {Page} page
 * @param {{width: number, height: number}} size
 */
export async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(
    ([wide, high]) => window.innerWidth === wide && window.innerHeight === high,
    [width, height],
  );
  await untilDrawn(page);
}

/** Waits for two frames, after which a change of the page has its layout. @param {Page} page */
export async function untilDrawn(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))),
      ),
  );
}

/** Unexpected console errors of pages. @type {string[]} */
const complaints = [];

/**
 * A new visitor with a separate browser context.
 * @param {Browser} browser
 * @param {Server} server
 * @param {import("playwright-core").BrowserContextOptions & {isPatient?: boolean}} [options]
 * @returns {Promise<Page>}
 */
export async function somebody(browser, server, options = {}) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 820 },
    reducedMotion: "reduce",
    // Requests of a service worker could not be changed by a test.
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (options.javaScriptEnabled !== false) waitForScripts(page);
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    // Tests cut the network on purpose.
    const isNetwork = /net::ERR_|WebSocket connection/.test(text);
    if (message.type() === "error" && !isNetwork) complaints.push(`${page.url()}: ${text}`);
  });
  return page;
}

/** Makes `goto` wait until the page has replaced the shell. @param {Page} page */
function waitForScripts(page) {
  const open = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await open(url, options);
    if (!options?.waitUntil) {
      await page.waitForFunction(
        () => !document.getElementById("page") || "ready" in document.documentElement.dataset,
      );
    }
    return response;
  };
}

/**
 * Fails if any page logged an error, such as a violated policy.
 * @param {RegExp} [expected] an error that the test provokes
 */
export function assertNoComplaints(expected) {
  const found = complaints.splice(0).filter((text) => !expected?.test(text));
  assert.deepEqual(found, []);
}

/** The accessibility violations that axe-core finds. @param {Page} page @returns {Promise<string[]>} */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Colours in transition would have the wrong contrast.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
    // @ts-expect-error axe is defined by the evaluation above
    const { violations: found } = await globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return found.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ n) => `${n.html.slice(0, 120)} ${n.failureSummary}`).join("\n  ")}`,
    );
  });
}

/**
 * Makes a match for friends from the home page, and returns the links of its free seats.
 * @param {Page} page
 * @param {{variant: string, seat: string, time?: number}} wish
 * @returns {Promise<string[]>}
 */
export async function inviteFriends(page, { variant, seat, time = 7 }) {
  await page.goto("/");
  await chooseGame(page, variant);
  await page.click("#friend");
  await page.selectOption("#friend-time", { index: time });
  await page.selectOption("#friend-seat", seat);
  await page.click("#make-link");
  await page.waitForSelector(".invitation .address");
  return page
    .locator(".invitation .seat-link .address")
    .evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
}

/** @param {Page} page @param {string} variant */
export async function chooseGame(page, variant) {
  await page.waitForSelector(".times");
  const choice = `input[name=variant][value="${variant}"]`;
  if ((await page.locator(choice).count()) === 0) await page.click("#more-games");
  await page.check(choice);
  await page.waitForSelector(`.variants .about a[href="/rules/${variant}"]`);
}

/**
 * Turns the guest of a page into an account, and returns its recovery codes.
 * @param {Page} page
 * @param {string} name
 */
export async function signUp(page, name) {
  await page.goto("/account");
  await page.waitForSelector(".link.online");
  await page.fill("#new-name", name);
  await page.fill("#new-password", "a long password");
  await page.press("#new-password", "Enter");
  await page.waitForSelector("#codes-kept");
  const codes = await page.locator("#new-codes .codes li").allTextContents();
  await page.click("#codes-kept");
  await page.waitForSelector(`.profile h1 >> text="${name}"`);
  return codes;
}

/** Sends a request as the player of a page. @param {Page} page @param {string} path @param {unknown} body */
export async function postAs(page, path, body) {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem("chivalry.session") ?? "{}").token,
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = new URL(`/api/v1${path}`, page.url());
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

/**
 * Creates and starts a tournament of camette, directed by the first player.
 * @param {{kind: string, [field: string]: unknown}} format
 * @param {Page[]} pages
 * @returns {Promise<string>}
 */
export async function tournamentOf(format, pages) {
  const decider = { kind: format.kind === "knockout" ? "replay" : "drawn" };
  const tie_breaks = format.kind === "swiss" ? [{ kind: "buchholz", cut_lowest: 1 }] : [];
  const stage = { name: "All", format, series: { best_of: 1, decider }, tie_breaks };
  const time = { kind: "fischer", initial_ms: 600_000, increment_ms: 5000 };
  const plan = { name: "Evening cup", variant: "camette", time, stages: [stage] };
  const { tournament } = await postAs(pages[0], "/tournaments", { plan });
  const path = `/tournaments/${tournament}`;
  for (const page of pages) await postAs(page, `${path}/join`, {});
  await postAs(pages[0], `${path}/start`, {});
  if (format.kind === "arena") return tournament;
  for (const action of ["pair", "begin_round"])
    await postAs(pages[0], `${path}/actions`, { do: action });
  return tournament;
}

/** @param {Page} page @param {string} link */
export async function joinBy(page, link) {
  await page.goto(link);
  await page.click("#join");
}

/** Waits for a number of elements. @param {Page} page @param {string} selector @param {number} count */
export async function untilCount(page, selector, count) {
  await page.waitForFunction(
    ([elements, expected]) => document.querySelectorAll(elements).length === expected,
    /** @type {[string, number]} */ ([selector, count]),
  );
}

/** @param {Page} page @param {number} plies */
export async function untilPlies(page, plies) {
  await page.waitForSelector(`.match[data-ply="${plies}"], .match[data-status="ended"]`);
}

/** @param {Page} page */
export async function untilPlaying(page) {
  await page.waitForSelector('.match[data-status="playing"]');
}

/** @param {Page} page @param {string} square @param {"click" | "tap"} [how] */
export async function touch(page, square, how = "click") {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  assert.ok(box, square);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (how === "tap") await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/**
 * Makes a move by touching its squares in order.
 * @param {Page} page
 * @param {string} move
 * @param {"click" | "tap"} [how]
 * @param {string} [made] selector that appears once the move is made, if not the next ply
 */
export async function moveByTouch(page, move, how = "click", made) {
  const squares = move.split(/[-x]/);
  const make = async () => {
    for (const square of squares) await touch(page, square, how);
  };
  await untilMade(page, how, make, made);
}

/** @param {Page} page @param {string} from @param {string} to */
export async function moveByDrag(page, from, to) {
  const [a, b] = await Promise.all(
    [from, to].map((square) => page.locator(`[data-square="${square}"]`).boundingBox()),
  );
  assert.ok(a && b);
  await untilMade(page, "click", async () => {
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 3, b.y + b.height / 3, { steps: 4 });
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
    await page.mouse.up();
  });
}

/**
 * Makes a move, and ends it if it could continue.
 * @param {Page} page
 * @param {"click" | "tap"} how
 * @param {() => Promise<void>} make
 * @param {string} [made]
 */
async function untilMade(page, how, make, made) {
  const ply = Number(await page.getAttribute(".match", "data-ply"));
  await make();
  const after = made ?? `.match[data-ply="${ply + 1}"]`;
  await page.waitForSelector(`#stop-here, ${after}`);
  const stop = page.locator("#stop-here");
  if ((await stop.count()) > 0) await (how === "tap" ? stop.tap() : stop.click());
  await page.waitForSelector(after);
}

/** Makes a move by text, and opens the entry first if it is closed. @param {Page} page @param {string} move */
export async function moveByText(page, move) {
  if ((await page.locator("#move-input").count()) === 0) {
    await page.click("#more");
    await page.click("#type-move");
  }
  await page.fill("#move-input", move);
  await page.press("#move-input", "Enter");
}

/**
 * A short game, from the server's legal moves: always the move that brings the game closest to
 * its end. The tests know no rules.
 * @param {Server} server
 * @param {string} variant
 * @returns {Promise<{moves: string[], outcome: string}>}
 */
export async function shortGame(server, variant) {
  const view = await (await fetch(`${server.url}/api/v1/variants/${variant}`)).json();
  /** @type {string[]} */
  const moves = [];
  let position = view.position;
  let outcome = null;
  while (outcome === null) {
    assert.ok(moves.length < 200, `${variant} does not end: ${moves.join(" ")}`);
    moves.push(await goodMove(server, view, position));
    const checked = await ask(server, "/rules/check", { variant, position, move: moves.at(-1) });
    ({ position, outcome } = checked);
  }
  return { moves, outcome };
}

/**
 * A move towards the goal, or a pass if there is no move.
 * @param {Server} server
 * @param {VariantView} variant
 * @param {string} position
 * @returns {Promise<string>}
 */
export async function goodMove(server, { name, goals }, position) {
  const { moves } = await ask(server, "/rules/moves", { variant: name, position });
  const turn = position.split(" ")[1].toUpperCase();
  return moves.length === 0 ? "pass" : nearest(moves, goals[turn] ?? []);
}

/** @param {Server} server @param {string} path @param {unknown} body */
async function ask(server, path, body) {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/**
 * The legal move that ends nearest to the goal and gains most distance.
 * @param {string[]} legal
 * @param {string[]} goals
 */
function nearest(legal, goals) {
  const distance = (/** @type {string} */ a, /** @type {string} */ b) =>
    Math.max(
      Math.abs(a.charCodeAt(0) - b.charCodeAt(0)),
      Math.abs(Number(a.slice(1)) - Number(b.slice(1))),
    );
  const score = (/** @type {string} */ move) => {
    const squares = move.split(/[-x]/);
    const gain = (/** @type {string} */ square) =>
      Math.min(...goals.map((goal) => distance(square, goal)));
    const [from, to] = [gain(squares[0]), gain(squares[squares.length - 1])];
    if (to === 0) return -1000;
    return to - 0.6 * (from - to) - (move.includes("x") ? 0.5 : 0);
  };
  return [...legal].sort((a, b) => score(a) - score(b))[0];
}
