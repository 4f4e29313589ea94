// The move list of a game by round.

import { pieceIcon } from "../board/pieces.js";
import { spentText } from "../core/clock.js";
import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @typedef {import("../rules/boards.js").Board} Board */

/** A move as text, which breaks between two jumps. @param {string} move */
export function moveText(move) {
  if (move === "pass") return t("move.pass");
  return move.split("x").map((leg, index) => (index === 0 ? leg : html`x<wbr>${leg}`));
}

/**
 * @param {object} options
 * @param {Board} options.board
 * @param {import("../rules/positions.js").Position} options.start
 * @param {string[]} options.moves
 * @param {(import("../rules/positions.js").Piece | null | undefined)[]} [options.figures] the piece of
 *   each move, shown before it
 * @param {(number | null | undefined)[]} [options.times] the milliseconds that each move took
 * @param {number} options.at the displayed ply
 * @param {(ply: number) => void} options.onPick
 */
export function moveList({ board, start, moves, figures = [], times = [], at, onPick }) {
  const { seats } = board.variant;
  const offset = Math.max(0, seats.indexOf(start.turn));
  const rounds = [];
  for (let first = -offset; first < moves.length; first += seats.length) {
    rounds.push(
      html`<li value=${start.round + rounds.length}>${seats.map((_, index) => {
        const ply = first + index;
        if (ply < 0) return html`<span class="no-move">…</span>`;
        if (ply >= moves.length) return nothing;
        const move = moves[ply];
        const figure = figures[ply];
        const used = times[ply];
        const time = typeof used === "number" ? spentText(used) : "";
        return html`<button
          class="move ${move.includes("x") ? "captures" : ""}"
          aria-label=${figure ? `${t(figure.knight ? "piece.knight" : "piece.man")} ${move}${time ? ` ${time}` : ""}` : nothing}
          aria-current=${ply + 1 === at ? "true" : nothing}
          data-ply=${ply + 1}
          @click=${() => onPick(ply + 1)}
        >${figure ? pieceIcon(board.variant, figure) : nothing}<span class="text">${moveText(move)}</span>${time ? html` <small class="spent">${time}</small>` : nothing}</button>`;
      })}</li>`,
    );
  }
  const last = moves.length;
  const step = (
    /** @type {number} */ to,
    /** @type {import("../core/i18n.js").Word} */ word,
    /** @type {string} */ sign,
  ) =>
    html`<button class="icon" title=${t(word)} aria-label=${t(word)} ?disabled=${to < 0 || to > last || to === at}
      @click=${() => onPick(to)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign} /></svg></button>`;
  return html`<section class="moves pane" aria-label=${t("moves.title")}>
    <div class="steps">
      ${step(0, "moves.first", "M7 5v14M19 5l-8 7 8 7z")}${step(at - 1, "moves.back", "M16 5l-8 7 8 7z")}
      ${step(at + 1, "moves.forward", "M8 5l8 7-8 7z")}${step(last, "moves.last", "M17 5v14M5 5l8 7-8 7z")}
    </div>
    ${
      moves.length > 0
        ? html`<ol class="rounds" tabindex="0" data-seats=${seats.length} data-follow=${at}>${rounds}</ol>`
        : html`<p class="quiet">${t("moves.none")}</p>`
    }
  </section>`;
}

/** Scrolls the list to the displayed move without scrolling the page. */
export function followMoves() {
  for (const list of document.querySelectorAll("ol.rounds")) {
    if (!(list instanceof HTMLElement)) continue;
    // Content below the list, such as the result, reduces its height.
    const shown = `${list.dataset.follow} in ${list.clientHeight}`;
    if (list.dataset.shown === shown) continue;
    list.dataset.shown = shown;
    const move = list.querySelector('[aria-current="true"]');
    if (!(move instanceof HTMLElement)) {
      list.scrollTop = 0;
      continue;
    }
    const [box, within] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
    const top = box.top - within.top - list.clientTop;
    if (top < 0 || top + box.height > list.clientHeight) {
      list.scrollTop += top - (list.clientHeight - box.height) / 2;
    }
    const left = box.left - within.left - list.clientLeft;
    if (left < 0 || left + box.width > list.clientWidth) {
      list.scrollLeft += left - (list.clientWidth - box.width) / 2;
    }
  }
}
