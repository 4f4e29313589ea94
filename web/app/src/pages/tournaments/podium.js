// The podium: places 1 to 3, with shared places.

import { pieceShape } from "../../board/pieces.js";
import { html, nothing, svg } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

/** @typedef {import("./places.js").Step} Step */

/** Maximum number of names of a shared place. */
const NAMES = 3;

/**
 * @param {Step[]} steps
 * @param {(entrant: number) => unknown} nameOf
 * @param {{variant: VariantView | undefined, isSmall?: boolean}} options
 */
export function podium(steps, nameOf, { variant, isSmall = false }) {
  if (steps.length === 0) return nothing;
  return html`<ol class="bare podium ${isSmall ? "small-podium" : ""}">${steps.map((step) => {
    const { place, entrants } = step;
    const more = entrants.length - NAMES;
    return html`<li class="podium-${place}" data-podium=${place}>
      ${variant ? pieceOf(variant, place === 1) : nothing}
      <span class="podium-names"><span class="visually-hidden">${t("podium.place", { n: place })}</span>
        ${entrants.slice(0, NAMES).map((entrant) => html`<span class="podium-name">${nameOf(entrant)}</span>`)}
        ${more > 0 ? html`<span class="quiet">${t("podium.more", { n: more })}</span>` : nothing}</span>
      <span class="podium-block" aria-hidden="true">${isSmall ? place : medal(place)}</span></li>`;
  })}</ol>`;
}

/** A piece in the colour of its place. @param {VariantView} variant @param {boolean} knight */
const pieceOf = (variant, knight) =>
  svg`<svg class="piece-icon" viewBox="0 0 40 40" aria-hidden="true" focusable="false">${pieceShape(variant, { seat: variant.seats[0], knight })}</svg>`;

/** A shield with the number of a place. @param {number} place */
const medal = (place) => svg`<svg class="medal" viewBox="0 0 40 44">
  <path d="M5 5c5 1.2 10.4.6 15-2.6C24.6 5.6 30 6.2 35 5c1.2 15-2 28.5-15 36.5C7 33.5 3.8 20 5 5z" />
  <text x="20" y="27" text-anchor="middle">${place}</text></svg>`;
