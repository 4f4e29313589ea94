// State of the form for a new tournament, and its conversion to a plan.

import { TIMES } from "../../core/clock.js";
import { customStart } from "../../core/starts.js";

const MINUTE = 60_000;
/** Milliseconds between two waves of an arena. */
const WAVE_MS = 10_000;

/** The selectable formats. */
export const FORMATS = /** @type {const} */ (["swiss", "round_robin", "knockout", "arena"]);

/** The formats for games of more than two sides. */
const FORMATS_OF_TABLES = /** @type {const} */ (["swiss", "arena"]);

/** The selectable formats of a game. @param {boolean} hasTables true for more than two sides */
export const formatsOf = (hasTables) => (hasTables ? FORMATS_OF_TABLES : FORMATS);

/** The editions of the FIDE regulations, the newest first. */
export const EDITIONS = /** @type {const} */ (["fide-2026", "fide-2017"]);

/** The selectable tie-breaks, by form value. @type {Record<string, TieBreakView>} */
export const TIE_BREAKS = {
  buchholz_cut: { kind: "buchholz", cut_lowest: 1 },
  buchholz_median: { kind: "buchholz", cut_lowest: 1, cut_highest: 1 },
  buchholz: { kind: "buchholz" },
  sonneborn_berger: { kind: "sonneborn_berger" },
  direct_encounter: { kind: "direct_encounter" },
  wins: { kind: "wins" },
  progressive: { kind: "progressive" },
  average_rating: { kind: "average_rating" },
  second_side_games: { kind: "second_side_games" },
  castle_entries: { kind: "castle_entries" },
  captures_difference: { kind: "captures_difference" },
};

/** The selectable tie-breaks for games of more than two sides. */
const TIE_BREAKS_OF_TABLES = ["wins", "progressive", "average_rating"];

/** The selectable tie-breaks of a game. @param {boolean} hasTables true for more than two sides */
export const tieBreaksOf = (hasTables) =>
  hasTables ? TIE_BREAKS_OF_TABLES : Object.keys(TIE_BREAKS);

/** The usual tie-breaks of each format. @type {Record<string, string[]>} */
const USUAL_TIE_BREAKS = {
  swiss: ["buchholz_cut", "buchholz", "direct_encounter"],
  round_robin: ["direct_encounter", "sonneborn_berger", "wins"],
  knockout: [],
  arena: [],
};

/**
 * A stage in the form; numbers are input texts.
 * @typedef {object} StageWish
 * @property {string} name
 * @property {typeof FORMATS[number]} format
 * @property {string} rounds
 * @property {string} groups
 * @property {boolean} double
 * @property {boolean} third
 * @property {string} minutes
 * @property {string} bestOf
 * @property {boolean} armageddon
 * @property {string[]} tieBreaks
 * @property {"director" | "clock" | "agreement"} start
 * @property {string} pause in minutes
 * @property {string} noShow in minutes; empty for none
 * @property {string} through number of entrants from each group of the previous stage
 */

/** @param {StageWish["format"]} format @param {number} at index of the stage @returns {StageWish} */
export function usualStage(format, at = 0) {
  return {
    name: "",
    format,
    rounds: "5",
    groups: "1",
    double: false,
    third: false,
    minutes: "60",
    bestOf: "1",
    armageddon: false,
    tieBreaks: [...USUAL_TIE_BREAKS[format]],
    start: "director",
    pause: "1",
    noShow: "",
    through: at > 0 ? "2" : "0",
  };
}

/**
 * Changes the format and selects its usual tie-breaks.
 * @param {StageWish} stage
 * @param {StageWish["format"]} format
 */
export function changeFormat(stage, format) {
  stage.format = format;
  stage.tieBreaks = [...USUAL_TIE_BREAKS[format]];
  if (format === "arena") stage.bestOf = "1";
}

/** Changes the stages to what a game of more than two sides has. @param {Wish} wish */
export function fitTables(wish) {
  for (const stage of wish.stages) {
    const tieBreaks = stage.tieBreaks.filter((each) => TIE_BREAKS_OF_TABLES.includes(each));
    const isArena = stage.format === "arena";
    changeFormat(stage, isArena ? "arena" : "swiss");
    if (!isArena) stage.tieBreaks = tieBreaks.length > 0 ? tieBreaks : ["wins", "progressive"];
    Object.assign(stage, { bestOf: "1", armageddon: false });
  }
  wish.edition = null;
}

/** @returns {Wish} */
export function usualWish() {
  return {
    name: "",
    variant: "camelot",
    edition: EDITIONS[0],
    time: 3,
    position: "",
    handicap: "",
    rated: false,
    atLeast: "",
    atMost: "",
    established: false,
    games: "",
    days: "",
    kinds: "",
    invited: "",
    most: "",
    lateUntil: "",
    byes: "",
    beginsAt: "",
    directors: "",
    stages: [usualStage("swiss")],
  };
}

