// Actions of moderators (docs/protocol.md, "Moderation").

import { ask, get, post } from "./api.js";
import { redraw } from "./dom.js";
import { session } from "./session.js";
import { connection, hear } from "./socket.js";

/** Reasons for a timeout. */
export const TIMEOUT_REASONS = /** @type {const} */ ([
  "insult",
  "threat",
  "indecency",
  "spam",
  "help",
  "other",
]);

/** Durations of a timeout in minutes. */
export const TIMEOUTS = [10, 60, 24 * 60, 7 * 24 * 60];

export const moderation = { isModerator: false };

async function learn() {
  moderation.isModerator = false;
  if (session.player?.kind !== "account") return;
  const me = await get("/me").catch(() => null);
  moderation.isModerator = me?.moderator === true;
  redraw();
}

// This module is loaded with the pages that need it, possibly after the connection was opened.
hear("hello", learn);
if (connection.state === "online") learn();

/** @param {string} match @param {string} room @param {number} line */
export const hideLine = (match, room, line) =>
  ask("DELETE", `/matches/${match}/chat/${room}/${line}`);

/** @param {string} name @param {number} minutes @param {string} reason */
export const silence = (name, minutes, reason) =>
  post(`/players/${encodeURIComponent(name)}/timeout`, { minutes, reason });

/** @param {string} name */
export const unsilence = (name) => ask("DELETE", `/players/${encodeURIComponent(name)}/timeout`);
