// Matches on pages of other origins, and overlays for streaming software.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, it } from "node:test";
import {
  assertNoComplaints,
  inviteFriends,
  joinBy,
  moveByText,
  postAs,
  resize,
  somebody,
  startServerAndBrowser,
  untilPlaying,
  untilPlies,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();

/** A page of another origin with a frame. @param {string} path @returns {Promise<string>} its address */
async function elsewhere(path) {
  const site = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/html" });
    answer.end(`<!doctype html><html lang="en"><title>A blog</title><body><h1>A blog</h1>
      <iframe title="A match" src="${server.url}${path}" width="640" height="480"></iframe>`);
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.2", () => resolve(undefined)));
  after(() => site.close());
  const address = site.address();
  assert.ok(address && typeof address === "object");
  return `http://127.0.0.2:${address.port}/`;
}

/** A match of camette in play. @returns {Promise<{white: Page, black: Page, id: string}>} */
async function playing() {
  const white = await somebody(browser, server);
  const [link] = await inviteFriends(white, { variant: "camette", seat: "W", time: 2 });
  const black = await somebody(browser, server);
  await joinBy(black, link);
  await untilPlaying(black);
  await untilPlaying(white);
  return { white, black, id: new URL(white.url()).pathname.split("/").at(-1) ?? "" };
}

/** A match that everybody may watch. */
async function playingInPublic() {
  const [white, black] = [await somebody(browser, server), await somebody(browser, server)];
  for (const page of [white, black]) {
    await page.goto("/account");
    await page.waitForSelector(".link.online");
  }
  const time = { kind: "fischer", initial_ms: 300_000, increment_ms: 3000 };
  const wish = { variant: "camette", time, seats: { W: "me" } };
  const { match: id } = await postAs(white, "/matches", wish);
  await postAs(black, `/matches/${id}/join`, {});
  for (const page of [white, black]) {
    await page.goto(`/m/${id}`);
    await untilPlaying(page);
  }
  return { white, black, id };
}

it("a frame on a page of another origin shows the moves and clocks of a match live", async () => {
  const { white, black, id } = await playing();
  const reader = await somebody(browser, server, { colorScheme: "dark" });
  await reader.goto(await elsewhere(`/embed/matches/${id}?board=slate&orientation=black`));
  const frame = reader.frameLocator("iframe");
  await frame.locator(".embed svg.board").waitFor();
  assert.equal(await frame.locator(".embed-player").count(), 2);
  assert.equal(await frame.locator(".embed-clock").count(), 2);
  // The seat of the address is at the bottom.
  const below = frame.locator(".embed-row").last().locator("[data-player]");
  assert.equal(await below.getAttribute("data-player"), "B");
  await moveByText(white, "C2-B2");
  await frame.locator('[data-ply="1"][aria-current="true"]').waitFor();
  await frame.locator(".embed-player.to-move[data-player=B]").waitFor();
  await moveByText(black, "C6-B6");
  await frame.locator('[data-ply="2"][aria-current="true"]').waitFor();
  // An earlier position stays while the match goes on.
  await frame.locator('[data-ply="1"]').click();
  await frame.locator('[data-ply="1"][aria-current="true"]').waitFor();
  await untilPlies(white, 2);
  const link = frame.locator(".embed-link a");
  assert.deepEqual(
    [await link.getAttribute("href"), await link.getAttribute("target")],
    [`/m/${id}`, "_blank"],
  );
  // No other page can be framed.
  await reader.goto(await elsewhere(`/m/${id}`));
  const refused = reader.frames().find((each) => each.url().startsWith(server.url));
  assert.equal(refused, undefined);
  assertNoComplaints(/frame-ancestors|chrome-error/);
  for (const page of [white, black, reader]) await page.context().close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  it(`a page for frames is accessible and fits frames of any size, ${colorScheme}`, async () => {
    const { white, black, id } = await playing();
    await moveByText(white, "C2-B2");
    const page = await somebody(browser, server, { colorScheme });
    for (const [width, height] of [
      [640, 480],
      [320, 560],
      [280, 300],
      [1000, 700],
    ]) {
      await resize(page, { width, height });
      await page.goto(`/embed/matches/${id}`, { waitUntil: "load" });
      await page.waitForSelector(".embed svg.board");
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight];
      });
      assert.deepEqual(size, [width, height]);
      const board = await page.locator(".embed-board").boundingBox();
      assert.ok(
        board && board.width > 80 && board.y + board.height <= height,
        `${width} ${height}`,
      );
    }
    assert.deepEqual(await violations(page), []);
    assertNoComplaints();
    for (const each of [white, black, page]) await each.context().close();
  });
}

it("an overlay is transparent and follows the featured matches of a channel", async () => {
  const page = await somebody(browser, server);
  await page.goto("/overlay/channel/camette", { waitUntil: "load" });
  await page.waitForSelector(".embed-note");
  assert.deepEqual(await violations(page), []);
  const { white, black, id } = await playingInPublic();
  await page.waitForSelector(".embed svg.board");
  await moveByText(white, "C2-B2");
  await moveByText(black, "C6-B6");
  await page.waitForSelector(".embed-player.to-move[data-player=W]");
  const names = await page.locator(".embed-player .name").allTextContents();
  assert.equal(names.length, 2);
  for (const element of ["html", "body", ".embed"]) {
    const background = await page.evaluate((selector) => {
      const found = document.querySelector(selector);
      return found && getComputedStyle(found).backgroundColor;
    }, element);
    assert.equal(background, "rgba(0, 0, 0, 0)", element);
  }
  assert.equal(await page.locator(".embed-side").count(), 0);
  assert.deepEqual(await violations(page), []);
  // The overlay of one match shows the same.
  await page.goto(`/overlay/matches/${id}`, { waitUntil: "load" });
  await page.waitForSelector(".embed-player.to-move[data-player=W]");
  // The end of the match stays visible.
  await white.click("#resign");
  await white.click("#confirm-yes");
  await white.waitForSelector('.match[data-status="ended"]');
  await page.waitForSelector(".embed svg.board");
  assertNoComplaints();
  for (const each of [white, black, page]) await each.context().close();
});
