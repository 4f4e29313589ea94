// Match state, a fold of the server's frames.

import { played, readPosition, writePosition } from "../rules/positions.js";
import { isFreeForAll } from "../rules/results.js";
import { MoveTimes } from "./move-times.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").Played} Played */

export class Contest {
  /** @type {"open" | "playing" | "ended"} */
  status = "open";
  /** The player in each seat; `out` if the partner plays on alone. @type {Record<string, SeatedView | null>} */
  seats = {};
  /** @type {TimeControl} */
  time = { kind: "unlimited" };
  rated = false;
  /** The tournament game that the match is. @type {FixtureView | null} */
  tournament = null;
  private = false;
  paused = false;
  /** The time at which the adjourned match continues. @type {string | null} */
  adjournedUntil = null;
  /** True while a director of the tournament has paused the round. */
  isRoundPaused = false;
  /** @type {{seat: string, offer: string, until?: string}[]} */
  offers = [];
  /** @type {string | undefined} */
  result;
  /** @type {string | undefined} */
  termination;
  /** The rematch. @type {string | undefined} */
  rematch;
  /** The legal moves of the seat to move. @type {string[]} */
  legal = [];
  /** @type {import("./clock.js").Stated} */
  stated = { clock: { left_ms: null, running: null }, at: 0 };
  /** @type {Position} */
  start;
  /** @type {Played[]} */
  plies = [];
  /** The time that each ply took. */
  times = new MoveTimes();
  watchers = 0;
  /** Absent seats, each with the server time from which the absence may be claimed. @type {Map<string, {claimAt: number | null}>} */
  gone = new Map();
  /** The player's premove as the server stores it. @type {unknown} */
  premove = null;
  /** The players' names in an imported game, by seat. @type {Record<string, string>} */
  names = {};

  /** @param {string} id @param {Board} board */
  constructor(id, board) {
    this.id = id;
    this.board = board;
    this.start = readPosition(board, board.variant.position);
    /** True if the match did not start from the usual array. */
    this.isCustom = false;
    /** The handicap: squares of the array whose pieces were removed. @type {string[]} */
    this.handicap = [];
  }

  /** The position after `ply` plies. @param {number} ply */
  at(ply) {
    return ply === 0 ? this.start : this.plies[ply - 1].after;
  }

  get position() {
    return this.at(this.plies.length);
  }

  /** The seat of a player, if any. @param {string | undefined} id */
  seatOf(id) {
    if (!id) return null;
    return Object.keys(this.seats).find((seat) => this.seats[seat]?.id === id) ?? null;
  }

  /** The free seats. */
  get free() {
    return this.board.variant.seats.filter((seat) => !this.seats[seat]);
  }

  /**
   * True if the seat is in play: it is not out and, each for himself, has pieces.
   * @param {string} seat
   */
  isIn(seat) {
    if (this.seats[seat]?.out) return false;
    return (
      !isFreeForAll(this.board.variant) ||
      [...this.position.pieces.values()].some((piece) => piece.seat === seat)
    );
  }

  /** True if the match can be aborted: not every seat has moved. */
  get mayAbort() {
    const hasBegun = this.plies.length >= this.board.variant.seats.length;
    // Players cannot abort a tournament game.
    return this.status !== "ended" && !hasBegun && !this.tournament;
  }

