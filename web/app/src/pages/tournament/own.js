// The card for the player's own entry: join, next games, withdraw.

import { get } from "../../core/api.js";
import { comeTo } from "../../core/calls.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { session } from "../../core/session.js";
import { connection } from "../../core/socket.js";
import { variantCalled } from "../../rules/boards.js";
import { hasPartners } from "../../rules/results.js";
import { countdown } from "../tournaments/countdown.js";
import { conditionText } from "../tournaments/words.js";
import { arenaOf, prospectOf } from "./moments.js";
import { entrantsOf, isOf, liveGame } from "./tables.js";

/** @typedef {import("./following.js").Following} Following */

/** The name of the invited player. @param {PartnerInvitationView} invitation */
function partnerIn({ by, players }) {
  return players.find(({ id }) => id !== by.id)?.name ?? "";
}

export class Own {
  /** The player's verdicts for the conditions of entry. @type {VerdictView[]} */
  #verdicts = [];
  #isLeaving = false;
  #partner = "";

  /** @param {Following} following @param {import("../tournament.js").Hands} hands */
  constructor(following, hands) {
    this.following = following;
    this.hands = hands;
  }

  /** @param {VariantView[]} variants */
  card(variants) {
    const { own, about } = this.following;
    if (!about || about.status === "ended" || about.status === "cancelled") return nothing;
    if (!own) return this.#joining(about, variants);
    if (own.withdrawn) {
      return html`<section class="card row" id="own"><p>${t("tour.you_withdrew")}</p>
        <button id="return" @click=${() => this.hands.act({ do: "return" })}>${t("tour.return")}</button></section>`;
    }
    return html`<section class="card row" id="own">
      ${this.#nextGames(own)}
      ${
        this.#isLeaving
          ? html`<p>${t("tour.withdraw_sure")}</p>
            <button class="danger small" id="withdraw-sure" @click=${() => this.#leave()}>${t("tour.withdraw")}</button>
            <button class="small" @click=${() => this.#setLeaving(false)}>${t("confirm.no")}</button>`
          : html`<button class="small" id="withdraw" @click=${() => this.#setLeaving(true)}>${t("tour.withdraw")}</button>`
      }
    </section>`;
  }

  async #join() {
    const partner = this.#partner.trim();
    const own = session.player?.name;
    await this.#joinWith(partner && own ? [own, partner] : undefined);
  }

  /** @param {string[] | undefined} players */
  async #joinWith(players) {
    const refused = await this.hands.join(players);
    if (refused?.reason !== "not_admitted") return;
    const { items } = await get(`/tournaments/${this.following.id}/verdicts`).catch(() => ({
      items: [],
    }));
    this.#verdicts = items;
    redraw();
  }

  async #leave() {
    this.#isLeaving = false;
    await this.hands.withdraw();
  }

  /** @param {boolean} isLeaving */
  #setLeaving(isLeaving) {
    this.#isLeaving = isLeaving;
    redraw();
  }

  /** @param {EntrantView} own */
  #nextGames({ entrant }) {
    const { following } = this;
    const pairings = following.rounds.flatMap((round) => round.pairings);
    const open = pairings.filter((each) => isOf(each, entrant) && !each.decided);
    if (open.length > 0) return open.map((pairing) => this.#nextGame(pairing, entrant));
    return html`<p role="status" id="own-wait">${this.#waitText(entrant)}</p>`;
  }

  /** The words for a player without a game. @param {number} entrant */
  #waitText(entrant) {
    const { following } = this;
    if (following.about?.status === "open") return t("tour.you_are_in");
    const now = connection.now();
    const arena = arenaOf(following, now);
    if (!arena) return t("tour.wait");
    if (arena.endsAt <= now) return t("tour.wait_end");
    const prospect = prospectOf(arena, entrant);
    if (prospect === "next") return t("tour.wait_next", { n: arena.waiting.length });
    if (prospect === "alone") return t("tour.wait_alone");
    return t("tour.wait_rematch", { n: Math.round(arena.rematchMs / 1000) });
  }

  /** @param {PairingView} pairing @param {number} entrant */
  #nextGame(pairing, entrant) {
    const others = entrantsOf(pairing).filter((each) => each !== entrant);
    const who = others.map((each) => this.following.nameOf(each)).join(", ");
    const game = liveGame(pairing);
    if (game?.match) {
      return html`<div class="row own-game"><p role="status">${t("tour.playing", { who })}</p>
        <a class="button primary" data-to-game href="/m/${game.match}">${t("call.go")}</a></div>`;
    }
    const isReady = pairing.ready.includes(entrant);
    const mayBeReady = !isReady && pairing.games.length === 0 && this.#asksWhoIsThere(pairing);
    const until = this.#readyUntil(pairing);
    return html`<div class="row own-game"><p role="status">${t("tour.you_meet", { who, n: pairing.round })}
        ${isReady ? t("tour.you_are_ready") : nothing}</p>
      ${
        mayBeReady
          ? html`<button class="primary" data-here @click=${() => comeTo(this.following.id, pairing.pairing)}>${t("call.ready")}</button>
            ${until === null ? nothing : html`<span class="quiet">${t("tour.check_in_left")} ${countdown(until)}</span>`}`
          : nothing
      }</div>`;
  }

