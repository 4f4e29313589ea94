// The number of known games in which it is the player's turn, on the icon of the installed page.

import { session } from "./session.js";

/** The matches that wait for the player. @type {Set<string>} */
const waiting = new Set();

/** Counts a match by its state. @param {import("./contest.js").Contest} contest */
export function noteTurn(contest) {
  const mine = contest.seatOf(session.player?.id);
  const before = waiting.size;
  const waits = contest.status === "playing" && mine !== null && contest.position.turn === mine;
  if (waits) waiting.add(contest.id);
  else waiting.delete(contest.id);
  if (waiting.size === before) return;
  // Browsers without a badge, or without permission for it, show the title only.
  const { setAppBadge } = /** @type {{setAppBadge?: (count: number) => Promise<void>}} */ (
    navigator
  );
  setAppBadge?.call(navigator, waiting.size).catch(() => {});
}
