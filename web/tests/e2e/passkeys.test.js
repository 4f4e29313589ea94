// Passkeys, with the virtual authenticator of the browser.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { it } from "node:test";
import {
  assertNoComplaints,
  signUp,
  somebody,
  startBrowser,
  startServer,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */

/** A free port. The public address has to be known before the server starts. */
const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === "object" ? address?.port : 0));
  });
});
// Browsers offer passkeys for names only.
const origin = `http://localhost:${port}`;
const browser = await startBrowser();
const server = await startServer({
  CHIVALRY_LISTEN: `127.0.0.1:${port}`,
  CHIVALRY_PUBLIC_URL: origin,
});

/** A visitor with an authenticator in the browser. Returns a switch of its user verification. */
async function visitor() {
  const page = await somebody(browser, server, { baseURL: origin });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (/** @type {boolean} */ isUserVerified) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { page, verify };
}

it("a player adds a passkey, signs in with it, and removes it", async () => {
  const { page, verify } = await visitor();
  await signUp(page, "Gareth");
  await page.goto("/account");
  await page.click("#passkeys summary");
  await page.fill("#passkey-password", "another password");
  await page.press("#passkey-password", "Enter");
  await page.waitForSelector("#passkeys .trouble >> text=Wrong password.");
  await page.fill("#passkey-password", "a long password");
  await page.press("#passkey-password", "Enter");
  await page.waitForSelector("#passkeys li >> text=Chrome on Linux");
  assert.deepEqual(await violations(page), []);
  // The same device cannot have two.
  await page.fill("#passkey-password", "a long password");
  await page.press("#passkey-password", "Enter");
  await page.waitForSelector("#passkeys .trouble >> text=This device has a passkey");

  await page.click("#sign-out");
  await page.waitForSelector(".times");
  await page.goto("/account");
  await page.waitForSelector(".link.online");
  assert.deepEqual(await violations(page), []);
  await page.click("#enter-by-passkey");
  await page.waitForSelector('.profile h1 >> text="Gareth"');
  await page.goto("/account");
  await page.waitForSelector("#passkeys li >> text=last used");
  await page.click("#security summary");
  await page.waitForSelector("#security li >> text=Signed in with a passkey");
  await page.waitForSelector("#security li >> text=Passkey added");

  await page.click("#passkeys li button");
  await page.waitForSelector("#passkeys li", { state: "detached" });
  await page.click("#sign-out");
  await page.waitForSelector(".times");
  await page.goto("/account");
  await page.waitForSelector(".link.online");
  await page.click("#enter-by-passkey");
  await page.waitForSelector(".trouble >> text=The passkey is unknown");
  // A player who is not recognized by the device stays signed out, without a complaint.
  await verify(false);
  await page.click("#enter-by-passkey");
  await page.waitForSelector(".trouble", { state: "detached" });
  await page.waitForSelector("#enter-by-passkey:not([disabled])");
  assertNoComplaints(/40[13] \(|401 \(Unauthorized\)/);
  await page.context().close();
});

it("a page at a numeric address offers no passkeys", async () => {
  const page = await somebody(browser, server);
  await page.goto("/account");
  await page.waitForSelector("#known-name");
  assert.equal(await page.locator("#enter-by-passkey").count(), 0);
  assertNoComplaints();
  await page.context().close();
});
