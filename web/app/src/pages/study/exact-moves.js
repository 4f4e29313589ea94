// The exact results of the moves of a position, from endgame tables of the server.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("../study.js").Study} Study */

/** The result of each legal move, best first. @param {Study} study @param {ExactMoveView[]} [exact] */
export function exactMoves(study, exact) {
  if (!exact?.length) return nothing;
  return html`<p class="quiet" id="exact-source">${t("exact.source")}</p>
    <ul class="bare exact-moves" id="exact-moves" aria-labelledby="exact-source">${exact.map(
      (
        found,
      ) => html`<li class=${found.result}><button class="move" @click=${() => study.tryLine([found.move])}>${found.move}</button>
        <span>${exactWords(found)}</span></li>`,
    )}</ul>`;
}

/** A result as text. @param {ExactMoveView} found */
function exactWords({ result, plies = 0 }) {
  // The mover makes the first and the last ply of a win, and not the last one of a loss.
  const n = Math.ceil(plies / 2);
  if (result === "win") return t("exact.win", { n });
  return result === "loss" ? t("exact.loss", { n }) : t("exact.draw");
}
