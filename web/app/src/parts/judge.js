// Moves where anybody may move anything: what is not in the server's list, it is asked about.

import { check } from "../core/api.js";
import { refusalWords } from "../core/refusals.js";

/**
 * What is wrong with a move, in words; nothing where it is legal.
 * @param {string} variant
 * @param {string} position
 * @param {LegalMoves | undefined} known what the server has listed for the position
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
