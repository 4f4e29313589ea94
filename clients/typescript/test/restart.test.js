// A server that restarts while commands wait.

import { deepEqual, equal } from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { guest, startServer } from "./helpers.js";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Reads the stream until the matches in progress are reported. @param {AsyncGenerator<any>} stream */
async function matchesInProgress(stream) {
  const matches = [];
  for (;;) {
    const { value } = await stream.next();
    if (value.t === "playing") matches.push(value.match);
    if (value.t === "ready") return matches;
  }
}

test("commands and events continue after a restart of the server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chivalry-restart-"));
  after(() => rmSync(folder, { recursive: true }));
  const env = {
    CHIVALRY_LISTEN: `127.0.0.1:${await freePort()}`,
    CHIVALRY_DATA_DIR: folder,
  };
  const first = await startServer(env);
  const [white, black] = await Promise.all([guest(first.url), guest(first.url)]);
  const seats = { W: "me" };
  const { match } = await white.command({ t: "create", variant: "camette", seats });
  await black.join(match);
  const watched = black.match(match);
  equal((await watched.next()).value.t, "snapshot");
  const stream = white.playerEvents();
  deepEqual(await matchesInProgress(stream), [match]);
  await white.command({ t: "move", match, ply: 1, move: "C3-C4" });
  await first.stop();
  const offer = white.command({ t: "draw", match, say: "offer" });
  await startServer(env);
  equal((await offer).seat, "W");
  deepEqual(await matchesInProgress(stream), [match]);
  const events = [];
  for await (const frame of watched) {
    if (["presence", "watchers"].includes(frame.t)) continue;
    events.push(frame.t);
    if (frame.t === "offer") break;
  }
  deepEqual(events, ["moved", "offer"]);
});
