// The times and counts of a running tournament that its views contain only indirectly.

import { entrantsOf } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */

/** Waves that two players wait before they meet twice in a row; the server's `REMATCH_WAIT`. */
const REMATCH_WAVES = 6;

/**
 * The state of a running arena.
 * @typedef {object} ArenaMoment
 * @property {number} endsAt server time of the last pairing
 * @property {number | null} nextAt server time of the next pairing; null after the last one
 * @property {number[]} waiting entrants without a game
 * @property {number} playing number of entrants with a game
 * @property {Map<number, number[]>} last the last opponents of each entrant
 * @property {number} seats number of players of a game
 * @property {number} rematchMs time after which the same players meet twice in a row
 */

/**
 * @param {{entrants: Pick<EntrantView, "entrant" | "withdrawn">[], beganAt: string, format: Extract<FormatView, {kind: "arena"}>, rounds: Pick<RoundView, "pairings">[], now: number, seats?: number}} arena
 * @returns {ArenaMoment}
 */
export function arenaMoment({ entrants, beganAt, format, rounds, now, seats = 2 }) {
  const begin = Date.parse(beganAt);
  const endsAt = begin + format.length_ms;
  const waves = Math.floor(Math.max(0, now - begin) / format.wave_ms) + 1;
  const nextAt = begin + waves * format.wave_ms;
  /** @type {Set<number>} */
  const busy = new Set();
  /** @type {Map<number, number[]>} */
  const last = new Map();
  for (const pairing of rounds.flatMap(({ pairings }) => pairings)) {
    const players = entrantsOf(pairing);
    for (const own of players) {
      last.set(
        own,
        players.filter((other) => other !== own),
      );
      if (!pairing.decided) busy.add(own);
    }
  }
  const present = entrants.filter(({ withdrawn }) => !withdrawn).map(({ entrant }) => entrant);
  return {
    endsAt,
    nextAt: nextAt < endsAt ? nextAt : null,
    waiting: present.filter((entrant) => !busy.has(entrant)),
    playing: busy.size,
    last,
    seats,
    rematchMs: REMATCH_WAVES * format.wave_ms,
  };
}

/**
 * The prospect of a waiting player: enough others wait, only the last opponents wait, or too few.
 * @param {ArenaMoment} moment
 * @param {number} entrant
 * @returns {"next" | "rematch" | "alone"}
 */
export function prospectOf({ waiting, last, seats }, entrant) {
  const others = waiting.filter((other) => other !== entrant);
  if (others.length < seats - 1) return "alone";
  const isNew = (/** @type {number} */ other) =>
    !last.get(entrant)?.includes(other) && !last.get(other)?.includes(entrant);
  return others.some(isNew) ? "next" : "rematch";
}

/** The state of the displayed stage as an arena; null if it is none, or not running. @param {Following} following @param {number} now */
export function arenaOf({ about, begun, stagePlan, rounds, isCurrent }, now) {
  const { format } = stagePlan;
  if (format.kind !== "arena" || !about || !begun || !isCurrent) return null;
  const [pairing] = rounds.flatMap(({ pairings }) => pairings);
  // A game of more than two sides has no edition, and at least three seats.
  const seats = pairing ? entrantsOf(pairing).length : about.plan.edition ? 2 : 3;
  const { entrants } = about;
  return arenaMoment({ entrants, beganAt: begun.began_at, format, rounds, now, seats });
}

/**
 * The winner of a knockout; undefined while it is not decided.
 * @param {NodeView[]} nodes
 */
export function championOf(nodes) {
  const again = nodes.find(({ branch }) => branch === "final_again");
  const final = nodes.find(({ branch }) => branch === "final");
  if (again?.winner !== undefined) return again.winner;
  // The unbeaten entrant is the first side. If it loses, a second final follows.
  if (final) return final.winner === final.sides[0].entrant ? final.winner : undefined;
  const winners = nodes.filter(({ branch }) => branch === "winners");
  return winners.find(({ branch_round }) => branch_round === Math.max(...winners.map(roundOf)))
    ?.winner;
}

/** @param {NodeView} node */
const roundOf = ({ branch_round }) => branch_round ?? 1;

/**
 * The number of rounds of a stage; null for a format without a fixed number.
 * @param {FormatView} format
 * @param {number[][]} groups
 */
export function roundsOf(format, groups) {
  if (format.kind === "swiss") return format.rounds;
  if (format.kind !== "round_robin") return null;
  const rounds = groups.map(({ length }) => (length % 2 === 0 ? length - 1 : length));
  return Math.max(0, ...rounds) * (format.double ? 2 : 1);
}

/**
 * The server time at which the next round begins; null if no round is due by the clock.
 * @param {Following} following
 */
export function nextRoundAt(following) {
  const { begun, stagePlan, rounds, decidedAt, bracket } = following;
  if (!begun || decidedAt === null || !following.isPausing) return null;
  const all = roundsOf(stagePlan.format, begun.groups);
  const isLast = all === null ? championOf(bracket ?? []) !== undefined : rounds.length >= all;
  const { start } = stagePlan;
  return isLast || start?.by !== "clock" ? null : decidedAt + start.pause_ms;
}