  /** @param {PairingView} pairing */
  #roundOf({ round }) {
    return this.following.rounds.find((each) => each.round === round);
  }

  /** True if the pairing waits for players to report as ready. @param {PairingView} pairing */
  #asksWhoIsThere(pairing) {
    const { stagePlan } = this.following;
    if (stagePlan.start?.by === "agreement") return true;
    return Boolean(stagePlan.no_show_ms && this.#roundOf(pairing)?.began_at);
  }

  /** The time until which a player may report as ready; null without a limit. @param {PairingView} pairing */
  #readyUntil(pairing) {
    const began = this.#roundOf(pairing)?.began_at;
    const { no_show_ms } = this.following.stagePlan;
    return began && no_show_ms ? Date.parse(began) + no_show_ms : null;
  }

  /** @param {TournamentView} about @param {VariantView[]} variants */
  #joining({ plan, status, invitations = [] }, variants) {
    const isArena = plan.stages[0].format.kind === "arena";
    if (status !== "open" && !plan.late && !isArena) return nothing;
    const variant = variantCalled(variants, plan.variant);
    const me = session.player?.id;
    const toMe = invitations.filter(
      ({ by, players }) => by.id !== me && players.some(({ id }) => id === me),
    );
    const mine = invitations.find(({ by }) => by.id === me);
    return html`<section class="card" id="own">
      ${toMe.map(
        ({
          by,
          players,
        }) => html`<div class="row" data-invitation=${by.name}><p>${t("tour.invites", { who: by.name })}</p>
          <button class="primary" @click=${() => this.#joinWith(players.map(({ name }) => name))}>${t("tour.invites_accept", { who: by.name })}</button></div>`,
      )}
      ${mine ? html`<p role="status" id="invited">${t("tour.invited", { who: partnerIn(mine) })}</p>` : nothing}
      <div class="row">
      ${
        variant && hasPartners(variant)
          ? html`<label for="partner">${t("tour.partner")}</label>
            <input id="partner" autocomplete="off" .value=${this.#partner} @input=${(
              /** @type {Event} */ e,
            ) => {
              if (e.target instanceof HTMLInputElement) this.#partner = e.target.value;
            }} />`
          : nothing
      }
      <button class="primary" id="join" @click=${() => this.#join()}>${t("tour.join")}</button></div>
      ${
        this.#verdicts.length > 0
          ? html`<ul class="bare" id="verdicts">${this.#verdicts.map(
              ({ condition, met }) => html`<li>${met ? "✓" : "✗"} ${conditionText(condition)}
          <span class="visually-hidden">${t(met ? "tour.met" : "tour.unmet")}</span></li>`,
            )}</ul>`
          : nothing
      }
    </section>`;
  }
}
