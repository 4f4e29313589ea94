// Ratings beside names.

import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";

/** A rating, with a question mark if provisional. @param {{rating: number, provisional?: boolean}} of */
export const ratingText = ({ rating, provisional }) => `${rating}${provisional ? "?" : ""}`;

/** The rating change of a match. @param {number} change */
export const changeText = (change) => `${change < 0 ? "−" : "+"}${Math.abs(change)}`;

/** A player's rating and its change in the match; nothing for an unrated player. @param {SeatedView | null | undefined} player */
export function ratingOf(player) {
  if (!player?.rating) return nothing;
  const { rating, provisional, change } = player;
  const words = provisional ? t("rating.provisional") : t("rating.title");
  return html`<span class="rating" title=${words}>${ratingText({ rating, provisional })}${
    change === undefined
      ? nothing
      : html` <b class="change ${change < 0 ? "down" : "up"}" title=${t("rating.change")}>${changeText(change)}</b>`
  }</span>`;
}

/** True if the player can play rated games with a time control. @param {TimeControl} time */
export function mayRate({ kind }) {
  return session.player?.kind === "account" && kind !== "unlimited";
}

/**
 * The choice between rated and casual, for accounts.
 * @param {{id: string, isRated: boolean, onChoose: (isRated: boolean) => void}} options
 */
export function ratedChoice({ id, isRated, onChoose }) {
  if (session.player?.kind !== "account") return nothing;
  const chip = (/** @type {boolean} */ value) =>
    html`<label class="chip"><input type="radio" name=${id} value=${value ? "rated" : "casual"} .checked=${isRated === value}
      @change=${() => onChoose(value)} /><span>${t(value ? "match.rated" : "match.casual")}</span></label>`;
  return html`<fieldset class="chips rated-choice" id=${id}><legend class="visually-hidden">${t("rating.choice")}</legend>
    ${chip(true)} ${chip(false)}</fieldset>`;
}
