// The page of a schedule: its times, its tournaments and its standings.

import { allVariants, get, post } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { loadTournamentWords, t, when } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { session } from "../core/session.js";
import { scheduleTimes } from "./tournaments/schedules.js";
import { formatText, gameText } from "./tournaments/words.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */

class SchedulePage {
  trouble = "";
  /** @type {TournamentItem[]} */
  tournaments = [];
  /** @type {string | null} */
  next = null;

  /** @param {ScheduleView} schedule @param {ScheduleStandingView[]} standings @param {VariantView[]} variants */
  constructor(schedule, standings, variants) {
    this.schedule = schedule;
    this.standings = standings;
    this.variants = variants;
  }

  async more() {
    const cursor = this.next ? `&cursor=${this.next}` : "";
    try {
      const { items, next } = await get(
        `/schedules/${this.schedule.schedule}/tournaments?limit=20${cursor}`,
      );
      this.tournaments = [...this.tournaments, ...items];
      this.next = next;
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  async #end() {
    if (!confirm(t("schedule.end_sure"))) return;
    try {
      this.schedule = await post(`/schedules/${this.schedule.schedule}/end`, {});
      this.trouble = "";
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  view() {
    const { schedule, trouble } = this;
    const { plan, by, next_begins_at } = schedule;
    const isOwn = by !== null && by.id === session.player?.id;
    return html`<div class="plain wide tours" id="schedule">
      <header class="tour-head"><h1>${plan.name}</h1>
        <p>${gameText(plan, this.variants)} · ${plan.stages.map(({ format }) => formatText(format)).join(" → ")}</p>
        <p id="schedule-times">${scheduleTimes(schedule)}</p>
        <p class="quiet">${next_begins_at ? t("schedule.creates", { when: when(next_begins_at) }) : t("schedule.ended")}
          ${by ? html`· ${t("tour.directors")} <a href="/players/${encodeURIComponent(by.name)}">${by.name}</a>` : nothing}</p>
        ${isOwn && next_begins_at ? html`<p><button class="small" id="schedule-end" @click=${() => this.#end()}>${t("schedule.end")}</button></p>` : nothing}
      </header>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
      ${this.#standings()}
      ${this.#tournaments()}
    </div>`;
  }

  #standings() {
    if (this.standings.length === 0) return nothing;
    const { points, best } = this.schedule.scoring;
    return html`<section class="card"><h2>${t("schedule.standings")}</h2>
      <div class="scroll"><table id="schedule-standings"><thead><tr>
        <th scope="col">${t("schedule.place")}</th><th scope="col">${t("schedule.player")}</th>
        <th scope="col">${t("schedule.points")}</th><th scope="col">${t("schedule.wins")}</th>
        <th scope="col">${t("schedule.played")}</th></tr></thead><tbody>
        ${this.standings.map(
          (
            it,
          ) => html`<tr><td>${it.place}</td><th scope="row"><a href="/players/${encodeURIComponent(it.player.name)}">${it.player.name}</a></th>
          <td>${it.points}</td><td>${it.wins}</td><td>${it.played}</td></tr>`,
        )}</tbody></table></div>
      <p class="quiet">${t("schedule.scoring", { points: points.join(", ") })}
        ${best ? t("schedule.best", { n: best }) : nothing}</p></section>`;
  }

  #tournaments() {
    if (this.tournaments.length === 0) return nothing;
    return html`<section class="card"><h2>${t("nav.tournaments")}</h2>
      <ul class="bare" id="schedule-tournaments">${this.tournaments.map(
        ({ tournament, plan, status, entrants }) =>
          html`<li class="row"><a href="/tournaments/${tournament}">${plan.name}</a>
            <span class="tag">${t(/** @type {Word} */ (`status.${status}`))}</span>
            <span class="quiet">${plan.begins_at ? when(plan.begins_at) : nothing} · ${t("tours.entrants", { n: entrants })}</span></li>`,
      )}</ul>
      ${this.next ? html`<button class="small" @click=${() => this.more()}>${t("profile.more")}</button>` : nothing}</section>`;
  }
}

/** @param {Record<string, string>} params @returns {Promise<Page>} */
export async function open({ id }) {
  const [schedule, { items }, variants] = await Promise.all([
    get(`/schedules/${id}`),
    get(`/schedules/${id}/standings`),
    allVariants(),
    loadTournamentWords(),
  ]);
  const page = new SchedulePage(schedule, items, variants);
  await page.more();
  return { view: () => page.view(), title: () => schedule.plan.name };
}
