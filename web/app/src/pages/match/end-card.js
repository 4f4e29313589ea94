// The card over the board at the end of a match: the result, the change of the rating, and what to
// do next.

import { isAnimated } from "../../board/animation.js";
import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { copyText } from "../../parts/files.js";
import { changeText } from "../../parts/rating.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { next, review, savings } from "./next.js";
import { headline, reason, viewOf } from "./result.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** Duration of the rating's animation in milliseconds. */
const COUNT_MS = 900;
const COPIED_MS = 2500;

/** A castle's gate tower with a pennant. */
const EMBLEM = html`<svg class="emblem" viewBox="0 0 64 56" aria-hidden="true" focusable="false">
  <path class="pennant" d="M33 4h22l-6 6 6 6H33z"/><path class="pole" d="M32 3v22"/>
  <path class="gate" d="M14 24h8v5h6v-5h8v5h6v-5h8v13h-3v17H38V45a6 6 0 0 0-12 0v9H17V37h-3z"/></svg>`;

export class EndCard {
  isOpen = false;
  /** The time at which the rating began to change. */
  #countedFrom = 0;
  #isCopied = false;

  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Shows the card, and focuses it unless the player is writing. */
  open() {
    this.isOpen = true;
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && focused.id !== "move-input") redraw();
    else focusSoon("end-card");
  }

  close() {
    this.isOpen = false;
    focusSoon("more");
  }

  /** Starts the animation of the rating. */
  count() {
    this.#countedFrom = performance.now();
    redraw();
  }

  async #share() {
    const url = `${location.origin}/m/${this.page.id}`;
    const title = document.title;
    if ("share" in navigator) {
      await navigator.share({ url, title }).catch(() => {});
      return;
    }
    if (!(await copyText(url))) return;
    this.#isCopied = true;
    announce(t("share.copied"));
    redraw();
    setTimeout(() => {
      this.#isCopied = false;
      redraw();
    }, COPIED_MS);
  }

  /** @param {Contest} contest */
  view(contest) {
    if (!this.isOpen || contest.status !== "ended") return nothing;
    const seat = this.page.mySeat;
    return html`<section class="end-card card" id="end-card" role="dialog" tabindex="-1" data-result=${viewOf(contest, seat)}
        aria-labelledby="end-title" aria-describedby="end-why"
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          this.close();
        }}>
      <button class="icon" id="end-close" title=${t("match.close")} aria-label=${t("match.close")} @click=${() => this.close()}>${icon("close")}</button>
      ${EMBLEM}
      <h2 id="end-title">${headline(contest, seat)}</h2>
      <p id="end-why">${reason(contest, seat)}</p>
      ${this.#rating(contest, seat)}
      <div class="next-steps">${next(this.page, contest)}${review(contest)}</div>
      <div class="row">
        <button class="small" id="end-share" @click=${() => this.#share()}>${t(this.#isCopied ? "share.copied" : "share.send")}</button>
        ${menu({ id: "end-more", items: savings(contest) })}
      </div>
    </section>`;
  }

  /** @param {Contest} contest @param {string | null} seat */
  #rating(contest, seat) {
    const me = seat ? contest.seats[seat] : null;
    if (!me?.rating || me.change === undefined) return nothing;
    const now = me.rating + me.change;
    const share = isAnimated() ? (performance.now() - this.#countedFrom) / COUNT_MS : 1;
    const shown = share < 1 ? Math.round(me.rating + me.change * share) : now;
    if (share < 1) redraw();
    return html`<p class="end-rating"><span class="visually-hidden">${t("say.rated", { rating: now, change: changeText(me.change) })}</span>
      <span aria-hidden="true">${t("rating.title")} <strong>${shown}</strong>
        <b class="change ${me.change < 0 ? "down" : "up"}">${changeText(me.change)}</b></span></p>`;
  }
}
