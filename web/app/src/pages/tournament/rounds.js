// The pairings of a round: results, explanations, and corrections by directors.

import { get } from "../../core/api.js";
import { html, nothing, redraw, repeat } from "../../core/dom.js";
import { reasonText, t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { variantCalled } from "../../rules/boards.js";
import { pointsText } from "../tournaments/words.js";
import { playersOf } from "./entrants.js";
import { tableResultFields, tableRows } from "./table-pairing.js";
import {
  currentRound,
  entrantsOf,
  isOf,
  isTable,
  RESULTS,
  resultSigns,
  tableResult,
} from "./tables.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("../../core/i18n.js").Word} Word */

export class Rounds {
  /** The selected round; null for the current one. @type {number | null} */
  round = null;
  /** Explanations for all entrants of a pairing. @type {{pairing: number, of: Why[]} | null} */
  #why = null;
  /** The pairing that a director corrects. @type {number | null} */
  #correcting = null;
  /** True if a correction would take back pairings that have begun. */
  #wouldTakeBack = false;

  /** @param {Following} following @param {import("../tournament.js").Hands} hands */
  constructor(following, hands) {
    this.following = following;
    this.hands = hands;
  }

  /** @param {VariantView[]} variants */
  card(variants) {
    const { rounds, group, begun, about } = this.following;
    const variant = variantCalled(variants, about?.plan.variant ?? "");
    const shown = rounds.find(({ round }) => round === this.round) ?? this.#current();
    const hasGroups = (begun?.groups.length ?? 1) > 1;
    const pairings = shown.pairings.filter((each) => !hasGroups || each.group === group);
    const byes = shown.byes.filter(
      ({ entrant }) => !hasGroups || begun?.groups[group].includes(entrant),
    );
    return html`<section class="card" id="rounds">
      <div class="row"><h2>${rounds.length > 1 ? t("tour.pairings") : t("tour.round", { n: shown.round })}</h2>
        ${
          rounds.length > 1
            ? html`<label for="round" class="visually-hidden">${t("tour.choose_round")}</label>
              <select id="round" @change=${(/** @type {Event} */ e) => this.#choose(e)}>
              ${rounds.map(({ round }) => html`<option value=${round} ?selected=${round === shown.round}>${t("tour.round", { n: round })}</option>`)}</select>`
            : nothing
        }
        ${shown.began_at ? nothing : html`<span class="tag">${t("tour.not_begun")}</span>`}</div>
      <ul class="bare pairings">${repeat(
        pairings,
        ({ pairing }) => pairing,
        (pairing) => this.#pairing(pairing, variant),
      )}</ul>
      ${
        byes.length > 0
          ? html`<p class="quiet">${t("tour.byes")} ${byes.map(({ entrant, worth, why }, at) => html`${at > 0 ? "; " : nothing}${playersOf(this.following, entrant)} (${t(/** @type {Word} */ (`bye.${why}`))}, ${t(/** @type {Word} */ (`worth.${worth}`))})`)}</p>`
          : nothing
      }
    </section>`;
  }

  /** Waves of an arena overlap; the last one has the newest pairings. */
  #current() {
    const { rounds, stagePlan } = this.following;
    return stagePlan.format.kind === "arena" ? rounds[rounds.length - 1] : currentRound(rounds);
  }

  /** @param {Event} event */
  #choose({ target }) {
    if (!(target instanceof HTMLSelectElement)) return;
    const chosen = Number(target.value);
    // A viewer of the current round follows to the next one.
    this.round = chosen === this.#current().round ? null : chosen;
    this.#why = null;
    redraw();
  }

  /** @param {PairingView} pairing @param {VariantView | undefined} variant */
  #pairing(pairing, variant) {
    const { following } = this;
    const { table, first, second, games, winner } = pairing;
    const own = isOf(pairing, following.own?.entrant) ? "me-here" : "";
    const side = (/** @type {number} */ entrant) =>
      html`<span class="who ${winner === entrant ? "won" : ""}">${playersOf(following, entrant)}</span>`;
    return html`<li class=${own} data-pairing=${pairing.pairing} data-group=${pairing.group} data-decided=${pairing.decided}>
      <span class="number">${table}</span>${
        isTable(pairing)
          ? tableRows(following, pairing, variant)
          : html`${side(first)}
            <span class="pair-score">${this.#score(pairing)}</span>${side(second)}`
      }
      <span class="pair-tools">
        ${isTable(pairing) || games.length > 1 || games.some(({ result }) => !result) ? games.map((game) => this.#game(pairing, game)) : nothing}
        ${pairing.decided ? nothing : pairing.ready.map((entrant) => html`<span class="tag">${t("tour.is_ready", { who: following.nameOf(entrant) })}</span>`)}
        <button class="small" data-why aria-expanded=${this.#why?.pairing === pairing.pairing} @click=${() => this.#ask(pairing)}>${t("tour.why")}</button>
        ${
          following.isDirector
            ? html`<button class="small" data-correct aria-expanded=${this.#correcting === pairing.pairing} @click=${() => this.#correct(pairing.pairing)}>${t("tour.correct")}</button>`
            : nothing
        }
      </span>
      ${this.#why?.pairing === pairing.pairing ? this.#reasons(this.#why.of) : nothing}
      ${following.isDirector && this.#correcting === pairing.pairing ? this.#correction(pairing) : nothing}
    </li>`;
  }

  /** @param {PairingView} pairing */
  #score({ games, score, decided, forfeited }) {
    if (games.length === 1 && games[0].result) {
      const signs = resultSigns(games[0].result) ?? ["", ""];
      const words = `${signs[0]} : ${signs[1]}`;
      return games[0].match ? html`<a href="/m/${games[0].match}">${words}</a>` : words;
    }
    if (!decided && games.every(({ result }) => !result)) return "–";
    const points = `${pointsText(score[0])} : ${pointsText(score[1])}`;
    return forfeited.length > 0 ? html`${points} <small>${t("tour.forfeit")}</small>` : points;
  }

  /** @param {PairingView} pairing @param {PairingGameView} game */
  #game(pairing, { game, first, match, result }) {
    const signs = resultSigns(result, entrantsOf(pairing).length);
    // Sides alternate between games; the score is for the sides of the pairing.
    if (signs && first !== pairing.first) signs.reverse();
    const isPlaced = result?.how === "placed";
    const words = isPlaced
      ? t("tour.game")
      : (signs?.join(" : ") ?? t(pairing.decided ? "tour.off" : "tour.now"));
    const text = pairing.games.length > 1 ? `${game}: ${words}` : words;
    const isLive = !result && !pairing.decided;
    return match
      ? html`<a class=${isLive ? "live-game" : ""} href="/m/${match}">${text}</a>`
      : html`<span>${text}</span>`;
  }

  /** @param {PairingView} shown */
  async #ask(shown) {
    const { pairing, stage, round } = shown;
    if (this.#why?.pairing === pairing) {
      this.#why = null;
      redraw();
      return;
    }
    const why = (/** @type {number} */ entrant) =>
      get(
        `/tournaments/${this.following.id}/rounds/${round}/why?stage=${stage}&entrant=${entrant}`,
      );
    try {
      this.#why = { pairing, of: await Promise.all(entrantsOf(shown).map(why)) };
    } catch (error) {
      this.following.trouble = refusalWords(error);
    }
    redraw();
  }

  /** @param {Why[]} of */
  #reasons(of) {
    const { following } = this;
    const words = (/** @type {Why["explanations"][number]} */ { reason, params, detail }) => {
      if (params?.entrant === undefined) return reasonText(reason, params) ?? detail;
      const entrant = following.nameOf(Number(params.entrant));
      return reasonText(reason, { ...params, entrant }) ?? detail;
    };
    return html`<div class="why">${of.map(
      ({ entrant, explanations }) => html`<p><strong>${following.nameOf(entrant)}</strong></p>
        <ul>${explanations.map((each) => html`<li>${words(each)}</li>`)}</ul>`,
    )}</div>`;
  }

  /** @param {number} pairing */
  #correct(pairing) {
    this.#correcting = this.#correcting === pairing ? null : pairing;
    this.#wouldTakeBack = false;
    redraw();
  }

  /** The correction form of a pairing. @param {PairingView} pairing */
  #correction(pairing) {
    const { following } = this;
    const numbers = pairing.games.map(({ game }) => game);
    const games = numbers.length > 0 ? numbers : [1];
    const firstOf = (/** @type {number} */ number) =>
      pairing.games.find(({ game }) => game === number)?.first ?? pairing.first;
    const [one, two] = [pairing.first, pairing.second].map((each) => following.nameOf(each));
    const last = games[games.length - 1];
    const isUsual = firstOf(last) === pairing.first;
    const names = { first: isUsual ? one : two, second: isUsual ? two : one };
    return html`<form class="row correction" @submit=${(/** @type {SubmitEvent} */ e) => this.#putRight(e, pairing)}>
      ${
        games.length > 1
          ? html`<label>${t("tour.game")} <select name="game">${games.map((game) => html`<option value=${game} ?selected=${game === last}>${game}: ${following.nameOf(firstOf(game))} – ${following.nameOf(firstOf(game) === pairing.first ? pairing.second : pairing.first)}</option>`)}</select></label>`
          : html`<input type="hidden" name="game" value=${last} />`
      }
      ${
        isTable(pairing)
          ? tableResultFields(following, pairing)
          : html`<label>${t("tour.result")} <select name="result">${Object.entries(RESULTS).map(
              ([name, result]) =>
                html`<option value=${name}>${(resultSigns(result) ?? []).join(" : ")} ${t(/** @type {Word} */ (`result_of.${name}`), games.length > 1 ? { first: t("tour.first_side"), second: t("tour.second_side") } : names)}</option>`,
            )}</select></label>`
      }
      ${this.#wouldTakeBack ? html`<label class="switch"><input type="checkbox" name="take_back" /><span>${t("tour.take_back")}</span></label>` : nothing}
      <button class="small primary">${t("tour.put_right")}</button>
      ${
        pairing.decided
          ? nothing
          : entrantsOf(pairing).map(
              (loser) =>
                html`<button type="button" class="small" @click=${() => this.hands.act({ do: "forfeit", pairing: pairing.pairing, losers: [loser] })}>${t("tour.loses", { who: following.nameOf(loser) })}</button>`,
            )
      }
    </form>`;
  }

  /** @param {SubmitEvent} event @param {PairingView} pairing */
  async #putRight(event, pairing) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const game = Number(form.get("game"));
    const result = isTable(pairing) ? tableResult(form) : RESULTS[String(form.get("result"))];
    const isKnown = pairing.games.some((each) => each.game === game && each.result);
    const take = isKnown ? { take_back: form.has("take_back") } : {};
    const action = { do: isKnown ? "correct" : "report", pairing: pairing.pairing, game, result };
    const refused = await this.hands.act({ ...action, ...take });
    if (refused?.reason === "would_take_back") this.#wouldTakeBack = true;
    else if (!refused) this.#correcting = null;
    redraw();
  }
}
