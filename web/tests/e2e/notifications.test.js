// Pushes from the server to a notification, and from the notification to the match.

import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import {
  assertNoComplaints,
  PATIENCE,
  postAs,
  signUp,
  somebody,
  startBrowser,
  startServer,
  violations,
} from "./helpers.js";

const browser = await startBrowser({ hasNotifications: true });

/** A push service with one browser, which decrypts what it receives (RFC 8291). */
async function startPushService() {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  /** @type {any[]} */
  const received = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const derive = (
    /** @type {Buffer} */ salt,
    /** @type {Buffer} */ input,
    /** @type {Buffer} */ info,
    /** @type {number} */ length,
  ) => Buffer.from(hkdfSync("sha256", input, salt, info, length));
  const decrypt = (/** @type {Buffer} */ body) => {
    const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
    const input = derive(auth, keys.computeSecret(sender), info, 32);
    const key = derive(salt, input, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(salt, input, Buffer.from("Content-Encoding: nonce\0"), 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    return JSON.parse(padded.subarray(0, -1).toString());
  };
  const service = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    assert.match(String(request.headers.authorization), /^vapid t=.+, k=.+$/);
    received.push(decrypt(Buffer.concat(parts)));
    response.writeHead(201).end();
    for (const wake of waiting.splice(0)) wake();
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  after(() => service.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (service.address());
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/browser`,
      keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    /** The first message with a path. @param {string} path */
    async message(path) {
      for (;;) {
        const found = received.find((message) => message.path === path);
        if (found) return found;
        await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      }
    },
  };
}

// The push service and the service worker have no timeouts of their own.
const options = { timeout: 4 * PATIENCE };

test("a push of a turn opens the match after its page was closed", options, async () => {
  const server = await startServer({ CHIVALRY_WEBHOOKS_TO_PRIVATE: "true" });
  const service = await startPushService();
  const page = await somebody(browser, server, {
    serviceWorkers: "allow",
    permissions: ["notifications"],
  });
  // The browser's own push service is not reachable in a test.
  await page.addInitScript((subscription) => {
    const own = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true };
    PushManager.prototype.subscribe = async () => /** @type {any} */ (own);
    PushManager.prototype.getSubscription = async () => /** @type {any} */ (own);
  }, service.subscription);
  await signUp(page, "Elaine");
  await page.goto("/account");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForSelector("#notification-settings");
  assert.deepEqual(await violations(page), []);
  await page.check("#push-here");
  await page.waitForFunction(() => localStorage.getItem("chivalry.push") !== null);

  const other = await somebody(browser, server);
  await signUp(other, "Lancelot");
  const { challenge } = await postAs(other, "/challenges", {
    to: "Elaine",
    variant: "camette",
    time: { kind: "correspondence", days: 3 },
    seat: "W",
  });
  const { match } = await postAs(page, `/challenges/${challenge}/accept`, {});
  const inspector = await page.context().newPage();
  const tools = await page.context().newCDPSession(inspector);
  /** @type {Promise<string>} */
  const registration = new Promise((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url));
      if (own) resolve(own.registrationId);
    });
  });
  await inspector.goto("/robots.txt");
  await tools.send("ServiceWorker.enable");
  const [worker] = page.context().serviceWorkers();
  // A notification that is listed before it is shown can be lost.
  await worker.evaluate(() => {
    const scope = /** @type {any} */ (self);
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.shown = new Promise((resolve) => {
      scope.registration.showNotification = async (/** @type {any[]} */ ...all) => {
        await show(...all);
        resolve(undefined);
      };
    });
  });
  await page.close();

  const { moves } = await (
    await fetch(`${server.url}/api/v1/rules/moves`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        variant: "camette",
        position: (await (await fetch(`${server.url}/api/v1/matches/${match}`)).json()).position,
      }),
    })
  ).json();
  await postAs(other, `/matches/${match}/moves`, { move: moves[0].text ?? moves[0], ply: 1 });
  const message = await service.message(`/m/${match}`);
  assert.match(message.title, /^Your turn against Lancelot/);

  await tools.send("ServiceWorker.deliverPushMessage", {
    origin: server.url,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
  await worker.evaluate(() => /** @type {any} */ (self).shown);
  const opened = await worker.evaluate(async () => {
    const scope = /** @type {any} */ (self);
    const [notification] = await scope.registration.getNotifications();
    // A real click may open a window; one of a test may not.
    const opening = new Promise((resolve) => {
      scope.clients.openWindow = async (/** @type {string} */ path) => resolve(path);
      scope.clients.matchAll = async () => [];
    });
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    return { title: notification.title, path: await opening };
  });
  assert.deepEqual(opened, { title: message.title, path: `/m/${match}` });
  await inspector.goto(String(opened.path));
  await inspector.waitForSelector('.match[data-status="playing"]');
  await inspector.waitForSelector('.match[data-seat="B"]');
  await inspector.click("#bell");
  await inspector.waitForSelector(`.bell-list a[href="/m/${match}"]`);
  assert.deepEqual(await violations(inspector), []);
  assertNoComplaints();
  await inspector.context().close();
  await other.context().close();
});
