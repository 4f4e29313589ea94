// Small boards that show live matches.

import { picture } from "../board/drawing.js";
import { viewOf } from "../board/geometry.js";
import { tintClass } from "../board/heraldry.js";
import { seatClass } from "../board/pieces.js";
import { seatName } from "../board/words.js";
import { boardNamed } from "../core/api.js";
import { noteTurn } from "../core/badge.js";
import { clockText, leftOf, timeText } from "../core/clock.js";
import { Contest } from "../core/contest.js";
import { html, nothing, redraw, repeat } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { connection } from "../core/socket.js";
import { ratingOf } from "./rating.js";

export class LiveBoards {
  /** @type {Map<string, {contest: Contest | null, stop: () => void}>} */
  #followed = new Map();
  #isStopped = false;

  /** Replaces the shown matches, unless stopped. @param {MatchItem[]} items */
  follow(items) {
    if (this.#isStopped) return;
    const wanted = new Set(items.map(({ match }) => match));
    for (const [id, { stop }] of this.#followed) {
      if (wanted.has(id)) continue;
      stop();
      this.#followed.delete(id);
    }
    for (const item of items) if (!this.#followed.has(item.match)) this.#begin(item);
    redraw();
  }

  /** @param {MatchItem} item */
  #begin({ match, variant }) {
    /** @type {{contest: Contest | null, stop: () => void}} */
    const entry = { contest: null, stop: () => {} };
    this.#followed.set(match, entry);
    boardNamed(variant).then((board) => {
      if (this.#followed.get(match) !== entry) return;
      const contest = new Contest(match, board);
      entry.stop = connection.watch(match, {
        legal: false,
        onFrame: (frame) => {
          if (!contest.take(frame)) return;
          entry.contest = contest;
          noteTurn(contest);
        },
        onRefused: () => this.#followed.delete(match),
      });
    });
  }

  stop() {
    this.#isStopped = true;
    for (const { stop } of this.#followed.values()) stop();
    this.#followed.clear();
  }

  get contests() {
    return [...this.#followed.values()].flatMap(({ contest }) => (contest ? [contest] : []));
  }

  draw() {
    const now = connection.now();
    return html`<ul class="bare boards">
      ${repeat(
        this.contests,
        ({ id }) => id,
        (contest) => liveBoard(contest, now),
      )}
    </ul>`;
  }
}

/** @param {Contest} contest @param {number} now */
function liveBoard(contest, now) {
  const { board, position, status } = contest;
  const { seats } = board.variant;
  const mine = contest.seatOf(session.player?.id);
  const isMyTurn = status === "playing" && mine === position.turn;
  const path = contest.plies.at(-1)?.legs;
  const names = seats.map((seat) => contest.seats[seat]?.name ?? t("player.nobody"));
  return html`<li class="live ${isMyTurn ? "mine-to-move" : ""}">
    <a class="pane ${tintClass(board.variant)}" href="/m/${contest.id}">
      ${picture(viewOf(board, mine ?? seats[0]), position, {
        label: "",
        isSmall: true,
        path: path?.length ? [path[0].from, ...path.map(({ to }) => to)] : undefined,
      })}
      <span class="live-names">
        ${seats.map((seat, index) => {
          const left = leftOf(contest.stated, seat, now);
          return html`<span class="live-name ${position.turn === seat && status === "playing" ? "to-move" : ""}">
            <span class="swatch ${seatClass(board.variant, seat)}" title=${seatName(board, seat)}></span>
            <span class="name one-line">${names[index]} ${ratingOf(contest.seats[seat])}</span>
            ${left === null ? nothing : html`<span class="live-clock" aria-hidden="true">${clockText(left)}</span>`}</span>`;
        })}
        <span class="live-kind">${board.variant.title} · ${timeText(contest.time)}${
          status === "ended" ? ` · ${contest.result}` : ""
        }</span>
        ${isMyTurn ? html`<span class="your-turn">${t("match.your_turn")}</span>` : nothing}
      </span>
    </a>
  </li>`;
}
