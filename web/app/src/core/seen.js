// The matches that were seen last, kept in the browser for visits without a network.

const KEY = "chivalry.seen";

/** Maximum number of matches, and of characters of their frames together. */
const MOST = 12;
const MOST_TEXT = 1_000_000;

/**
 * A match as it was seen last.
 * @typedef {object} Seen
 * @property {string} id
 * @property {number} at the time, in milliseconds
 * @property {string} title
 * @property {Frame[]} frames the snapshot and the frames after it
 */

/** The matches, the last one first. @returns {Seen[]} */
export function allSeen() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id @returns {Seen | null} */
export const seenMatch = (id) => allSeen().find((seen) => seen.id === id) ?? null;

/** Keeps a match. The oldest ones make room. @param {Seen} seen */
export function keepSeen(seen) {
  const all = [seen, ...allSeen().filter(({ id }) => id !== seen.id)].slice(0, MOST);
  let text = JSON.stringify(all);
  while (text.length > MOST_TEXT && all.length > 0) {
    all.pop();
    text = JSON.stringify(all);
  }
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Without storage, matches need the network.
  }
}

/** Forgets all matches, when the player leaves this browser. */
export function dropSeen() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was kept.
  }
}
