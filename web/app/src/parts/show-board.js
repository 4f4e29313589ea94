// The large board of the home page: the best live match, or a game between two computers.

import { animate, isAnimated } from "../board/animation.js";
import { picture } from "../board/drawing.js";
import { viewOf } from "../board/geometry.js";
import { html, nothing, redraw, redrawThen } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { DEMOS } from "../rules/demos.js";
import { played, readPosition } from "../rules/positions.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").Played} Played */
/** @typedef {import("../core/contest.js").Contest} Contest */

/** Interval between two moves, in milliseconds. */
const MOVE_EVERY = 1_800;
/** Number of intervals for which the end of a game is shown. */
const END_SHOWN = 4;

export class ShowBoard {
  /** @type {Board | null} */
  #board = null;
  /** @type {Position | null} */
  #position = null;
  /** @type {Played | null} */
  #last = null;
  /** The moves that are left. @type {string[]} */
  #moves = [];
  #rest = 0;
  isPaused = !isAnimated();
  /** @type {(() => void)} */
  #stop = () => {};

  /** Shows a game of the variant from its first move. @param {Board} board */
  choose(board) {
    this.#board = board;
    this.#position = readPosition(board, board.variant.position);
    this.#last = null;
    this.#moves = DEMOS[board.variant.name]?.split(" ") ?? [];
    this.#rest = 0;
  }

  start() {
    const timer = setInterval(() => this.#step(), MOVE_EVERY);
    this.#stop = () => clearInterval(timer);
  }

  stop() {
    this.#stop();
  }

  #step() {
    const board = this.#board;
    if (!board || !this.#position || this.isPaused || document.hidden) return;
    if (!document.querySelector(".show-demo")) return;
    const text = this.#moves.shift();
    if (!text) {
      this.#rest += 1;
      if (this.#rest > END_SHOWN && this.#last) this.choose(board);
      redraw();
      return;
    }
    const made = played(board, this.#position, text);
    this.#position = made.after;
    this.#last = made;
    if (!isAnimated()) return redraw();
    const view = viewOf(board, board.variant.seats[0]);
    redrawThen(() =>
      animate(document.querySelector(".show-demo svg.board"), view, { ...made, isDropped: false }),
    );
  }

  #toggle() {
    this.isPaused = !this.isPaused;
    redraw();
  }

  /** @param {Contest | undefined} contest the best live match */
  draw(contest) {
    if (contest) return live(contest);
    const board = this.#board;
    if (!board || !this.#position) return nothing;
    const legs = this.#last?.legs ?? [];
    const path = legs.length > 0 ? [legs[0].from, ...legs.map(({ to }) => to)] : undefined;
    const hasGame = board.variant.name in DEMOS;
    return html`<figure class="show show-demo">
      <div aria-hidden="true">
        ${picture(viewOf(board, board.variant.seats[0]), this.#position, { label: "", path })}
      </div>
      ${
        hasGame
          ? html`<figcaption>${t("show.computers", { game: board.variant.title })}
              <button class="small" id="pause-show" @click=${() => this.#toggle()}>${t(this.isPaused ? "show.play" : "show.pause")}</button>
            </figcaption>`
          : nothing
      }
    </figure>`;
  }
}

/** @param {Contest} contest */
function live({ id, board, position, plies, seats }) {
  const legs = plies.at(-1)?.legs ?? [];
  const path = legs.length > 0 ? [legs[0].from, ...legs.map(({ to }) => to)] : undefined;
  const names = board.variant.seats.map((seat) => seats[seat]?.name ?? t("player.nobody"));
  return html`<figure class="show show-live">
    <a href="/m/${id}" aria-label=${t("show.watch", { names: names.join(" – ") })}>
      <span aria-hidden="true">
        ${picture(viewOf(board, board.variant.seats[0]), position, { label: "", path, isSmall: true })}
      </span>
    </a>
    <figcaption><span class="live-dot" aria-hidden="true"></span>${names.join(" – ")} · ${board.variant.title}</figcaption>
  </figure>`;
}
