// The connection follows the place that the server names, and returns to the first address.

import assert from "node:assert/strict";
import { it, mock } from "node:test";

/** @type {any[]} */
const opened = [];

class FakeSocket {
  /** @param {string} url @param {string[]} protocols */
  constructor(url, protocols) {
    this.url = url;
    this.protocols = protocols;
    /** @type {string[]} */
    this.sent = [];
    opened.push(this);
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
  close() {}
}

const storage = { getItem: () => null, setItem() {}, removeItem() {} };
const page = new EventTarget();
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: new URL("https://chess.example/lobby"),
  document: Object.assign(new EventTarget(), {
    hidden: false,
    createTreeWalker: () => ({}),
    createComment: () => ({}),
  }),
  localStorage: storage,
  sessionStorage: storage,
  addEventListener: page.addEventListener.bind(page),
  requestAnimationFrame: () => 0,
});

it("a bye with a place leads there, and a failure back to the first address", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { connection } = await import("../../app/src/core/socket.js");
  connection.start();
  const hello = { t: "hello", player: { id: "1", name: "Guest", kind: "guest" }, token: "a" };
  /** @param {any} socket @param {unknown} frame */
  const receive = (socket, frame) => socket.onmessage({ data: JSON.stringify(frame) });
  assert.equal(opened[0].url, "wss://chess.example/api/v1/ws");
  assert.deepEqual(opened[0].protocols, ["chivalry.v1"]);
  receive(opened[0], hello);
  const bye = { t: "bye", reason: "another node owns the match", retry_after_ms: 0 };
  receive(opened[0], { ...bye, at: "https://node-2.example" });
  opened[0].onclose();
  mock.timers.tick(1);
  assert.equal(opened[1].url, "wss://node-2.example/api/v1/ws", "no token in the address");
  assert.deepEqual(opened[1].protocols, ["chivalry.v1", "token.a"]);
  // The node cannot be reached.
  opened[1].onclose();
  mock.timers.tick(2_500);
  assert.match(opened[2].url, /^wss:\/\/chess\.example\//);
  // The longest wait is bounded.
  for (let attempt = 3; attempt < 20; attempt += 1) {
    opened[attempt - 1].onclose();
    mock.timers.tick(2_500);
    assert.equal(opened.length, attempt + 1);
  }
  mock.timers.reset();
});
