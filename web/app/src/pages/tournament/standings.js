// Standings: the figures that matter in a format, and the working of each tie-break.

import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { pointsText, tieBreakSign, tieBreakText } from "../tournaments/words.js";
import { performanceOf, playedOf, recordOf } from "./arena-figures.js";
import { roundTitle } from "./bracket-names.js";
import { playersOf } from "./entrants.js";
import { knockoutResult } from "./knockout-results.js";
import { isTable, streakOf } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** Number of an arena player's last games that are shown. */
const LAST_GAMES = 5;

/**
 * A column of the standings.
 * @typedef {object} Column
 * @property {string} name
 * @property {unknown} head
 * @property {(place: PlaceView) => unknown} cell
 */

export class Standings {
  /** The entrant whose working is open. @type {number | null} */
  #open = null;

  /** @param {Following} following */
  constructor(following) {
    this.following = following;
  }

  card() {
    const { standings, stagePlan } = this.following;
    const columns = this.#columns();
    return html`<section class="card" id="standings" data-format=${stagePlan.format.kind}><h2>${this.#title()}</h2>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("tour.standings")}>
      <table><thead><tr><th scope="col">#</th><th scope="col">${t("kind.account")}</th>
        ${columns.map(({ name, head }) => html`<th scope="col" data-column=${name}>${head}</th>`)}</tr></thead>
      <tbody>${standings.map((place) => this.#row(place, columns))}</tbody></table></div>
      ${this.#legend()}${this.#through()}</section>`;
  }

