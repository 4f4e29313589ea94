// Engine evaluations as text and signs, from the first team's view.

import { seatName, teamName } from "../board/words.js";
import { decimal, t } from "../core/i18n.js";
import { teamOf } from "../rules/boards.js";
import { isFreeForAll } from "../rules/results.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {{first: number, score: ScoreView, team: string}} Evaluation the chances of the first team, from 0 to 1, and the score for `team` */

/** Kinds of mistakes, mildest first, with their signs. */
export const FAULTS = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

/** @type {Record<string, string>} */
export const FAULT_SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Converts an evaluation for a seat's team to the first team's view.
 * @param {Board} board
 * @param {string} seat
 * @param {{score: ScoreView, chances: number}} thought
 * @returns {Evaluation}
 */
export function evaluationOf(board, seat, { score, chances }) {
  const team = teamOf(board, seat);
  return { first: team === board.variant.teams[0] ? chances : 1 - chances, score, team };
}

/** The evaluation of a final position. @param {Board} board @param {string} outcome @returns {Evaluation} */
export function endOf({ variant }, outcome) {
  const [first, second] = variant.teams;
  if (outcome === "draw") return { first: 0.5, score: { hundredths: 0 }, team: first };
  const isFirst = first.includes(outcome[0]);
  const winners = variant.teams.find((team) => team.includes(outcome[0])) ?? second;
  return { first: isFirst ? 1 : 0, score: { win: 0 }, team: winners };
}

/** The team of a score, and whether the score favours it. @param {Board} board @param {Evaluation} evaluation */
function leaderOf({ variant }, { score, team }) {
  const isGood = "win" in score || ("hundredths" in score && score.hundredths >= 0);
  return isGood ? team : variant.teams.filter((other) => other !== team).join("");
}

/**
 * A score in short notation, from the first team's view: `+0.4`, or `#3` for a win in three moves.
 * Each for himself it is that of the seat to move: `G−0.4`.
 * @param {Board} board
 * @param {Evaluation} evaluation
 */
export function scoreSign(board, evaluation) {
  const { score } = evaluation;
  const { team } = evaluation;
  const [first] = board.variant.teams;
  const leader = leaderOf(board, evaluation);
  // Each for himself, the score is that of the seat to move against all others.
  const sign = isFreeForAll(board.variant)
    ? `${team}${leader === team ? "+" : "−"}`
    : leader === first
      ? "+"
      : "−";
  if ("win" in score || "loss" in score) {
    const moves = "win" in score ? score.win : score.loss;
    return moves === 0 ? `${sign}#` : `${sign}#${moves}`;
  }
  const men = Math.abs(score.hundredths) / 100;
  return men < 0.05 ? decimal(0, 1) : sign + decimal(men, 1);
}

/** A score as text. @param {Board} board @param {Evaluation} evaluation */
export function scoreWords(board, evaluation) {
  const { score } = evaluation;
  const leader = leaderOf(board, evaluation);
  const who =
    isFreeForAll(board.variant) && leader !== evaluation.team
      ? t("team.others", { who: teamName(board, evaluation.team) })
      : teamName(board, leader);
  if ("win" in score || "loss" in score) {
    const n = "win" in score ? score.win : score.loss;
    return n === 0 ? t("study.won", { who }) : t("analysis.wins_in", { who, n });
  }
  const men = Math.abs(score.hundredths) / 100;
  return men < 0.05 ? t("analysis.even") : t("analysis.ahead", { who, men: decimal(men, 1) });
}

/** A judged move as text. @param {Board} board @param {JudgementView} judgement */
export function faultWords(board, { seat, move, mark, best }) {
  const fault = t(/** @type {import("../core/i18n.js").Word} */ (`fault.${mark}`));
  const words = t("analysis.fault", { who: seatName(board, seat), move, fault });
  return best.length > 0 ? `${words} ${t("analysis.better", { move: best[0] })}` : words;
}
