// A tournament's plan in words.

import { speedOf, timeText } from "../../core/clock.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { variantCalled } from "../../rules/boards.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

const MINUTE = 60_000;

/** Who meets whom, in a few words. @param {FormatView} format */
export function formatText(format) {
  if (format.kind === "swiss") return t("format.swiss_of", { n: format.rounds });
  if (format.kind === "arena")
    return t("format.arena_of", { n: Math.round(format.length_ms / MINUTE) });
  if (format.kind === "knockout") {
    const words = t(format.double ? "format.knockout_double" : "format.knockout");
    return format.third_place ? `${words}, ${t("format.with_third")}` : words;
  }
  const words = t(format.double ? "format.round_robin_double" : "format.round_robin");
  return format.groups > 1 ? `${words}, ${t("format.groups", { n: format.groups })}` : words;
}

/** A stage in a sentence's parts. @param {StagePlanView} stage @returns {string[]} */
export function stageText(stage) {
  const { format, series, start, no_show_ms, best_of_each_group } = stage;
  const parts = [formatText(format)];
  if (best_of_each_group) parts.push(t("stage.best_of", { n: best_of_each_group }));
  if (series && series.best_of > 1) parts.push(t("stage.series", { n: series.best_of }));
  if (series?.decider?.kind === "armageddon")
    parts.push(t("stage.armageddon", { time: timeText(series.decider.time) }));
  if (stage.time) parts.push(timeText(stage.time));
  if (format.kind !== "arena") parts.push(startText(start ?? { by: "director" }));
  if (no_show_ms) parts.push(t("stage.no_show", { n: Math.ceil(no_show_ms / MINUTE) }));
  return parts;
}

/** @param {StartView} start */
function startText(start) {
  if (start.by !== "clock") return t(/** @type {Word} */ (`start.${start.by}`));
  return t("start.clock_of", { n: Math.round(start.pause_ms / MINUTE) });
}

/**
 * The game, its time, and whether it counts.
 * @param {PlanView} plan
 * @param {VariantView[]} variants
 */
export function gameText({ variant, time, rated }, variants) {
  const title = variantCalled(variants, variant)?.title ?? variant;
  const speed = t(`speed.${speedOf(time)}`);
  return `${title} · ${timeText(time)} · ${speed} · ${t(rated ? "match.rated" : "match.casual")}`;
}

/** A tie-break by name. @param {TieBreakView} tieBreak */
export function tieBreakText({ kind, cut_lowest = 0, cut_highest = 0 }) {
  const name = t(/** @type {Word} */ (`tie.${kind}`));
  if (cut_lowest === 0 && cut_highest === 0) return name;
  if (cut_lowest === cut_highest) return t("tie.median", { name, n: cut_lowest });
  return t("tie.cut", { name, n: cut_lowest + cut_highest });
}

/** A tie-break at the head of a column. @param {TieBreakView} tieBreak */
export function tieBreakSign({ kind, cut_lowest = 0, cut_highest = 0 }) {
  const sign = t(/** @type {Word} */ (`tie_sign.${kind}`));
  if (cut_lowest === 0 && cut_highest === 0) return sign;
  return cut_lowest === cut_highest
    ? `${sign}M${cut_lowest}`
    : `${sign}-${cut_lowest + cut_highest}`;
}

/** What is asked of those who enter. @param {ConditionView} condition */
export function conditionText(condition) {
  if (condition.kind === "kinds") {
    const kinds = condition.kinds.map((kind) => t(/** @type {Word} */ (`kinds.${kind}`)));
    return t("entry.kinds", { kinds: kinds.join(", ") });
  }
  if (condition.kind === "invited") return t("entry.invited", { n: condition.players.length });
  if (condition.kind === "established") return t("entry.established");
  const n =
    "rating" in condition
      ? condition.rating
      : "games" in condition
        ? condition.games
        : condition.days;
  return t(/** @type {Word} */ (`entry.${condition.kind}`), { n });
}

/** Points as they are written: `2½`. @param {number} points */
export function pointsText(points) {
  const whole = Math.floor(points);
  const rest = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" }[points - whole];
  if (rest === undefined) return String(points);
  return rest && whole === 0 ? rest : `${whole}${rest}`;
}

/** Where a field of a plan is, in the server's words, and what is wrong with it in the reader's. @param {string} field @param {string} message */
export function faultText(field, message) {
  const cause = message.replace(/^[\w.[\]]+(: | (?=is ))/, "");
  const range = cause.match(/^is to be (\d+) to (\d+)( characters)?$/);
  if (!range) return refusalWords({ message: cause });
  // Times are asked for in minutes.
  const part = field.endsWith("_ms") ? MINUTE : 1;
  const number = (/** @type {string} */ text) => Number((Number(text) / part).toFixed(2));
  return t(range[3] ? "new.length" : "new.range", {
    least: number(range[1]),
    most: number(range[2]),
  });
}
