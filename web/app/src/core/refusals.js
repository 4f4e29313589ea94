// Refusals of the server as text in the language of the page.

import { maybe, reasonText, t } from "./i18n.js";

/**
 * An error of the server, or a verdict with the same fields.
 * @typedef {ProblemBody & {message?: string, retryAfter?: number}} Fault
 */

/**
 * @param {unknown} error a thrown error or an answer of the server
 * @returns {string}
 */
export function refusalWords(error) {
  if (typeof error !== "object" || error === null) return String(error);
  const fault = /** @type {Fault} */ (error);
  const { code, rule, section, retryAfter } = fault;
  // "Try again in a moment" is wrong for limits that waiting does not lift.
  const byCode = code === "rate_limited" && !retryAfter ? undefined : maybe(`code.${code}`);
  const words = (rule && maybe(`rule.${rule}`)) ?? byCode ?? sentence(ownWords(fault));
  return section ? t("refused.by_rule", { words, section }) : words;
}

/** The cause of an illegal move in a record, as the end of a sentence. @param {Fault} fault */
export function causeWords({ rule, detail = "" }) {
  return ((rule && maybe(`rule.${rule}`)) ?? detail).replace(/[.]$/, "");
}

/** The text of the reason, or the server's English sentence. @param {Fault} fault */
function ownWords({ reason, params, message, detail }) {
  return reasonText(reason, params) ?? message ?? detail ?? "";
}

/** @param {string} text a sentence without capital letter and full stop */
function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(first) || first === "" ? first : `${first}.`;
}
