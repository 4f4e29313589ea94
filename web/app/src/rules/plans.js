// Conditional moves (docs/protocol.md, "Premoves") as a move tree like a study's, and in the
// server's format.

import { follow, rootOf } from "./tree.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {PremoveBranch} Branch */

/** Maximum number of branches on the server. */
export const MOST_BRANCHES = 64;

/**
 * Converts a tree to the server's format, without branches that have no reply and without the
 * pass-turns of other seats.
 * @param {Node} node node at which another seat is to move
 * @param {string} seat the planning seat
 * @returns {Branch[]}
 */
export function branchesOf(node, seat) {
  return pastPasses(node, seat).children.flatMap((child) => {
    const met = child.made?.text ?? "";
    const here = pastPasses(child, seat);
    if (here.position.turn !== seat) {
      const next = branchesOf(here, seat);
      return next.length > 0 ? [/** @type {Branch} */ ({ if: met, next })] : [];
    }
    const [answer] = here.children;
    if (!answer?.made || answer.made.text === "pass") return [];
    const next = branchesOf(answer, seat);
    return [{ if: met, then: answer.made.text, ...(next.length > 0 ? { next } : {}) }];
  });
}

/** The total number of branches. @param {Branch[]} branches @returns {number} */
export function countOf(branches) {
  return branches.reduce((sum, { next = [] }) => sum + 1 + countOf(next), 0);
}

/**
 * Converts the server's format to a tree.
 * @param {Board} board
 * @param {Position} position
 * @param {Branch[]} branches
 */
export function planOf(board, position, branches) {
  const root = rootOf(position);
  grow(board, root, branches);
  return root;
}

/** @param {Board} board @param {Node} from @param {Branch[]} branches */
function grow(board, from, branches) {
  for (const { if: met, then, next = [] } of branches) {
    let at = turnOf(board, from, met);
    if (then) at = turnOf(board, at, then);
    grow(board, at, next);
  }
}

/** The node after a move and the pass-turns that the server's format omits. @param {Board} board @param {Node} from @param {string} move */
function turnOf(board, from, move) {
  const mover = from.position.pieces.get(move.split(/[-x]/)[0])?.seat;
  let at = from;
  for (const _ of board.variant.seats) {
    if (!mover || at.position.turn === mover) break;
    at = follow(board, at, "pass");
  }
  return follow(board, at, move);
}

/** @param {Node} node @param {string} seat the planning seat, whose own pass-turns end a plan */
function pastPasses(node, seat) {
  let at = node;
  while (at.position.turn !== seat && at.children[0]?.made?.text === "pass") [at] = at.children;
  return at;
}
