// The player's first game, in which the board shows which pieces can move and suggests a move.

const KEY = "chivalry.guided";

/** Remembers a match as the guided one. @param {string} match */
export function guide(match) {
  try {
    localStorage.setItem(KEY, match);
  } catch {
    // Without storage the game has no suggestions.
  }
}

/** True if the match is the guided one. @param {string} match */
export function isGuided(match) {
  try {
    return localStorage.getItem(KEY) === match;
  } catch {
    return false;
  }
}

/** True if no match of this browser was guided before. */
export function isFirstGame() {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return false;
  }
}
