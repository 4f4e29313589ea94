// The titles of a bracket's rounds and games: "Semifinals", "Semifinal 2", "Round 1".

import { t } from "../../core/i18n.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

/** The last rounds of a bracket, from its end. */
const LAST = /** @type {const} */ (["final", "semi_final", "quarter_final"]);

/** @param {NodeView} node */
const roundOf = ({ branch_round }) => branch_round ?? 1;

/** True if a bye replaces the game. @param {NodeView} node */
export const isBye = ({ sides }) => sides.some(({ bye }) => bye);

/** @param {NodeView[]} nodes */
function shapeOf(nodes) {
  const winners = nodes.filter(({ branch }) => branch === "winners");
  return {
    isDouble: nodes.some(({ branch }) => branch === "losers"),
    rounds: Math.max(...winners.map(roundOf)),
  };
}

/**
 * The title of the round of a node.
 * @param {NodeView[]} nodes
 * @param {NodeView} node
 */
export function roundTitle(nodes, node) {
  const { branch } = node;
  const n = roundOf(node);
  const { isDouble, rounds } = shapeOf(nodes);
  if (branch === "losers") return t("bracket.losers_round", { n });
  if (branch !== "winners") return t(/** @type {Word} */ (`bracket.${branch}`));
  if (isDouble) return t("bracket.winners_round", { n });
  const last = LAST[rounds - n];
  return last ? t(`bracket_round.${last}`) : t("bracket.round", { n });
}

/**
 * The titles of the games, by node. Games of one round are numbered, without those that a bye
 * replaces.
 * @param {NodeView[]} nodes
 * @returns {Map<number, string>}
 */
export function gameNames(nodes) {
  const { isDouble, rounds } = shapeOf(nodes);
  const shown = nodes.filter((node) => !isBye(node));
  return new Map(
    nodes.map((node) => {
      const { branch } = node;
      if (branch !== "winners" && branch !== "losers")
        return [node.node, t(/** @type {Word} */ (`bracket.${branch}`))];
      const n = roundOf(node);
      const round = shown.filter((other) => other.branch === branch && roundOf(other) === n);
      const game = round.indexOf(node) + 1;
      if (isDouble) return [node.node, t(`bracket.${branch}`, { n, game })];
      const last = LAST[rounds - n];
      const title = last ? t(`bracket.${last}`) : t("bracket.round", { n });
      const number = round.length > 1 && game > 0 ? ` ${game}` : "";
      return [node.node, `${title}${number}`];
    }),
  );
}
