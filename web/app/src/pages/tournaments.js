// Lists of running, upcoming and finished tournaments.

import { allVariants, get } from "../core/api.js";
import { html, nothing, redraw, repeat } from "../core/dom.js";
import { loadTournamentWords, t, when } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { connection } from "../core/socket.js";
import { variantCalled } from "../rules/boards.js";
import { countdown, Ticker } from "./tournaments/countdown.js";
import { fieldDrawing, formatDrawing } from "./tournaments/drawings.js";
import { podium } from "./tournaments/podium.js";
import { Podiums } from "./tournaments/podiums.js";
import { scheduleLinks } from "./tournaments/schedules.js";
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
  /** @type {ScheduleView[]} */
  schedules = [];
  trouble = "";
  isLoaded = false;
  #podiums = new Podiums();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #ticker = new Ticker(() => this.shelves.open.items.some(({ plan }) => plan.begins_at));

  start() {
    this.#timer = setInterval(() => !document.hidden && this.look(), LOOK_EVERY);
    return this.look();
  }

  stop() {
    clearInterval(this.#timer);
    this.#ticker.stop();
    this.#podiums.stop();
  }

  async look() {
    try {
      const [{ items }] = await Promise.all([
        get("/schedules"),
        ...SHELVES.map((status) => this.#look(status)),
      ]);
      this.schedules = items;
      this.trouble = "";
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    this.isLoaded = true;
    this.#podiums.load(this.shelves.ended.items);
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
      if (status === "ended") this.#podiums.load(this.shelves.ended.items);
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  view() {
    const isEmpty =
      this.isLoaded && !this.trouble && SHELVES.every((of) => this.shelves[of].items.length === 0);
    return html`<div class="plain wide tours">
      <div class="row tours-head"><h1>${t("nav.tournaments")}</h1>
        ${isEmpty ? nothing : html`<a class="button primary" id="make" href="/tournaments/new">${t("tours.make")}</a>`}</div>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${isEmpty ? this.#welcome() : SHELVES.map((status) => this.#shelf(status))}
      ${scheduleLinks(this.schedules)}
      <p class="quiet" id="tours-follow">${t("tours.follow")}
        <a href="/tournaments.ics" download>${t("tours.calendar")}</a> ·
        <a href="/tournaments.atom" target="_blank">${t("tours.feed")}</a></p>
    </div>`;
  }

  /** The page of a server without tournaments. */
  #welcome() {
    return html`<section class="card tours-welcome" id="tours-welcome">${fieldDrawing()}
      <h2>${t("tours.first")}</h2><p>${t("tours.first_how")}</p>
      <p><a class="button primary big" id="make" href="/tournaments/new">${t("tours.make")}</a></p></section>`;
  }

  /** @param {typeof SHELVES[number]} status */
  #shelf(status) {
    const { items, next } = this.shelves[status];
    if (items.length === 0) return nothing;
    return html`<section class="card" id=${`tours-${status}`}>
      <h2>${t(/** @type {Word} */ (`tours.${status}`))}</h2>
      <ul class="bare tour-list">${repeat(
        this.#inOrder(status),
        ({ tournament }) => tournament,
        (item) => this.#item(item),
      )}</ul>
      ${next ? html`<button class="small" @click=${() => this.#more(status)}>${t("profile.more")}</button>` : nothing}
    </section>`;
  }

  /** Upcoming tournaments by their start, those without a time last; the others newest first. @param {typeof SHELVES[number]} status */
  #inOrder(status) {
    const { items } = this.shelves[status];
    if (status !== "open") return items;
    const start = (/** @type {TournamentItem} */ { plan }) =>
      plan.begins_at ? Date.parse(plan.begins_at) : Number.MAX_VALUE;
    return [...items].sort((a, b) => start(a) - start(b));
  }

  /** @param {TournamentItem} item */
  #item(item) {
    const { tournament, plan, entrants, status } = item;
    const steps = this.#podiums.of(tournament);
    return html`<li><a href="/tournaments/${tournament}" data-tournament=${tournament}>
      ${formatDrawing(plan.stages[plan.stages.length - 1].format.kind)}
      <strong class="one-line">${plan.name}</strong>
      <span class="tag">${t("tours.entrants", { n: entrants })}</span>
      <span class="what">${gameText(plan, this.variants)} · ${plan.stages.map(({ format }) => formatText(format)).join(" → ")}</span>
      <span class="quiet">${this.#time(item)}</span>
      ${status === "ended" && steps ? podium(steps.steps, (entrant) => steps.names.get(entrant) ?? "", { isSmall: true, variant: variantCalled(this.variants, plan.variant) }) : nothing}
    </a></li>`;
  }

  /** @param {TournamentItem} item */
  #time({ plan, status, by, created_at }) {
    if (status !== "open" || !plan.begins_at)
      return t("tours.made", { who: by?.name ?? "", when: when(created_at) });
    const at = Date.parse(plan.begins_at);
    const begins = t("tours.begins", { when: when(plan.begins_at) });
    // The next reload shows it among the running ones.
    return at <= connection.now() ? begins : html`${begins} · ${countdown(at)}`;
  }
}

/** @returns {Promise<Page>} */
export async function open() {
  const tournaments = new Tournaments();
  const [variants] = await Promise.all([
    allVariants(),
    loadTournamentWords(),
    tournaments.start(),
  ]).catch((error) => {
    tournaments.stop();
    throw error;
  });
  tournaments.variants = variants;
  return {
    view: () => tournaments.view(),
    title: () => t("nav.tournaments"),
    stop: () => tournaments.stop(),
  };
}