  /** Applies a frame. @param {Frame} frame @returns {boolean} true if its type is known */
  take(frame) {
    const at = frame.now ? Date.parse(frame.now) : 0;
    if (frame.clock) this.stated = { clock: frame.clock, at };
    this.times.take(frame);
    switch (frame.t) {
      case "snapshot":
        this.#snapshot(/** @type {any} */ (frame));
        return true;
      case "joined":
        this.seats = { ...this.seats, [frame.seat]: frame.player };
        return true;
      case "started":
        this.status = "playing";
        this.legal = frame.legal ?? [];
        return true;
      case "seat_out": {
        const player = this.seats[frame.seat];
        if (player) this.seats = { ...this.seats, [frame.seat]: { ...player, out: frame.how } };
        this.offers = [];
        return true;
      }
      case "moved":
        this.#moved(frame);
        return true;
      case "offer":
        this.offers = [
          ...this.offers,
          { seat: frame.seat, offer: frame.offer, until: frame.until },
        ];
        return true;
      case "offer_ended":
        this.offers = this.offers.filter((o) => o.offer !== frame.offer);
        return true;
      case "paused":
      case "resumed":
        this.paused = frame.t === "paused";
        return true;
      case "took_back":
        this.plies = this.plies.slice(0, frame.ply);
        this.offers = [];
        this.premove = null;
        this.legal = frame.legal ?? [];
        return true;
      case "time_added":
      case "time_taken":
      case "vacation":
        return true;
      case "adjourned":
        this.adjournedUntil = frame.until;
        this.isRoundPaused = frame.by_director ?? false;
        this.offers = [];
        return true;
      case "adjournment_ended":
        this.adjournedUntil = null;
        this.isRoundPaused = false;
        this.offers = [];
        return true;
      case "rematched":
        this.rematch = frame.rematch;
        this.offers = [];
        return true;
      case "presence":
        this.#present(frame.seat, { gone: frame.gone, claim_in_ms: frame.claim_in_ms }, at);
        return true;
      case "watchers":
        this.watchers = frame.count;
        return true;
      case "renamed": {
        const player = this.seats[frame.seat];
        if (player) this.seats = { ...this.seats, [frame.seat]: { ...player, ...frame.player } };
        return true;
      }
      case "rated":
        for (const [seat, rating] of Object.entries(frame.ratings)) {
          const player = this.seats[seat];
          if (player) this.seats = { ...this.seats, [seat]: { ...player, ...rating } };
        }
        return true;
      case "premove":
        this.premove = frame.line ?? null;
        return true;
      case "premove_dropped":
        this.premove = null;
        return true;
      case "ended":
        this.premove = null;
        this.gone = new Map();
        this.adjournedUntil = null;
        this.status = "ended";
        this.result = frame.result;
        this.termination = frame.termination;
        this.offers = [];
        this.legal = [];
        return true;
      default:
        return false;
    }
  }

  /** @param {string} seat @param {{gone?: boolean, claim_in_ms?: number}} presence @param {number} at */
  #present(seat, { gone, claim_in_ms }, at) {
    if (gone) this.gone.set(seat, { claimAt: claim_in_ms === undefined ? null : at + claim_in_ms });
    else this.gone.delete(seat);
  }

  /** @param {MatchView} view */
  #snapshot(view) {
    this.status = view.status;
    this.seats = view.seats;
    this.time = view.time;
    this.rated = view.rated;
    this.tournament = view.tournament ?? null;
    this.private = view.private;
    this.paused = view.paused;
    this.adjournedUntil = view.adjourned_until ?? null;
    this.isRoundPaused = view.round_paused ?? false;
    this.offers = view.offers;
    this.gone = new Map();
    for (const [seat, presence] of Object.entries(view.presence ?? {})) {
      this.#present(seat, presence, Date.parse(view.now));
    }
    this.watchers = view.watchers ?? this.watchers;
    this.premove = view.premove?.line ?? null;
    this.names = view.names ?? {};
    this.result = view.result;
    this.termination = view.termination;
    this.rematch = view.rematch;
    this.legal = view.legal ?? [];
    this.start = readPosition(this.board, view.start ?? this.board.variant.position);
    this.isCustom = view.start !== undefined;
    this.handicap = view.handicap ?? [];
    const known = this.plies;
    this.plies = [];
    for (const [index, move] of view.moves.entries()) {
      const same = known[index]?.text === move && this.plies.length === index;
      this.plies.push(same ? known[index] : played(this.board, this.position, move));
    }
    const split = known.findIndex((ply, index) => ply !== this.plies[index]);
    this.times.cut(split < 0 ? known.length : split);
  }

  /** @param {FrameOf<"moved">} frame */
  #moved(frame) {
    const { move, position, ply } = frame;
    if (ply !== this.plies.length + 1) return;
    const made = played(this.board, this.position, move);
    // The server's position is authoritative; the local one only avoids parsing.
    if (writePosition(this.board, made.after) !== position) {
      made.after = readPosition(this.board, position);
    }
    this.plies.push(made);
    this.legal = frame.legal ?? [];
  }
}

/** The pieces captured by each seat. @param {Played[]} plies @param {number} until */
export function captures(plies, until) {
  /** @type {Map<string, import("../rules/positions.js").Piece[]>} */
  const bySeat = new Map();
  for (const { seat, captured } of plies.slice(0, until)) {
    if (captured.length === 0) continue;
    bySeat.set(seat, [...(bySeat.get(seat) ?? []), ...captured.map(({ piece }) => piece)]);
  }
  return bySeat;
}
