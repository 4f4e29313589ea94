// Lists of running, upcoming and finished tournaments.

import { allVariants, get } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { loadTournamentWords, t, when } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { formatText, gameText } from "./tournaments/words.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */

/** The listed statuses in order. */
const SHELVES = /** @type {const} */ (["running", "open", "ended"]);
/** Interval in milliseconds between reloads. */
const LOOK_EVERY = 20_000;

class Tournaments {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {Record<typeof SHELVES[number], {items: TournamentItem[], next: string | null}>} */
  shelves = {
    running: { items: [], next: null },
    open: { items: [], next: null },
    ended: { items: [], next: null },
  };
  trouble = "";
  isLoaded = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  start() {
    this.#timer = setInterval(() => !document.hidden && this.look(), LOOK_EVERY);
    return this.look();
  }

  stop() {
    clearInterval(this.#timer);
  }

  async look() {
    try {
      await Promise.all(SHELVES.map((status) => this.#look(status)));
      this.trouble = "";
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    this.isLoaded = true;
    redraw();
  }

  /** @param {typeof SHELVES[number]} status */
  async #look(status) {
    const { items, next } = await get(`/tournaments?status=${status}&limit=20`);
    const known = this.shelves[status].items;
    // Additionally loaded entries stay.
    const isMore = known.length > items.length && next !== null;
    const rest = known.filter(({ tournament }) => tournament < (next ?? ""));
    this.shelves[status] = {
      items: isMore ? [...items, ...rest] : items,
      next: isMore ? this.shelves[status].next : next,
    };
  }

  /** @param {typeof SHELVES[number]} status */
  async #more(status) {
    const shelf = this.shelves[status];
    try {
      const { items, next } = await get(
        `/tournaments?status=${status}&limit=20&cursor=${shelf.next}`,
      );
      this.shelves[status] = { items: [...shelf.items, ...items], next };
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  view() {
    return html`<div class="plain wide tours">
      <div class="row tours-head"><h1>${t("nav.tournaments")}</h1>
        <a class="button primary" id="make" href="/tournaments/new">${t("tours.make")}</a></div>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${SHELVES.map((status) => this.#shelf(status))}
    </div>`;
  }

  /** @param {typeof SHELVES[number]} status */
  #shelf(status) {
    const { items, next } = this.shelves[status];
    return html`<section class="card" id=${`tours-${status}`}>
      <h2>${t(/** @type {Word} */ (`tours.${status}`))}</h2>
      ${
        items.length === 0 && this.isLoaded
          ? html`<p class="quiet">${t(/** @type {Word} */ (`tours.no_${status}`))}</p>`
          : nothing
      }
      <ul class="bare tour-list">${items.map((item) => this.#item(item))}</ul>
      ${next ? html`<button class="small" @click=${() => this.#more(status)}>${t("profile.more")}</button>` : nothing}
    </section>`;
  }

  /** @param {TournamentItem} item */
  #item({ tournament, plan, entrants, by, created_at, status }) {
    const begins = status === "open" && plan.begins_at;
    return html`<li><a href="/tournaments/${tournament}">
      <strong class="one-line">${plan.name}</strong>
      <span class="tag">${t("tours.entrants", { n: entrants })}</span>
      <span class="what">${gameText(plan, this.variants)} · ${plan.stages.map(({ format }) => formatText(format)).join(" → ")}</span>
      <span class="quiet">${begins ? t("tours.begins", { when: when(begins) }) : t("tours.made", { who: by?.name ?? "", when: when(created_at) })}</span>
    </a></li>`;
  }
}

/** @returns {Promise<Page>} */
export async function open() {
  const tournaments = new Tournaments();
  [tournaments.variants] = await Promise.all([allVariants(), loadTournamentWords()]);
  await tournaments.start();
  return {
    view: () => tournaments.view(),
    title: () => t("nav.tournaments"),
    stop: () => tournaments.stop(),
  };
}
