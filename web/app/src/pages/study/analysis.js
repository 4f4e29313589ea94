// Engine output beside a study: evaluation bar, best line, game review.

import { seatClass } from "../../board/pieces.js";
import { teamName } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { endOf, evaluationOf, scoreSign, scoreWords } from "../../parts/judgement.js";
import { teamOf } from "../../rules/boards.js";
import { isFreeForAll } from "../../rules/results.js";
import { exactMoves } from "./exact-moves.js";
import { bestLineView, lineCount, linesView } from "./lines.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../../parts/judgement.js").Evaluation} Evaluation */

/** The evaluation of the displayed position, if known. @param {Study} study @returns {Evaluation | null} */
function evaluation({ board, node, outcome, thought, review }) {
  if (outcome) return endOf(board, outcome);
  if (thought.now) return evaluationOf(board, node.position.turn, thought.now);
  const judged = review.of(node);
  if (judged) return evaluationOf(board, judged.seat, { ...judged, score: judged.after });
  return null;
}

/** The best line from the displayed position. @param {Study} study @returns {string[]} */
export function bestLine({ node, thought, review }) {
  return thought.now?.line ?? review.after(node)?.best ?? [];
}

/** True if engine output is shown. @param {Study} study */
const isShown = ({ thought, review }) => thought.isOn || review.plies.size > 0;

/** The evaluation bar, filled for the team at the bottom. @param {Study} study */
export function evaluationBar(study) {
  const { board, table } = study;
  // A bar has two sides.
  if (!study.mayAnalyse || !isShown(study) || isFreeForAll(board.variant)) return nothing;
  const known = evaluation(study);
  const [first] = board.variant.teams;
  const isFirstBelow = teamOf(board, table.seat) === first;
  const percent = Math.round((known?.first ?? 0.5) * 100);
  const below = isFirstBelow ? percent : 100 - percent;
  const words = known
    ? `${t("analysis.chances", { who: teamName(board, first), percent })} ${scoreWords(board, known)}`
    : t("analysis.unknown");
  const half = (/** @type {boolean} */ isBelow) => {
    const team = board.variant.teams[isBelow === isFirstBelow ? 0 : 1];
    const share = isBelow ? below : 100 - below;
    return html`<span class="chance" .style=${`flex-grow:${share}`}>${[...team].map(
      (seat) => html`<i class=${seatClass(board.variant, seat)}></i>`,
    )}</span>`;
  };
  return html`<div class="bar ${known ? "" : "unknown"}" id="bar" role="meter" aria-valuemin="0" aria-valuemax="100"
    aria-valuenow=${percent} aria-valuetext=${words} aria-label=${t("analysis.bar")} title=${words}>
    ${half(false)}${half(true)}
  </div>`;
}

/** The game review. @param {Study} study */
export function reviewPanel({ board, review, retry, mayAnalyse }) {
  // The server reviews games of two teams.
  if (!mayAnalyse || isFreeForAll(board.variant)) return nothing;
  // The list of mistakes names the better moves.
  return html`<section class="analysis" aria-label=${t("analysis.game")}>${retry.isOn ? nothing : review.view()}${retry.view()}</section>`;
}

/** The analysis of the position. @param {Study} study */
export function enginePanel(study) {
  const { thought, threat, board, outcome } = study;
  if (!study.mayAnalyse) return nothing;
  const known = isShown(study) ? evaluation(study) : null;
  return html`<section class="analysis" aria-label=${t("analysis.title")}>
    <div class="row engine">
      <label class="switch"><input type="checkbox" id="engine" .checked=${thought.isOn}
        @change=${(/** @type {Event} */ e) => thought.turn(e.target instanceof HTMLInputElement && e.target.checked)} />
        <span>${t("analysis.engine")}</span></label>
      ${known ? html`<strong class="score-sign" id="score" title=${scoreWords(board, known)}>${scoreSign(board, known)}</strong>` : nothing}
      <span class="quiet depth" role="status">${outcome ? nothing : depth(study)}</span>
      ${thought.isOn && thought.mayGoDeeper ? html`<button class="small" id="deeper" @click=${() => thought.deeper()}>${t("analysis.deeper")}</button>` : nothing}
      ${thought.isOn ? lineCount(study) : nothing}
      ${threat.button()}
    </div>
    ${thought.isOn && thought.trouble ? html`<p class="trouble" role="alert">${thought.trouble}</p>` : nothing}
    ${threat.view()}
    ${known && !outcome ? line(study) : nothing}
    ${outcome ? nothing : exactMoves(study, thought.now?.exact)}
  </section>`;
}

/** @param {Study} study */
function depth({ thought }) {
  if (!thought.isOn) return nothing;
  if (thought.place !== null) return t("analysis.place", { n: thought.place });
  const { now } = thought;
  if (!now) return thought.trouble || thought.isPaused ? nothing : t("analysis.thinking");
  if (now.exact) return t("exact.known");
  return t("analysis.depth", { n: now.depth });
}

/** The best line, or all lines. @param {Study} study */
function line(study) {
  const lines = study.thought.now?.lines;
  return lines?.length ? linesView(study, lines) : bestLineView(study, bestLine(study));
}
