// A suggestion for a newcomer: the move with the best result within one reply, by the pieces on the
// board. It is much weaker than the engine, which no player may ask during a game.

import { areFriends, placeOf } from "./boards.js";
import { played } from "./positions.js";
import { nextLegs, walkFrom } from "./walks.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */

const WIN = 1000;
const KNIGHT = 14;
const MAN = 10;
/** The value of one step towards the castle. */
const STEP = 1;

/**
 * The suggested move; null if there is none, or if the object of the game is reversed.
 * @param {Board} board
 * @param {Position} position
 * @param {string[]} moves the legal moves
 * @returns {string | null}
 */
export function suggested(board, position, moves) {
  if (board.variant.switches.object_reversed) return null;
  let best = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const move of moves) {
    const value = worthOf(board, position, move);
    if (value > most) [best, most] = [move, value];
  }
  return best;
}

/** @param {Board} board @param {Position} position @param {string} move */
function worthOf(board, position, move) {
  const { legs, piece, captured, after, seat } = played(board, position, move);
  if (!piece || legs.length === 0) return 0;
  const [from, to] = [legs[0].from, legs[legs.length - 1].to];
  const goals = board.variant.goals[seat] ?? [];
  const enters = goals.includes(to) && !goals.includes(from);
  const taken = captured.reduce((sum, each) => sum + worth(each.piece.knight), 0);
  const gained = goals.length > 0 ? distance(from, goals) - distance(to, goals) : 0;
  return (enters ? WIN : 0) + taken + STEP * gained - danger(board, after, seat);
}

/** @param {boolean} knight */
const worth = (knight) => (knight ? KNIGHT : MAN);

/** The distance to the nearest of the squares. @param {string} from @param {string[]} squares */
function distance(from, squares) {
  const a = placeOf(from);
  return Math.min(
    ...squares.map((square) => {
      const b = placeOf(square);
      return Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank));
    }),
  );
}

/** The worth of the best piece that an enemy could capture with one jump. @param {Board} board @param {Position} position @param {string} seat */
function danger(board, position, seat) {
  let most = 0;
  for (const [from, piece] of position.pieces) {
    if (areFriends(board, piece.seat, seat) || board.goalOf.get(from) === piece.seat) continue;
    for (const leg of nextLegs(board, position, from, walkFrom(from))) {
      const victim = leg.stage === "jump" ? position.pieces.get(leg.taken[0]) : undefined;
      if (victim && areFriends(board, victim.seat, seat))
        most = Math.max(most, worth(victim.knight));
    }
  }
  return most;
}
