// The text of the rules behind a step, by number.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {import("./path.js").Step} Step */

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
  if (topic === "trees" && book.about) sections.set(book.about.section, book.about.text);
  if (topic === "goal")
    for (const { section, text } of book.ends.slice(0, 1)) sections.set(section, text);
  const moves = lesson?.legal ?? [];
  const results = moves.length;
  return html`${[...sections].map(
    ([section, text]) =>
      html`<p class="quiet">${t("rules.section", { section })}</p><p lang="en">${plain(text)}</p>`,
  )}${
    results > 0
      ? html`<p>${t("rules.legal_here", { n: results })} <span class="notation">${moves.slice(0, LISTED).join(", ")}${results > LISTED ? ", …" : ""}</span></p>`
      : nothing
  }`;
}

/** A text of the rules without its markup. @param {string} text */
const plain = (text) => text.replaceAll(/\*\*|\*|`/g, "");
