// Piece sets, drawn on a 40 by 40 grid. The seat's class sets the colours.

import { svg } from "../core/dom.js";
import { settings } from "../core/settings.js";

/** @typedef {import("../rules/positions.js").Piece} Piece */

/** @type {Record<string, {man: () => unknown, knight: () => unknown}>} */
const SETS = {
  classic: {
    man: () => svg`
      <path class="body" d="M11.4 33.2h17.2c.5 0 .9-.4.9-.9 0-5-3.9-7.3-5.4-11.6h1.2c.7 0 1.1-.5 1.1-1.1 0-.7-.5-1.2-1.1-1.2h-1.6a6.1 6.1 0 1 0-7.4 0h-1.6c-.6 0-1.1.5-1.1 1.2 0 .6.4 1.1 1.1 1.1h1.2c-1.5 4.3-5.4 6.6-5.4 11.6 0 .5.4.9.9.9z"/>
      <path class="detail" d="M13.6 29.4h12.8"/>`,
    knight: () => svg`
      <path class="body" d="M12.2 33.4h18.1c.5 0 .9-.4.9-.9 1-9.6-.3-17.2-5.6-21.2-1.6-1.2-3.4-1.9-5.2-2.2l-2.2-3.3c-.3-.5-1-.4-1.2.2l-1.1 3.6c-3 1.9-4.6 4.8-6 7.9-.9 1.9-2.2 3.3-2.6 5.1-.5 2.3 1 4.6 3.3 4.4 1.5-.1 2.5-1.2 3.6-2.2 1.3-1.1 3-1.3 4.8-1.4-1.2 3.4-6.9 4.4-7.7 9 0 .6.3 1 .9 1z"/>
      <circle class="eye" cx="16.6" cy="15.6" r="1.25"/>
      <path class="detail" d="M22.3 12.6c3.9 3.3 5.4 8.5 5.2 16.7"/>
      <path class="detail" d="M13.4 29.8h14"/>`,
  },
  shields: {
    man: () => svg`
      <circle class="body" cx="20" cy="20" r="11.5"/>
      <circle class="detail" cx="20" cy="20" r="4"/>`,
    knight: () => svg`
      <path class="body" d="M8.5 7.5c3.9.8 7.9.3 11.5-1.7 3.6 2 7.6 2.5 11.5 1.7.9 11.6-1.6 21.4-11.5 27-9.9-5.6-12.4-15.4-11.5-27z"/>
      <path class="detail" d="M20 10.5v19M12.2 17.2h15.6"/>`,
  },
  letters: {
    man: () => svg`
      <circle class="body" cx="20" cy="20" r="12"/>
      <path class="detail thick" d="M15 25v-10l5 6 5-6v10"/>`,
    knight: () => svg`
      <rect class="body" x="7" y="7" width="26" height="26" rx="5"/>
      <path class="detail thick" d="M15.5 13v14M25 13l-9.5 7.5M18.5 18.3l6.5 8.7"/>`,
  },
};

export const PIECE_SETS = /** @type {("classic" | "shields" | "letters")[]} */ (Object.keys(SETS));

/** @param {Piece} piece @param {string} [set] */
export function pieceShape(piece, set = settings.pieces) {
  const { man, knight } = SETS[set] ?? SETS.classic;
  return piece.knight ? knight() : man();
}

/** The class that gives a seat its colour. @param {VariantView} variant @param {string} seat */
export function seatClass(variant, seat) {
  const index = variant.seats.indexOf(seat);
  return `seat-${(variant.seat_names[index] ?? "white").toLowerCase()}`;
}

/**
 * A single piece, for lists.
 * @param {VariantView} variant
 * @param {Piece} piece
 */
export function pieceIcon(variant, piece) {
  return svg`<svg class="piece-icon" viewBox="4 3 32 34" aria-hidden="true" focusable="false">
    <g class=${seatClass(variant, piece.seat)}>${pieceShape(piece)}</g></svg>`;
}