  #title() {
    const { begun, group } = this.following;
    const hasGroups = (begun?.groups.length ?? 1) > 1;
    const words = t("tour.standings");
    return hasGroups ? `${words} · ${t("tour.group", { n: group + 1 })}` : words;
  }

  /** @returns {Column[]} */
  #columns() {
    const { kind } = this.following.stagePlan.format;
    if (kind === "knockout") return this.#knockout();
    if (kind === "arena") return this.#arena();
    return kind === "round_robin"
      ? [this.#points(), this.#record(), ...this.#tieBreaks()]
      : [this.#points(), ...this.#tieBreaks()];
  }

  /** @returns {Column} */
  #points() {
    return {
      name: "points",
      head: t("tour.points"),
      cell: ({ points }) => html`<strong>${pointsText(points)}</strong>`,
    };
  }

  /** Games won, drawn and lost. @returns {Column} */
  #record() {
    return {
      name: "record",
      head: html`<abbr title=${t("tour.record_how")}>${t("tour.record_head")}</abbr>`,
      cell: ({ entrant }) => {
        const { won, drawn, lost } = recordOf(this.#outings(entrant));
        return `${won}–${drawn}–${lost}`;
      },
    };
  }

  /** @returns {Column[]} */
  #tieBreaks() {
    const breaks = this.following.standings[0]?.tie_breaks ?? [];
    if (breaks.length === 0) return [];
    /** @type {Column[]} */
    const columns = breaks.map(({ tie_break }, at) => ({
      name: `tie-break-${at}`,
      head: html`<span class="tie-name">${tieBreakText(tie_break)}</span><abbr class="tie-sign" title=${tieBreakText(tie_break)}>${tieBreakSign(tie_break)}</abbr>`,
      cell: ({ tie_breaks }) => {
        const value = tie_breaks[at]?.value ?? null;
        return value === null ? "–" : pointsText(value);
      },
    }));
    const head = html`<span class="visually-hidden">${t("tour.working")}</span>`;
    columns.push({ name: "working", head, cell: ({ entrant }) => this.#workingButton(entrant) });
    return columns;
  }

  /** @returns {Column[]} */
  #arena() {
    const { standings, about } = this.following;
    const ratings = new Map(
      about?.entrants.flatMap(({ entrant, rating }) =>
        rating === undefined ? [] : [/** @type {[number, number]} */ ([entrant, rating])],
      ),
    );
    const performances = new Map(
      standings.map(({ entrant }) => [entrant, performanceOf(this.#outings(entrant), ratings)]),
    );
    /** @type {Column[]} */
    const columns = [
      this.#points(),
      {
        name: "games",
        head: t("tour.games"),
        cell: ({ entrant }) => playedOf(this.#outings(entrant)).length,
      },
      {
        name: "streak",
        head: t("tour.streak"),
        cell: ({ entrant }) => this.#streak(entrant),
      },
    ];
    if ([...performances.values()].some((each) => each !== null))
      columns.push({
        name: "performance",
        head: t("tour.performance"),
        cell: ({ entrant }) => performances.get(entrant) ?? "–",
      });
    return columns;
  }

  /** @returns {Column[]} */
  #knockout() {
    return [
      { name: "reached", head: t("tour.reached"), cell: ({ entrant }) => this.#reached(entrant) },
      { name: "result", head: t("tour.result"), cell: ({ entrant }) => this.#result(entrant) },
    ];
  }

  /** @param {number} entrant */
  #reached(entrant) {
    const nodes = this.following.bracket ?? [];
    const { node, isChampion } = knockoutResult(nodes, entrant);
    const round = node ? roundTitle(nodes, node) : t("reached.bye");
    return html`${isChampion ? html`<strong>${t("reached.won")}</strong>` : round}
      <span class="reached-result">${this.#result(entrant)}</span>`;
  }

  /** @param {number} entrant */
  #result(entrant) {
    const nodes = this.following.bracket ?? [];
    const { node, third, state, opponent } = knockoutResult(nodes, entrant);
    const last = node && this.#resultOf(node, entrant, state, opponent);
    const other = third?.sides.find((side) => side.entrant !== entrant)?.entrant;
    if (third?.winner === undefined || other === undefined) return last ?? t("reached.waiting");
    const isThird = third.winner === entrant;
    const words = this.#resultOf(third, entrant, isThird ? "won" : "lost", other);
    return html`${last}; ${t("bracket.third_place")}: ${words}`;
  }

  /** @param {NodeView} node @param {number} entrant @param {import("./knockout-results.js").KnockoutResult["state"]} state @param {number | undefined} opponent */
  #resultOf({ pairing: id }, entrant, state, opponent) {
    if (state === "waiting" || opponent === undefined) return t("reached.waiting");
    const who = this.following.nameOf(opponent);
    if (state === "open") return t("reached.open", { who });
    const pairing = this.following.rounds
      .flatMap(({ pairings }) => pairings)
      .find((each) => each.pairing === id);
    const words = t(/** @type {Word} */ (`reached.${state === "won" ? "beat" : "lost"}`), { who });
    if (!pairing || pairing.forfeited.length > 0)
      return pairing ? `${words} (${t("tour.forfeit")})` : words;
    const [a, b] = pairing.first === entrant ? pairing.score : [...pairing.score].reverse();
    return html`${words} <span class="pair-score">${pointsText(a)}–${pointsText(b)}</span>`;
  }

  /** @param {number} entrant */
  #outings(entrant) {
    return this.following.rows.find((row) => row.entrant === entrant)?.outings ?? [];
  }

  /** @param {PlaceView} place @param {Column[]} columns */
  #row(place, columns) {
    const { following } = this;
    const { entrant, tie_breaks } = place;
    const isOwn = following.own?.entrant === entrant;
    const kind = `${isOwn ? "me-here" : ""} ${this.#isThrough(place) ? "goes-on" : ""}`;
    return html`<tr class=${kind} data-place=${place.place}><td>${place.place}</td>
        <th scope="row">${playersOf(following, entrant)}</th>
        ${columns.map(({ name, cell }) => html`<td data-column=${name}>${cell(place)}</td>`)}</tr>
      ${this.#open === entrant ? html`<tr class="workings"><td colspan=${columns.length + 2}>${tie_breaks.map((each) => this.#working(each))}</td></tr>` : nothing}`;
  }

  /** The number of entrants of a group who go on to the next stage. */
  get #qualifiers() {
    const { about, stage } = this.following;
    return about?.plan.stages[stage + 1]?.best_of_each_group ?? 0;
  }

  /** @param {PlaceView} place */
  #isThrough({ place }) {
    return place <= this.#qualifiers;
  }

  #through() {
    const { about, stage } = this.following;
    const n = this.#qualifiers;
    const next = about?.plan.stages[stage + 1];
    if (!next || n === 0) return nothing;
    return html`<p class="quiet goes-on-text">${t("tour.goes_on", { n, stage: next.name })}</p>`;
  }

  /** The names of the tie-breaks, where the columns have abbreviations. */
  #legend() {
    const { standings, stagePlan } = this.following;
    const breaks = stagePlan.format.kind === "knockout" ? [] : (standings[0]?.tie_breaks ?? []);
    if (breaks.length === 0) return nothing;
    return html`<p class="quiet tie-legend" aria-hidden="true">${breaks
      .map(({ tie_break }) => `${tieBreakSign(tie_break)}: ${tieBreakText(tie_break)}`)
      .join(" · ")}</p>`;
  }

  /** @param {number} entrant */
  #workingButton(entrant) {
    const isOpen = this.#open === entrant;
    const label = t("tour.working_of", { who: this.following.nameOf(entrant) });
    const toggle = () => {
      this.#open = isOpen ? null : entrant;
      redraw();
    };
    return html`<button class="small working" data-working=${entrant} aria-expanded=${isOpen}
      aria-label=${label} title=${t("tour.working")} @click=${toggle}>${isOpen ? "▾" : "▸"}</button>`;
  }

  /** @param {WorkingView} working */
  #working({ tie_break, value, terms }) {
    const { following } = this;
    // At tables most terms are of a round, and of no single opponent.
    const hasTables = following.rounds.some(({ pairings }) => pairings.some(isTable));
    return html`<p><strong>${tieBreakText(tie_break)}: ${value === null ? t("tour.tells_nothing") : pointsText(value)}</strong></p>
      <ul class="bare terms">${terms.map(
        ({ round, opponent, amount, cut }) => html`<li class=${cut ? "cut" : ""}>
          ${t("tour.round", { n: round })}: ${opponent === undefined ? (hasTables ? nothing : t("tour.no_opponent")) : following.nameOf(opponent)}
          <strong>${pointsText(amount)}</strong> ${cut ? t("tour.cut") : nothing}</li>`,
      )}</ul>`;
  }

  /** The points of the last games in an arena. @param {number} entrant */
  #streak(entrant) {
    const outings = this.#outings(entrant);
    // At tables of more than two players no game counts twice.
    const hasStreaks = !this.following.rounds.some(({ pairings }) => pairings.some(isTable));
    const { wins, isDouble } = hasStreaks ? streakOf(outings) : { wins: 0, isDouble: false };
    return html`<span class="streak">${playedOf(outings)
      .slice(-LAST_GAMES)
      .map(
        ({ points }) =>
          html`<span class=${hasStreaks && points > 1 ? "doubled" : ""}>${pointsText(points)}</span> `,
      )}${
      isDouble
        ? html`<span class="tag" title=${t("tour.next_counts_double")}>${t("tour.in_a_row", { n: wins })}</span>`
        : nothing
    }</span>`;
  }
}
