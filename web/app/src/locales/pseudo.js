// Pseudo-locales, made from English to test layouts: `en-XA` has long texts with accents, and
// `ar-XB` is written from right to left. The address selects them: `?lang=ar-XB`.

/** @typedef {import("../core/i18n.js").Texts} Texts */
/** @typedef {import("../core/i18n.js").Text} Text */

const ACCENTS = new Map(
  [..."aàcçeéiîlļnñoôsšuûyýAÀCÇEÉIÎNÑOÔSŠUÛYÝ"].flatMap((letter, at, all) =>
    at % 2 === 0 ? [[letter, all[at + 1]]] : [],
  ),
);

/** Characters that show a word from right to left: an override, and its end. */
const [OVERRIDE, END] = ["\u202e", "\u202c"];

/** @param {Texts} texts @param {boolean} isRightToLeft @returns {Texts} */
export function pseudo({ words, reasons = {} }, isRightToLeft) {
  const changed = isRightToLeft ? reversed : lengthened;
  const all = (/** @type {import("../core/i18n.js").Catalogue} */ catalogue) =>
    Object.fromEntries(
      Object.entries(catalogue).map(([word, text]) => [word, each(text, changed)]),
    );
  return { words: all(words), reasons: all(reasons) };
}

/** @param {Text} text @param {(text: string) => string} changed @returns {Text} */
function each(text, changed) {
  if (typeof text === "string") return changed(text);
  const forms = Object.entries(text).map(([form, own]) => [
    form,
    form === "by" ? own : changed(own),
  ]);
  return Object.fromEntries(forms);
}

/** Words between brackets with accents, and a third longer. Parameters stay. @param {string} text */
function lengthened(text) {
  const accented = text.replace(/\{\w+\}|\w/g, (part) => ACCENTS.get(part) ?? part);
  return `[${accented}${" één".repeat(Math.ceil(text.length / 12))}]`;
}

/** @param {string} text */
function reversed(text) {
  return text.replace(/\{\w+\}|\p{L}+/gu, (part) =>
    part.startsWith("{") ? part : `${OVERRIDE}${part}${END}`,
  );
}
