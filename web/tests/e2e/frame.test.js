// The frame of every page: the menu of narrow screens, navigation without a connection, the
// buttons of the start page, and the head of the document.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  chooseGame,
  inviteFriends,
  joinBy,
  resize,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** The module of a page. */
const RULES = "**/bundle/rules.js";

const { server, browser } = await startServerAndBrowser();

/** The opacity of an element's background, from 0 to 1. @param {Page} page @param {string} selector */
function opacityOf(page, selector) {
  return page.locator(selector).evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!context) return 0;
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data[3] / 255;
  });
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  it(`the menu of narrow screens hides the page below it, ${colorScheme}`, async () => {
    const viewport = { width: 390, height: 844 };
    const page = await somebody(browser, server, { viewport, colorScheme });
    await page.goto("/");
    await page.click("#open-places");
    await page.waitForSelector("#places:popover-open");
    assert.equal(await opacityOf(page, "#places"), 1);
    const border = await page
      .locator("#places")
      .evaluate((places) => getComputedStyle(places).borderTopWidth);
    assert.equal(border, "1px");
    // The row of wide screens stays transparent.
    await page.keyboard.press("Escape");
    await resize(page, { width: 1280, height: 844 });
    assert.equal(await opacityOf(page, "#places"), 0);
    assertNoComplaints();
    await page.context().close();
  });
}

/** A page with a match in play. @returns {Promise<{page: Page, other: Page}>} */
async function playing() {
  const page = await somebody(browser, server);
  const [link] = await inviteFriends(page, { variant: "camette", seat: "W" });
  const other = await somebody(browser, server);
  await joinBy(other, link);
  await untilPlaying(page);
  return { page, other };
}

it("a link without a connection leaves the game where it is", async () => {
  const { page, other } = await playing();
  const address = page.url();
  await page.evaluate(() => {
    Object.assign(globalThis, { isSamePage: true });
  });
  await page.context().setOffline(true);
  await page.waitForSelector(".link.offline, .link.connecting");
  for (const place of ["/rules", "/players", "/puzzles"]) {
    await page.click(`#places a[href="${place}"]`);
    await page.waitForSelector(".offline-notice");
    await page.waitForURL(address);
    assert.equal(await page.locator("#match-board").count(), 1, place);
    assert.equal(await page.getAttribute(".match", "data-status"), "playing", place);
  }
  assert.deepEqual(await violations(page), []);
  await page.click("#retry");
  await page.waitForURL(address);
  await page.waitForSelector(".offline-notice");

  await page.context().setOffline(false);
  await page.waitForSelector(".link.online");
  await page.waitForSelector(".offline-notice", { state: "detached" });
  assert.equal(await page.evaluate(() => "isSamePage" in globalThis), true, "not reloaded");
  await page.click('#places a[href="/rules"]');
  await page.waitForSelector(".games svg");
  assert.equal(new URL(page.url()).pathname, "/rules");
  await page.goBack();
  await page.waitForSelector('.match[data-status="playing"]');
  assert.equal(page.url(), address);
  assertNoComplaints();
  await Promise.all([page, other].map((each) => each.context().close()));
});

it("a retry opens the page once the server is reached", async () => {
  const page = await somebody(browser, server);
  // The requests fail while the connection stays, as in a bad network.
  await page.route(RULES, (route) => route.abort());
  await page.goto("/");
  await page.waitForSelector(".link.online");
  await page.route(`${server.url}/`, (route) => route.abort());
  await page.click('#places a[href="/rules"]');
  await page.waitForSelector(".offline-notice");
  assert.equal(new URL(page.url()).pathname, "/");
  assert.equal(await page.locator(".times").count(), 1);
  await page.unroute(RULES);
  await page.unroute(`${server.url}/`);
  await page.click("#retry");
  await page.waitForSelector(".games svg");
  assert.equal(new URL(page.url()).pathname, "/rules");
  assertNoComplaints();
  await page.context().close();
});

it("a page whose module is missing on a reachable server is reloaded once", async () => {
  const page = await somebody(browser, server);
  await page.route(RULES, (route) => route.abort());
  await page.goto("/");
  await page.waitForSelector(".link.online");
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.click('#places a[href="/rules"]');
  await page.waitForSelector("h1 >> text=No connection");
  assert.equal(new URL(page.url()).pathname, "/rules");
  assert.equal(documents, 1);
  await page.unroute(RULES);
  await page.click("#retry");
  await page.waitForSelector(".games svg");
  assert.equal(documents, 2);
  assertNoComplaints();
  await page.context().close();
});

