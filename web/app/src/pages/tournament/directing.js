// Actions of directors besides results: stages, rounds, entrants, byes and pairs.

import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { session } from "../../core/session.js";
import { guestWarning } from "../tournaments/short-form.js";

/** @typedef {import("./following.js").Following} Following */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** Actions that need confirmation. */
const SURE = /** @type {const} */ ({ end: "tour.end_sure", cancel: "tour.cancel_sure" });

export class Directing {
  /** @type {keyof typeof SURE | null} */
  #asking = null;

  /** @param {Following} following @param {import("../tournament.js").Hands} hands */
  constructor(following, hands) {
    this.following = following;
    this.hands = hands;
  }

  card() {
    const { about } = this.following;
    if (!about || about.status === "ended" || about.status === "cancelled") return nothing;
    return html`<section class="card directing" id="directing"><h2>${t("tour.directing")}</h2>
      <div class="row">${this.#steps(about)}</div>
      ${session.player?.kind === "account" ? nothing : guestWarning()}
      ${this.#asking ? this.#sure(this.#asking) : nothing}
      <details><summary>${t("tour.more_directing")}</summary>${this.#entering()}${this.#byes(about)}${this.#pairs(about)}</details>
    </section>`;
  }

  /** The next due action. @param {TournamentView} about */
  #steps({ status, plan, stages }) {
    const { hands } = this;
    const begun = stages[stages.length - 1];
    // Several rounds may be paired at once. A director begins the first of them.
    const round = begun?.rounds.find((each) => each.began_at === undefined) ?? begun?.rounds.at(-1);
    const isWaiting = round !== undefined && round.began_at === undefined;
    const isOver = !round || (!isWaiting && round.decided === round.pairings);
    const format = begun && plan.stages[begun.stage].format;
    const isLast = format?.kind === "swiss" && (round?.round ?? 0) >= format.rounds;
    const isByHand = begun && (plan.stages[begun.stage].start?.by ?? "director") === "director";
    const mayStart = stages.length < plan.stages.length;
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ words,
      /** @type {boolean} */ isNext,
      /** @type {() => unknown} */ act,
    ) =>
      html`<button id=${id} class="small ${isNext ? "primary" : ""}" @click=${act}>${words}</button>`;
    const ask = (/** @type {keyof typeof SURE} */ what) => () => {
      this.#asking = what;
      redraw();
    };
    return html`
      ${status === "open" ? button("start", t("tour.start"), true, () => hands.start()) : nothing}
      ${isWaiting ? button("begin-round", t("tour.begin_round", { n: round.round }), true, () => hands.act({ do: "begin_round" })) : nothing}
      ${begun && !isWaiting && !isLast && format?.kind !== "arena" ? button("pair", t("tour.pair", { n: (round?.round ?? 0) + 1 }), isOver && isByHand === true, () => hands.act({ do: "pair" })) : nothing}
      ${begun && mayStart ? button("start", t("tour.start_stage", { name: plan.stages[stages.length].name }), isLast && isOver, () => hands.start()) : nothing}
      ${begun ? button("end", t("tour.end"), false, ask("end")) : nothing}
      ${button("cancel", t("tour.cancel"), false, ask("cancel"))}`;
  }

  /** @param {keyof typeof SURE} what */
  #sure(what) {
    const done = (/** @type {boolean} */ isSure) => () => {
      this.#asking = null;
      if (isSure) this.hands.act({ do: what });
      redraw();
    };
    return html`<div class="row" role="group" aria-label=${t("confirm.title")}><p>${t(SURE[what])}</p>
      <button class="danger small" id="sure" @click=${done(true)}>${t(/** @type {Word} */ (`tour.${what}`))}</button>
      <button class="small" @click=${done(false)}>${t("confirm.no")}</button></div>`;
  }

  #entering() {
    const send = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const names = String(new FormData(form).get("players")).split(",");
      const refused = await this.hands.enter(names.map((name) => name.trim()));
      if (!refused) form.reset();
    };
    return html`<form class="row" @submit=${send}><label>${t("tour.enter_who")} <input name="players" required autocomplete="off" autocapitalize="none" spellcheck="false" /></label>
      <button class="small">${t("tour.enter")}</button></form>`;
  }

  /** @param {string} name @param {Word} word */
  #choice(name, word) {
    const { about } = this.following;
    const playing = about?.entrants.filter(({ withdrawn }) => !withdrawn) ?? [];
    return html`<label><span class="visually-hidden">${t(word)}</span><select name=${name}>
      ${playing.map(({ entrant }) => html`<option value=${entrant}>${entrant}. ${this.following.nameOf(entrant)}</option>`)}</select></label>`;
  }

  /** @param {TournamentView} about */
  #byes({ byes, stages }) {
    const stage = Math.max(0, stages.length - 1);
    const next = 1 + (stages[stage]?.rounds.length ?? 0);
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const [entrant, round] = [Number(form.get("entrant")), Number(form.get("round"))];
      this.hands.act({ do: "take_bye", entrant, round, worth: form.get("worth") });
    };
    const coming = byes.filter((bye) => bye.stage === stage && bye.round >= next);
    return html`<form class="row" @submit=${send}><span>${t("tour.give_bye")}</span> ${this.#choice("entrant", "tour.entrant")}
        <label>${t("tour.in_round")} <input class="narrow" name="round" type="number" min="1" .value=${String(next)} /></label>
        <label><span class="visually-hidden">${t("tour.worth")}</span><select name="worth">${["half", "full", "zero"].map((worth) => html`<option value=${worth}>${t(/** @type {Word} */ (`worth.${worth}`))}</option>`)}</select></label>
        <button class="small">${t("tour.give")}</button></form>
      <ul class="bare">${coming.map(
        ({
          entrant,
          round,
          worth,
        }) => html`<li class="row"><span>${t("tour.has_bye", { who: this.following.nameOf(entrant), n: round })} (${t(/** @type {Word} */ (`worth.${worth}`))})</span>
          <button class="small" @click=${() => this.hands.act({ do: "give_back_bye", entrant, round })}>${t("tour.take_away_again")}</button></li>`,
      )}</ul>`;
  }

  /** @param {TournamentView} about */
  #pairs({ forbidden, fixed }) {
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = new FormData(/** @type {HTMLFormElement} */ (event.target), event.submitter);
      const pair = [Number(form.get("one")), Number(form.get("two"))];
      this.hands.act({ do: form.get("do"), pair });
    };
    const pairs = (
      /** @type {number[][]} */ all,
      /** @type {Word} */ word,
      /** @type {string} */ undo,
    ) =>
      all.map(
        (
          pair,
        ) => html`<li class="row"><span>${t(word, { one: this.following.nameOf(pair[0]), two: this.following.nameOf(pair[1]) })}</span>
          <button class="small" @click=${() => this.hands.act({ do: undo, pair })}>${t("tour.take_away_again")}</button></li>`,
      );
    return html`<form class="row" @submit=${send}><span>${t("tour.pair_of")}</span> ${this.#choice("one", "tour.one")} ${this.#choice("two", "tour.two")}
        <button class="small" name="do" value="fix">${t("tour.fix")}</button>
        <button class="small" name="do" value="forbid">${t("tour.forbid")}</button></form>
      <ul class="bare">${pairs(fixed, "tour.is_fixed", "unfix")}${pairs(forbidden, "tour.is_forbidden", "allow")}</ul>`;
  }
}
