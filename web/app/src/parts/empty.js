// A page or list without content: a drawing, a sentence and an action.

import { html, nothing, svg } from "../core/dom.js";

/**
 * The drawings: a field with tents for games to be played, a stand with a shield for players to
 * come, a scroll for records.
 * @typedef {"field" | "shield" | "scroll"} Scene
 */

const GROUND = svg`<ellipse class="far" cx="80" cy="88" rx="76" ry="9"/>`;

/** @type {Record<Scene, unknown>} */
const SCENES = {
  field: svg`${GROUND}
    <path class="pole" d="M48 28V9M112 40V24"/>
    <path class="bold" d="M48 9l16 5-16 5zM112 24l12 4-12 4z"/>
    <path class="near" d="M48 26c8 14 20 20 30 24l-3 36H21l-3-36c10-4 22-10 30-24z"/>
    <path class="bold" d="M48 27c3 9 7 16 12 21H36c5-5 9-12 12-21zM48 58l9 28H39z"/>
    <path class="near" d="M112 38c6 10 14 15 22 18l-2 30H92l-2-30c8-3 16-8 22-18z"/>
    <path class="bold" d="M112 39c2 6 5 11 9 15h-18c4-4 7-9 9-15zM112 62l7 24h-14z"/>`,
  shield: svg`${GROUND}
    <path class="pole" d="M58 88l22-66 22 66M66 64h28"/>
    <path class="near" d="M52 14h56v26c0 17-11 29-28 36-17-7-28-19-28-36z"/>
    <path class="bold" d="M74 14h12v19h22v12H86v29l-6 3-6-3V45H52V33h22z"/>`,
  scroll: svg`${GROUND}
    <path class="near" d="M46 16h62c5 0 8 4 8 8v6h-12v46c0 6-4 10-10 10H44c5 0 8-4 8-9V24c0-4-2-8-6-8z"/>
    <path class="near" d="M32 86c-4 0-7-4-7-9v-3h56v3c0 5 4 9 9 9zM104 30v-6c0-4 2-8 6-8s6 4 6 8v6z"/>
    <path class="pole" d="M62 32h32M62 44h32M62 56h20"/>
    <circle class="bold" cx="94" cy="62" r="6"/>`,
};

/** @typedef {{words: string, href?: string, onClick?: () => void}} Action a link, or a button */

/**
 * @param {object} options
 * @param {Scene} options.scene
 * @param {string} options.words
 * @param {Action} options.action leads to where the content comes from
 * @param {string} [options.id]
 */
export function emptyPlace({ scene, words, action, id }) {
  return html`<div class="empty" id=${id ?? nothing}>
    ${svg`<svg viewBox="0 0 160 100" aria-hidden="true">${SCENES[scene]}</svg>`}
    <p>${words}</p>
    ${
      action.href
        ? html`<a class="button primary" href=${action.href}>${action.words}</a>`
        : html`<button class="primary" @click=${action.onClick}>${action.words}</button>`
    }
  </div>`;
}
