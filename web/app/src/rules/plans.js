// What a player has ready for what the others may play (docs/protocol.md, "Premoves"), as a tree
// of moves like a study's, and as the server takes it.

import { follow, rootOf } from "./tree.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{if: string, then?: string, next?: Branch[]}} Branch */

/** How many branches the server takes. */
export const MOST_BRANCHES = 64;

/**
 * The tree as the server takes it. What has no answer of the seat's is left out, and so are the
 * pass-turns of others.
 * @param {Node} node where another seat is to move
 * @param {string} seat whose plan it is
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

/** How many branches there are in all. @param {Branch[]} branches @returns {number} */
export function countOf(branches) {
  return branches.reduce((sum, { next = [] }) => sum + 1 + countOf(next), 0);
}

/**
 * The tree that the server has.
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

/** Where a move leads, after the pass-turns that the server leaves out. @param {Board} board @param {Node} from @param {string} move */
function turnOf(board, from, move) {
  const mover = from.position.pieces.get(move.split(/[-x]/)[0])?.seat;
  let at = from;
  for (const _ of board.variant.seats) {
    if (!mover || at.position.turn === mover) break;
    at = follow(board, at, "pass");
  }
  return follow(board, at, move);
}

/** @param {Node} node @param {string} seat whose own pass-turns end a plan */
function pastPasses(node, seat) {
  let at = node;
  while (at.position.turn !== seat && at.children[0]?.made?.text === "pass") [at] = at.children;
  return at;
}
