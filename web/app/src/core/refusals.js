// A "no" of the server's, in the reader's words.

import { maybe, said, t } from "./i18n.js";

/**
 * @param {unknown} error what was thrown, or what the server answered
 * @returns {string}
 */
export function refusalWords(error) {
  if (typeof error !== "object" || error === null) return String(error);
  const { message, detail, code, rule, section, retryAfter } =
    /** @type {{message?: string, detail?: string, code?: string, rule?: string, section?: string, retryAfter?: number}} */ (
      error
    );
  // Only where waiting helps; other limits say themselves what they are.
  const byCode = code === "rate_limited" && !retryAfter ? undefined : maybe(`code.${code}`);
  const words =
    (rule && maybe(`rule.${rule}`)) ?? byCode ?? sentence(said(message ?? detail ?? ""));
  return section ? t("refused.by_rule", { words, section }) : words;
}

/** Why a move of a record is not legal, as the end of a sentence. @param {{rule?: string, detail?: string}} fault */
export function causeWords({ rule, detail = "" }) {
  const cause = detail.replace(/^ply \d+, [^:]*: /, "");
  return ((rule && maybe(`rule.${rule}`)) ?? said(cause)).replace(/[.]$/, "");
}

/** What the server says is a part of a sentence. @param {string} text */
function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) || first === "" ? first : `${first}.`;
}
