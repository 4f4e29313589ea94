// The security of an account: recovery codes, the password, sign-ins, and the security log.

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertNoComplaints,
  signUp,
  somebody,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

const { server, browser } = await startServerAndBrowser();

const PASSWORD = "a long password";
const NEW_PASSWORD = "a longer password";

/** Signs in with a password. @param {Page} page @param {string} name @param {string} password */
async function signIn(page, name, password) {
  await page.goto("/account");
  await page.waitForSelector(".link.online");
  await page.fill("#known-name", name);
  await page.fill("#known-password", password);
  await page.press("#known-password", "Enter");
  await page.waitForSelector(`.profile h1 >> text="${name}"`);
}

/** Waits until the browser has lost its account. @param {Page} page */
async function untilSignedOut(page) {
  await page.waitForFunction(() => {
    const { player } = JSON.parse(localStorage.getItem("chivalry.session") ?? "{}");
    return player?.kind === "guest";
  });
}

/** Sets a new password by a code. @param {Page} page @param {string} name @param {string} code */
async function recover(page, name, code) {
  await page.goto("/account");
  await page.waitForSelector(".link.online");
  await page.click("#recovery summary");
  await page.fill("#recovery-name", name);
  await page.fill("#recovery-code", code);
  await page.fill("#recovery-password", NEW_PASSWORD);
  await page.press("#recovery-password", "Enter");
}

/**
 * Opens the security log as soon as it has an entry. The server stores wrong codes after their
 * answers. @param {Page} page @param {string} entry
 */
async function showLog(page, entry) {
  const found = page.locator("#security li", { hasText: entry });
  do {
    await page.goto("/account");
    await page.waitForSelector("#security li", { state: "attached" });
  } while ((await found.count()) === 0);
  await page.click("#security summary");
}

it("a lost password is replaced by a code that was shown at sign-up", async () => {
  const page = await somebody(browser, server);
  const codes = await signUp(page, "Gareth");
  assert.equal(codes.length, 8);
  const other = await somebody(browser, server);
  await recover(other, "Gareth", "0000-0000-0000-0000");
  await other.waitForSelector(".trouble >> text=Wrong name or recovery code.");
  await recover(other, "gareth", codes[0].toLowerCase());
  await other.waitForSelector('.profile h1 >> text="Gareth"');
  // The first browser is signed out at once.
  await untilSignedOut(page);

  await showLog(other, "Wrong recovery code");
  await other.waitForSelector("#codes-left >> text=7 codes left");
  await other.waitForSelector("#security li >> text=Password set by a recovery code");
  assert.deepEqual(await violations(other), []);
  await other.click("#recovery-codes summary");
  await other.fill("#codes-password", NEW_PASSWORD);
  await other.press("#codes-password", "Enter");
  await other.waitForSelector("#recovery-codes .codes li");
  assert.equal(await other.locator("#recovery-codes .codes li").count(), 8);
  assertNoComplaints(/401 \(Unauthorized\)/);
  await Promise.all([page.context().close(), other.context().close()]);
});

it("the operator's code recovers an account, and new codes are shown", async () => {
  const page = await somebody(browser, server);
  await signUp(page, "Bors");
  const code = server.command("account", "reset", "Bors").trim();
  const other = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await recover(other, "Bors", code);
  await other.waitForSelector("#new-codes .codes li");
  assert.equal(await other.locator("#new-codes .codes li").count(), 8);
  const wide = await other.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  assert.deepEqual(await violations(other), []);
  const [file] = await Promise.all([other.waitForEvent("download"), other.click("#codes-save")]);
  assert.equal(file.suggestedFilename(), "chivalry-Bors.txt");
  await other.click("#codes-kept");
  await other.waitForSelector('.profile h1 >> text="Bors"');
  assertNoComplaints(/401 \(Unauthorized\)/);
  await Promise.all([page.context().close(), other.context().close()]);
});

it("a player changes the password, and signs out other browsers and then all of them", async () => {
  const page = await somebody(browser, server);
  await signUp(page, "Kay");
  const other = await somebody(browser, server);
  await signIn(other, "Kay", PASSWORD);

  await page.goto("/account");
  await page.waitForSelector("#sign-ins li button");
  assert.match((await page.textContent("#sign-ins")) ?? "", /Chrome on Linux/);
  await page.fill("#password-old", "another password");
  await page.fill("#password-new", NEW_PASSWORD);
  await page.press("#password-new", "Enter");
  await page.waitForSelector(".trouble >> text=Wrong password.");
  await page.fill("#password-old", PASSWORD);
  await page.press("#password-old", "Enter");
  await untilSignedOut(other);
  await page.waitForSelector("#sign-ins li button", { state: "detached" });

  await signIn(other, "Kay", NEW_PASSWORD);
  await page.reload();
  await page.click("#sign-ins li button");
  await page.waitForSelector("#sign-ins li button", { state: "detached" });
  await signIn(other, "Kay", NEW_PASSWORD);
  await page.click("#end-all");
  await page.waitForSelector(".times");
  await page.goto("/account");
  await page.waitForSelector("#known-name");
  assertNoComplaints(/401 \(Unauthorized\)/);
  await Promise.all([page.context().close(), other.context().close()]);
});
