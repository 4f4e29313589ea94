// Standings, with the working of each tie-break.

import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { pointsText, tieBreakSign, tieBreakText } from "../tournaments/words.js";
import { playersOf } from "./entrants.js";
import { streakOf } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */

export class Standings {
  /** The entrant whose working is open. @type {number | null} */
  #open = null;

  /** @param {Following} following */
  constructor(following) {
    this.following = following;
  }

  card() {
    const { following } = this;
    const { standings, stagePlan } = following;
    const breaks = standings[0]?.tie_breaks ?? [];
    const isArena = stagePlan.format.kind === "arena";
    const columns = 4 + breaks.length;
    return html`<section class="card" id="standings"><h2>${t("tour.standings")}</h2>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("tour.standings")}>
      <table><thead><tr><th scope="col">#</th><th scope="col">${t("kind.account")}</th><th scope="col">${t("tour.points")}</th>
        ${breaks.map(({ tie_break }) => html`<th scope="col"><abbr title=${tieBreakText(tie_break)}>${tieBreakSign(tie_break)}</abbr></th>`)}
        <th scope="col">${isArena ? t("tour.streak") : html`<span class="visually-hidden">${t("tour.working")}</span>`}</th></tr></thead>
      <tbody>${standings.map((place) => this.#row(place, isArena, columns))}</tbody></table></div></section>`;
  }

  /** @param {PlaceView} place @param {boolean} isArena @param {number} columns */
  #row(place, isArena, columns) {
    const { following } = this;
    const { entrant, points, tie_breaks } = place;
    const isOpen = this.#open === entrant;
    const name = following.nameOf(entrant);
    const isOwn = following.own?.entrant === entrant;
    const working = html`<button class="small working" data-working=${entrant} aria-expanded=${isOpen}
      aria-label=${t("tour.working_of", { who: name })} title=${t("tour.working")} @click=${() => this.#toggle(entrant)}>${isOpen ? "▾" : "▸"}</button>`;
    return html`<tr class=${isOwn ? "me-here" : ""} data-place=${place.place}><td>${place.place}</td>
        <th scope="row">${playersOf(following, entrant)}</th><td><strong>${pointsText(points)}</strong></td>
        ${tie_breaks.map(({ value }) => html`<td>${value === null ? "–" : pointsText(value)}</td>`)}
        <td>${isArena ? this.#streak(entrant) : tie_breaks.length > 0 ? working : nothing}</td></tr>
      ${isOpen ? html`<tr class="workings"><td colspan=${columns}>${tie_breaks.map((each) => this.#working(each))}</td></tr>` : nothing}`;
  }

  /** @param {number} entrant */
  #toggle(entrant) {
    this.#open = this.#open === entrant ? null : entrant;
    redraw();
  }

  /** @param {WorkingView} working */
  #working({ tie_break, value, terms }) {
    const { following } = this;
    return html`<p><strong>${tieBreakText(tie_break)}: ${value === null ? t("tour.tells_nothing") : pointsText(value)}</strong></p>
      <ul class="bare terms">${terms.map(
        ({ round, opponent, amount, cut }) => html`<li class=${cut ? "cut" : ""}>
          ${t("tour.round", { n: round })}: ${opponent === undefined ? t("tour.no_opponent") : following.nameOf(opponent)}
          <strong>${pointsText(amount)}</strong> ${cut ? t("tour.cut") : nothing}</li>`,
      )}</ul>`;
  }

  /** The points of the last games in an arena. @param {number} entrant */
  #streak(entrant) {
    const outings = this.following.rows.find((row) => row.entrant === entrant)?.outings ?? [];
    const over = outings.filter(
      ({ kind }) => kind !== "open" && kind !== "bye" && kind !== "absent",
    );
    const { wins, isDouble } = streakOf(outings);
    return html`<span class="streak">${over.slice(-8).map(({ points }) => html`<span class=${points > 1 ? "doubled" : ""}>${pointsText(points)}</span> `)}${
      isDouble
        ? html`<span class="tag" title=${t("tour.next_counts_double")}>${t("tour.in_a_row", { n: wins })}</span>`
        : nothing
    }</span>`;
  }
}
