// A page of another origin uses the server, and is refused where its origin is not allowed. It
// signs in with `oauth4webapi`, a client by others.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { after, it } from "node:test";
import * as oauth from "oauth4webapi";
import {
  assertNoComplaints,
  signUp,
  somebody,
  startServer,
  startServerAndBrowser,
  violations,
} from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */
/** @typedef {import("./helpers.js").Server} Server */

const { server, browser } = await startServerAndBrowser();

/** What a browser logs of responses that a page may not read. */
const REFUSED = /blocked by CORS policy|Unexpected response code: 403/;

const LIBRARY = readFileSync(createRequire(import.meta.url).resolve("oauth4webapi"));

/** An empty page of another origin, and a library for it. */
const other = createServer(({ url }, answer) => {
  const isLibrary = url === "/oauth4webapi.js";
  answer.setHeader("content-type", isLibrary ? "text/javascript" : "text/html");
  const page = "<!doctype html><html lang=en><title>Another site</title><p>Another site";
  answer.end(isLibrary ? LIBRARY : page);
});
other.listen(0, "127.0.0.1");
await once(other, "listening");
const address = other.address();
assert.ok(address && typeof address === "object");
const origin = `http://localhost:${address.port}`;
after(() => other.close());

/** A visitor of the other site. */
async function visitor() {
  const page = await somebody(browser, server);
  await page.goto(origin, { waitUntil: "load" });
  return page;
}

/**
 * Sends a request from a page. `null` if the browser hides the response.
 * @param {Page} page @param {Server} to @param {string} method @param {string} path
 * @param {{token?: string, body?: unknown, accept?: string}} [options]
 */
function fetchFrom(page, to, method, path, options = {}) {
  return page.evaluate(
    async ([url, method, { token, body, accept = "application/json" }]) => {
      /** @type {Record<string, string>} */
      const headers = { accept };
      if (token) headers.authorization = `Bearer ${token}`;
      if (body) headers["content-type"] = "application/json";
      const sent = body ? JSON.stringify(body) : null;
      const answer = await fetch(url, {
        method,
        headers,
        body: sent,
      }).catch(() => null);
      if (!answer) return null;
      const text = await answer.text();
      return { status: answer.status, etag: answer.headers.get("etag"), text };
    },
    /** @type {const} */ ([`${to.url}/api/v1${path}`, method, options]),
  );
}

/** @param {Awaited<ReturnType<typeof fetchFrom>>} answer @param {number} [status] */
function body(answer, status = 200) {
  assert.ok(answer, "a response that the page may read");
  assert.equal(answer.status, status, answer.text);
  return JSON.parse(answer.text);
}

/**
 * Opens a WebSocket from a page, sends frames, and returns the frames until the answer to the last.
 * An empty list if the connection is refused.
 * @param {Page} page @param {Server} to @param {string} query @param {string[]} protocols
 * @param {{id: string, [field: string]: unknown}[]} frames
 * @returns {Promise<any[]>}
 */
function talkFrom(page, to, query, protocols, frames) {
  return page.evaluate(
    ([url, protocols, frames]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(url, protocols);
        /** @type {any[]} */
        const received = [];
        socket.onopen = () => {
          for (const frame of frames) socket.send(JSON.stringify(frame));
        };
        socket.onmessage = ({ data }) => {
          received.push(JSON.parse(data));
          if (received.at(-1).re === frames.at(-1)?.id) socket.close();
        };
        socket.onclose = () => resolve(received);
      }),
    /** @type {const} */ ([`${to.url.replace("http", "ws")}/api/v1/ws${query}`, protocols, frames]),
  );
}

/** Plays a move by WebSocket and reads the record by REST. @param {Page} page @param {string} token */
async function playFrom(page, token) {
  const seats = { W: "me", B: "computer:1" };
  const create = { variant: "camette", seats };
  const made = body(
    await fetchFrom(page, server, "POST", "/matches", { token, body: create }),
    201,
  );
  const path = `/matches/${made.match}`;
  const move = { t: "move", id: "1", match: made.match, ply: 1, move: "C2-B2" };
  const offered = await talkFrom(page, server, "", ["chivalry.v1", `token.${token}`], [move]);
  assert.equal(offered.find(({ re }) => re === "1").t, "ok", JSON.stringify(offered));
  const auth = { t: "auth", id: "1", token };
  const resign = { t: "resign", id: "2", match: made.match };
  const framed = await talkFrom(page, server, "?auth=frame", [], [auth, resign]);
  assert.deepEqual(
    framed.filter(({ re }) => re).map(({ t, re }) => [t, re]),
    [
      ["ok", "1"],
      ["ok", "2"],
    ],
  );
  const record = await fetchFrom(page, server, "GET", `${path}/record`, { accept: "text/plain" });
  assert.match(record?.text ?? "", /1\. C2-B2/);
}

