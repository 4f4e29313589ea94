// The card with countdowns and counts: to the start, the next round, the end of an arena.

import { html, nothing } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { connection } from "../../core/socket.js";
import { countdown } from "../tournaments/countdown.js";
import { arenaOf, nextRoundAt, roundsOf } from "./moments.js";
import { currentRound } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** True if the page shows a time that changes each second. @param {Following} following */
export function hasCountdown(following) {
  const { about, stagePlan, isCurrent } = following;
  if (about?.status === "open") return Boolean(about.plan.begins_at);
  const isTimed = stagePlan.format.kind === "arena" || stagePlan.no_show_ms !== undefined;
  return isCurrent && (isTimed || stagePlan.start?.by === "clock");
}

/** @param {Following} following */
export function clockCard(following) {
  const facts = factsOf(following, connection.now());
  if (facts.length === 0) return nothing;
  return html`<section class="card" id="tour-clock" aria-label=${t("tour.clock")}>
    <ul class="bare tour-facts">${facts.map(([name, label, value]) => html`<li data-fact=${name}><span class="quiet">${label}</span> ${value}</li>`)}</ul></section>`;
}

/** @param {Following} following @param {number} now @returns {[name: string, label: string, value: unknown][]} */
function factsOf(following, now) {
  const { about, rounds, begun, stagePlan } = following;
  if (about?.status === "open" && about.plan.begins_at) {
    const at = Date.parse(about.plan.begins_at);
    const value = at > now ? countdown(at) : html`<strong>${t("tour.any_moment")}</strong>`;
    return [
      ["start", t("tour.starts_in"), value],
      ["start-date", t("new.begins_at"), html`<strong>${when(about.plan.begins_at)}</strong>`],
    ];
  }
  const arena = arenaOf(following, now);
  if (arena) return arenaFacts(arena, now);
  if (!begun || !following.isCurrent || rounds.length === 0) return [];
  const { round, pairings } = currentRound(rounds);
  const all = roundsOf(stagePlan.format, begun.groups);
  const over = pairings.filter(({ decided }) => decided).length;
  /** @type {[string, string, unknown][]} */
  const facts = [
    [
      "round",
      t("tour.round_label"),
      html`<strong>${all === null ? round : t("tour.of", { n: round, all })}</strong>`,
    ],
    [
      "games",
      t("tour.decided"),
      html`<strong>${t("tour.of", { n: over, all: pairings.length })}</strong>`,
    ],
  ];
  const next = nextRoundAt(following);
  if (next !== null)
    facts.push([
      "next",
      t("tour.next_round_in"),
      next > now ? countdown(next) : html`<strong>${t("tour.any_moment")}</strong>`,
    ]);
  return facts;
}

/** @param {import("./moments.js").ArenaMoment} arena @param {number} now @returns {[string, string, unknown][]} */
function arenaFacts({ endsAt, nextAt, waiting, playing }, now) {
  const count = (/** @type {number} */ n) => html`<strong>${n}</strong>`;
  if (endsAt <= now) {
    return [
      ["left", t("tour.time_left"), html`<strong>${t("tour.last_games")}</strong>`],
      ["playing", t("tour.players_playing"), count(playing)],
    ];
  }
  /** @type {[string, string, unknown][]} */
  const next = nextAt === null ? [] : [["next", t("tour.next_pairing_in"), countdown(nextAt)]];
  return [
    ["left", t("tour.time_left"), countdown(endsAt)],
    ...next,
    ["waiting", t("tour.players_waiting"), count(waiting.length)],
    ["playing", t("tour.players_playing"), count(playing)],
  ];
}
