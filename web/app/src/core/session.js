// Who plays: the player and the token, kept by the browser.

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
    // Then the player is a new guest next time.
  }
}

const MADE = "chivalry.made";

/** Whether we made the match: its maker alone sees the links. @param {string} match */
export function hasMade(match) {
  return made().includes(match);
}

/** @param {string} match */
export function rememberMade(match) {
  try {
    localStorage.setItem(MADE, JSON.stringify([match, ...made()].slice(0, 30)));
  } catch {
    // Then the links are shown only once.
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