it("a page of another origin plays with a token, and reads the record", async () => {
  const page = await visitor();
  const account = { name: "Dinadan", password: "a long password" };
  const { token } = body(
    await fetchFrom(page, server, "POST", "/accounts", { body: account }),
    201,
  );
  await playFrom(page, token);
  const variants = await fetchFrom(page, server, "GET", "/variants");
  assert.ok(variants?.etag, "the page reads the tag");
  // Refusals can be read as well.
  const problem = body(await fetchFrom(page, server, "GET", "/me", { token: "nobodys" }), 401);
  assert.equal(problem.reason, "token_unknown");
  assertNoComplaints(/401 \(Unauthorized\)/);
  await page.context().close();
});

/** The name that the other site gives itself. */
const CLIENT = { client_id: "Knight's tour" };

/** Sends the visitor of the other site to the consent page. @param {Page} page */
async function startSignIn(page) {
  const address = await page.evaluate(
    async ([url, client_id]) => {
      const path = "/oauth4webapi.js";
      /** @type {typeof oauth} */
      const library = await import(path);
      const insecure = { [library.allowInsecureRequests]: true };
      const issuer = new URL(url);
      const asked = library.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
      const site = await library.processDiscoveryResponse(issuer, await asked);
      const verifier = library.generateRandomCodeVerifier();
      const state = library.generateRandomState();
      sessionStorage.setItem("sign-in", JSON.stringify({ site, verifier, state }));
      const address = new URL(String(site.authorization_endpoint));
      address.search = String(
        new URLSearchParams({
          response_type: "code",
          client_id,
          redirect_uri: `${location.origin}/back`,
          scope: "play read",
          state,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        }),
      );
      return String(address);
    },
    /** @type {const} */ ([server.url, CLIENT.client_id]),
  );
  // A navigation within the evaluation could destroy its context before it is answered.
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement("a"), { href, textContent: "Sign in" });
    document.body.append(link);
    link.id = "sign-in";
  }, address);
  await page.click("#sign-in");
  await page.waitForURL(`${server.url}/oauth/authorize?*`);
}

/** Redeems the code of the present address, refreshes, and returns the tokens. @param {Page} page */
function finishSignIn(page) {
  return page.evaluate(async (client) => {
    const path = "/oauth4webapi.js";
    /** @type {typeof oauth} */
    const library = await import(path);
    const insecure = { [library.allowInsecureRequests]: true };
    const none = library.None();
    const { site, verifier, state } = JSON.parse(sessionStorage.getItem("sign-in") ?? "");
    const params = library.validateAuthResponse(site, client, new URL(location.href), state);
    const back = `${location.origin}/back`;
    const redeem = library.authorizationCodeGrantRequest;
    const redeemed = redeem(site, client, none, params, back, verifier, insecure);
    const first = await library.processAuthorizationCodeResponse(site, client, await redeemed);
    const token = String(first.refresh_token);
    const refreshed = library.refreshTokenGrantRequest(site, client, none, token, insecure);
    const next = await library.processRefreshTokenResponse(site, client, await refreshed);
    return { first: first.access_token, token: next.access_token, scope: next.scope };
  }, CLIENT);
}