it("the modules of the other pages are loaded while the browser is idle", async () => {
  const page = await somebody(browser, server);
  /** @type {string[]} */
  const loaded = [];
  page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  const last = page.waitForResponse("**/bundle/moderation.js");
  await page.goto("/");
  await last;
  for (const name of ["match", "study", "puzzles", "rules", "tournaments", "player"])
    assert.ok(
      loaded.some((path) => path.endsWith(`/bundle/${name}.js`)),
      name,
    );
  assertNoComplaints();
  await page.context().close();
});

for (const locale of ["en", "pt-BR"]) {
  it(`the buttons of the start page have one height and centred labels, ${locale}`, async () => {
    for (const width of [320, 640, 1280]) {
      const page = await somebody(browser, server, { locale, viewport: { width, height: 900 } });
      await page.goto("/");
      await chooseGame(page, "camelot");
      const buttons = await page.locator("#friend, #computer").evaluateAll((all) =>
        all.map((button) => {
          const { top, height } = button.getBoundingClientRect();
          return { top, height, align: getComputedStyle(button).textAlign };
        }),
      );
      assert.equal(buttons.length, 2);
      for (const { top, height, align } of buttons) {
        assert.equal(align, "center");
        const row = buttons.filter((other) => Math.abs(other.top - top) < 1);
        for (const other of row)
          assert.ok(Math.abs(other.height - height) < 1, `${width} ${locale}`);
      }
      await page.context().close();
    }
    assertNoComplaints();
  });
}

it("a guest finds the sign-up, which can show the password", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  await page.click("#sign-up");
  await page.waitForSelector("#new-name");
  assert.equal(await page.locator("#sign-up").count(), 0);
  await page.fill("#new-name", "Dinadan");
  await page.fill("#new-password", "the fair unknown");
  await page.check("#new-show");
  await page.waitForSelector('#new-password[type="text"]');
  assert.equal(await page.getAttribute("#known-password", "type"), "password");
  assert.equal(await page.inputValue("#new-password"), "the fair unknown");
  assert.equal(await page.textContent('label[for="known-password"]'), "Password");
  assert.deepEqual(await violations(page), []);
  await page.uncheck("#new-show");
  await page.waitForSelector('#new-password[type="password"]');
  await page.press("#new-password", "Enter");
  await page.click("#codes-kept");
  await page.waitForSelector('.profile h1 >> text="Dinadan"');
  await page.goto("/");
  assert.equal(await page.locator("#sign-up").count(), 0, "an account has signed up");
  assertNoComplaints();
  await page.context().close();
});

it("labels of different lengths keep one height", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  await page.waitForSelector("#computer");
  await page.locator("#computer").evaluate((button) => {
    button.textContent = "A label that takes more than one line in a button of this width";
  });
  const heights = await page
    .locator("#friend, #computer")
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) > 50, `${heights}`);
  assert.ok(Math.max(...heights) - Math.min(...heights) < 1, `${heights}`);
  assertNoComplaints();
  await page.context().close();
});

it("the icons are images of their sizes, and the head names the preview", async () => {
  const page = await somebody(browser, server);
  await page.goto("/");
  const sizes = await page.evaluate(async () => {
    const size = async (/** @type {string} */ path) => {
      const answer = await fetch(path);
      const image = await createImageBitmap(await answer.blob());
      return `${path} ${image.width}x${image.height}`;
    };
    return Promise.all(["/favicon.ico", "/apple-touch-icon.png", "/preview.png"].map(size));
  });
  assert.deepEqual(sizes, [
    "/favicon.ico 32x32",
    "/apple-touch-icon.png 180x180",
    "/preview.png 1200x630",
  ]);
  const image = page.locator('meta[property="og:image"]');
  assert.equal(await image.getAttribute("content"), `${server.url}/preview.png`);
  assertNoComplaints();
  await page.context().close();
});

it("a kind without puzzles shows a message and logs no error", async () => {
  const page = await somebody(browser, server);
  await page.goto("/puzzles?moves=9");
  await page.waitForSelector("#no-puzzle >> text=No puzzle of this kind is left");
  assertNoComplaints();
  await page.context().close();
});
