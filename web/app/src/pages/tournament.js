// The page of a tournament: entry, directing and live results.

import { allVariants, get, Problem, post } from "../core/api.js";
import { comeTo } from "../core/calls.js";
import { html, nothing, redraw } from "../core/dom.js";
import { loadTournamentWords, t, when } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { session } from "../core/session.js";
import { connection } from "../core/socket.js";
import { LiveBoards } from "../parts/live-boards.js";
import { variantCalled } from "../rules/boards.js";
import { bracketCard } from "./tournament/bracket.js";
import { crossTableCard } from "./tournament/cross-table.js";
import { Directing } from "./tournament/directing.js";
import { entrantsCard } from "./tournament/entrants.js";
import { Following } from "./tournament/following.js";
import { Log } from "./tournament/log.js";
import { Rounds } from "./tournament/rounds.js";
import { Standings } from "./tournament/standings.js";
import { isOf, liveGame } from "./tournament/tables.js";
import { conditionText, gameText, stageText } from "./tournaments/words.js";

/** @typedef {import("../core/router.js").Page} Page */
/** @typedef {import("../core/i18n.js").Word} Word */

/**
 * Tournament commands; each returns the refusal, if any.
 * @typedef {object} Hands
 * @property {(action: Record<string, unknown>) => Promise<Problem | null>} act
 * @property {() => Promise<Problem | null>} start
 * @property {(players: string[]) => Promise<Problem | null>} enter
 * @property {(entrant: number) => Promise<Problem | null>} withdraw
 */

/** Maximum number of live boards. */
const WATCHED = 4;

/** @implements {Page} */
class TournamentPage {
  /** @type {VariantView[]} */
  variants = [];
  trouble = "";
  /** The player's verdicts for the conditions of entry. @type {VerdictView[]} */
  verdicts = [];
  isLeaving = false;
  partner = "";
  #boards = new LiveBoards();
  #clock = setInterval(() => this.#boards.contests.length > 0 && redraw(), 1000);

