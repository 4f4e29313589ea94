// A game with variations as a tree of moves. The first child of a node continues the main line.

import { played } from "./positions.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./positions.js").Played} Played */
/** @typedef {import("./records.js").Line} Line */

/**
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Played | null} made the move that leads here; null at the root
 * @property {Position} position
 * @property {Node[]} children
 * @property {number} ply
 * @property {number[]} marks `$n` of records
 * @property {string[]} comments comments after the move; at the root, before the first move
 * @property {string[]} lead comments before the first move of a variation
 */

/** @param {Position} position @returns {Node} */
export function rootOf(position) {
  return nodeOf({ parent: null, made: null, position, ply: 0 });
}

/** @param {Pick<Node, "parent" | "made" | "position" | "ply">} node @returns {Node} */
function nodeOf(node) {
  return { ...node, children: [], marks: [], comments: [], lead: [] };
}

/**
 * Builds the tree of a record.
 * @param {Board} board
 * @param {Position} start
 * @param {Line} line
 */
export function treeOf(board, start, line) {
  const root = rootOf(start);
  root.comments = line.lead;
  grow(board, root, line.turns);
  return root;
}

/** @param {Board} board @param {Node} from @param {Line["turns"]} turns */
function grow(board, from, turns) {
  let node = from;
  for (const { move, marks, comments, variations } of turns) {
    const next = follow(board, node, move);
    next.marks.push(...marks);
    next.comments.push(...comments);
    for (const { lead, turns: others } of variations) {
      grow(board, node, others);
      const first = others[0] && follow(board, node, others[0].move);
      if (first) first.lead.push(...lead);
    }
    node = next;
  }
}

/** Every node below one, in the order of the moves. @param {Node} node @returns {Node[]} */
export function allBelow(node) {
  /** @type {Node[]} */
  const found = [];
  const left = [...node.children];
  for (let next = left.shift(); next; next = left.shift()) {
    found.push(next);
    left.push(...next.children);
  }
  return found;
}

/** True if a node is part of the main line. @param {Node} node */
export function isOfGame(node) {
  return lineTo(node).every((each) => each.parent?.children[0] === each);
}

/**
 * The node after a move, created if new.
 * @param {Board} board
 * @param {Node} node
 * @param {string} move
 * @returns {Node}
 */
export function follow(board, node, move) {
  const known = node.children.find(({ made }) => made?.text === move);
  if (known) return known;
  const made = played(board, node.position, move);
  const child = nodeOf({ parent: node, made, position: made.after, ply: node.ply + 1 });
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

/** The node of the main line after `ply` moves, or the last one. @param {Node} root @param {number} ply */
export function nodeAt(root, ply) {
  let node = root;
  while (node.ply < ply && node.children.length > 0) node = node.children[0];
  return node;
}

/** The last node of the line through `node`. @param {Node} node */
export function endOf(node) {
  let at = node;
  while (at.children.length > 0) at = at.children[0];
  return at;
}

/** Makes the line through `node` the main line. @param {Node} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { children } = at.parent;
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

/** Removes a subtree. @param {Node} node its root @returns {Node} the parent */
export function cut(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** The move text of a record, with variations and annotations. @param {VariantView} variant @param {Node} root */
export function treeText({ seats }, root) {
  const first = Math.max(0, seats.indexOf(root.position.turn));
  const label = (/** @type {Node} */ { ply }, /** @type {boolean} */ isForced) => {
    const at = ply - 1 + first;
    const round = Math.floor(at / seats.length) + root.position.round;
    if (at % seats.length === 0) return `${round}. `;
    return isForced ? `${round}${".".repeat((at % seats.length) + 2)} ` : "";
  };
  const braces = (/** @type {string[]} */ comments) =>
    comments.map((text) => `{${text}} `).join("");
  /** @param {Node} node @param {boolean} isForced */
  const turn = (node, isForced) => {
    const marks = node.marks.map((mark) => `$${mark} `).join("");
    return `${label(node, isForced)}${node.made?.text} ${marks}${braces(node.comments)}`;
  };
  /** @param {Node} node @param {boolean} isForced @returns {string} */
  const write = (node, isForced) => {
    const [main, ...others] = node.children;
    if (!main) return "";
    let text = turn(main, isForced);
    for (const other of others) {
      const rest = write(other, other.comments.length > 0);
      text += `(${`${braces(other.lead)}${turn(other, true)}${rest}`.trim()}) `;
    }
    return text + write(main, others.length > 0 || main.comments.length > 0);
  };
  return `${braces(root.comments)}${write(root, true)}`.trim();
}
