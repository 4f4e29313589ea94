// A view of a tournament for a screen in the hall: the pairings of the current round and the
// standings in turn. It scrolls by itself.

import { html, nothing, redraw } from "../../core/dom.js";
import { loadTournamentWords, t } from "../../core/i18n.js";
import { Ticker } from "../tournaments/countdown.js";
import { pointsText } from "../tournaments/words.js";
import { clockCard, hasCountdown } from "./clock.js";
import { Following } from "./following.js";
import { currentRound, entrantsOf, isTable, resultSigns } from "./tables.js";

/** @typedef {import("../../core/router.js").Page} Page */

/** Speed in pixels per second. */
const SPEED = 40;
/** Time in milliseconds at the top and at the bottom of a list. */
const REST_MS = 4000;
/** The least time in milliseconds for a list. */
const LEAST_MS = 12_000;

/** @implements {Page} */
class Projector {
  /** The list that is shown. @type {"pairings" | "standings"} */
  list = "pairings";
  #began = performance.now();
  #frame = 0;
  #ticker = new Ticker(() => this.following.about !== null && hasCountdown(this.following));

  /** @param {string} id */
  constructor(id) {
    this.following = new Following(id, redraw);
  }

  async start() {
    await this.following.start(null);
    this.#frame = requestAnimationFrame((now) => this.#scroll(now));
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#ticker.stop();
    this.following.stop();
  }

  title() {
    return this.following.about?.plan.name ?? t("nav.tournaments");
  }

  /** Moves the list to its place at a time, and shows the next one after the end. @param {number} now */
  #scroll(now) {
    this.#frame = requestAnimationFrame((next) => this.#scroll(next));
    const list = document.getElementById("projector-list");
    if (!list) return;
    const path = list.scrollHeight - list.clientHeight;
    const passed = now - this.#began;
    const top = Math.min(path, Math.max(0, ((passed - REST_MS) / 1000) * SPEED));
    // Without motion a screenful follows another.
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    list.scrollTop = isStill ? Math.floor(top / list.clientHeight) * list.clientHeight : top;
    if (passed < Math.max(LEAST_MS, (path / SPEED) * 1000 + 2 * REST_MS)) return;
    this.#began = now;
    const { standings } = this.following;
    this.list = this.list === "pairings" && standings.length > 0 ? "standings" : "pairings";
    list.scrollTop = 0;
    redraw();
  }

  view() {
    const { following } = this;
    const { about } = following;
    if (!about) return nothing;
    const round = following.rounds.length > 0 ? currentRound(following.rounds) : null;
    return html`<div id="projector" data-list=${this.list}>
      <header><h1>${about.plan.name}</h1>
        <p>${about.plan.stages.length > 1 ? `${following.stagePlan.name} · ` : ""}${round ? t("tour.round", { n: round.round }) : ""}</p>
        ${clockCard(following)}</header>
      <div id="projector-list">${this.list === "standings" ? this.#standings() : this.#pairings(round)}</div>
    </div>`;
  }

  /** @param {RoundView | null} round */
  #pairings(round) {
    const { following } = this;
    if (!round) {
      const names = following.about?.entrants.filter(({ withdrawn }) => !withdrawn) ?? [];
      return html`<table><tbody>${names.map(({ entrant, rating }) => html`<tr><td>${entrant}</td><th scope="row">${following.nameOf(entrant)}</th><td>${rating ?? ""}</td></tr>`)}</tbody></table>`;
    }
    return html`<table><caption>${t("tour.pairings")}</caption><tbody>${round.pairings.map(
      (pairing) =>
        isTable(pairing)
          ? this.#table(pairing)
          : html`<tr><td>${pairing.table}</td>
        <th scope="row">${following.nameOf(pairing.first)}</th><td class="pair-score">${this.#score(pairing)}</td>
        <th scope="row">${following.nameOf(pairing.second)}</th></tr>`,
    )}${round.byes.map(({ entrant }) => html`<tr><td></td><th scope="row">${following.nameOf(entrant)}</th><td class="pair-score">${t("tour.byes")}</td><td></td></tr>`)}</tbody></table>`;
  }

  /** A table of more than two players, one below the other. @param {PairingView} pairing */
  #table(pairing) {
    return entrantsOf(pairing).map(
      (entrant, at) => html`<tr><td>${at === 0 ? pairing.table : ""}</td>
        <th scope="row">${this.following.nameOf(entrant)}</th>
        <td class="pair-score">${pairing.decided ? pointsText(pairing.score[at]) : "–"}</td><td></td></tr>`,
    );
  }

  /** @param {PairingView} pairing */
  #score({ games, score, decided }) {
    if (games.length === 1 && games[0].result)
      return (resultSigns(games[0].result) ?? ["", ""]).join(" : ");
    if (!decided && games.every(({ result }) => !result)) return "–";
    return `${pointsText(score[0])} : ${pointsText(score[1])}`;
  }

  #standings() {
    const { following } = this;
    return html`<table><caption>${t("tour.standings")}</caption><tbody>${following.standings.map(
      ({ place, entrant, points }) => html`<tr><td>${place}</td>
        <th scope="row">${following.nameOf(entrant)}</th><td><strong>${pointsText(points)}</strong></td></tr>`,
    )}</tbody></table>`;
  }
}

/** @param {Record<string, string>} params @returns {Promise<Page>} */
export async function open({ id }) {
  const projector = new Projector(id);
  try {
    await Promise.all([loadTournamentWords(), projector.start()]);
  } catch (error) {
    projector.stop();
    throw error;
  }
  return projector;
}
