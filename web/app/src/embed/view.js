// One match for spectators: the board, the players with their clocks, and the moves.

import { picture } from "../board/drawing.js";
import { seatsAround, viewOf } from "../board/geometry.js";
import { seatClass } from "../board/pieces.js";
import { moveWords, seatName } from "../board/words.js";
import { boardNamed } from "../core/api.js";
import { clockText, leftOf, timeText } from "../core/clock.js";
import { Contest } from "../core/contest.js";
import { html, nothing, redraw } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { connection, hear } from "../core/socket.js";
import { outcome } from "../pages/match/result.js";
import { sizes } from "../pages/match/sizes.js";
import { moveList } from "../parts/moves.js";
import { ratingOf } from "../parts/rating.js";

/** @typedef {import("../rules/boards.js").Board} Board */

/** Interval between two drawings of a running clock, in milliseconds. */
const TICK = 100;

/** The channel of all variants. */
const ALL = "all";

export class EmbedView {
  /** @type {Contest | null} */
  #contest = null;
  /** The displayed ply; null for the latest. @type {number | null} */
  #ply = null;
  /** The match that is followed. */
  #match = "";
  #isMissing = false;
  #isChannel = false;
  #stop = () => {};

  /** @param {{isOverlay: boolean, orientation: string}} options the seat at the bottom, by letter or name */
  constructor({ isOverlay, orientation }) {
    this.isOverlay = isOverlay;
    this.orientation = orientation.toLowerCase();
    setInterval(() => {
      if (this.#contest?.stated.clock.running) redraw();
    }, TICK);
  }

  /** Follows the featured matches of a channel. @param {string} channel a variant, or `all` */
  follow(channel) {
    this.#isChannel = true;
    const variant = channel === ALL ? undefined : channel;
    const enter = () => {
      connection.say("channel", { on: true, variant }).catch(() => {
        this.#isMissing = true;
        redraw();
      });
    };
    hear("featured", ({ match }) => this.watch(match));
    // A subscription ends with its connection.
    hear("hello", enter);
    if (connection.state === "online") enter();
  }

  /** Follows a match instead of the one before. @param {string} match */
  watch(match) {
    if (match === this.#match) return;
    this.#stop();
    this.#match = match;
    this.#isMissing = false;
    /** @type {Contest | null} */
    let contest = null;
    let queue = Promise.resolve();
    const take = async (/** @type {Frame} */ frame) => {
      if (!contest) {
        if (frame.t !== "snapshot") return;
        contest = new Contest(match, await boardNamed(frame.variant));
      }
      contest.take(frame);
      if (match !== this.#match) return;
      if (this.#contest !== contest) this.#ply = null;
      this.#contest = contest;
      redraw();
    };
    this.#stop = connection.watch(match, {
      legal: false,
      onFrame: (frame) => {
        // The board of the first frame is loaded before the next one is applied.
        queue = queue.then(() => take(frame)).catch(() => {});
      },
      onRefused: () => {
        this.#isMissing = true;
        redraw();
      },
    });
  }

  view() {
    const contest = this.#contest;
    if (this.#isMissing) {
      return html`<main class="embed-note"><h1>${t("match.missing")}</h1><p>${t("match.missing_why")}</p></main>`;
    }
    if (!contest) {
      const words = t(this.#isChannel ? "embed.no_featured" : "wait.loading");
      return html`<main class="embed-note"><h1 class="visually-hidden">Chivalry</h1><p role="status">${words}</p></main>`;
    }
    const { board, plies } = contest;
    const view = viewOf(board, this.#bottom(board));
    const ply = Math.min(this.#ply ?? plies.length, plies.length);
    const { above, below } = seatsAround(view);
    const now = connection.now();
    const row = (/** @type {[string, string][]} */ seats) =>
      html`<div class="embed-row">${seats.map(([seat]) => player(contest, seat, now))}</div>`;
    const names = board.variant.seats.map((seat) => nameOf(contest, seat)).join(" – ");
    const legs = ply > 0 ? plies[ply - 1].legs : [];
    const path = legs.length > 0 ? [legs[0].from, ...legs.map(({ to }) => to)] : undefined;
    const last = plies.at(-1);
    return html`<main class="embed" .style=${sizes(view)}>
      <h1 class="visually-hidden">${names}</h1>
      ${row(above)}
      <div class="embed-board">${picture(view, contest.at(ply), { path, label: `${board.variant.title}: ${names}` })}</div>
      ${row(below)}
      ${this.isOverlay ? nothing : this.#beside(contest, ply)}
      <p class="visually-hidden" role="log">${last ? moveWords(board, last) : nothing}</p>
    </main>`;
  }

  /** The moves, and the link to the match. @param {Contest} contest @param {number} ply */
  #beside(contest, ply) {
    const { id, board, plies, start, time, status } = contest;
    const kind = `${board.variant.title} · ${timeText(time)}`;
    return html`<div class="embed-side">
      <p class="embed-kind">${kind}</p>
      ${status === "ended" ? html`<p class="embed-result">${outcome(contest)}</p>` : nothing}
      ${moveList({
        board,
        start,
        moves: plies.map(({ text }) => text),
        at: ply,
        onPick: (to) => {
          this.#ply = to === plies.length ? null : to;
          redraw();
        },
      })}
      <p class="embed-link"><a href="/m/${id}" target="_blank" rel="noopener">${t("embed.open")}</a></p>
    </div>`;
  }

  /** @param {Board} board */
  #bottom({ variant }) {
    const { seats, seat_names } = variant;
    const at = seats.findIndex(
      (seat, index) =>
        seat.toLowerCase() === this.orientation ||
        seat_names[index].toLowerCase() === this.orientation,
    );
    return seats[Math.max(0, at)];
  }
}

/** @param {Contest} contest @param {string} seat */
function nameOf({ seats, names }, seat) {
  return seats[seat]?.name ?? names[seat] ?? t("player.nobody");
}

/** A player with the clock. @param {Contest} contest @param {string} seat @param {number} now */
function player(contest, seat, now) {
  const { board, stated, status, position } = contest;
  const left = leftOf(stated, seat, now);
  const isToMove = status === "playing" && position.turn === seat;
  return html`<p class="embed-player ${isToMove ? "to-move" : ""}" data-player=${seat}>
    <span class="swatch ${seatClass(board.variant, seat)}" title=${seatName(board, seat)}></span>
    <span class="name one-line">${nameOf(contest, seat)}</span>
    ${ratingOf(contest.seats[seat])}
    ${left === null ? nothing : html`<span class="embed-clock" role="timer" aria-live="off">${clockText(left)}</span>`}
  </p>`;
}
