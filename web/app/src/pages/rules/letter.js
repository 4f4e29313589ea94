// The text of the rules by number: those behind a step, and all.

import { html, nothing, redraw } from "../../core/dom.js";
import { languageNow, t } from "../../core/i18n.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {import("./path.js").Step} Step */

/** Loads the rules in each language. @type {Record<string, () => Promise<{words: Record<string, string>}>>} */
const LETTERS = {
  en: () => import("../../locales/compiled/en-letter.js"),
  de: () => import("../../locales/compiled/de-letter.js"),
  es: () => import("../../locales/compiled/es-letter.js"),
  fr: () => import("../../locales/compiled/fr-letter.js"),
  it: () => import("../../locales/compiled/it-letter.js"),
  pt: () => import("../../locales/compiled/pt-letter.js"),
  "pt-BR": () => import("../../locales/compiled/pt-BR-letter.js"),
};

/** The loaded rules by language, and empty ones while they load. @type {Map<string, Record<string, string>>} */
const letters = new Map();

/** Maximum number of listed moves. */
const LISTED = 24;

/**
 * The rules of a step, and the legal moves of the shown exercise.
 * @param {RuleBook} book
 * @param {Step} step
 * @param {Lesson | null} lesson
 */
export function letterOf(book, { topic, rules }, lesson) {
  const own = book.lessons.filter((each) => rules.includes(each.topic));
  const sections = new Map(own.map(({ section, text }) => [section, text]));
  if (topic === "win") for (const { section, text } of book.ends) sections.set(section, text);
  if ((topic === "goal" || topic === "trees") && book.about)
    sections.set(book.about.section, book.about.text);
  if (topic === "goal")
    for (const { section, text } of book.ends.slice(0, 1)) sections.set(section, text);
  const moves = lesson?.legal ?? [];
  const results = moves.length;
  return html`${[...sections].map(
    ([section, text]) =>
      html`<p class="quiet">${t("rules.section", { section })}</p>${ruleOf(section, text)}`,
  )}${
    results > 0
      ? html`<p>${t("rules.legal_here", { n: results })} <span class="notation">${moves.slice(0, LISTED).join(", ")}${results > LISTED ? ", …" : ""}</span></p>`
      : nothing
  }`;
}

/** All rules, in the language of the page or in English. */
export function allRules() {
  const own = isTranslated();
  const words = letter(own ? languageNow() : "en");
  const numbers = Object.keys(words).sort(new Intl.Collator("en", { numeric: true }).compare);
  return html`<div lang=${own ? nothing : "en"} dir=${own ? nothing : "ltr"}>${numbers.map(
    (number) => {
      const [first, ...others] = words[number].split("\n\n");
      if (number.includes(".")) return html`<p><strong>${number}</strong> ${first}</p>`;
      return html`<h3>${number} ${first}</h3>${others.map((text) => html`<p>${text}</p>`)}`;
    },
  )}</div>`;
}

/** A rule in the language of the page, or in English. @param {string} section @param {string} text */
function ruleOf(section, text) {
  const own = isTranslated() ? letter(languageNow())[section] : undefined;
  return own ? html`<p>${own}</p>` : html`<p lang="en" dir="ltr">${plain(text)}</p>`;
}

/** True if the page is in a language other than English that has the rules. */
function isTranslated() {
  const base = languageNow().split("-")[0];
  return base !== "en" && base in LETTERS;
}

/** The rules in a language, which are loaded on first use. @param {string} language */
function letter(language) {
  const found = letters.get(language);
  if (found) return found;
  /** @type {Record<string, string>} */
  const none = {};
  letters.set(language, none);
  loaded(language)
    .then((words) => {
      letters.set(language, words);
      redraw();
    })
    // The English rules stay; the next visit tries again.
    .catch(() => letters.delete(language));
  return none;
}

/** The rules of a language, in place of those of its base. @param {string} language */
async function loaded(language) {
  const codes = [language.split("-")[0], language];
  const [base, own] = await Promise.all(codes.map((code) => LETTERS[code]?.()));
  return { ...base?.words, ...own?.words };
}

/** A text of the rules without its markup. @param {string} text */
const plain = (text) => text.replaceAll(/\*\*|\*|`/g, "");
