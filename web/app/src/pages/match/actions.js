// The row of actions besides moves. Questions and offers are shown beside the row, or in its place,
// so that no button moves.

import { focusSoon, html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { adjournment, askForTime, mayAdjourn, vacations } from "./adjournment.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";
import { next, review, savings } from "./next.js";
import { claim, isOffered, offered, standing } from "./offers.js";
import { openShortcuts } from "./shortcuts.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** @param {MatchPage} page @param {Contest} contest */
export function actions(page, contest) {
  const { mySeat } = page;
  const isPlaying = contest.status === "playing" && mySeat && contest.isIn(mySeat);
  const seat = isPlaying ? mySeat : null;
  return html`<div class="controls">
    ${page.asking && seat ? question(page, page.asking) : row(page, contest, seat)}
    <div class="notices">
      ${vacations(contest)}
      ${
        seat
          ? html`${claim(page, contest, seat)}${standing(page, contest, seat, "draw")}${standing(page, contest, seat, "takeback")}${adjournment(page, contest, seat)}
            ${page.input.view()}${page.plan.view(contest, seat)}`
          : nothing
      }
      ${
        contest.status === "ended" && !page.card.isOpen
          ? html`<div class="next-steps">${next(page, contest)}${review(contest)}</div>`
          : nothing
      }
    </div>
  </div>`;
}

/**
 * @param {object} options
 * @param {string} options.id
 * @param {Parameters<typeof icon>[0]} options.sign
 * @param {import("../../core/i18n.js").Word} options.word
 * @param {() => void} options.onClick
 * @param {boolean} [options.isOff]
 */
function button({ id, sign, word, onClick, isOff = false }) {
  return html`<button class="icon" id=${id} title=${t(word)} aria-label=${t(word)} ?disabled=${isOff}
    @click=${onClick}>${icon(sign)}</button>`;
}

/** @param {MatchPage} page @param {Contest} contest @param {string | null} seat the player's, in a running match */
function row(page, contest, seat) {
  return html`<div class="actions" role="group" aria-label=${t("match.actions")}>
    ${seat ? playing(page, contest, seat) : nothing}
    ${button({ id: "flip", sign: "flip", word: "board.flip", onClick: () => page.board?.flip() })}
    ${
      seat && mayGiveTime(contest)
        ? button({
            id: "add-time",
            sign: "time",
            word: "match.add_time",
            onClick: () => page.say("add_time"),
          })
        : nothing
    }
    ${page.talk.button(page, contest)}
    ${menu({ id: "more", items: items(page, contest, seat) })}
  </div>`;
}

/** @param {MatchPage} page @param {Contest} contest @param {string} seat */
function playing(page, contest, seat) {
  const offer = (/** @type {"draw" | "takeback"} */ kind, /** @type {boolean} */ isEarly) =>
    button({
      id: `offer-${kind}`,
      sign: kind,
      word: `offer.${kind}`,
      onClick: () => page.say(kind, { say: "offer" }),
      isOff: isEarly || isOffered(contest, seat, kind) || !!offered(contest, seat, kind),
    });
  const hasMoved = contest.plies.some((ply) => ply.seat === seat);
  const way = contest.mayAbort ? "abort" : "resign";
  return html`${contest.rated || contest.tournament ? nothing : offer("takeback", !hasMoved)}
    ${offer("draw", contest.mayAbort)}
    ${button({ id: way, sign: way, word: `match.${way}`, onClick: () => choose(page, way) })}`;
}

/** @param {MatchPage} page @param {Contest} contest @param {string | null} seat */
function items(page, contest, seat) {
  return html`${
    seat && mayAdjourn(contest) && !contest.mayAbort
      ? html`<button class="entry" id="adjourn" @click=${() => page.ask("adjourn", "adjourn-until")}>${t("offer.adjournment")}</button>`
      : nothing
  }${
    seat
      ? html`<button class="entry" id="type-move" @click=${() => page.input.open()}>${t("input.label")}</button>`
      : nothing
  }
    ${seat && contest.plies.length > 0 ? html`<a class="button entry" href="/study/${contest.id}">${t("match.study")}</a>` : nothing}
    <a class="button entry" href="/rules/${contest.board.variant.name}">${t("nav.rules")}</a>
    ${contest.status === "ended" ? savings(contest) : nothing}
    <button class="entry" id="open-shortcuts" @click=${openShortcuts}>${t("keys.title")}</button>`;
}

/** @param {MatchPage} page @param {string} what */
function choose(page, what) {
  page.asking = what;
  focusSoon("confirm-no");
}

/** @param {MatchPage} page @param {string} what */
function question(page, what) {
  return what === "adjourn" ? askForTime(page) : confirm(page, what);
}

/** @param {MatchPage} page @param {string} what */
function confirm(page, what) {
  return html`<div class="row confirm" role="group" aria-label=${t("confirm.title")}>
    <p>${what === "abort" ? t("confirm.abort") : t("confirm.resign")}</p>
    <button class="danger" id="confirm-yes" @click=${() => page.say(what)}>${what === "abort" ? t("match.abort") : t("match.resign")}</button>
    <button id="confirm-no" @click=${() => {
      page.asking = null;
      focusSoon(what);
    }}>${t("confirm.no")}</button>
  </div>`;
}

/** True if players may add time to the clocks. @param {Contest} contest */
function mayGiveTime({ time, tournament }) {
  return !tournament && time.kind !== "unlimited" && time.kind !== "correspondence";
}
