// Adjournment of a live match, and vacations of its players.

import { seatName } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { connection } from "../../core/socket.js";
import { isOffered, offered, standing } from "./offers.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */

/** True if players may adjourn the match. @param {Contest} contest */
export function mayAdjourn({ status, time, tournament, adjournedUntil }) {
  const isLive = time.kind !== "unlimited" && time.kind !== "correspondence";
  return status === "playing" && isLive && !tournament && !adjournedUntil;
}

/** The question about the time. @param {MatchPage} page */
export function askForTime(page) {
  const offer = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const until = String(new FormData(event.target).get("until") ?? "");
    page.say("adjourn", { say: "offer", ...(until && { until: new Date(until).toISOString() }) });
  };
  return html`<form class="row confirm" id="adjourn-form" aria-label=${t("offer.adjournment")} @submit=${offer}>
    <label>${t("adjourn.until")} <input type="datetime-local" name="until" id="adjourn-until" /></label>
    <button class="primary" id="adjourn-yes">${t("offer.adjournment")}</button>
    <button type="button" id="confirm-no" @click=${() => page.closeQuestion()}>${t("confirm.no")}</button>
  </form>`;
}

/** The state of the adjournment, and the offers about it. @param {MatchPage} page @param {Contest} contest @param {string} seat */
export function adjournment(page, contest, seat) {
  if (!contest.adjournedUntil) return standing(page, contest, seat, "adjournment");
  if (contest.isRoundPaused)
    return html`<p class="hint" id="round-paused" role="status">${t("match.round_paused")}</p>`;
  const isAsked =
    isOffered(contest, seat, "resumption") || offered(contest, seat, "resumption") !== undefined;
  return html`<div class="row offer" id="adjourned" role="status">
      <p>${t("adjourn.is", { at: when(Date.parse(contest.adjournedUntil)) })}</p>
      ${isAsked ? nothing : html`<button id="offer-resumption" @click=${() => page.say("resume", { say: "offer" })}>${t("offer.resumption")}</button>`}
    </div>
    ${standing(page, contest, seat, "resumption")}`;
}

/** The players on vacation. @param {Contest} contest */
export function vacations({ board, seats, stated, status }) {
  if (status !== "playing") return nothing;
  const away = Object.entries(stated.clock.away_until ?? {});
  return away.map(([seat, until]) => {
    const at = Date.parse(until);
    if (at <= connection.now()) return nothing;
    const who = seats[seat]?.name ?? seatName(board, seat);
    return html`<p class="hint vacation" data-seat=${seat}>${t("vacation.of", { who, at: when(at) })}</p>`;
  });
}
