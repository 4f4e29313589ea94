// The choice of puzzles: by variant, length, difficulty and theme.

import { html } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {{variant: string, moves: string, difficulty: string, theme: string}} Kind */

/** The possible numbers of moves. */
const LENGTHS = ["2", "3", "4", "5"];

/** The ratings of each difficulty: the least and the greatest. @type {Record<string, {name: Word, from?: number, to?: number}>} */
const DIFFICULTIES = {
  easy: { name: "puzzle.easy", to: 999 },
  medium: { name: "puzzle.medium", from: 1000, to: 1399 },
  hard: { name: "puzzle.hard", from: 1400 },
};

/** @type {Record<string, Word>} */
const THEMES = {
  charge: "puzzle.charge",
  double_jump: "puzzle.double_jump",
  castle_entry: "puzzle.castle_entry",
  forced_exit: "puzzle.forced_exit",
  sacrifice: "puzzle.sacrifice",
};

/** @param {URLSearchParams} query @returns {Kind} */
export function kindOf(query) {
  const value = (/** @type {string} */ name) => query.get(name) ?? "";
  return {
    variant: value("variant"),
    moves: value("moves"),
    difficulty: value("difficulty"),
    theme: value("theme"),
  };
}

/** The address of a page with the choice. @param {string} path @param {Kind} kind */
export function pageWith(path, kind) {
  const query = new URLSearchParams(Object.entries(kind).filter(([, value]) => value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The path of a new puzzle of the choice. The answer is null if none is left. @param {Kind} kind */
export function nextWith({ difficulty, ...rest }) {
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value));
  const { from, to } = DIFFICULTIES[difficulty] ?? {};
  if (from) query.set("rating_min", String(from));
  if (to) query.set("rating_max", String(to));
  // Browsers log an error status in the console.
  query.set("allow_none", "true");
  return `/puzzles/next?${query}`;
}

/**
 * The fields of the choice.
 * @param {Kind} kind
 * @param {VariantView[]} variants
 * @param {(kind: Kind) => void} onChoose
 */
export function kindFields(kind, variants, onChoose) {
  /** @type {(what: keyof Kind, id: string, label: string, any: string, values: [string, string][]) => unknown} */
  const field = (what, id, label, any, values) => html`<label>
    <span class="visually-hidden">${label}</span>
    <select id=${id} @change=${(/** @type {Event} */ e) => {
      if (e.target instanceof HTMLSelectElement) onChoose({ ...kind, [what]: e.target.value });
    }}>
      <option value="" ?selected=${!kind[what]}>${any}</option>
      ${values.map(([value, text]) => html`<option value=${value} ?selected=${value === kind[what]}>${text}</option>`)}
    </select></label>`;
  return html`<div class="row kinds">
    ${field(
      "variant",
      "puzzle-game",
      t("home.game"),
      t("puzzle.any_game"),
      variants.map(({ name, title }) => [name, title]),
    )}
    ${field(
      "difficulty",
      "puzzle-difficulty",
      t("puzzle.difficulty"),
      t("puzzle.any_difficulty"),
      Object.entries(DIFFICULTIES).map(([value, { name }]) => [value, t(name)]),
    )}
    ${field(
      "moves",
      "puzzle-length",
      t("puzzle.length"),
      t("puzzle.any_length"),
      LENGTHS.map((n) => [n, t("puzzle.moves", { n: Number(n) })]),
    )}
    ${field(
      "theme",
      "puzzle-theme",
      t("puzzle.theme"),
      t("puzzle.any_theme"),
      Object.entries(THEMES).map(([value, name]) => [value, t(name)]),
    )}
  </div>`;
}

/** The themes of a puzzle. @param {string[]} themes @param {Kind} kind */
export function themeChips(themes, kind) {
  const known = themes.filter((theme) => theme in THEMES);
  return html`<ul class="themes" aria-label=${t("puzzle.themes")}>
    ${known.map((theme) => html`<li><a class="chip-link" href=${pageWith("/puzzles", { ...kind, theme })}>${t(THEMES[theme])}</a></li>`)}
  </ul>`;
}
