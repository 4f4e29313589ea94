// A page of another origin uses the server, and is refused where its origin is not allowed.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, it } from "node:test";
import { assertNoComplaints, somebody, startServer, startServerAndBrowser } from "./helpers.js";

/** @typedef {import("./helpers.js").Page} Page */
/** @typedef {import("./helpers.js").Server} Server */

const { server, browser } = await startServerAndBrowser();

/** What a browser logs of responses that a page may not read. */
const REFUSED = /blocked by CORS policy|Unexpected response code: 403/;

/** An empty page of another origin. */
const other = createServer((_, answer) => {
  answer.setHeader("content-type", "text/html");
  answer.end("<!doctype html><html lang=en><title>Another site</title><p>Another site");
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
  try {
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
  } finally {
    await closed.stop();
  }
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
