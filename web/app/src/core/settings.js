// The player's settings, stored in the browser.

/** @typedef {typeof DEFAULTS} Settings */

const DEFAULTS = {
  theme: /** @type {"auto" | "light" | "dark"} */ ("auto"),
  board: /** @type {"linen" | "slate" | "forest" | "wood"} */ ("linen"),
  pieces: /** @type {"heraldry" | "wood" | "figures" | "shields" | "letters"} */ ("heraldry"),
  coordinates: true,
  animation: true,
  sound: true,
  /** Loudness of the sounds, from 0 to 100. */
  volume: 70,
  vibration: true,
  notifications: false,
  autoStop: false,
  talk: true,
  language: "",
  variant: "camelot",
  level: 2,
  engine: false,
  /** Number of lines of the engine: 1, 3 or 5. */
  lines: 1,
  explorer: false,
  rated: true,
};

const KEY = "chivalry.settings";

/** Piece sets; a stored name that is not among them is from an earlier version. */
const SETS = new Set(["heraldry", "wood", "figures", "shields", "letters"]);

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...kept() };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener called after each change */
export function onSettings(listener) {
  listeners.add(listener);
}

/** True if the player has chosen the value. @param {keyof Settings} name */
export function isKept(name) {
  return name in kept();
}

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the setting applies until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** @returns {Partial<Settings>} */
function kept() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (!SETS.has(stored.pieces)) delete stored.pieces;
    return stored;
  } catch {
    return {};
  }
}
