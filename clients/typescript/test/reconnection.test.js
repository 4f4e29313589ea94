// Games over a connection that is cut a hundred times.

import { deepEqual, equal, ok } from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "chivalry-client";
import { guest, options, randomOf, startServer } from "./helpers.js";
import { startProxy } from "./proxy.js";

const CUTS = 100;

/**
 * Plays one seat to the end. Returns the moves that the server accepted, and the events.
 * @param {Client} client
 * @param {string} id
 * @param {(text: string, ply: number) => Promise<{ply: number}>} move
 * @param {() => number} random
 */
async function play(client, id, move, random) {
  const match = client.match(id, { legal: true });
  /** @type {Map<number, string>} */
  const accepted = new Map();
  /** @type {number[]} */
  const versions = [];
  for await (const frame of match) {
    const { state } = match;
    if (!state) throw new Error("no state");
    if (["watchers", "presence"].includes(frame.t)) continue;
    if (frame.t === "snapshot") equal(versions.length, 0, "a snapshot replaced events");
    versions.push(state.v);
    if (state.status === "ended") break;
    const { ply, legal = [] } = state;
    if (!match.isMyTurn || legal.length === 0 || accepted.has(ply + 1)) continue;
    const text = legal[Math.floor(random() * legal.length)] ?? "";
    const answer = await move(text, ply + 1);
    ok(!accepted.has(answer.ply));
    accepted.set(answer.ply, text);
  }
  return { accepted, versions };
}

/** @param {Client} client @param {string} id */
async function logOf(client, id) {
  const path = { id };
  const { items } = /** @type {any} */ (
    await client.request("GET", "/matches/{id}/events", { path })
  );
  return items;
}

test("a hundred cuts lose no event and repeat no command", async () => {
  const server = await startServer();
  const direct = await guest(server.url);
  const proxy = await startProxy(server.url, CUTS);
  after(() => proxy.close());
  const players = await Promise.all([1, 2].map(() => Client.guest(server.url, options)));
  const [white, black] = players.map(
    ({ token }) => new Client(proxy.url, { ...options, token, answerTimeoutMs: 20_000 }),
  );
  if (!white || !black) throw new Error("no clients");
  let matches = 0;
  while (proxy.cuts < CUTS) {
    const random = randomOf(matches + 1);
    const seats = { W: "me" };
    const { match } = await white.command({ t: "create", variant: "cam", seats });
    await black.join(match);
    matches += 1;
    const byFrame = (/** @type {string} */ move, /** @type {number} */ ply) =>
      white.command({ t: "move", match, ply, move });
    const byRequest = async (/** @type {string} */ move, /** @type {number} */ ply) =>
      /** @type {{ply: number}} */ (
        await black.request("POST", "/matches/{id}/moves", {
          path: { id: match },
          body: { ply, move },
        })
      );
    const games = [play(white, match, byFrame, random), play(black, match, byRequest, random)];
    const [byWhite, byBlack] = await Promise.all(games);
    const log = await logOf(direct, match);
    const moved = log.filter((/** @type {any} */ event) => event.t === "moved");
    const accepted = [...(byWhite?.accepted ?? []), ...(byBlack?.accepted ?? [])];
    deepEqual(
      accepted.sort(([a], [b]) => a - b),
      moved.map((/** @type {any} */ event) => [event.ply, event.move]),
    );
    for (const versions of [byWhite?.versions ?? [], byBlack?.versions ?? []]) {
      const first = versions[0] ?? 0;
      deepEqual(
        versions,
        Array.from({ length: log.length - first + 1 }, (_, at) => first + at),
      );
    }
  }
  equal(proxy.cuts, CUTS);
  const name = white.connection.player?.name ?? "";
  let listed = 0;
  for await (const _ of direct.items("/matches", { query: { player: name } })) listed += 1;
  equal(listed, matches, "each command created one match");
  await Promise.all([...players, white, black].map((client) => client.close()));
});
