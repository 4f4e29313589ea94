// The page of a tournament: entry, directing and live results.

import { allVariants, get, Problem, post } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { loadTournamentWords, t, when } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { connection } from "../core/socket.js";
import { LiveBoards } from "../parts/live-boards.js";
import { variantCalled } from "../rules/boards.js";
import { Bracket } from "./tournament/bracket.js";
import { clockCard, hasCountdown } from "./tournament/clock.js";
import { crossTableCard } from "./tournament/cross-table.js";
import { Directing } from "./tournament/directing.js";
import { entrantsCard, playersOf } from "./tournament/entrants.js";
import { Following } from "./tournament/following.js";
import { Log } from "./tournament/log.js";
import { Own } from "./tournament/own.js";
import { Rounds } from "./tournament/rounds.js";
import { Standings } from "./tournament/standings.js";
import { liveGame } from "./tournament/tables.js";
import { Ticker } from "./tournaments/countdown.js";
import { podiumOf } from "./tournaments/places.js";
import { podium } from "./tournaments/podium.js";
import { conditionText, gameText, stageText } from "./tournaments/words.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */

/**
 * Tournament commands; each returns the refusal, if any.
 * @typedef {object} Hands
 * @property {(action: Record<string, unknown>) => Promise<Problem | null>} act
 * @property {() => Promise<Problem | null>} start
 * @property {(players: string[]) => Promise<Problem | null>} enter
 * @property {(players?: string[]) => Promise<Problem | null>} join without names for oneself
 * @property {(entrant?: number) => Promise<Problem | null>} withdraw without an entrant for oneself
 */

/** Number of messages of the directors. */
const MESSAGES = 5;
/** The lists that are printed alone. */
const PRINTED = new Set(["pairings", "standings", "crosstable"]);
/** Maximum number of live boards. */
const WATCHED = 4;

