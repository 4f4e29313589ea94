// Help in the player's first game: the pieces that can move, and a suggested move.

import { announce } from "../../core/feedback.js";
import { isGuided } from "../../core/guided.js";
import { t } from "../../core/i18n.js";
import { suggested } from "../../rules/suggestion.js";

/** @typedef {import("../../board/play.js").PlayBoard} PlayBoard */
/** @typedef {import("../../core/contest.js").Contest} Contest */

/** The position of the last suggestion, which is announced once. @type {unknown} */
let announced = null;

/** Shows the help on the board of a guided match in the player's turn. @param {PlayBoard} board @param {Contest} contest */
export function guideOn(board, contest) {
  const isGuide = isGuided(contest.id);
  board.isGuided = isGuide;
  if (!isGuide) return;
  const move = board.isMyTurn ? suggested(board.board, board.position, board.list.moves) : null;
  board.advice = move?.split(/[-x]/) ?? null;
  if (!move || announced === board.position) return;
  announced = board.position;
  announce(t("lesson.shown", { move: move.split(/[-x]/).join(", ") }));
}
