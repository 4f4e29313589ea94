// The desk of a tournament's directors: games under way, absences, pauses, penalties, messages.

import { get, post } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { loadTournamentWords, t, when } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { connection } from "../../core/socket.js";
import { LiveBoards } from "../../parts/live-boards.js";
import { Following } from "../tournament/following.js";
import { Ticker } from "../tournaments/countdown.js";
import { EngineUse, engineCard } from "./engine-use.js";
import { Games } from "./games.js";

/** @typedef {import("../../core/router.js").Page} Page */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** Interval in milliseconds at which presence is read again. */
const EVERY_MS = 4_000;
/** Maximum number of small boards. */
const BOARDS = 16;
/** The lists that are printed one by one. */
const PRINTED = /** @type {const} */ (["pairings", "standings", "crosstable"]);

/** @implements {Page} */
class Desk {
  /** @type {DeskView | null} */
  desk = null;
  trouble = "";
  #boards = new LiveBoards();
  #ticker = new Ticker(() => true);
  #timer = setInterval(() => this.look(), EVERY_MS);

  /** @param {string} id */
  constructor(id) {
    this.tournament = id;
    this.following = new Following(id, () => this.look());
    this.games = new Games(this);
    this.engine = new EngineUse(this);
  }

  title() {
    return `${t("desk.title")} · ${this.following.about?.plan.name ?? ""}`;
  }

  async start() {
    await connection.greeted();
    this.desk = await get(`/tournaments/${this.tournament}/desk`);
    await this.following.start(null);
    this.#follow();
  }

  stop() {
    clearInterval(this.#timer);
    this.#ticker.stop();
    this.following.stop();
    this.#boards.stop();
    this.engine.stop();
  }

  async look() {
    try {
      this.desk = await get(`/tournaments/${this.tournament}/desk`);
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    this.#follow();
    redraw();
  }

  #follow() {
    const games = this.desk?.games ?? [];
    const live = games.flatMap(({ match }) => (match ? [match] : [])).slice(0, BOARDS);
    this.#boards.follow(live.map(({ match, variant }) => /** @type {any} */ ({ match, variant })));
  }

  /** Carries out an action. Returns true unless it was refused. @param {Record<string, unknown>} action */
  async act(action) {
    this.trouble = "";
    let isDone = true;
    try {
      await post(`/tournaments/${this.tournament}/actions`, action);
    } catch (error) {
      this.trouble = refusalWords(error);
      isDone = false;
    }
    await this.look();
    return isDone;
  }

  view() {
    const { desk, following, trouble } = this;
    const { about } = following;
    if (!desk || !about) return nothing;
    return html`<div class="tour desk" id="desk" data-v=${desk.v}>
      <header class="tour-head"><h1>${t("desk.title")}</h1>
        <p><a href="/tournaments/${this.tournament}">${about.plan.name}</a></p></header>
      ${trouble ? html`<p class="trouble" role="alert" id="desk-trouble">${trouble}</p>` : nothing}
      ${this.#play(desk, about)}
      ${this.games.card(desk)}
      ${this.#boards.contests.length > 0 ? html`<section class="card" id="desk-boards"><h2>${t("tour.live")}</h2>${this.#boards.draw()}</section>` : nothing}
      ${this.#messages(about)}
      ${this.#penalties(desk)}
      ${engineCard(this.engine)}
      ${this.#printing()}
    </div>`;
  }

  /** Pause, resumption and undo. @param {DeskView} desk @param {TournamentView} about */
  #play({ pause, last_action }, { status }) {
    const isRunning = status === "running";
    return html`<section class="card" id="desk-play"><div class="row">
      ${isRunning && !pause ? html`<button id="pause" @click=${() => this.act({ do: "pause" })}>${t("desk.pause")}</button>` : nothing}
      ${pause ? html`<button id="resume" class="primary" @click=${() => this.act({ do: "resume" })}>${t("desk.resume")}</button>` : nothing}
      ${last_action ? html`<button id="undo" @click=${() => this.act({ do: "undo", action: last_action.action })}>${t("desk.undo")}</button>` : nothing}
      <a class="button" href="/tournaments/${this.tournament}/projector">${t("projector.open")}</a></div>
      ${pause ? html`<p id="paused" role="status">${t("desk.paused", { since: when(pause.since) })}</p>` : nothing}
      ${last_action ? html`<p class="quiet">${t("desk.last", { what: this.#actionText(last_action.event), who: last_action.by?.name ?? "", at: when(last_action.at) })}</p>` : nothing}
    </section>`;
  }

  /** The kind of an action without its details, which are in the log. @param {string} kind */
  #actionText(kind) {
    const values = { who: "", pair: "", n: "", stage: "", result: "", action: "" };
    return t(/** @type {Word} */ (`log.${kind}`), values).trim();
  }

  /** @param {TournamentView} about */
  #messages({ announcements = [] }) {
    const send = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const text = String(new FormData(form).get("text") ?? "").trim();
      if (text && (await this.act({ do: "announce", text }))) form.reset();
    };
    return html`<section class="card" id="desk-messages"><h2>${t("desk.messages")}</h2>
      <form class="row" id="announce" @submit=${send}>
        <label class="grow"><span class="visually-hidden">${t("desk.message")}</span>
          <input name="text" maxlength="500" required placeholder=${t("desk.message")} /></label>
        <button class="primary">${t("desk.send")}</button></form>
      ${announcements.length > 0 ? html`<ul class="bare">${announcements.map(({ at, text }) => html`<li><span class="quiet">${when(at)}</span> ${text}</li>`)}</ul>` : nothing}
    </section>`;
  }

  /** @param {DeskView} desk */
  #penalties({ penalties }) {
    if (penalties.length === 0) return nothing;
    return html`<section class="card" id="desk-penalties"><h2>${t("desk.penalties")}</h2>
      <ul class="bare">${penalties.map(
        ({ at, entrant, penalty, reason }) =>
          html`<li><span class="quiet">${when(at)}</span> <strong>${this.following.nameOf(entrant)}</strong>: ${t(/** @type {Word} */ (`penalty.${penalty.kind}`))}${penalty.kind === "time" ? ` (${penalty.ms / 1000} s)` : ""} – ${reason}</li>`,
      )}</ul></section>`;
  }

  #printing() {
    const path = `/tournaments/${this.tournament}`;
    return html`<section class="card" id="desk-print"><h2>${t("desk.print")}</h2><div class="row">
      ${PRINTED.map((list) => html`<a class="button small" data-print=${list} href="${path}?print=${list}">${t(/** @type {Word} */ (`desk_print.${list}`))}</a>`)}
    </div></section>`;
  }
}

/** @param {Record<string, string>} params @returns {Promise<Page>} */
export async function open({ id }) {
  const desk = new Desk(id);
  try {
    await Promise.all([loadTournamentWords(), desk.start()]);
  } catch (error) {
    desk.stop();
    const words = refusalWords(error);
    return {
      title: () => t("desk.title"),
      view: () => html`<section class="plain"><h1>${t("desk.title")}</h1>
        <p id="no-desk" role="alert">${words}</p>
        <p><a class="button primary" href="/tournaments/${id}">${t("desk.to_tournament")}</a></p></section>`,
    };
  }
  return desk;
}
