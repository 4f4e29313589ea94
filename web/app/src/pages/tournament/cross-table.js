// The cross-table: by opponent, or by round.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { pointsText } from "../tournaments/words.js";
import { playersOf } from "./entrants.js";
import { matrixOf } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */

/** @param {Following} following */
export function crossTableCard(following) {
  const { rows, stagePlan } = following;
  if (rows.length === 0) return nothing;
  const isSwiss = stagePlan.format.kind === "swiss";
  const rounds = Math.max(0, ...rows.map(({ outings }) => outings.length));
  const matrix = matrixOf(rows);
  const heads = isSwiss
    ? Array.from({ length: rounds }, (_, at) => t("tour.round_short", { n: at + 1 }))
    : rows.map(({ number }) => String(number));
  const numbers = new Map(rows.map(({ entrant, number }) => [entrant, number]));
  return html`<section class="card" id="cross-table"><h2>${t("tour.cross_table")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("tour.cross_table")}><table>
      <thead><tr><th scope="col">#</th><th scope="col">${t("kind.account")}</th>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}<th scope="col">${t("tour.points")}</th></tr></thead>
      <tbody>${rows.map(
        (
          row,
          at,
        ) => html`<tr class=${following.own?.entrant === row.entrant ? "me-here" : ""}><td>${row.number}</td>
          <th scope="row">${playersOf(following, row.entrant)}</th>
          ${
            isSwiss
              ? heads.map(
                  (_, round) => html`<td>${swissCell(following, row.outings[round], numbers)}</td>`,
                )
              : matrix[at].map((outings, other) =>
                  other === at
                    ? html`<td class="self"><span class="visually-hidden">–</span></td>`
                    : html`<td>${outings.map((outing) => html`<span title=${following.nameOf(rows[other].entrant)}>${outcome(outing)}</span> `)}</td>`,
                )
          }
          <td><strong>${pointsText(row.points)}</strong></td></tr>`,
      )}</tbody></table></div></section>`;
}

/** @param {OutingView} outing */
function outcome({ kind, points, score }) {
  if (kind === "open") return "·";
  if (kind === "forfeit_won") return "+";
  if (kind === "forfeit_lost") return "−";
  return score && score[0] + score[1] > 1
    ? `${pointsText(score[0])}–${pointsText(score[1])}`
    : pointsText(points);
}

/** @param {Following} following @param {OutingView | undefined} outing @param {Map<number, number>} numbers */
function swissCell(following, outing, numbers) {
  if (!outing || outing.kind === "absent") return "";
  if (outing.seat !== undefined) {
    const names = outing.opponents?.map((each) => following.nameOf(each)).join(", ");
    const place = outing.place === undefined ? "" : t("tour.place_n", { n: outing.place });
    return html`<span title=${names}>${outcome(outing)} <small>${place}</small></span>`;
  }
  if (outing.opponent === undefined) {
    return html`<span title=${t("tour.bye")}>${pointsText(outing.points)} <small>${t("tour.bye")}</small></span>`;
  }
  const side = outing.side
    ? t(outing.side === "first" ? "tour.side_first" : "tour.side_second")
    : "";
  return html`<span title=${following.nameOf(outing.opponent)}>${outcome(outing)} <small>${numbers.get(outing.opponent)}${side}</small></span>`;
}
