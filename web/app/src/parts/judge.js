// Legality of moves on analysis boards. The server checks moves that are not in its list.

import { check } from "../core/api.js";
import { refusalWords } from "../core/refusals.js";

/**
 * The error message for a move; empty if it is legal.
 * @param {string} variant
 * @param {string} position
 * @param {LegalMoves | undefined} known the server's list for the position
 * @param {string} move
 * @returns {Promise<string>}
 */
export async function faultOf(variant, position, known, move) {
  if (known?.moves.includes(move)) return "";
  try {
    const verdict = await check(variant, position, move);
    return "rule" in verdict ? refusalWords(verdict) : "";
  } catch (error) {
    return refusalWords(error);
  }
}
