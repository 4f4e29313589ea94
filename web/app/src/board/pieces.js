// Piece sets, drawn on a 40 by 40 grid. The seat's class sets the colours, and its charge tells
// the seats apart without colours.

import { svg } from "../core/dom.js";
import { settings } from "../core/settings.js";
import {
  CHARGES,
  carvedDestrier,
  carvedShieldBearer,
  chargeAt,
  destrier,
  shieldBearer,
} from "./heraldry.js";

/** @typedef {import("../rules/positions.js").Piece} Piece */
/** @typedef {import("./heraldry.js").Charge} Charge */

/** @type {Record<typeof settings.pieces, {man: (charge: Charge) => unknown, knight: (charge: Charge) => unknown}>} */
const SETS = {
  heraldry: { man: shieldBearer, knight: destrier },
  wood: { man: carvedShieldBearer, knight: carvedDestrier },
  figures: {
    man: (charge) => svg`
      <path class="body" d="M11.4 33.2h17.2c.5 0 .9-.4.9-.9 0-5-3.9-7.3-5.4-11.6h1.2c.7 0 1.1-.5 1.1-1.1 0-.7-.5-1.2-1.1-1.2h-1.6a6.1 6.1 0 1 0-7.4 0h-1.6c-.6 0-1.1.5-1.1 1.2 0 .6.4 1.1 1.1 1.1h1.2c-1.5 4.3-5.4 6.6-5.4 11.6 0 .5.4.9.9.9z"/>
      ${chargeAt(charge, 20, 28.6, 0.55)}`,
    knight: (charge) => svg`
      <path class="body" d="M12.2 33.4h18.1c.5 0 .9-.4.9-.9 1-9.6-.3-17.2-5.6-21.2-1.6-1.2-3.4-1.9-5.2-2.2l-2.2-3.3c-.3-.5-1-.4-1.2.2l-1.1 3.6c-3 1.9-4.6 4.8-6 7.9-.9 1.9-2.2 3.3-2.6 5.1-.5 2.3 1 4.6 3.3 4.4 1.5-.1 2.5-1.2 3.6-2.2 1.3-1.1 3-1.3 4.8-1.4-1.2 3.4-6.9 4.4-7.7 9 0 .6.3 1 .9 1z"/>
      <circle class="eye" cx="16.6" cy="15.6" r="1.25"/>
      <path class="detail fine" d="M22.3 12.6c2.6 2.2 4.2 5.2 4.9 9.4"/>
      ${chargeAt(charge, 22.6, 28, 0.6)}`,
  },
  shields: {
    man: (charge) => svg`
      <circle class="body" cx="20" cy="20" r="11.5"/>
      ${chargeAt(charge, 20, 20, 0.95)}`,
    knight: (charge) => svg`
      <path class="body" d="M7.5 5.5c4.2.9 8.6.3 12.5-1.8 3.9 2.1 8.3 2.7 12.5 1.8 1 12.6-1.7 24-12.5 30.5C9.2 29.5 6.5 18.1 7.5 5.5z"/>
      <path class="detail" d="M8 12h24"/>
      ${chargeAt(charge, 20, 21.5, 1.15)}`,
  },
  letters: {
    man: (charge) => svg`
      <circle class="body" cx="20" cy="20" r="13.5"/>
      <path class="detail thick" d="M15 20.5v-9.5l5 5.7 5-5.7v9.5"/>
      ${chargeAt(charge, 20, 27.6, 0.6)}`,
    knight: (charge) => svg`
      <rect class="body" x="5.5" y="4.5" width="29" height="31" rx="5"/>
      <path class="detail thick" d="M15.5 9v13M25 9l-9.5 6.7M18.5 13.6l6.5 8.4"/>
      ${chargeAt(charge, 20, 28.8, 0.7)}`,
  },
};

export const PIECE_SETS = /** @type {(typeof settings.pieces)[]} */ (Object.keys(SETS));

/**
 * The shape of a piece, without its colours.
 * @param {VariantView} variant
 * @param {Piece} piece
 * @param {typeof settings.pieces} [set]
 */
export function pieceShape(variant, piece, set = settings.pieces) {
  const { man, knight } = SETS[set];
  const charge = chargeOf(variant, piece.seat);
  return piece.knight ? knight(charge) : man(charge);
}

/** The name of a seat in English. @param {VariantView} variant @param {string} seat */
function nameOf({ seats, seat_names }, seat) {
  return seat_names[seats.indexOf(seat)] ?? "White";
}

/** @param {VariantView} variant @param {string} seat @returns {Charge} */
export function chargeOf(variant, seat) {
  return CHARGES[nameOf(variant, seat)] ?? "cross";
}

/** The class that gives a seat its colour. @param {VariantView} variant @param {string} seat */
export function seatClass(variant, seat) {
  return `seat-${nameOf(variant, seat).toLowerCase()}`;
}

/**
 * A single piece, for lists.
 * @param {VariantView} variant
 * @param {Piece} piece
 */
export function pieceIcon(variant, piece) {
  return svg`<svg class="piece-icon" viewBox="2 2 36 36" aria-hidden="true" focusable="false">
    <g class=${seatClass(variant, piece.seat)}>${pieceShape(variant, piece)}</g></svg>`;
}
