// The titles of a bracket's games: "Final", "Semi-final 2", "Round 1".

import { t } from "../../core/i18n.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

/** The last rounds of a bracket, from its end. */
const LAST = /** @type {const} */ (["final", "semi_final", "quarter_final"]);

/**
 * The titles of the games, by node. Games of one round are numbered, without those that a bye
 * replaces.
 * @param {NodeView[]} nodes
 * @returns {Map<number, string>}
 */
export function gameNames(nodes) {
  const isDouble = nodes.some(({ branch }) => branch === "losers");
  const winners = nodes.filter(({ branch }) => branch === "winners");
  const rounds = Math.max(...winners.map(roundOf));
  const shown = nodes.filter(({ sides }) => !sides.some(({ bye }) => bye));
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
      if (!last) return [node.node, t("bracket.round", { n })];
      const number = round.length > 1 && game > 0 ? ` ${game}` : "";
      return [node.node, `${t(`bracket.${last}`)}${number}`];
    }),
  );
}

/** @param {NodeView} node */
const roundOf = ({ branch_round }) => branch_round ?? 1;
