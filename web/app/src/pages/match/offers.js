// Offers between the players, and the claim after an absence.

import { seatName } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { connection } from "../../core/socket.js";
import { areFriends } from "../../rules/boards.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../match.js").MatchPage} MatchPage */
/** @typedef {"draw" | "takeback" | "rematch" | "adjournment" | "resumption"} Kind */

/** The frames that make and answer an offer. @type {Partial<Record<Kind, string>>} */
const FRAMES = { adjournment: "adjourn", resumption: "resume" };

/** True if the player's own offer has no answer yet. @param {Contest} contest @param {string} seat @param {Kind} kind */
export function isOffered(contest, seat, kind) {
  return contest.offers.some((each) => each.offer === kind && each.seat === seat);
}

/** The opponents' offer without an answer. @param {Contest} contest @param {string} seat @param {Kind} kind */
export function offered({ board, offers }, seat, kind) {
  return offers.find((each) => each.offer === kind && !areFriends(board, each.seat, seat));
}

/**
 * An offer that is pending or can be answered; nothing without one.
 * @param {MatchPage} page
 * @param {Contest} contest
 * @param {string} seat
 * @param {Kind} kind
 */
export function standing(page, contest, seat, kind) {
  if (isOffered(contest, seat, kind)) {
    return html`<p class="offer" role="status">${t(`offer.${kind}_made`)}</p>`;
  }
  const theirs = offered(contest, seat, kind);
  if (!theirs) return nothing;
  const who = contest.seats[theirs.seat]?.name ?? seatName(contest.board, theirs.seat);
  const say = (/** @type {string} */ what) => () => page.say(FRAMES[kind] ?? kind, { say: what });
  return html`<div class="row offer" role="group" aria-label=${t(`offer.${kind}`)}>
    <p role="status">${t(`offer.${kind}_from`, { who })}
      ${theirs.until ? t("adjourn.at", { at: when(Date.parse(theirs.until)) }) : nothing}</p>
    <button class="primary" id=${`accept-${kind}`} @click=${say("accept")}>${t("offer.accept")}</button>
    <button id=${`decline-${kind}`} @click=${say("decline")}>${t("offer.decline")}</button>
  </div>`;
}

/** The buttons for claiming an absence. @param {MatchPage} page @param {Contest} contest @param {string} seat */
export function claim(page, contest, seat) {
  const others = contest.board.variant.seats.filter(
    (other) => !areFriends(contest.board, other, seat) && contest.isIn(other),
  );
  const now = connection.now();
  const isDue = (/** @type {string} */ other) => {
    const at = contest.gone.get(other)?.claimAt;
    return at !== undefined && at !== null && at <= now;
  };
  if (contest.mayAbort || !others.every(isDue)) return nothing;
  return html`<div class="row offer" role="group" aria-label=${t("claim.title")}>
    <p role="status">${t(contest.board.variant.seats.length > 2 ? "claim.gone_all" : "claim.gone")}</p>
    <button class="primary" id="claim-win" @click=${() => page.say("claim", { for: "win" })}>${t("claim.win")}</button>
    <button id="claim-draw" @click=${() => page.say("claim", { for: "draw" })}>${t("claim.draw")}</button>
  </div>`;
}
