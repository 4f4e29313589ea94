// E-mail and sign-in through a provider: a new password by a link, and accounts of the provider.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import {
  assertNoComplaints,
  signUp,
  somebody,
  startBrowser,
  startServer,
  violations,
} from "./helpers.js";
import { startIssuer } from "./issuer.js";

/** @typedef {import("./helpers.js").Page} Page */

const PASSWORD = "a long password";
const NEW_PASSWORD = "a longer password";

const folder = mkdtempSync(join(tmpdir(), "chivalry-mail-"));
const issuer = await startIssuer();
const browser = await startBrowser();
const server = await startServer({
  ...issuer.options,
  CHIVALRY_MAIL_FOLDER: folder,
  CHIVALRY_MAIL_FROM: "Chivalry <chivalry@example.org>",
});
after(() => rmSync(folder, { recursive: true }));

/** The e-mails that a test has read. @type {Set<string>} */
const read = new Set();

/** Waits for the link in the next e-mail, which `send` causes. @param {() => Promise<unknown>} send */
async function nextLink(send) {
  const changes = watch(folder);
  await send();
  const next = () => readdirSync(folder).find((name) => name.endsWith(".eml") && !read.has(name));
  let name = next();
  if (!name) {
    for await (const _ of changes) {
      name = next();
      if (name) break;
    }
  }
  assert.ok(name);
  read.add(name);
  const text = readFileSync(join(folder, name), "utf8")
    .replaceAll("=\r\n", "")
    .replaceAll("=3D", "=");
  const link = text.match(/http:\/\/\S+\/mail#[^\s"]+/);
  assert.ok(link, text);
  return link[0];
}

/** Opens the account page. @param {Page} page */
async function openAccount(page) {
  await page.goto("/account");
  await page.waitForSelector(".link.online");
}

it("a lost password is replaced by a link that was sent by e-mail", async () => {
  const page = await somebody(browser, server);
  await signUp(page, "Gareth");
  await openAccount(page);
  await page.click("#mail-set summary");
  await page.fill("#mail-new", "gareth@example.org");
  await page.fill("#mail-set-password", PASSWORD);
  const verification = await nextLink(() => page.press("#mail-set-password", "Enter"));
  await page.waitForSelector("#mail-state >> text=not confirmed yet");
  assert.deepEqual(await violations(page), []);
  // The link is opened on another device.
  const other = await somebody(browser, server, { viewport: { width: 390, height: 844 } });
  await other.goto(verification);
  await other.click("#mail-confirm");
  await other.waitForSelector("text=Your e-mail address is confirmed.");
  await page.reload();
  await page.waitForSelector("#mail-state >> text=confirmed");
  await page.waitForSelector("#mail-subscribed:checked");
  await page.click("#mail-subscribed");
  await page.waitForSelector("#mail-subscribed:not(:checked)");

  await openAccount(other);
  await other.click("#recovery summary");
  await other.fill("#recovery-address", "gareth@example.org");
  const recovery = await nextLink(() => other.press("#recovery-address", "Enter"));
  await other.waitForSelector("#recovery-mail [role=status]");
  await other.goto("/rules");
  await other.goto(recovery);
  await other.fill("#mail-password", NEW_PASSWORD);
  assert.deepEqual(await violations(other), []);
  const wide = await other.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await other.press("#mail-password", "Enter");
  await other.waitForSelector('.profile h1 >> text="Gareth"');
  // The first browser is signed out at once.
  await page.waitForFunction(() => {
    const { player } = JSON.parse(localStorage.getItem("chivalry.session") ?? "{}");
    return player?.kind === "guest";
  });
  await openAccount(other);
  await other.click("#security summary");
  await other.waitForSelector("#security li >> text=Link for a new password sent by e-mail");
  assertNoComplaints(/401 \(Unauthorized\)/);
  await Promise.all([page.context().close(), other.context().close()]);
});

it("a player signs up and signs in through the provider", async () => {
  issuer.subject = "Gareth";
  const page = await somebody(browser, server);
  await openAccount(page);
  await page.click("#enter-by-provider >> text=Sign in with Camelot ID");
  await page.waitForSelector("#provider-name");
  assert.equal(await page.inputValue("#provider-name"), "", "the name is taken");
  assert.deepEqual(await violations(page), []);
  await page.fill("#provider-name", "gareth");
  await page.press("#provider-name", "Enter");
  await page.waitForSelector(".trouble");
  await page.fill("#provider-name", "Gaheris");
  await page.press("#provider-name", "Enter");
  await page.waitForSelector("#new-codes .codes li");
  assert.equal(await page.locator("#new-codes .codes li").count(), 8);
  await page.click("#codes-kept");
  await page.waitForSelector('.profile h1 >> text="Gaheris"');

  // Without a password, the last way to sign in stays.
  await openAccount(page);
  await page.click("#identities li button");
  await page.waitForSelector("#identities .trouble");
  await page.fill("#password-new", NEW_PASSWORD);
  await page.press("#password-new", "Enter");
  await page.click("#security summary");
  await page.waitForSelector("#security li >> text=Password changed");
  await page.click("#sign-out");
  await openAccount(page);
  await page.click("#enter-by-provider");
  await page.waitForSelector('.profile h1 >> text="Gaheris"');
  assertNoComplaints(/409 \(Conflict\)|403 \(Forbidden\)/);
  await page.context().close();
});

it("a player links an account of the provider, and unlinks it", async () => {
  issuer.subject = "lynette";
  const page = await somebody(browser, server);
  await signUp(page, "Lynette");
  await openAccount(page);
  await page.click("#identities summary");
  await page.fill("#link-password", PASSWORD);
  await page.press("#link-password", "Enter");
  await page.waitForSelector("#identities li >> text=127.0.0.1");
  assert.deepEqual(await violations(page), []);
  const other = await somebody(browser, server);
  await openAccount(other);
  await other.click("#enter-by-provider");
  await other.waitForSelector('.profile h1 >> text="Lynette"');
  await page.click("#identities li button");
  await page.waitForSelector("#identities li", { state: "detached" });
  // An answer that this tab did not ask for is refused.
  await other.goto("/signed-in?code=stolen&state=other");
  await other.waitForSelector(".trouble >> text=The sign-in was not completed");
  assertNoComplaints();
  await Promise.all([page.context().close(), other.context().close()]);
});
