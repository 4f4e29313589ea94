// The player and the token, stored in the browser.

const KEY = "chivalry.session";

/** @type {{player: PlayerView | null, token: string | null}} */
export const session = { player: null, token: null, ...kept() };

/** @param {PlayerView | null} player @param {string | null} token */
export function keep(player, token) {
  session.player = player;
  session.token = token;
  try {
    if (token) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the player is a new guest on the next visit.
  }
}

const MADE = "chivalry.made";

/** True if this browser created the match; only its creator sees the links. @param {string} match */
export function hasMade(match) {
  return made().includes(match);
}

/** @param {string} match */
export function rememberMade(match) {
  try {
    localStorage.setItem(MADE, JSON.stringify([match, ...made()].slice(0, 30)));
  } catch {
    // Without storage the links are shown only once.
  }
}

/** @returns {string[]} */
function made() {
  try {
    return JSON.parse(localStorage.getItem(MADE) ?? "[]");
  } catch {
    return [];
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
