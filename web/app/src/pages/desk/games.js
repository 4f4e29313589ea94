// The undecided games on the desk, with presence, absences and penalties.

import { html, nothing, redraw, repeat } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { entrantsOf } from "../tournament/tables.js";
import { countdown } from "../tournaments/countdown.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

export class Games {
  /** The pairing with an open form. @type {number | null} */
  #penalized = null;

  /** @param {{following: import("../tournament/following.js").Following, act: (action: Record<string, unknown>) => Promise<boolean>}} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @param {DeskView} desk */
  card({ games, open, pause }) {
    return html`<section class="card" id="desk-games"><h2>${t("desk.games", { n: open })}</h2>
      ${games.length === 0 ? html`<p class="quiet">${t("desk.no_games")}</p>` : nothing}
      <ul class="bare desk-games">${repeat(
        games,
        ({ pairing }) => pairing.pairing,
        (game) => this.#game(game, pause !== undefined),
      )}</ul></section>`;
  }

  /** @param {DeskGameView} game @param {boolean} isPaused */
  #game(game, isPaused) {
    const { pairing, match } = game;
    const isOpen = this.#penalized === pairing.pairing;
    return html`<li data-pairing=${pairing.pairing}>
      <div class="row"><span class="number">${pairing.round}.${pairing.table}</span>
        ${entrantsOf(pairing).map((each, at) => html`${at > 0 ? html`<span aria-hidden="true">–</span> ` : nothing}${this.#entrant(game, each)} `)}
        ${match ? html`<a class="button small" href="/m/${match.match}">${t("desk.open", { ply: match.ply })}</a>` : nothing}
        ${match ? html`<button class="small" data-penalize aria-expanded=${isOpen} @click=${() => this.#toggle(pairing.pairing)}>${t("desk.penalize")}</button>` : nothing}
      </div>
      ${
        game.waits_since
          ? html`<p class="quiet" data-waits>${t("desk.waits", { since: when(game.waits_since) })}
        ${game.forfeits_at && !isPaused ? html`${t("desk.forfeits")} ${countdown(Date.parse(game.forfeits_at))}` : nothing}</p>`
          : nothing
      }
      ${isOpen ? this.#form(pairing) : nothing}</li>`;
  }

  /** An entrant with the presence of its players. @param {DeskGameView} game @param {number} entrant */
  #entrant({ pairing, match, waits_since }, entrant) {
    const { following } = this.desk;
    const players = following.about?.entrants.find((each) => each.entrant === entrant)?.players;
    const state = waits_since
      ? pairing.ready.includes(entrant)
        ? "ready"
        : "absent"
      : presenceOf(match, players ?? []);
    return html`<span class="desk-entrant" data-state=${state ?? ""}>${following.nameOf(entrant)}
      ${state ? html`<span class="tag">${t(/** @type {Word} */ (`desk_state.${state}`))}</span>` : nothing}</span>`;
  }

  /** @param {number} pairing */
  #toggle(pairing) {
    this.#penalized = this.#penalized === pairing ? null : pairing;
    redraw();
  }

  /** @param {PairingView} of */
  #form(of) {
    const { pairing } = of;
    const { following } = this.desk;
    const penalties = ["warning", "time", "loss"];
    return html`<form class="row penalty" @submit=${(/** @type {SubmitEvent} */ event) => this.#send(event, pairing)}>
      <label>${t("desk.whom")} <select name="entrant">${entrantsOf(of).map((each) => html`<option value=${each}>${following.nameOf(each)}</option>`)}</select></label>
      <label>${t("desk.penalty")} <select name="kind">${penalties.map((kind) => html`<option value=${kind}>${t(/** @type {Word} */ (`penalty.${kind}`))}</option>`)}</select></label>
      <label>${t("desk.seconds")} <input name="seconds" type="number" min="1" max="86400" value="60" /></label>
      <label class="grow">${t("desk.reason")} <input name="reason" maxlength="200" required /></label>
      <button class="primary">${t("desk.penalize")}</button></form>`;
  }

  /** @param {SubmitEvent} event @param {number} pairing */
  async #send(event, pairing) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const kind = String(form.get("kind"));
    const penalty = kind === "time" ? { kind, ms: Number(form.get("seconds")) * 1000 } : { kind };
    const reason = String(form.get("reason") ?? "").trim();
    const entrant = Number(form.get("entrant"));
    if (await this.desk.act({ do: "penalize", pairing, entrant, penalty, reason })) {
      this.#penalized = null;
      redraw();
    }
  }
}

/**
 * The presence of the players of an entrant: `gone` if one is disconnected, null if it is not known.
 * @param {DeskGameView["match"]} match
 * @param {PlayerView[]} players
 */
function presenceOf(match, players) {
  if (!match?.presence) return null;
  const seats = Object.entries(match.seats).filter(([, player]) =>
    players.some(({ id }) => id === player?.id),
  );
  return seats.some(([seat]) => match.presence?.[seat]?.gone) ? "gone" : "here";
}