  /** @param {string} id */
  constructor(id) {
    this.tournament = id;
    this.following = new Following(id, () => this.#changed());
    this.hands = {
      act: (/** @type {Record<string, unknown>} */ action) => this.#ask("/actions", action),
      start: () => this.#ask("/start", {}),
      enter: (/** @type {string[]} */ players) => this.#ask("/join", { players }),
      withdraw: (/** @type {number} */ entrant) => this.#ask("/withdraw", { entrant }),
    };
    this.directing = new Directing(this.following, this.hands);
    this.rounds = new Rounds(this.following, this.hands);
    this.standings = new Standings(this.following);
    this.log = new Log(this.following, this.hands);
  }

  title() {
    return this.following.about?.plan.name ?? t("nav.tournaments");
  }

  stop() {
    clearInterval(this.#clock);
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

  async #join() {
    const partner = this.partner.trim();
    const own = session.player?.name;
    const refused = await this.#ask("/join", partner ? { players: [own, partner] } : {});
    if (refused?.reason === "not_admitted") {
      const { items } = await get(`/tournaments/${this.tournament}/verdicts`).catch(() => ({
        items: [],
      }));
      this.verdicts = items;
      redraw();
    }
  }

  async #leave() {
    this.isLeaving = false;
    await this.#ask("/withdraw", {});
  }

  view() {
    const { following, trouble } = this;
    const { about, stagePlan } = following;
    if (!about) return nothing;
    const isArena = stagePlan.format.kind === "arena";
    const isKnockout = stagePlan.format.kind === "knockout";
    const word = trouble || following.trouble;
    return html`<div class="tour" data-v=${about.v} data-status=${about.status}>
      ${this.#head(about)}
      ${word ? html`<p class="trouble" role="alert" id="tour-trouble">${word}</p>` : nothing}
      ${this.#own(about)}
      ${following.isDirector ? this.directing.card() : nothing}
      ${this.#stages(about)}
      ${isKnockout && following.bracket ? bracketCard(following) : nothing}
      <div class="tour-columns">
        ${following.begun && !isKnockout ? this.standings.card() : nothing}
        ${following.rounds.length > 0 ? this.rounds.card() : nothing}
        ${isKnockout && following.standings.length > 0 ? this.standings.card() : nothing}
        ${entrantsCard(following, this.hands)}
      </div>
      ${
        this.#boards.contests.length > 0
          ? html`<section class="card" id="tour-live"><h2>${t("tour.live")}</h2>${this.#boards.draw()}</section>`
          : nothing
      }
      ${following.begun && !isKnockout && !isArena ? crossTableCard(following) : nothing}
      ${this.#takeAway(about)}
      ${this.log.card()}
    </div>`;
  }

  /** @param {TournamentView} about */
  #head({ plan, status, directors }) {
    const begins = status === "open" && plan.begins_at;
    const people = directors.map(
      ({ name }, at) =>
        html`${at > 0 ? ", " : nothing}<a href="/players/${encodeURIComponent(name)}">${name}</a>`,
    );
    return html`<header class="tour-head">
      <h1>${plan.name} <span class="tag" id="tour-status">${t(/** @type {Word} */ (`status.${status}`))}</span></h1>
      <p>${gameText(plan, this.variants)}</p>
      ${plan.stages.map((stage) => html`<p class="quiet">${plan.stages.length > 1 ? html`<strong>${stage.name}:</strong> ` : nothing}${stageText(stage).join(" · ")}</p>`)}
      ${plan.entry?.length ? html`<p class="quiet">${t("tour.asked", { what: plan.entry.map(conditionText).join("; ") })}</p>` : nothing}
      ${begins ? html`<p>${t("tours.begins", { when: when(begins) })}</p>` : nothing}
      <p class="quiet">${t("tour.directors")} ${people}</p>
    </header>`;
  }

  /** The player's own actions. @param {TournamentView} about */
  #own(about) {
    const { own } = this.following;
    const isOver = about.status === "ended" || about.status === "cancelled";
    if (isOver) return nothing;
    if (!own) return this.#joining(about);
    if (own.withdrawn) {
      return html`<section class="card row" id="own"><p>${t("tour.you_withdrew")}</p>
        <button id="return" @click=${() => this.hands.act({ do: "return" })}>${t("tour.return")}</button></section>`;
    }
    return html`<section class="card row" id="own">
      ${this.#nextGames(own)}
      ${
        this.isLeaving
          ? html`<p>${t("tour.withdraw_sure")}</p>
            <button class="danger small" id="withdraw-sure" @click=${() => this.#leave()}>${t("tour.withdraw")}</button>
            <button class="small" @click=${() => this.#setLeaving(false)}>${t("confirm.no")}</button>`
          : html`<button class="small" id="withdraw" @click=${() => this.#setLeaving(true)}>${t("tour.withdraw")}</button>`
      }
    </section>`;
  }

  /** @param {boolean} isLeaving */
  #setLeaving(isLeaving) {
    this.isLeaving = isLeaving;
    redraw();
  }

  /** @param {EntrantView} own */
  #nextGames({ entrant }) {
    const { following } = this;
    const pairings = following.rounds.flatMap((round) => round.pairings);
    const open = pairings.filter((each) => isOf(each, entrant) && !each.decided);
    if (open.length > 0) return open.map((pairing) => this.#nextGame(pairing, entrant));
    const isOpen = following.about?.status === "open";
    return html`<p role="status">${t(isOpen ? "tour.you_are_in" : "tour.wait")}</p>`;
  }

  /** @param {PairingView} pairing @param {number} entrant */
  #nextGame(pairing, entrant) {
    const who = this.following.nameOf(pairing.first === entrant ? pairing.second : pairing.first);
    const game = liveGame(pairing);
    if (game?.match) {
      return html`<div class="row own-game"><p role="status">${t("tour.playing", { who })}</p>
        <a class="button primary" data-to-game href="/m/${game.match}">${t("call.go")}</a></div>`;
    }
    const isReady = pairing.ready.includes(entrant);
    const mayBeReady = !isReady && pairing.games.length === 0 && this.#asksWhoIsThere(pairing);
    return html`<div class="row own-game"><p role="status">${t("tour.you_meet", { who, n: pairing.round })}
        ${isReady ? t("tour.you_are_ready") : nothing}</p>
      ${
        mayBeReady
          ? html`<button class="primary" data-here @click=${() => comeTo(this.tournament, pairing.pairing)}>${t("call.ready")}</button>`
          : nothing
      }</div>`;
  }

  /** True if the pairing waits for players to report as ready. @param {PairingView} pairing */
  #asksWhoIsThere({ round }) {
    const { stagePlan, rounds } = this.following;
    if (stagePlan.start?.by === "agreement") return true;
    return Boolean(stagePlan.no_show_ms && rounds.find((each) => each.round === round)?.began_at);
  }

  /** @param {TournamentView} about */
  #joining({ plan, status }) {
    const isArena = plan.stages[0].format.kind === "arena";
    if (status !== "open" && !plan.late && !isArena) return nothing;
    const seats = variantCalled(this.variants, plan.variant)?.seats.length ?? 2;
    return html`<section class="card" id="own"><div class="row">
      ${
        seats > 2
          ? html`<label for="partner">${t("tour.partner")}</label>
            <input id="partner" autocomplete="off" .value=${this.partner} @input=${(
              /** @type {Event} */ e,
            ) => {
              if (e.target instanceof HTMLInputElement) this.partner = e.target.value;
            }} />`
          : nothing
      }
      <button class="primary" id="join" @click=${() => this.#join()}>${t("tour.join")}</button></div>
      ${this.verdicts.length > 0 ? this.#verdicts() : nothing}
    </section>`;
  }

  #verdicts() {
    return html`<ul class="bare" id="verdicts">${this.verdicts.map(
      ({ condition, met }) => html`<li>${met ? "✓" : "✗"} ${conditionText(condition)}
        <span class="visually-hidden">${t(met ? "tour.met" : "tour.unmet")}</span></li>`,
    )}</ul>`;
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
    </div></section>`;
  }
}

/** @param {Record<string, string>} params @param {URLSearchParams} query @returns {Promise<Page>} */
export async function open({ id }, query) {
  const page = new TournamentPage(id);
  const wanted = query.get("stage");
  try {
    [page.variants] = await Promise.all([
      allVariants(),
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
  return page;
}