it("a page of another origin signs in by PKCE, plays, and loses its access", async () => {
  const page = await visitor();
  await startSignIn(page);
  // The visitor has no account yet.
  await page.fill("#new-name", "Tristan");
  await page.fill("#new-password", "a long password");
  await page.press("#new-password", "Enter");
  await page.click("#codes-kept");
  await page.waitForSelector("#allow");
  assert.equal(await page.textContent("#consent-host"), "a program on your device (localhost)");
  assert.match((await page.textContent("#consent")) ?? "", /Knight's tour/);
  assert.deepEqual(await violations(page), []);
  await page.click("#deny");
  await page.waitForURL(`${origin}/back?*`);
  assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");

  await startSignIn(page);
  await page.click("#allow");
  await page.waitForURL(`${origin}/back?*`);
  const { first, token, scope } = await finishSignIn(page);
  assert.equal(scope, "read play");
  await playFrom(page, token);
  assert.equal(body(await fetchFrom(page, server, "GET", "/me", { token: first })).name, "Tristan");

  const account = await page.context().newPage();
  await account.goto(`${server.url}/account`);
  await account.waitForSelector("#apps li");
  assert.match((await account.textContent("#apps")) ?? "", /Knight's tour.*localhost/s);
  assert.deepEqual(await violations(account), []);
  await account.click("#apps button");
  await account.waitForSelector("#apps", { state: "detached" });
  body(await fetchFrom(page, server, "GET", "/me", { token }), 401);
  assertNoComplaints(/401 \(Unauthorized\)/);
  await page.context().close();
});

it("the consent page sends nothing to an address that is not allowed", async () => {
  const page = await somebody(browser, server);
  await signUp(page, "Palamedes");
  const query = "response_type=code&client_id=x&redirect_uri=http://example.org/";
  await page.goto(`/oauth/authorize?${query}`);
  await page.waitForSelector(".trouble");
  assert.equal(await page.locator("#allow").count(), 0);
  assertNoComplaints(/422 \(Unprocessable Entity\)/);
  await page.context().close();
});

it("a device gets its tokens after the player enters its code", async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(server.url);
  const asked = oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const site = await oauth.processDiscoveryResponse(issuer, await asked);
  const none = oauth.None();
  const params = new URLSearchParams({ scope: "play" });
  const started = oauth.deviceAuthorizationRequest(site, CLIENT, none, params, insecure);
  const codes = await oauth.processDeviceAuthorizationResponse(site, CLIENT, await started);

  const page = await somebody(browser, server);
  await signUp(page, "Bleoberis");
  await page.goto("/device");
  await page.fill("#user-code", codes.user_code.toLowerCase());
  await page.press("#user-code", "Enter");
  await page.click("#allow");
  await page.waitForSelector("#consent [role=status]");
  assert.deepEqual(await violations(page), []);

  const polled = oauth.deviceCodeGrantRequest(site, CLIENT, none, codes.device_code, insecure);
  const tokens = await oauth.processDeviceCodeResponse(site, CLIENT, await polled);
  assert.equal(tokens.scope, "play");
  const revoked = oauth.revocationRequest(site, CLIENT, none, tokens.access_token, insecure);
  await oauth.processRevocationResponse(await revoked);
  const me = await fetch(`${server.url}/api/v1/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  assert.equal(me.status, 401);
  assertNoComplaints();
  await page.context().close();
});

it("a page of another origin needs a token for a WebSocket, and not in the address", async () => {
  const page = await visitor();
  const { token } = body(await fetchFrom(page, server, "POST", "/guests"), 201);
  const ping = { t: "ping", id: "1" };
  assert.deepEqual(await talkFrom(page, server, "", ["chivalry.v1"], [ping]), []);
  assert.deepEqual(await talkFrom(page, server, `?token=${token}`, [], [ping]), []);
  const watching = await talkFrom(page, server, "?auth=frame", [], [{ t: "auth", id: "0" }, ping]);
  assert.equal(watching.find(({ t }) => t === "hello").player, null);
  assertNoComplaints(REFUSED);
  await page.context().close();
});

it("a page of an origin that is not allowed is refused everywhere", async () => {
  const closed = await startServer({ CHIVALRY_ALLOWED_ORIGINS: "https://example.org" });
  const page = await visitor();
  const { token } = await (await fetch(`${closed.url}/api/v1/guests`, { method: "POST" })).json();
  assert.equal(await fetchFrom(page, closed, "GET", "/variants"), null);
  assert.equal(await fetchFrom(page, closed, "GET", "/me", { token }), null);
  assert.equal(await fetchFrom(page, closed, "POST", "/matches", { token, body: {} }), null);
  const ping = { t: "ping", id: "1" };
  const offered = ["chivalry.v1", `token.${token}`];
  assert.deepEqual(await talkFrom(page, closed, "", offered, [ping]), []);
  assert.deepEqual(await talkFrom(page, closed, "?auth=frame", [], [ping]), []);
  assertNoComplaints(REFUSED);
  await page.context().close();
});

it("the page of the server and the routes of operators are not shared", async () => {
  const page = await visitor();
  for (const path of ["/", "/metrics", "/healthz", "/api/docs"]) {
    const isHidden = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      `${server.url}${path}`,
    );
    assert.ok(isHidden, path);
  }
  assertNoComplaints(REFUSED);
  await page.context().close();
});
