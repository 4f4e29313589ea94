// The player's settings, stored in the browser.

/** @typedef {typeof DEFAULTS} Settings */

const DEFAULTS = {
  theme: /** @type {"auto" | "light" | "dark"} */ ("auto"),
  board: /** @type {"linen" | "slate" | "forest"} */ ("linen"),
  pieces: /** @type {"classic" | "shields" | "letters"} */ ("classic"),
  coordinates: true,
  animation: true,
  sound: true,
  notifications: false,
  autoStop: false,
  talk: true,
  talkOpen: true,
  language: "",
  variant: "camelot",
  level: 2,
  engine: false,
  rated: true,
};

const KEY = "chivalry.settings";

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
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
