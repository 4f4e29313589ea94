// Every word that the page says comes from a catalogue.

import { en } from "../locales/en.js";
import { settings } from "./settings.js";

/** @typedef {keyof typeof en | keyof typeof import("../locales/en-tournaments.js").en} Word */

/** The languages there are, by their own names. */
export const LANGUAGES = { en: "English", pt: "Português" };

/** @type {Record<string, string>} */
let catalogue = en;
/** The same in English, where a language has no word of its own. @type {Record<string, string>} */
let english = en;
let language = "en";
/** The server's sentences, and what they are in the language chosen. @type {[RegExp, string][]} */
let sentences = [];

/** Loads the language chosen, or the browser's. */
export async function loadLanguage() {
  const wanted = settings.language || navigator.language.slice(0, 2);
  language = wanted === "pt" ? "pt" : "en";
  if (language === "pt") {
    const [words, server] = await Promise.all([
      import("../locales/pt.js"),
      import("../locales/pt-server.js"),
    ]);
    catalogue = words.pt;
    sentences = Object.entries(server.said).map(([from, to]) => [patternOf(from), to]);
  } else {
    catalogue = en;
    sentences = [];
  }
  english = en;
  if (hasTournaments) await loadTournamentWords();
  document.documentElement.lang = language;
}

let hasTournaments = false;

/** Loads what only the pages of tournaments say, with the first of them. */
export async function loadTournamentWords() {
  hasTournaments = true;
  const own = await import("../locales/en-tournaments.js");
  english = { ...english, ...own.en };
  catalogue = { ...english, ...catalogue };
  if (language !== "pt") return;
  const { pt } = await import("../locales/pt-tournaments.js");
  catalogue = { ...catalogue, ...pt };
}

export function languageNow() {
  return language;
}

/**
 * The words for `word`, with `{name}` replaced. With `n`, words parted by `|` are one and many.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function t(word, values) {
  return fill(catalogue[word] ?? english[word] ?? word, values);
}

/**
 * The words of a code of the server's; undefined where the catalogue does not know it.
 * @param {string} word
 * @param {Record<string, string | number>} [values]
 */
export function maybe(word, values) {
  const text = catalogue[word] ?? english[word];
  return text === undefined ? undefined : fill(text, values);
}

/**
 * A sentence of the server's, which speaks English, in the language chosen. What stands in its
 * holes is put into those of the other, in the same order, and can be a sentence itself.
 * @param {string} text
 * @returns {string}
 */
export function said(text) {
  for (const [pattern, to] of sentences) {
    const found = text.match(pattern);
    if (!found) continue;
    const values = found.slice(1);
    return to.replace(/\{\}/g, () => said(values.shift() ?? ""));
  }
  return text;
}

/** @param {string} sentence with `{}` for what varies */
function patternOf(sentence) {
  const parts = sentence.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`);
}

/** @param {string} text @param {Record<string, string | number>} [values] */
function fill(text, values) {
  if (!values) return text;
  const forms = text.split(" | ");
  const form = forms.length === 2 && "n" in values && values.n !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** How days are written: as the browser does in the language chosen. */
function locale() {
  return navigator.language.startsWith(language) ? navigator.language : language;
}

/** @param {number} value @param {number} digits after the point */
export function decimal(value, digits) {
  const each = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(locale(), each);
}

/** A day and a time of it. @param {string} iso */
export function when(iso) {
  return new Date(iso).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
}

/** @param {string} iso */
export function day(iso) {
  return new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });
}
