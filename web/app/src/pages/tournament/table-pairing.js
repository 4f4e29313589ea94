// A table of more than two players in the list of pairings: its players, and the form for its
// result.

import { seatName } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { pointsText } from "../tournaments/words.js";
import { playersOf } from "./entrants.js";
import { entrantsOf } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */

/** The players of a table with their seats, places and points. @param {Following} following @param {PairingView} pairing @param {VariantView | undefined} variant */
export function tableRows(following, pairing, variant) {
  const { places, score, decided, forfeited } = pairing;
  const seat = (/** @type {number} */ at) =>
    variant ? seatName({ variant }, variant.seats[at]) : String(at + 1);
  return html`<table class="table-seats"><thead><tr>
      <th scope="col">${t("kind.account")}</th><th scope="col">${t("tour.seat")}</th>
      <th scope="col">${t("tour.place")}</th><th scope="col">${t("tour.points")}</th></tr></thead>
    <tbody>${entrantsOf(pairing).map(
      (entrant, at) => html`<tr data-entrant=${entrant}>
        <th scope="row" class="who ${pairing.winner === entrant ? "won" : ""}">${playersOf(following, entrant)}
          ${forfeited.includes(entrant) ? html`<small>${t("tour.forfeit")}</small>` : nothing}</th>
        <td data-seat=${variant?.seats[at] ?? at}>${seat(at)}</td>
        <td data-place>${places?.[at] ?? "–"}</td>
        <td class="pair-score">${decided ? pointsText(score[at]) : "–"}</td></tr>`,
    )}</tbody></table>`;
}

/** The fields for the result of a table. @param {Following} following @param {PairingView} pairing */
export function tableResultFields(following, pairing) {
  const entrants = entrantsOf(pairing);
  const numbers = entrants.map((_, at) => at + 1);
  const known = pairing.places ?? numbers;
  const name = (/** @type {number} */ entrant) => following.nameOf(entrant);
  return html`<label>${t("tour.result")} <select name="result">
      <option value="placed">${t("result_of.placed")}</option>
      ${entrants.map((entrant, at) => html`<option value=${`absent_${at}`}>${t("result_of.first_absent", { first: name(entrant) })}</option>`)}
      <option value="both_absent">${t("result_of.all_absent")}</option>
      <option value="void">${t("result_of.void")}</option></select></label>
    ${entrants.map(
      (entrant, at) =>
        html`<label>${name(entrant)} <select name="place">${numbers.map((place) => html`<option value=${place} ?selected=${place === known[at]}>${t("tour.place_n", { n: place })}</option>`)}</select></label>`,
    )}`;
}
