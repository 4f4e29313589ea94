// Message catalogues for the page's text.

import { en } from "../locales/en.js";
import { settings } from "./settings.js";

/** @typedef {keyof typeof en | keyof typeof import("../locales/en-tournaments.js").en} Word */

/** The supported languages, by their native names. */
export const LANGUAGES = {
  en: "English",
  pt: "Português (Portugal)",
  "pt-BR": "Português (Brasil)",
};

/** @typedef {Record<string, string>} Catalogue */
/** @typedef {{words: Catalogue, reasons: Partial<Record<Reason, string>>}} Texts */

/** Loads the texts of a language. A regional language replaces some texts of another one. @type {Record<string, () => Promise<Texts>>} */
const TEXTS = {
  pt: async () => {
    const [main, server] = await Promise.all([
      import("../locales/pt.js"),
      import("../locales/pt-server.js"),
    ]);
    return { words: main.pt, reasons: server.reasons };
  },
  "pt-BR": async () => {
    const [base, main, server] = await Promise.all([
      TEXTS.pt(),
      import("../locales/pt-BR.js"),
      import("../locales/pt-BR-server.js"),
    ]);
    return {
      words: { ...base.words, ...main.ptBR },
      reasons: { ...base.reasons, ...server.reasons },
    };
  },
};

/** Loads the texts of the tournament pages. @type {Record<string, () => Promise<Catalogue>>} */
const TOURNAMENT_TEXTS = {
  pt: async () => (await import("../locales/pt-tournaments.js")).pt,
  "pt-BR": async () => {
    const [base, own] = await Promise.all([
      TOURNAMENT_TEXTS.pt(),
      import("../locales/pt-BR-tournaments.js"),
    ]);
    return { ...base, ...own.ptBR };
  },
};

/** @type {Catalogue} */
let catalogue = en;
/** The English fallback for missing entries. @type {Catalogue} */
let english = en;
let language = "en";
/** Texts of the server's reasons; few in English, which the server writes itself. @type {Partial<Record<Reason, string>>} */
let reasons = {};

/** Loads the selected language, or the browser's. */
export async function loadLanguage() {
  language = supported(settings.language || navigator.language);
  const texts = await TEXTS[language]?.();
  catalogue = texts?.words ?? en;
  reasons = texts?.reasons ?? {};
  english = en;
  if (hasTournaments) await loadTournamentWords();
  document.documentElement.lang = language;
}

/**
 * The supported language of a tag such as `pt-PT`: the same tag, its first part, or English.
 * @param {string} tag
 */
export function supported(tag) {
  const wanted = tag.toLowerCase();
  const find = (/** @type {string} */ name) =>
    Object.keys(LANGUAGES).find((code) => code.toLowerCase() === name);
  return find(wanted) ?? find(wanted.split("-")[0]) ?? "en";
}

let hasTournaments = false;

/** Loads the catalogue of the tournament pages on first use. */
export async function loadTournamentWords() {
  hasTournaments = true;
  const own = await import("../locales/en-tournaments.js");
  english = { ...english, ...own.en };
  reasons = { ...own.reasons, ...reasons };
  catalogue = { ...english, ...catalogue };
  const words = await TOURNAMENT_TEXTS[language]?.();
  if (words) catalogue = { ...catalogue, ...words };
}

export function languageNow() {
  return language;
}

/**
 * The text of a catalogue entry with `{name}` replaced. `n` selects singular or plural (` | `).
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function t(word, values) {
  return fill(catalogue[word] ?? english[word] ?? word, values);
}

/**
 * The text of a server code; undefined if the catalogue lacks it.
 * @param {string} word
 * @param {Record<string, string | number>} [values]
 */
export function maybe(word, values) {
  const text = catalogue[word] ?? english[word];
  return text === undefined ? undefined : fill(text, values);
}

/**
 * The text of a reason that the server gives; undefined where its own English sentence serves.
 * @param {Reason | undefined} reason
 * @param {Record<string, string | number>} [params]
 */
export function reasonText(reason, params = {}) {
  const text = reason && reasons[reason];
  return text ? fill(text, params) : undefined;
}

/** @param {string} text @param {Record<string, string | number>} [values] */
function fill(text, values) {
  if (!values) return text;
  const forms = text.split(" | ");
  const form = forms.length === 2 && "n" in values && values.n !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The locale for dates: the browser's if it matches the selected language. */
function locale() {
  return navigator.language.startsWith(language) ? navigator.language : language;
}

/** @param {number} value @param {number} digits fraction digits */
export function decimal(value, digits) {
  const each = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(locale(), each);
}

/** A date with time. @param {string} iso */
export function when(iso) {
  return new Date(iso).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
}

/** @param {string} iso */
export function day(iso) {
  return new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });
}
