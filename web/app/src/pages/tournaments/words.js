// Text descriptions of a tournament's plan.

import { speedOf, timeText } from "../../core/clock.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { variantCalled } from "../../rules/boards.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

const MINUTE = 60_000;
const SECOND = 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A short description of a format. @param {FormatView} format */
export function formatText(format) {
  if (format.kind === "swiss") return t("format.swiss_of", { n: format.rounds });
  if (format.kind === "arena")
    return t("format.arena_of", { n: Math.round(format.length_ms / MINUTE) });
  if (format.kind === "knockout") {
    const words = t(format.double ? "format.knockout_double" : "format.knockout");
    return format.third_place ? `${words}, ${t("format.with_third")}` : words;
  }
  const { groups = 1 } = format;
  const words = t(format.double ? "format.round_robin_double" : "format.round_robin");
  return groups > 1 ? `${words}, ${t("format.groups", { n: groups })}` : words;
}

/** The parts of a stage's description. @param {StagePlanView} stage @returns {string[]} */
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
 * The variant, the time control, and whether games are rated.
 * @param {Pick<PlanView, "variant" | "time" | "rated">} plan
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

/** The column header of a tie-break. @param {TieBreakView} tieBreak */
export function tieBreakSign({ kind, cut_lowest = 0, cut_highest = 0 }) {
  const sign = t(/** @type {Word} */ (`tie_sign.${kind}`));
  if (cut_lowest === 0 && cut_highest === 0) return sign;
  return cut_lowest === cut_highest
    ? `${sign}M${cut_lowest}`
    : `${sign}-${cut_lowest + cut_highest}`;
}

/** A condition of entry. @param {ConditionView} condition */
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

/** The remaining time in whole seconds, rounded up: `0:07`, `1:02:00`, `2 d 3 h`. @param {number} ms */
export function countdownText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / HOUR), Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= DAY)
    return t("time.days_hours", {
      d: Math.floor(seconds / DAY),
      h: Math.floor((seconds % DAY) / HOUR),
    });
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Points in written form: `2½`. @param {number} points */
export function pointsText(points) {
  const whole = Math.floor(points);
  const rest = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" }[points - whole];
  if (rest === undefined) return String(points);
  return rest && whole === 0 ? rest : `${whole}${rest}`;
}

/**
 * The text for a wrong field of a plan, which stands beside the field.
 * @param {string} field
 * @param {import("../../core/refusals.js").Fault} fault
 */
export function faultText(field, { message = "", reason, params = {} }) {
  if (reason !== "out_of_range" && reason !== "text_length") {
    const named = `${field}: `;
    const cause = message.startsWith(named) ? message.slice(named.length) : message;
    return refusalWords({ message: cause, reason, params });
  }
  // The page asks for times in minutes.
  const unit = field.endsWith("_ms") ? MINUTE : 1;
  const number = (/** @type {string | number} */ value) =>
    Number((Number(value) / unit).toFixed(2));
  return t(reason === "text_length" ? "new.length" : "new.range", {
    least: number(params.least),
    most: number(params.most),
  });
}
