// Refusals as errors, tokens and streams.

import { deepEqual, equal, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import {
  Client,
  Closed,
  Conflict,
  Forbidden,
  IllegalMove,
  InvalidRequest,
  NotFound,
  Refusal,
  refusal,
  Unauthorized,
} from "chivalry-client";
import { guest, options, startServer } from "./helpers.js";

const NOWHERE = "00000000-0000-7000-8000-000000000000";

/** @type {string} */
let url;

before(async () => {
  url = (await startServer()).url;
});

test("a refusal has the class of its code, over both transports", async () => {
  const client = await guest(url);
  const seats = { W: "me", B: "computer:1" };
  const { match } = await client.command({ t: "create", variant: "camette", seats });
  const byFrame = client.command({ t: "move", match, ply: 1, move: "C2-C1" });
  const body = { ply: 1, move: "C2-C1" };
  const byRequest = client.request("POST", "/matches/{id}/moves", { path: { id: match }, body });
  for (const answer of [byFrame, byRequest]) {
    await rejects(answer, (error) => {
      if (!(error instanceof IllegalMove)) return false;
      deepEqual([error.code, error.rule, error.section], ["illegal_move", "own_castle", "4.1"]);
      return true;
    });
  }
  await rejects(client.command({ t: "move", match, ply: 9, move: "C2-B2" }), Conflict);
  await rejects(client.command({ t: "create", variant: "ludo" }), (error) => {
    return error instanceof InvalidRequest && error.field === "variant";
  });
  await rejects(client.match(NOWHERE).next(), NotFound);
  await rejects(client.request("POST", "/tokens", { body: { scopes: [] } }), InvalidRequest);
});

test("a code that this version does not define is a plain refusal", () => {
  const error = refusal({ code: "of_the_future", detail: "later" });
  equal(error.constructor, Refusal);
  equal(error.code, "of_the_future");
  equal(refusal({ code: "toString", detail: "no field of an object" }).constructor, Refusal);
});

test("a token of a program has the scopes that it was created with", async () => {
  const client = await guest(url);
  const { token } = await client.request("POST", "/tokens", { body: { scopes: ["read"] } });
  const program = new Client(url, { ...options, token });
  await rejects(program.command({ t: "create", variant: "cam" }), (error) => {
    return error instanceof Forbidden && error.scope === "play";
  });
  equal(program.connection.player?.id, (await client.request("GET", "/me")).id);
  await program.close();
});

test("an unknown token ends the connection, and the commands that wait", async () => {
  const client = new Client(url, { ...options, token: "unknown" });
  const lobby = client.lobby();
  await rejects(client.command({ t: "create", variant: "cam" }), Unauthorized);
  await rejects(lobby.next(), Unauthorized);
  await rejects(client.request("GET", "/me"), Unauthorized);
});

test("a client without a token becomes a guest and keeps the token", async () => {
  const client = new Client(url, options);
  await client.command({ t: "ping" });
  const { id } = await client.request("GET", "/me");
  equal(id, client.connection.player?.id);
  await client.close();
  await rejects(client.command({ t: "ping" }), Closed);
});

test("the lobby keeps its state, and notices name the pairing", async () => {
  const [one, two] = await Promise.all([guest(url), guest(url)]);
  const lobby = one.lobby();
  await lobby.next();
  const notices = one.notices();
  const { seek } = await one.command({ t: "seek", variant: "grand-cam", seat: "R" });
  for await (const frame of lobby) if (frame.seeks?.length) break;
  equal(lobby.seeks.get(seek)?.variant, "grand-cam");
  const unseek = one.command({ t: "unseek", seek });
  equal((await notices.next()).value.t, "seek_ended");
  await unseek;
  await two.request("POST", "/challenges", {
    body: { to: one.connection.player?.name ?? "", variant: "cam" },
  });
  equal((await notices.next()).value.t, "challenge");
});

test("player events begin with the matches in progress", async () => {
  const client = await guest(url);
  const seats = { W: "me", B: "computer:1" };
  const { match } = await client.command({ t: "create", variant: "camette", seats });
  const seen = [];
  for await (const event of client.playerEvents({ legal: true })) {
    if (event.t === "playing") seen.push([event.match, event.my_turn, event.legal?.length !== 0]);
    if (event.t === "ready") break;
  }
  deepEqual(seen, [[match, true, true]]);
});

test("an analysis ends when it is done", async () => {
  const client = await guest(url);
  const position = "1/3/2w2/4b/5/3/1 w 0,0 0 1";
  let last;
  for await (const frame of client.analyse({ variant: "camette", position, nodes: 2000 })) {
    if ("score" in frame) last = frame.score;
  }
  deepEqual(last, { win: 2 });
});
