// Consequences of a bad move in words: the pieces it loses, the castle it opens, the win it misses.

import { teamName } from "../board/words.js";
import { t } from "../core/i18n.js";
import { teamOf } from "../rules/boards.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Played} Played */
/** @typedef {{knights: number, men: number}} Pieces */

/** The value of a Knight in Men, for the balance of an exchange. */
const KNIGHT = 1.4;

/**
 * The pieces that a team loses in a line, minus those that it captures.
 * @param {Board} board
 * @param {string} team
 * @param {Played[]} line
 * @returns {Pieces}
 */
export function lostIn(board, team, line) {
  const lost = { knights: 0, men: 0 };
  for (const { captured } of line) {
    for (const { piece } of captured) {
      const by = teamOf(board, piece.seat) === team ? 1 : -1;
      lost[piece.knight ? "knights" : "men"] += by;
    }
  }
  return lost;
}

/** @param {Pieces} pieces */
const worth = ({ knights, men }) => knights * KNIGHT + men;

/** @param {Pieces} pieces the counts are 0 or more */
function piecesWords({ knights, men }) {
  if (knights === 0) return t("player.men", { n: men });
  if (men === 0) return t("player.knights", { n: knights });
  return t("why.both", {
    knights: t("player.knights", { n: knights }),
    men: t("player.men", { n: men }),
  });
}

/** @param {Pieces} pieces */
const positive = ({ knights, men }) => ({ knights: Math.max(knights, 0), men: Math.max(men, 0) });
/** @param {Pieces} pieces */
const negative = ({ knights, men }) => positive({ knights: -knights, men: -men });

/** True if the last move of a line enters a castle. @param {Board} board @param {Played[]} line */
function endsInCastle({ variant }, line) {
  const last = line.at(-1);
  const to = last?.legs.at(-1)?.to;
  if (!last || !to || variant.switches.object_reversed) return false;
  return (variant.goals[last.seat] ?? []).includes(to);
}

/**
 * A bad move as a sentence that names its worst consequence.
 * @param {Board} board
 * @param {JudgementView} judgement
 * @param {object} lines
 * @param {Played[]} lines.played the move and the best line after it
 * @param {Played[]} lines.better the best line instead of the move
 * @param {ScoreView} lines.answer the score after the move, for the other team
 */
export function consequence(board, judgement, { played, better, answer }) {
  const { move, seat, before, chances, lost } = judgement;
  const team = teamOf(board, seat);
  const who = teamName(board, team);
  if ("win" in answer) {
    const others = board.variant.teams.filter((other) => other !== team).join("");
    const words = { move, who: teamName(board, others), n: answer.win };
    return t(endsInCastle(board, played) ? "why.castle" : "why.win", words);
  }
  if ("win" in before) return t("why.missed_win", { move, who, n: before.win });
  if (!board.variant.switches.object_reversed) {
    const own = lostIn(board, team, played);
    if (worth(own) > 0) return lossWords(move, own);
    const missed = lostIn(board, team, better);
    if (worth(missed) < worth(own)) {
      const gain = { knights: own.knights - missed.knights, men: own.men - missed.men };
      return t("why.missed", { move, what: piecesWords(positive(gain)) });
    }
  }
  const percent = (/** @type {number} */ share) => Math.round(share * 100);
  return t("why.chances", { move, who, before: percent(chances + lost), after: percent(chances) });
}

/** @param {string} move @param {Pieces} lost */
function lossWords(move, lost) {
  const [given, got] = [positive(lost), negative(lost)];
  const what = piecesWords(given);
  if (worth(got) === 0) return t("why.loses", { move, what });
  return t("why.exchange", { move, what, other: piecesWords(got) });
}
