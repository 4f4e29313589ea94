// Templates for new tournaments, and the short form that each of them asks for.

import { usualStage, usualWish } from "./plan.js";

/** @typedef {typeof import("./schedules.js").REPEATS[number]} Repeat */

/** @typedef {typeof TEMPLATES[number]} Template */

const TEMPLATES = /** @type {const} */ (["arena", "swiss", "cup", "league"]);

/** The templates for a game. @param {boolean} hasTables true for more than two sides @returns {readonly Template[]} */
export const templatesOf = (hasTables) => (hasTables ? ["swiss", "arena"] : TEMPLATES);

/** The starts in the short form: minutes from now, the next evening, a date, or by the director. */
export const STARTS = /** @type {const} */ (["self", "5", "15", "60", "evening", "at"]);

const MINUTE = 60_000;
/** The hour of an evening's start. */
const EVENING = 20;
/** Time in milliseconds that players need to join before an evening's start. */
const NOTICE_MS = 15 * MINUTE;

/**
 * The differences between the templates. `size` is the length in minutes, the number of rounds,
 * the games of a match, or the number of meetings.
 * @type {Record<Template, {format: import("./plan.js").StageWish["format"], time: number, start: ShortWish["start"], size: string, sizes: string[], field: string}>}
 */
const KINDS = {
  arena: {
    format: "arena",
    time: 1,
    start: "15",
    size: "45",
    sizes: ["20", "30", "45", "60", "90", "120"],
    field: "format.length_ms",
  },
  swiss: {
    format: "swiss",
    time: 2,
    start: "evening",
    size: "5",
    sizes: ["3", "4", "5", "6", "7", "9"],
    field: "format.rounds",
  },
  cup: {
    format: "knockout",
    time: 3,
    start: "self",
    size: "1",
    sizes: ["1", "3", "5"],
    field: "series",
  },
  league: {
    format: "round_robin",
    time: 4,
    start: "self",
    size: "1",
    sizes: ["1", "2"],
    field: "format.double",
  },
};

/**
 * The short form.
 * @typedef {object} ShortWish
 * @property {Template} template
 * @property {string} name
 * @property {string} variant
 * @property {typeof STARTS[number]} start
 * @property {string} startsAt value of a `datetime-local` input
 * @property {Repeat} repeat
 * @property {string} size
 */

/** @param {Template} template @param {string} variant @returns {ShortWish} */
export function usualShortWish(template, variant) {
  const { start, size } = KINDS[template];
  return { template, name: "", variant, start, startsAt: "", repeat: "once", size };
}

/** The selectable sizes of a template. @param {Template} template */
export const sizesOf = (template) => KINDS[template].sizes;

/** The path of the size in the plan. @param {Template} template */
export const sizeField = (template) => `stages[0].${KINDS[template].field}`;

/** The next evening's start that leaves time to join. @param {number} now in milliseconds */
export function nextEvening(now) {
  const at = new Date(now);
  at.setHours(EVENING, 0, 0, 0);
  if (at.getTime() - now < NOTICE_MS) at.setDate(at.getDate() + 1);
  return at;
}

/** A time as the value of a `datetime-local` input. @param {Date} at */
export function localTime(at) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The start of a short form as a local time; empty for a start by the director. @param {ShortWish} wish @param {number} now */
export function startOf({ start, startsAt }, now) {
  if (start === "self") return "";
  if (start === "at") return startsAt;
  if (start === "evening") return localTime(nextEvening(now));
  // Inputs have whole minutes.
  return localTime(new Date(Math.ceil(now / MINUTE) * MINUTE + Number(start) * MINUTE));
}

/**
 * The full form of a template.
 * @param {ShortWish} wish
 * @param {number} now server time in milliseconds
 * @returns {import("./plan.js").Wish}
 */
export function fullWish(wish, now) {
  const { template, size } = wish;
  const { format, time } = KINDS[template];
  const stage = usualStage(format);
  // Rounds follow one another without a director. A league's games may last days.
  stage.start = template === "league" ? "agreement" : "clock";
  if (template === "arena") stage.minutes = size;
  if (template === "swiss") stage.rounds = size;
  if (template === "cup") Object.assign(stage, { bestOf: size, third: true, pause: "2" });
  if (template === "league") stage.double = size === "2";
  return {
    ...usualWish(),
    name: wish.name,
    variant: wish.variant,
    time,
    // Guests may join a casual tournament.
    rated: false,
    lateUntil: template === "swiss" ? "2" : "",
    beginsAt: startOf(wish, now),
    stages: [stage],
  };
}
