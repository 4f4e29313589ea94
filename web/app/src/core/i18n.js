// Message catalogues for the page's text, as `locales.js` compiles them from Fluent.

import { words as en } from "../locales/compiled/en.js";
import { settings } from "./settings.js";

/** @typedef {keyof typeof en | keyof typeof import("../locales/compiled/en-tournaments.js").words} Word */
/** @typedef {import("../../../locales.js").Text} Text */
/** @typedef {import("../../../locales.js").Catalogue} Catalogue */
/** @typedef {{words: Catalogue, reasons?: Catalogue}} Texts */

/** The supported languages, by their native names. */
export const LANGUAGES = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  pt: "Português (Portugal)",
  "pt-BR": "Português (Brasil)",
};

/** Loads the texts of all pages. A regional language replaces some texts of another one. @type {Record<string, () => Promise<Texts>>} */
const TEXTS = {
  de: () => import("../locales/compiled/de.js"),
  es: () => import("../locales/compiled/es.js"),
  fr: () => import("../locales/compiled/fr.js"),
  it: () => import("../locales/compiled/it.js"),
  pt: () => import("../locales/compiled/pt.js"),
  "pt-BR": () => import("../locales/compiled/pt-BR.js"),
  "en-XA": async () => (await import("../locales/pseudo.js")).pseudo({ words: en }, false),
  "ar-XB": async () => (await import("../locales/pseudo.js")).pseudo({ words: en }, true),
};

/** Loads the texts of the tournament pages. @type {Record<string, () => Promise<Texts>>} */
const TOURNAMENT_TEXTS = {
  en: () => import("../locales/compiled/en-tournaments.js"),
  de: () => import("../locales/compiled/de-tournaments.js"),
  es: () => import("../locales/compiled/es-tournaments.js"),
  fr: () => import("../locales/compiled/fr-tournaments.js"),
  it: () => import("../locales/compiled/it-tournaments.js"),
  pt: () => import("../locales/compiled/pt-tournaments.js"),
  "pt-BR": () => import("../locales/compiled/pt-BR-tournaments.js"),
  "en-XA": async () =>
    (await import("../locales/pseudo.js")).pseudo(await TOURNAMENT_TEXTS.en(), false),
  "ar-XB": async () =>
    (await import("../locales/pseudo.js")).pseudo(await TOURNAMENT_TEXTS.en(), true),
};

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

/** @type {Catalogue} */
let catalogue = en;
let language = "en";
let plurals = new Intl.PluralRules("en");
/** Texts of the server's reasons; few in English, which the server writes itself. @type {Catalogue} */
let reasons = {};

/**
 * Loads the first supported language of the address, the settings and the browser.
 * @param {string} [selected] a language that comes before them
 */
export async function loadLanguage(selected) {
  const asked = new URLSearchParams(location.search).get("lang");
  language = preferred([selected, asked, settings.language, ...navigator.languages]);
  // The texts of `pt` are from Portugal, where 0 is plural.
  plurals = new Intl.PluralRules(language === "pt" ? "pt-PT" : language);
  const [base, own] = await loaded(TEXTS);
  catalogue = { ...en, ...base.words, ...own.words };
  reasons = { ...base.reasons, ...own.reasons };
  if (hasTournaments) await loadTournamentWords();
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr";
}

/** The texts of the language, after those of its base. @param {typeof TEXTS} from @returns {Promise<Texts[]>} */
function loaded(from) {
  const codes = [language.split("-")[0], language];
  return Promise.all(codes.map((code) => from[code]?.() ?? { words: {} }));
}

/**
 * The first supported language of some tags such as `pt-PT`: the same tag, or its first part.
 * English if there is none.
 * @param {(string | null | undefined)[]} tags
 */
export function preferred(tags) {
  const codes = [...Object.keys(LANGUAGES), ...Object.keys(TEXTS)];
  const find = (/** @type {string} */ tag) => codes.find((code) => code.toLowerCase() === tag);
  for (const tag of tags) {
    const wanted = tag?.toLowerCase() ?? "";
    const found = find(wanted) ?? find(wanted.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

let hasTournaments = false;

/** Loads the catalogue of the tournament pages on first use. */
export async function loadTournamentWords() {
  hasTournaments = true;
  const [english, [base, own]] = await Promise.all([
    TOURNAMENT_TEXTS.en(),
    loaded(TOURNAMENT_TEXTS),
  ]);
  catalogue = { ...catalogue, ...english.words, ...base.words, ...own.words };
  reasons = { ...english.reasons, ...reasons };
}

export function languageNow() {
  return language;
}

/**
 * The text of a catalogue entry with `{name}` replaced. `n` selects the plural form.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function t(word, values) {
  return fill(catalogue[word] ?? word, values);
}

/**
 * The text of a server code; undefined if the catalogue lacks it.
 * @param {string} word
 * @param {Record<string, string | number>} [values]
 */
export function maybe(word, values) {
  const text = catalogue[word];
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

/** @param {Text} text @param {Record<string, string | number>} [values] */
function fill(text, values = {}) {
  return formOf(text, values).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The form of a text: that of the number itself, or of its plural category. @param {Text} text @param {Record<string, string | number>} values */
function formOf(text, values) {
  if (typeof text === "string") return text;
  const n = Number(values[text.by ?? "n"]);
  return text[n] ?? text[plurals.select(n)] ?? text.other;
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

/** A date with time. @param {string | number} at in ISO form, or in milliseconds */
export function when(at) {
  return new Date(at).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
}

/** @param {string} iso */
export function day(iso) {
  return new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });
}
