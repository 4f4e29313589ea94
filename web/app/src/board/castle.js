// Castles: their gates, the pennants of the pieces in them, and the victory by castle.

import { svg } from "../core/dom.js";
import { areFriends } from "../rules/boards.js";
import { seatClass } from "./pieces.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").Played} Played */

/** A gate between two towers, in a square. It is also the mark of the page. */
export const GATE =
  "M4 35V15H2.8V7.5h3.4v2.6h2V7.5h3.6v2.6h2V7.5h3.4V15H16v3h2.3v-2.4h3.4V18H24v-3h-1.2V7.5h3.4v2.6h2V7.5h3.6v2.6h2V7.5h3.4V15H36v20H25.5v-7.5a5.5 5.5 0 0 0-11 0V35z";
const PORTCULLIS = "M17.2 25v10M20 24v11M22.8 25v10M14.5 29.5h11";

const POLE = "M34.5 17V-6";
const FLAG = "M34.5-6l-12 3.8 12 3.8z";

/** @param {string} transform */
export function gate(transform) {
  return svg`<g class="gate" transform=${transform}><path d=${GATE}/><path class="portcullis fine" d=${PORTCULLIS}/></g>`;
}

/**
 * The pieces in their goal, by square.
 * @param {Board} board
 * @param {Position} position
 */
export function entered({ goalOf }, { pieces }) {
  return [...pieces].filter(([square, { seat }]) => goalOf.get(square) === seat);
}

/** @param {Board} board @param {string} square @param {string} seat @param {string} transform */
export function pennant(board, square, seat, transform) {
  return svg`<g transform=${transform}><g class="pennant ${seatClass(board.variant, seat)}" data-pennant=${square}>
    <path class="pole" d=${POLE}/><path class="flag" d=${FLAG}/></g></g>`;
}

/** True if the move brought its piece into the goal. @param {Board} board @param {Pick<Played, "legs" | "seat">} made */
export function isEntry({ goalOf }, { legs, seat }) {
  const [from, to] = [legs[0]?.from, legs.at(-1)?.to];
  return goalOf.get(to ?? "") === seat && goalOf.get(from ?? "") !== seat;
}

/**
 * The squares of the pieces whose team has won by castle; none before that. The pieces of
 * partners count together.
 * @param {Board} board
 * @param {Position} position
 * @returns {string[]}
 */
export function victors(board, position) {
  const { castles_matter, object_reversed, pieces_in_castle_to_win } = board.variant.switches;
  if (!castles_matter || object_reversed) return [];
  const inside = entered(board, position);
  for (const [, { seat }] of inside) {
    const team = inside.filter(([, piece]) => areFriends(board, piece.seat, seat));
    if (team.length >= pieces_in_castle_to_win) return team.map(([square]) => square);
  }
  return [];
}
