// The log of a tournament, with undo for directors.

import { html, nothing, redraw } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { entrantsOf, resultSigns } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** Events that are not a director's, or cannot be undone. */
const NOT_UNDONE = new Set(["created", "entered", "ready", "undone", "ended", "cancelled"]);

export class Log {
  /** @param {Following} following @param {import("../tournament.js").Hands} hands */
  constructor(following, hands) {
    this.following = following;
    this.hands = hands;
  }

  card() {
    const { log } = this.following;
    return html`<details class="card" id="log" @toggle=${(/** @type {Event} */ e) => {
      if (e.target instanceof HTMLDetailsElement && e.target.open) this.#open();
    }}><summary>${t("tour.log")}</summary>
      ${log ? html`<ol class="bare log" reversed>${[...log].reverse().map((entry) => this.#entry(entry, log))}</ol>` : nothing}</details>`;
  }

  async #open() {
    if (this.following.log) return;
    try {
      await this.following.openLog();
    } catch (error) {
      this.following.trouble = refusalWords(error);
      redraw();
    }
  }

  /** @param {TournamentEntry} entry @param {TournamentEntry[]} log */
  #entry(entry, log) {
    const { v, action, by, event, now } = entry;
    const isUndone = log.some(({ event: it }) => it.t === "undone" && it.action === action);
    const directs = this.following.about?.directors.some(({ id }) => id === by?.id);
    const mayUndo =
      this.following.isDirector && directs && v === action && !NOT_UNDONE.has(event.t) && !isUndone;
    return html`<li class=${isUndone ? "undone" : ""} data-event=${event.t}><span class="quiet">${when(now)}</span>
      <span>${this.#words(event)}</span>
      <span class="quiet">${by?.name ?? t("log.server")}${isUndone ? ` · ${t("log.is_undone")}` : ""}</span>
      ${mayUndo ? html`<button class="small" data-undo=${action} @click=${() => this.hands.act({ do: "undo", action })}>${t("log.undo")}</button>` : nothing}</li>`;
  }

  /** @param {TournamentEvent} event */
  #words(event) {
    const { following } = this;
    const name = (/** @type {number} */ entrant) => following.nameOf(entrant);
    const pairing = following.rounds
      .flatMap(({ pairings }) => pairings)
      .find((each) => each.pairing === event.pairing);
    const entrants = pairing ? entrantsOf(pairing) : [];
    const signs = resultSigns(event.result, entrants.length || 2) ?? [];
    const game = pairing?.games.find((each) => each.game === event.game);
    // Sides alternate between games; results are shown for the sides of the pairing.
    if (game && game.first !== pairing?.first) signs.reverse();
    const who = [event.entrant, ...(event.pair ?? event.losers ?? [])].filter(
      (it) => it !== undefined,
    );
    const values = {
      who:
        who.length > 0
          ? who.map(name).join(" – ")
          : (event.players ?? []).map((player) => player.name).join(" & "),
      pair: pairing ? entrants.map(name).join(" – ") : `#${event.pairing}`,
      n: event.round ?? event.game ?? 0,
      stage: following.about?.plan.stages[event.stage ?? 0]?.name ?? "",
      result: signs.join(" : "),
      action: event.action ?? 0,
    };
    const words = t(/** @type {Word} */ (`log.${event.t}`), values);
    return event.match ? html`<a href="/m/${event.match}">${words}</a>` : words;
  }
}
