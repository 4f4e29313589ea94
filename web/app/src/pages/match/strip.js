// The strip of fixed height at the board: the result, refusals, duties, the choices during a move,
// the premove, and else whose turn it is. One of them is shown at a time.

import { seatName } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { isFreeForAll, winnersOf } from "../../rules/results.js";
import { outcome } from "./result.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** @param {MatchPage} page @param {Contest} contest */
export function strip(page, contest) {
  return html`<div class="strip">
    ${page.trouble ? html`<p class="trouble" role="alert">${page.trouble}</p>` : nothing}
    ${page.board?.prompt() ?? nothing}
    ${contest.status === "ended" ? verdict(contest) : (ready(page, contest) ?? turnWords(page, contest))}
  </div>`;
}

/** @param {Contest} contest */
function verdict(contest) {
  // The result of a single player is a name, which the sentence has.
  const { board, result } = contest;
  const isName = isFreeForAll(board.variant) && winnersOf(board.variant, result) !== "";
  const isShown = result !== "*" && !isName;
  return html`<p class="verdict" id="verdict">${
    isShown ? html`<strong>${result}</strong> ` : nothing
  }${outcome(contest)}</p>`;
}

/** The move that is played in the player's next turn. @param {MatchPage} page @param {Contest} contest */
function ready(page, { premove }) {
  if (typeof premove !== "string" || page.plan.isOpen) return null;
  return html`<p class="hint premove-ready">${t("premove.ready", { move: premove })}
    <button class="small" id="plan-clear" @click=${() => page.say("premove", { line: null })}>${t("plan.clear")}</button></p>`;
}

/** Whose turn it is. Announcements and the title carry it too. @param {MatchPage} page @param {Contest} contest */
function turnWords(page, contest) {
  if (contest.status !== "playing") return nothing;
  const seat = seatName(contest.board, contest.position.turn);
  const words = page.isMyTurn ? t("match.your_turn") : t("board.to_move", { seat });
  return html`<p class="whose quiet" aria-hidden="true">${words}</p>`;
}
