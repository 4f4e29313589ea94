// The result of a match as text: in general, and as the viewer sees it.

import { seatName, teamName } from "../../board/words.js";
import { maybe, t } from "../../core/i18n.js";
import { strength } from "../../rules/positions.js";
import { winnersOf } from "../../rules/results.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {"won" | "lost" | "drawn" | "aborted" | "watched"} View */

/** The seats of the winners; empty for a draw or an aborted match. @param {Contest} contest */
const winners = ({ board, result }) => winnersOf(board.variant, result);

/** @param {Contest} contest */
const why = ({ termination }) => (termination && maybe(`end.${termination}`)) ?? termination ?? "";

/** The result of a match as text. @param {Contest} contest */
export function outcome(contest) {
  const { board, result } = contest;
  if (result === "*") return t("result.aborted");
  if (result === "1/2-1/2") return t("result.draw", { why: why(contest) });
  return t("result.win", { who: teamName(board, winners(contest)), why: why(contest) });
}

/** The result for the viewer. @param {Contest} contest @param {string | null} seat @returns {View} */
export function viewOf(contest, seat) {
  if (contest.result === "*") return "aborted";
  if (contest.result === "1/2-1/2") return "drawn";
  if (!seat) return "watched";
  return winners(contest).includes(seat) ? "won" : "lost";
}

/** @param {Contest} contest @param {string | null} seat */
export function headline(contest, seat) {
  const view = viewOf(contest, seat);
  if (view === "aborted") return t("result.aborted");
  if (view === "watched") {
    return t("study.won", { who: teamName(contest.board, winners(contest)) });
  }
  return t(`card.${view}`);
}

/** How the match ended, as a sentence to the viewer. @param {Contest} contest @param {string | null} seat */
export function reason(contest, seat) {
  const { board, termination } = contest;
  const view = viewOf(contest, seat);
  if (view === "aborted") return "";
  if (seat && (view === "won" || view === "lost")) {
    const { seats } = board.variant;
    const words =
      termination === "castle"
        ? castleWords(contest, seat)
        : seats.length === 2 && !isReversed(contest)
          ? maybe(`card.${termination}_${view}`, { who: opponentName(contest, seat) })
          : undefined;
    if (words) return words;
  }
  const words = why(contest);
  return words && `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/**
 * Names the piece that took the castle. Undefined where the player who entered it has lost.
 * @param {Contest} contest
 * @param {string} seat
 */
function castleWords(contest, seat) {
  const last = contest.plies.at(-1);
  const team = winners(contest);
  if (!last?.piece || !team.includes(last.seat)) return undefined;
  const piece = t(last.piece.knight ? "piece.knight" : "piece.man");
  const mover = last.seat === seat ? "mine" : team.includes(seat) ? "partner" : "enemy";
  return t(`card.castle_${mover}`, { piece });
}

/** True if the winner has lost all pieces, or cannot move: the object of the game is reversed. @param {Contest} contest */
function isReversed(contest) {
  const team = winners(contest);
  const { position, termination } = contest;
  if (termination === "no_move") return team.includes(position.turn);
  if (termination !== "capture") return false;
  return [...team].every((seat) => {
    const { knights, men } = strength(position, seat);
    return knights + men === 0;
  });
}

/** @param {Contest} contest @param {string} seat */
function opponentName({ board, seats }, seat) {
  const other = board.variant.seats.find((each) => each !== seat) ?? seat;
  return seats[other]?.name ?? seatName(board, other);
}