/** @implements {Page} */
class TournamentPage {
  /** @type {VariantView[]} */
  variants = [];
  /** @type {ScheduleView | undefined} */
  schedule;
  trouble = "";
  /** The list that is printed alone; empty for the whole page. */
  printed = "";
  #boards = new LiveBoards();
  #ticker = new Ticker(
    () =>
      this.#boards.contests.length > 0 ||
      (this.following.about !== null && hasCountdown(this.following)),
  );

  /** @param {string} id */
  constructor(id) {
    this.tournament = id;
    this.following = new Following(id, () => this.#changed());
    this.hands = {
      act: (/** @type {Record<string, unknown>} */ action) => this.#ask("/actions", action),
      start: () => this.#ask("/start", {}),
      enter: (/** @type {string[]} */ players) => this.#ask("/join", { players }),
      join: (/** @type {string[] | undefined} */ players) => this.#ask("/join", { players }),
      withdraw: (/** @type {number | undefined} */ entrant) => this.#ask("/withdraw", { entrant }),
    };
    this.directing = new Directing(this.following, this.hands);
    this.rounds = new Rounds(this.following, this.hands);
    this.standings = new Standings(this.following);
    this.bracket = new Bracket(this.following);
    this.own = new Own(this.following, this.hands);
    this.log = new Log(this.following, this.hands);
  }

  title() {
    return this.following.about?.plan.name ?? t("nav.tournaments");
  }

  stop() {
    this.#ticker.stop();
    this.following.stop();
    this.#boards.stop();
  }

  #changed() {
    const { about, rounds } = this.following;
    const games = rounds.flatMap(({ pairings }) => pairings).map(liveGame);
    const live = games.flatMap((game) => (game?.match ? [game.match] : [])).slice(-WATCHED);
    const variant = about?.plan.variant ?? "";
    this.#boards.follow(live.map((match) => /** @type {any} */ ({ match, variant })));
  }

  /** @param {string} path @param {unknown} body @returns {Promise<Problem | null>} the refusal, if any */
  async #ask(path, body) {
    this.trouble = "";
    /** @type {Problem | null} */
    let refused = null;
    try {
      // A new visitor has no session until then.
      await connection.greeted();
      await post(`/tournaments/${this.tournament}${path}`, body);
    } catch (error) {
      this.trouble = refusalWords(error);
      if (error instanceof Problem) refused = error;
    }
    redraw();
    return refused;
  }

  view() {
    const { following, trouble } = this;
    const { about, stagePlan } = following;
    if (!about) return nothing;
    const isKnockout = stagePlan.format.kind === "knockout";
    const word = trouble || following.trouble;
    return html`<div class="tour" data-v=${about.v} data-status=${about.status} data-print=${this.printed}>
      ${this.#head(about)}
      ${word ? html`<p class="trouble" role="alert" id="tour-trouble">${word}</p>` : nothing}
      ${this.#podium(about)}
      ${clockCard(following)}
      ${this.own.card(this.variants)}
      ${following.isDirector ? this.directing.card() : nothing}
      ${this.#stages(about)}
      ${isKnockout ? this.bracket.card() : nothing}
      ${this.#columns()}
      ${
        this.#boards.contests.length > 0
          ? html`<section class="card" id="tour-live"><h2>${t("tour.live")}</h2>${this.#boards.draw()}</section>`
          : nothing
      }
      ${stagePlan.format.kind === "swiss" && following.begun ? crossTableCard(following) : nothing}
      ${this.#takeAway(about)}
      ${this.log.card()}
    </div>`;
  }

  /** Two columns of cards, or the entrants alone before the first stage. */
  #columns() {
    const { following } = this;
    const { kind } = following.stagePlan.format;
    const entrants = entrantsCard(following, this.hands);
    const rounds = following.rounds.length > 0 ? this.rounds.card(this.variants) : nothing;
    if (!following.begun)
      return html`<div class="tour-columns alone"><div>${rounds}${entrants}</div></div>`;
    const isKnown = kind !== "knockout" || following.standings.length > 0;
    // In a round robin everybody meets everybody: the results among them come first.
    const tables = html`${kind === "round_robin" ? crossTableCard(following) : nothing}
      ${isKnown ? this.standings.card() : nothing}`;
    return html`<div class="tour-columns"><div>${tables}</div><div>${rounds}${entrants}</div></div>`;
  }

  /** The podium of the displayed stage, if the tournament ended with it. @param {TournamentView} about */
  #podium({ plan, status, stages }) {
    const { following } = this;
    if (status !== "ended" || stages.at(-1)?.stage !== following.stage) return nothing;
    const steps = podiumOf(following.standings);
    if (steps.length === 0) return nothing;
    const hasGroups = (following.begun?.groups.length ?? 1) > 1;
    return html`<section class="card" id="podium" aria-label=${t("podium.title")}>
      ${hasGroups ? html`<h2>${t("tour.group", { n: following.group + 1 })}</h2>` : nothing}
      ${podium(steps, (entrant) => playersOf(following, entrant), { variant: variantCalled(this.variants, plan.variant) })}</section>`;
  }

  /** @param {TournamentView} about */
  #head({ plan, status, directors, pause, announcements = [] }) {
    const people = directors.map(
      ({ name }, at) =>
        html`${at > 0 ? ", " : nothing}<a href="/players/${encodeURIComponent(name)}">${name}</a>`,
    );
    return html`<header class="tour-head">
      <h1>${plan.name} <span class="tag" id="tour-status">${t(/** @type {Word} */ (`status.${status}`))}</span></h1>
      <p>${gameText(plan, this.variants)}</p>
      ${plan.stages.map((stage) => html`<p class="quiet">${plan.stages.length > 1 ? html`<strong>${stage.name}:</strong> ` : nothing}${stageText(stage).join(" · ")}</p>`)}
      ${plan.entry?.length ? html`<p class="quiet">${t("tour.asked", { what: plan.entry.map(conditionText).join("; ") })}</p>` : nothing}
      <p class="quiet">${t("tour.directors")} ${people}</p>
      ${this.schedule ? html`<p class="quiet" id="tour-schedule">${t("schedule.part_of")} <a href="/schedules/${this.schedule.schedule}">${this.schedule.plan.name}</a></p>` : nothing}
    </header>
    ${pause ? html`<p class="hint" id="tour-paused" role="status">${t("desk.paused", { since: when(pause.since) })}</p>` : nothing}
    ${announcements.length > 0 ? html`<section class="card" id="announcements"><h2>${t("desk.messages")}</h2><ul class="bare">${announcements.slice(0, MESSAGES).map(({ at, text }) => html`<li><span class="quiet">${when(at)}</span> ${text}</li>`)}</ul></section>` : nothing}`;
  }

  /** The selectable stages and groups. @param {TournamentView} about */
  #stages({ plan, stages }) {
    const { following } = this;
    const groups = following.begun?.groups.length ?? 1;
    if (plan.stages.length === 1 && groups <= 1) return nothing;
    const chip = (
      /** @type {string} */ of,
      /** @type {number} */ at,
      /** @type {string} */ words,
      /** @type {boolean} */ isOn,
      /** @type {() => void} */ choose,
    ) =>
      html`<label class="chip"><input type="radio" name=${of} value=${at} .checked=${isOn} @change=${choose} /><span>${words}</span></label>`;
    return html`<div class="row tour-stages">
      ${
        plan.stages.length > 1
          ? html`<fieldset class="chips" id="stages"><legend class="visually-hidden">${t("tour.stages")}</legend>
            ${plan.stages.map(({ name }, at) => chip("stage", at, `${name}${stages[at] ? "" : ` (${t("tour.to_come")})`}`, at === following.stage, () => this.#showStage(at)))}</fieldset>`
          : nothing
      }
      ${
        groups > 1
          ? html`<fieldset class="chips" id="groups"><legend class="visually-hidden">${t("tour.groups")}</legend>
            ${Array.from({ length: groups }, (_, at) => chip("group", at, t("tour.group", { n: at + 1 }), at === following.group, () => following.showGroup(at)))}</fieldset>`
          : nothing
      }
    </div>`;
  }

  /** @param {number} stage */
  #showStage(stage) {
    this.rounds.round = null;
    history.replaceState(null, "", `/tournaments/${this.tournament}?stage=${stage}`);
    this.following.show(stage);
    redraw();
  }

  /** @param {TournamentView} about */
  #takeAway({ plan, stages }) {
    const { following } = this;
    const base = `/api/v1/tournaments/${this.tournament}`;
    const isSwiss = plan.stages[following.stage].format.kind === "swiss";
    const link = (
      /** @type {string} */ path,
      /** @type {Word} */ word,
      /** @type {string} */ file,
    ) => html`<a class="button small" href=${`${base}${path}`} download=${file}>${t(word)}</a>`;
    return html`<section class="card" id="take-away"><h2>${t("tour.take_away")}</h2><div class="row">
      ${isSwiss && following.begun ? link(`/report?stage=${following.stage}`, "tour.trf", "tournament.trf") : nothing}
      ${link("/export", "tour.json", "tournament.json")}
      ${stages.length > 0 ? link("/record", "tour.record", "tournament.txt") : nothing}
      <button class="small" id="print" @click=${() => print()}>${t("tour.print")}</button>
      ${following.isDirector ? html`<a class="button small" id="desk-link" href="/tournaments/${this.tournament}/desk">${t("desk.title")}</a>` : nothing}
      <a class="button small" id="projector-link" href="/tournaments/${this.tournament}/projector">${t("projector.open")}</a>
    </div></section>`;
  }
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ id }, query) {
  const page = new TournamentPage(id);
  const wanted = query.get("stage");
  try {
    [page.variants, page.schedule] = await Promise.all([
      allVariants(),
      // The page is complete without its schedule.
      get(`/schedules?tournament=${id}`).then(
        ({ items }) => items[0],
        () => undefined,
      ),
      loadTournamentWords(),
      page.following.start(wanted === null ? null : Number(wanted)),
    ]);
  } catch (error) {
    page.stop();
    const words = refusalWords(error);
    const isMissing = error instanceof Problem && error.status < 500 && error.status > 0;
    return {
      title: () => t("nav.tournaments"),
      view: () => html`<section class="plain"><h1>${t("nav.tournaments")}</h1>
        <p id="no-tournament">${isMissing ? t("tour.missing") : words}</p>
        <p><a class="button primary" href="/tournaments">${t("tour.all")}</a></p></section>`,
    };
  }
  const list = query.get("print") ?? "";
  if (PRINTED.has(list)) {
    page.printed = list;
    // The dialog of the browser also saves as PDF. It shows what is drawn.
    requestAnimationFrame(() => setTimeout(() => print()));
  }
  return page;
}
