import type { MatchFrame } from "./frames.js";
import type { ServerSnapshot } from "./schema.js";

/** The state of a match: the fields of a snapshot, kept current by later frames. */
export type MatchState = Omit<ServerSnapshot, "t">;

/** The state after a frame. The frame is the first one only if it is a snapshot. */
export function foldMatch(state: MatchState | undefined, frame: MatchFrame): MatchState {
  if (frame.t === "snapshot") {
    const { t: _, ...snapshot } = frame;
    return snapshot;
  }
  if (!state) throw new Error("the first frame of a match is a snapshot");
  const ended = frame.t === "adjournment_ended" || frame.t === "ended";
  return { ...(ended ? withoutAdjournment(state) : state), ...changes(state, frame) };
}

function withoutAdjournment(state: MatchState): MatchState {
  const { adjourned_until: _until, round_paused: _paused, ...rest } = state;
  return rest;
}

/** The fields that a frame changes. */
function changes(
  state: MatchState,
  frame: Exclude<MatchFrame, ServerSnapshot>,
): Partial<MatchState> {
  const { v, now } = frame;
  switch (frame.t) {
    case "joined":
      return { v, now, seats: { ...state.seats, [frame.seat]: frame.player } };
    case "started":
      return { v, now, status: "playing", clock: frame.clock, legal: frame.legal ?? [] };
    case "moved": {
      const { ply, position, clock, legal = [] } = frame;
      return { v, now, ply, position, clock, legal, moves: [...state.moves, frame.move] };
    }
    case "took_back": {
      const { ply, position, clock, legal = [] } = frame;
      const moves = state.moves.slice(0, ply);
      return { v, now, ply, position, clock, legal, moves, offers: [] };
    }
    case "offer": {
      const { seat, offer } = frame;
      return { v, now, offers: [...state.offers, { seat, offer }] };
    }
    case "offer_ended": {
      const { seat, offer } = frame;
      const offers = state.offers.filter((it) => it.seat !== seat || it.offer !== offer);
      return { v, now, offers };
    }
    case "seat_out": {
      const player = state.seats[frame.seat];
      const seats = player && { ...state.seats, [frame.seat]: { ...player, out: frame.how } };
      return { v, now, clock: frame.clock, offers: [], seats: seats ?? state.seats };
    }
    case "time_added":
    case "time_taken":
    case "vacation":
    case "adjournment_ended":
      return { v, now, clock: frame.clock };
    case "paused":
    case "resumed":
      return { v, now, clock: frame.clock, paused: frame.t === "paused" };
    case "adjourned": {
      const { until, by_director = false, clock } = frame;
      return { v, now, clock, adjourned_until: until, round_paused: by_director, offers: [] };
    }
    case "rematched":
      return { v, now, rematch: frame.rematch, offers: [] };
    case "ended": {
      const { result, termination, clock } = frame;
      return { v, now, result, termination, clock, status: "ended", offers: [], legal: [] };
    }
    case "watchers":
      return { now, watchers: frame.count };
    case "presence": {
      const { gone, claim_in_ms } = frame;
      const presence = claim_in_ms === undefined ? { gone } : { gone, claim_in_ms };
      return { now, presence: { ...state.presence, [frame.seat]: presence } };
    }
    case "renamed": {
      const player = state.seats[frame.seat];
      const seats = player && { ...state.seats, [frame.seat]: { ...player, ...frame.player } };
      return { now, seats: seats ?? state.seats };
    }
    case "created":
    case "link":
      return { v, now };
    default:
      return {};
  }
}
