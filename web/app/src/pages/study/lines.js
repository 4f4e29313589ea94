// The engine's lines from the displayed position, and how many of them there are.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { evaluationOf, scoreSign, scoreWords } from "../../parts/judgement.js";

/** @typedef {import("../study.js").Study} Study */

/** Numbers of lines to choose from. */
export const LINE_COUNTS = [1, 3, 5];

/** The choice of the number of lines. @param {Study} study */
export function lineCount({ thought }) {
  const choose = (/** @type {Event} */ { target }) =>
    target instanceof HTMLSelectElement && thought.setLines(Number(target.value));
  return html`<label class="line-count"><span class="quiet">${t("analysis.line_count")}</span>
    <select class="small" id="line-count" @change=${choose}>${LINE_COUNTS.map(
      (count) =>
        html`<option value=${count} ?selected=${count === thought.lines}>${count}</option>`,
    )}</select></label>`;
}

/** A line, with a link for each move. @param {Study} study @param {string[]} moves */
function lineMoves(study, moves) {
  return moves.map(
    (
      move,
      index,
    ) => html`<button class="move" @click=${() => study.tryLine(moves.slice(0, index + 1))}
      >${move === "pass" ? t("move.pass") : move}</button>`,
  );
}

/** The best line. @param {Study} study @param {string[]} moves */
export function bestLineView(study, moves) {
  if (moves.length === 0) return nothing;
  return html`<p class="best-line" id="best-line"><span class="visually-hidden">${t("analysis.line")} </span>${lineMoves(study, moves)}</p>`;
}

/** Several lines, best first. @param {Study} study @param {EvaluationLineView[]} lines */
export function linesView(study, lines) {
  const { board, node } = study;
  return html`<ol class="bare lines" id="lines" aria-label=${t("analysis.lines")}>${lines.map(
    (each) => {
      const known = evaluationOf(board, node.position.turn, each);
      return html`<li><strong class="score-sign" title=${scoreWords(board, known)}>${scoreSign(board, known)}</strong>
      <span class="best-line">${lineMoves(study, each.line)}</span></li>`;
    },
  )}</ol>`;
}
