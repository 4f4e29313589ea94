// The result of an attempt, and the success of the player at puzzles.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { changeText, ratingText } from "../../parts/rating.js";
import { shareBox } from "../../parts/share.js";
import { pageWith, themeChips } from "./kinds.js";

/** @typedef {import("./attempt.js").Attempt} Attempt */
/** @typedef {import("./kinds.js").Kind} Kind */

/**
 * The rating and the streak of the player.
 * @param {PuzzleStanding | null} standing
 * @param {CountedStanding | null} counted the standing with the change by this puzzle
 */
export function standingLine(standing, counted) {
  const shown = counted ?? standing;
  if (!shown || shown.tried === 0) return nothing;
  const change = counted
    ? html` <b class="change ${counted.change < 0 ? "down" : "up"}" id="puzzle-change">${changeText(counted.change)}</b>`
    : nothing;
  return html`<p class="puzzle-standing" id="puzzle-standing">
    <span>${t("puzzle.rating")} <strong>${ratingText(shown)}</strong>${change}</span>
    <span id="puzzle-streak">${t("puzzle.streak", { n: shown.streak })}</span>
  </p>`;
}

/** The messages and actions while the puzzle is open. @param {Attempt} attempt @param {string} next */
export function trying(attempt, next) {
  const hasFailed = !attempt.isFirst;
  const message = attempt.wrongMove ? t("puzzle.wrong", { move: attempt.wrongMove }) : "";
  return html`
    ${message ? html`<p class="wrong-try" id="wrong-try">${message}</p>` : nothing}
    ${attempt.hint ? html`<p class="quiet" id="hinted">${t("puzzle.hinted", { square: attempt.hint })}</p>` : nothing}
    ${hasFailed ? html`<p class="quiet">${t("puzzle.uncounted")}</p>` : nothing}
    <div class="row tools">
      ${hasFailed ? html`<a class="button small" id="next-puzzle" href=${next}>${t("puzzle.next")}</a>` : nothing}
      ${attempt.hint ? nothing : html`<button class="small" id="show-piece" @click=${() => attempt.showPiece()}>${t("puzzle.hint")}</button>`}
      <button class="small" id="give-up" @click=${() => attempt.giveUp()}>${t("puzzle.show")}</button>
      <button class="small" id="flip" @click=${() => attempt.table.flip()}>${t("board.flip")}</button>
      ${hasFailed ? nothing : html`<a class="button small" id="next-puzzle" href=${next}>${t("puzzle.other")}</a>`}
    </div>
    ${hasFailed ? nothing : html`<p class="quiet">${t("puzzle.first_counts")}</p>`}`;
}

/**
 * The result and the ways on.
 * @param {Attempt} attempt
 * @param {EndedAttempt} end
 * @param {{kind: Kind, onAgain: () => void, isShared: boolean, onShare: () => void}} options
 */
export function over(attempt, end, { kind, onAgain, isShared, onShare }) {
  const { board, puzzle, outcome } = attempt;
  const study = new URLSearchParams({
    variant: board.variant.name,
    position: puzzle.position,
    moves: end.solution.join(" "),
    ply: "0",
  });
  const url = `${location.origin}/puzzles/${puzzle.puzzle}`;
  return html`<div class="card over">
    <p id="verdict" class=${end.verdict === "solved" ? "done" : ""}>${outcome}</p>
    <div class="row">
      <a class="button primary" id="next-puzzle" href=${pageWith("/puzzles", kind)}>${t("puzzle.next")}</a>
      <button id="again" @click=${onAgain}>${t("lesson.again")}</button>
      <a class="button" href="/study?${study}">${t("rules.study")}</a>
      <button id="share-puzzle" aria-expanded=${isShared} @click=${onShare}>${t("puzzle.share")}</button>
    </div>
    ${isShared ? shareBox({ id: "puzzle-address", url, label: t("puzzle.address") }) : nothing}
    ${themeChips(puzzle.themes, kind)}
    <p class="quiet">${t("puzzle.rated", { rating: puzzle.rating })}
      ${
        end.match
          ? html`<a id="source" href="/m/${end.match}?ply=${end.ply}">${t("puzzle.from_match")}</a>`
          : t("puzzle.from_practice")
      }</p>
  </div>`;
}
