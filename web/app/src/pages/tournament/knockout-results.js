// The results of entrants in a knockout: the round reached, and the last pairing.

import { championOf } from "./moments.js";

/**
 * The last node of an entrant. The match for third place counts apart.
 * @typedef {object} KnockoutResult
 * @property {NodeView | undefined} node
 * @property {NodeView | undefined} third the match for third place
 * @property {boolean} isChampion
 * @property {"won" | "lost" | "open" | "waiting"} state of the last node: waiting without an
 * opponent
 * @property {number | undefined} opponent
 */

/** @param {NodeView[]} nodes @param {number} entrant @returns {KnockoutResult} */
export function knockoutResult(nodes, entrant) {
  const own = nodes.filter(
    ({ sides }) => sides.some((side) => side.entrant === entrant) && !sides.some(({ bye }) => bye),
  );
  const third = own.find(({ branch }) => branch === "third_place");
  const node = own
    .filter(({ branch }) => branch !== "third_place")
    .reduce(
      (/** @type {NodeView | undefined} */ last, each) =>
        !last || each.round > last.round ? each : last,
      undefined,
    );
  const isChampion = championOf(nodes) === entrant;
  const opponent = node?.sides.find((side) => side.entrant !== entrant)?.entrant;
  return { node, third, isChampion, state: stateOf(node, entrant, opponent), opponent };
}

/** @param {NodeView | undefined} node @param {number} entrant @param {number | undefined} opponent @returns {KnockoutResult["state"]} */
function stateOf(node, entrant, opponent) {
  if (!node || (node.winner === undefined && opponent === undefined)) return "waiting";
  if (node.winner === undefined) return "open";
  return node.winner === entrant ? "won" : "lost";
}
