// Sign-in of players from a program of others.

import { deepEqual, equal, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import { Client, Forbidden, OAuth, SignInError, Unauthorized } from "chivalry-client";
import { guest, options, startServer } from "./helpers.js";

const BACK = "http://127.0.0.1:9/back";

/** The client of an account, which decides. @type {Client} */
let player;
/** @type {OAuth} */
let oauth;

before(async () => {
  const { url } = await startServer();
  player = await guest(url);
  await player.request("POST", "/accounts", { body: { name: "Gawain", password: "green chapel" } });
  oauth = new OAuth(url, "Knight's tour");
});

/** Answers the consent page. @param {string} url @param {boolean} allow */
async function decide(url, allow) {
  const body = { ...Object.fromEntries(new URL(url).searchParams), allow };
  const { redirect } = await player.request("POST", "/oauth/authorize", { body });
  return redirect ?? "";
}

test("a program plays for a player who allowed it", async () => {
  const pending = await oauth.begin(BACK, ["play", "read"]);
  const tokens = await oauth.finish(pending, await decide(pending.url, true));
  deepEqual([...tokens.scopes].sort(), ["play", "read"]);
  const client = new Client(player.url, { ...options, token: tokens.accessToken });
  await client.command({ t: "create", variant: "cam", seats: { W: "me" } });
  equal(client.connection.player?.name, "Gawain");
  await rejects(client.command({ t: "seek", variant: "cam" }), Forbidden);
  const { accessToken, refreshToken } = await oauth.refresh(tokens.refreshToken);
  client.token = accessToken;
  equal((await client.request("GET", "/me")).name, "Gawain");
  await oauth.revoke(refreshToken);
  await rejects(client.request("GET", "/me"), Unauthorized);
  await client.close();
});

test("a refusal and an answer to another sign-in are errors", async () => {
  const pending = await oauth.begin(BACK, ["play"]);
  const refused = await decide(pending.url, false);
  const hasCode = (/** @type {string} */ code) => (/** @type {unknown} */ error) =>
    error instanceof SignInError && error.code === code;
  await rejects(oauth.finish(pending, refused), hasCode("access_denied"));
  const other = await oauth.begin(BACK, ["play"]);
  await rejects(oauth.finish(other, refused), hasCode("invalid_request"));
  await rejects(oauth.refresh("unknown"), hasCode("invalid_grant"));
});

test("a device gets its tokens after the player entered its code", async () => {
  const device = await oauth.beginDevice(["play"]);
  const body = { user_code: device.userCode, allow: true };
  await player.request("POST", "/oauth/device/decision", { body });
  const tokens = await oauth.finishDevice({ ...device, intervalMs: 1 });
  deepEqual(tokens.scopes, ["play"]);
});
