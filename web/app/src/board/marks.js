// Marks on the board: the way of a move, leg by leg, targets and arrows.

import { nothing, svg } from "../core/dom.js";
import { between } from "../rules/positions.js";
import { middle } from "./geometry.js";

/** @typedef {import("./geometry.js").View} View */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").LegKind} LegKind */
/** @typedef {{x: number, y: number}} Point */

/** Half the width of a ribbon at its ends. */
const [NARROW, WIDE] = [1.4, 3.6];
/** Two crossed swords, around the origin. */
export const SWORDS = "M-5.5-5.5L5 5M5.5-5.5L-5 5M1.8 5.6l3.8-3.8M-1.8 5.6l-3.8-3.8";

/**
 * The kind of a leg whose move has been played. A canter leaves the piece between its squares, a
 * jump takes it.
 * @param {Position} after
 * @param {string} from
 * @param {string} to
 * @param {{end?: string, taken?: Set<string>}} [move] the square of the mover and, in a move that
 *   is not complete, the pieces it has captured
 * @returns {LegKind}
 */
export function kindOfLeg({ pieces }, from, to, { end, taken } = {}) {
  const over = between(from, to);
  if (!over) return "step";
  return pieces.has(over) && over !== end && !taken?.has(over) ? "canter" : "jump";
}

/**
 * The way of a move as a ribbon that grows wider: hoof prints where the piece cantered, crossed
 * swords where it captured.
 * @param {View} view
 * @param {Position} after the position with the piece on the last square
 * @param {string[]} squares
 * @param {{kind: string, taken?: Set<string>}} options
 */
export function trail(view, after, squares, { kind, taken }) {
  const points = squares.map((square) => middle(view, square));
  const end = squares.at(-1);
  const width = (/** @type {number} */ at) =>
    NARROW + ((WIDE - NARROW) * at) / (squares.length - 1);
  const legs = squares.slice(1).map((to, index) => {
    const leg = kindOfLeg(after, squares[index], to, { end, taken });
    const [a, b] = [points[index], points[index + 1]];
    return svg`<g class="leg" data-leg=${leg}>
      <path class="ribbon" d=${ribbon(a, b, width(index), width(index + 1))}/>
      ${leg === "canter" ? [0.25, 0.75].map((share) => hooves(a, b, share)) : nothing}
      ${leg === "jump" ? swords(a, b) : nothing}</g>`;
  });
  const landings = points
    .slice(1, -1)
    .map(({ x, y }) => svg`<circle class="landing" cx=${x} cy=${y} r="4"/>`);
  return svg`<g class="trail ${kind}" aria-hidden="true">${legs}${landings}</g>`;
}

/** The unit vector from one point to another, and its length. @param {Point} a @param {Point} b */
function along(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return { ux: (b.x - a.x) / length, uy: (b.y - a.y) / length, length };
}

/** @param {Point} a @param {Point} b @param {number} start @param {number} stop half the widths at the ends */
function ribbon(a, b, start, stop) {
  const { ux, uy } = along(a, b);
  const corner = (/** @type {Point} */ { x, y }, /** @type {number} */ half) =>
    `${(x - uy * half).toFixed(2)} ${(y + ux * half).toFixed(2)}`;
  return `M${corner(a, start)}L${corner(b, stop)}L${corner(b, -stop)}L${corner(a, -start)}z`;
}

/** A pair of hoof prints on the way. @param {Point} a @param {Point} b @param {number} share */
function hooves(a, b, share) {
  const { ux, uy, length } = along(a, b);
  return [-1, 1].map((side) => {
    const at = length * share + side * 2;
    const [x, y] = [a.x + ux * at - uy * side * 3.2, a.y + uy * at + ux * side * 3.2];
    return svg`<circle class="hoof" cx=${x.toFixed(2)} cy=${y.toFixed(2)} r="2.5"/>`;
  });
}

/** @param {Point} a @param {Point} b */
function swords(a, b) {
  return svg`<path class="swords" transform="translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2})" d=${SWORDS}/>`;
}

/** The line of a move that is planned. @param {View} view @param {string[]} squares */
export function plannedTrail(view, squares) {
  const points = squares.map((square) => {
    const { x, y } = middle(view, square);
    return `${x},${y}`;
  });
  return svg`<g class="trail premove" aria-hidden="true"><polyline points=${points.join(" ")}/></g>`;
}

/** @param {View} view @param {string} square @param {Position} position @param {string} kind */
export function target(view, square, position, kind) {
  const { x, y } = middle(view, square);
  if (position.pieces.has(square)) return svg`<circle class="target ring" cx=${x} cy=${y} r="17"/>`;
  return svg`<circle class="target ${kind}" cx=${x} cy=${y} r=${kind === "end" ? 6.5 : 5}/>`;
}

/** An arrow, or a circle on one square. @param {View} view @param {{from: string, to: string}} arrow */
export function shape(view, { from, to }) {
  const [a, b] = [middle(view, from), middle(view, to)];
  if (from === to) return svg`<circle cx=${a.x} cy=${a.y} r="17"/>`;
  const { ux, uy } = along(a, b);
  const tip = { x: b.x - ux * 6, y: b.y - uy * 6 };
  const neck = { x: tip.x - ux * 13, y: tip.y - uy * 13 };
  const side = { x: -uy * 8, y: ux * 8 };
  const head = `M${tip.x} ${tip.y}L${neck.x + side.x} ${neck.y + side.y}L${neck.x - side.x} ${neck.y - side.y}z`;
  return svg`<path class="shaft" d="M${a.x} ${a.y}L${neck.x} ${neck.y}"/><path class="head" d=${head}/>`;
}

/** The arrow of a move, along all its legs. @param {View} view @param {string[]} squares @param {"advice" | "threat"} kind */
export function arrow(view, squares, kind) {
  const legs = squares.slice(1).map((to, index) => ({ from: squares[index], to }));
  const last = legs.pop();
  if (!last) return nothing;
  const line = legs.map(({ from, to }) => {
    const [a, b] = [middle(view, from), middle(view, to)];
    return svg`<path class="shaft" d="M${a.x} ${a.y}L${b.x} ${b.y}"/>`;
  });
  return svg`<g class="shapes ${kind}" aria-hidden="true">${line}${shape(view, last)}</g>`;
}
