// A game with variations: a tree of moves, the first child of each going on with the game.

import { played } from "./positions.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./positions.js").Played} Played */

/**
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Played | null} made the move that leads here; null at the root
 * @property {Position} position
 * @property {Node[]} children
 * @property {number} ply
 */

/** @param {Position} position @returns {Node} */
export function rootOf(position) {
  return { parent: null, made: null, position, children: [], ply: 0 };
}

/**
 * The node that a move leads to, made if it is new.
 * @param {Board} board
 * @param {Node} node
 * @param {string} move
 * @returns {Node}
 */
export function follow(board, node, move) {
  const known = node.children.find(({ made }) => made?.text === move);
  if (known) return known;
  const made = played(board, node.position, move);
  const child = { parent: node, made, position: made.after, children: [], ply: node.ply + 1 };
  node.children.push(child);
  return child;
}

/** The nodes from the root to `node`, without the root. @param {Node} node */
export function lineTo(node) {
  /** @type {Node[]} */
  const line = [];
  for (let at = node; at.parent; at = at.parent) line.unshift(at);
  return line;
}

/** The last node of the line that goes on from `node`. @param {Node} node */
export function endOf(node) {
  let at = node;
  while (at.children.length > 0) at = at.children[0];
  return at;
}

/** Makes the line through `node` the game. @param {Node} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

/** Takes `node` and all that follows away. @param {Node} node @returns {Node} where one is then */
export function cut(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** The moves of the game, with its variations in brackets, as records write them. @param {VariantView} variant @param {Node} root */
export function treeText({ seats }, root) {
  const first = Math.max(0, seats.indexOf(root.position.turn));
  const label = (/** @type {Node} */ { ply }, /** @type {boolean} */ isForced) => {
    const at = ply - 1 + first;
    const round = Math.floor(at / seats.length) + root.position.round;
    if (at % seats.length === 0) return `${round}. `;
    return isForced ? `${round}${".".repeat((at % seats.length) + 2)} ` : "";
  };
  /** @param {Node} node @param {boolean} isForced @returns {string} */
  const write = (node, isForced) => {
    const [main, ...others] = node.children;
    if (!main) return "";
    let text = `${label(main, isForced)}${main.made?.text} `;
    for (const other of others) {
      text += `(${`${label(other, true)}${other.made?.text} ${write(other, false)}`.trim()}) `;
    }
    return text + write(main, others.length > 0);
  };
  return write(root, true).trim();
}
