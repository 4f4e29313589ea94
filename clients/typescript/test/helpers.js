// A server, and clients of it, for each test.

import { after } from "node:test";
import { Client } from "chivalry-client";
import { WebSocket } from "ws";
import { startProcess } from "../../../web/tests/server-process.js";

/** Delays that suit a test. */
export const backoff = { firstMs: 5, longestMs: 50 };

/** The package's WebSocket is passed as on Node 20, which has no global one. */
export const options = { WebSocket, backoff };

/** The ends of the open clients and servers, in the order of their beginning. @type {(() => Promise<void>)[]} */
const open = [];
after(async () => {
  while (open.length > 0) await open.pop()?.();
});

/** Starts a server until the tests of the file are over. @param {Record<string, string>} [env] */
export async function startServer(env) {
  const server = await startProcess(env);
  open.push(server.stop);
  return server;
}

/** A guest whose client is closed after the tests. @param {string} url */
export async function guest(url) {
  const client = await Client.guest(url, options);
  open.push(() => client.close());
  return client;
}

/** A generator of numbers below 1 that repeats for each seed. @param {number} seed */
export function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