/**
 * @typedef {object} Wish
 * @property {string} name
 * @property {string} variant
 * @property {typeof EDITIONS[number] | null} edition of the FIDE regulations; null for more than two sides
 * @property {number} time index of the time control
 * @property {string} position to start from; empty for the usual array
 * @property {string} handicap squares whose pieces are removed
 * @property {boolean} rated
 * @property {string} atLeast
 * @property {string} atMost
 * @property {boolean} established
 * @property {string} games
 * @property {string} days
 * @property {string} kinds comma-separated; empty for all
 * @property {string} invited names, separated by commas or lines
 * @property {string} most
 * @property {string} lateUntil
 * @property {string} byes
 * @property {string} beginsAt value of a `datetime-local` input
 * @property {string} directors names
 * @property {StageWish[]} stages
 */

/** The names in an input, separated by commas or lines. @param {string} text */
export const namesIn = (text) =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

/** @param {string} text */
const isSaid = (text) => text.trim() !== "";

/**
 * Converts the form to a plan.
 * @param {Wish} wish
 * @param {string[]} invited by id
 * @param {(at: number) => string} nameOf default name of a stage
 * @returns {PlanView}
 */
export function planOf(wish, invited, nameOf) {
  /** @type {ConditionView[]} */
  const entry = [];
  if (wish.kinds)
    entry.push({
      kind: "kinds",
      kinds: /** @type {PlayerView["kind"][]} */ (wish.kinds.split(",")),
    });
  if (isSaid(wish.atLeast)) entry.push({ kind: "rating_at_least", rating: Number(wish.atLeast) });
  if (isSaid(wish.atMost)) entry.push({ kind: "rating_at_most", rating: Number(wish.atMost) });
  if (wish.established) entry.push({ kind: "established" });
  if (isSaid(wish.games)) entry.push({ kind: "games_at_least", games: Number(wish.games) });
  if (isSaid(wish.days)) entry.push({ kind: "days_at_least", days: Number(wish.days) });
  if (invited.length > 0) entry.push({ kind: "invited", players: invited });
  const begins = isSaid(wish.beginsAt) ? new Date(wish.beginsAt) : null;
  return {
    name: wish.name.trim(),
    variant: wish.variant,
    ...(wish.edition === null ? {} : { edition: wish.edition }),
    time: TIMES[wish.time],
    ...customStart(wish),
    rated: wish.rated,
    entry,
    ...(isSaid(wish.most) ? { most: Number(wish.most) } : {}),
    ...(isSaid(wish.lateUntil)
      ? { late: { until_round: Number(wish.lateUntil), worth: /** @type {const} */ ("half") } }
      : {}),
    ...(isSaid(wish.byes)
      ? { byes: { most: Number(wish.byes), worth: /** @type {const} */ ("half"), not_in_last: 1 } }
      : {}),
    ...(begins ? { begins_at: begins.toISOString() } : {}),
    stages: wish.stages.map((stage, at) => stageOf(stage, at, wish, nameOf(at))),
  };
}

/** @param {StageWish} stage @param {number} at @param {Wish} wish @param {string} usualName @returns {StagePlanView} */
function stageOf(stage, at, { time }, usualName) {
  const isArena = stage.format === "arena";
  /** @type {DeciderView} */
  let decider = { kind: stage.format === "knockout" ? "replay" : "drawn" };
  if (stage.armageddon && !isArena) {
    decider = { kind: "armageddon", time: TIMES[time], first_extra_ms: MINUTE };
  }
  return {
    name: stage.name.trim() || usualName,
    format: formatOf(stage),
    ...(at > 0 ? { best_of_each_group: Number(stage.through) } : {}),
    series: { best_of: Number(stage.bestOf), decider },
    tie_breaks: stage.tieBreaks.map((name) => TIE_BREAKS[name]),
    start: startOf(stage),
    ...(isSaid(stage.noShow) ? { no_show_ms: Math.round(Number(stage.noShow) * MINUTE) } : {}),
  };
}

/** @param {StageWish} stage @returns {FormatView} */
function formatOf({ format, rounds, groups, double, third, minutes }) {
  if (format === "swiss") return { kind: "swiss", rounds: Number(rounds) };
  if (format === "round_robin") return { kind: "round_robin", groups: Number(groups), double };
  if (format === "knockout") {
    return { kind: "knockout", double, third_place: third && !double };
  }
  return { kind: "arena", length_ms: Math.round(Number(minutes) * MINUTE), wave_ms: WAVE_MS };
}

/** @param {StageWish} stage @returns {StartView} */
function startOf({ start, pause, format }) {
  if (start === "clock" || format === "arena") {
    return { by: "clock", pause_ms: Math.round(Number(pause) * MINUTE) };
  }
  return { by: start };
}
