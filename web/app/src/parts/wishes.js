// Form fields for a new game: time control, side and start position.

import { seatName } from "../board/words.js";
import { speedOf, TIMES, timeText } from "../core/clock.js";
import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { hasPartners } from "../rules/results.js";
import { mayRate } from "./rating.js";

const MINUTE = 60_000;

/** @param {{id: string, at: number, onChoose: (at: number) => void}} options */
export function timeChoice({ id, at, onChoose }) {
  return html`<label>${t("home.time")}
    <select id=${id} @change=${(/** @type {Event} */ e) => {
      if (e.target instanceof HTMLSelectElement) onChoose(e.target.selectedIndex);
    }}>
      ${TIMES.map((time, index) => html`<option ?selected=${index === at}>${timeText(time)} · ${t(`speed.${speedOf(time)}`)}</option>`)}
    </select>
  </label>`;
}

/** @param {{id: string, variant: VariantView, seat: string, onChoose: (seat: string) => void}} options */
export function seatChoice({ id, variant, seat, onChoose }) {
  return html`<label>${t("home.seat")}
    <select id=${id} @change=${(/** @type {Event} */ e) => {
      if (e.target instanceof HTMLSelectElement) onChoose(e.target.value);
    }}>
      <option value="" ?selected=${seat === ""}>${t("home.any_seat")}</option>
      ${variant.seats.map((each) => html`<option value=${each} ?selected=${seat === each}>${seatName({ variant }, each)}</option>`)}
    </select>
  </label>`;
}

/** The selectable spectator delays in minutes. */
const DELAYS = [0, 1, 5, 15];

/** @typedef {{isOpen: boolean, isRated: boolean, delay: number, playsOn: boolean}} More less common settings */

/** @returns {More} */
export const usual = () => ({ isOpen: false, isRated: false, delay: 0, playsOn: false });

/** The settings as fields of a request. @param {More} more @param {VariantView} variant */
export function optionsOf({ delay, playsOn }, variant) {
  return {
    watch_delay_ms: delay * MINUTE,
    partner_plays_on: playsOn && hasPartners(variant),
  };
}

/** @param {{id: string, variant: VariantView, time: TimeControl, more: More}} options */
export function moreChoices({ id, variant, time, more }) {
  const box = (/** @type {"isOpen" | "isRated" | "playsOn"} */ name, /** @type {string} */ words) =>
    html`<label class="switch"><input type="checkbox" id=${`${id}-${name}`} .checked=${more[name]}
      @change=${(/** @type {Event} */ e) => {
        if (e.target instanceof HTMLInputElement) more[name] = e.target.checked;
      }} /><span>${words}</span></label>`;
  return html`<details class="more"><summary id=${`${id}-more`}>${t("more.title")}</summary>
    <div class="more-choices">
      ${box("isOpen", t("more.open"))}
      ${mayRate(time) ? box("isRated", t("more.rated")) : nothing}
      ${hasPartners(variant) ? box("playsOn", t("more.plays_on")) : nothing}
      <label>${t("more.delay")}
        <select id=${`${id}-delay`} @change=${(/** @type {Event} */ e) => {
          if (e.target instanceof HTMLSelectElement) more.delay = Number(e.target.value);
        }}>
          ${DELAYS.map((minutes) => html`<option value=${minutes} ?selected=${minutes === more.delay}>${minutes === 0 ? t("more.no_delay") : t("more.minutes", { n: minutes })}</option>`)}
        </select>
      </label>
    </div>
  </details>`;
}

/** @typedef {import("../core/starts.js").Start} Start */

/** @param {{id: string, start: Start}} options */
export function startChoices({ id, start }) {
  const line = (/** @type {keyof Start} */ name) =>
    html`<label>${t(`start.${name}`)}
      <input id=${`${id}-${name}`} .value=${start[name]} autocomplete="off" spellcheck="false"
        aria-describedby=${`${id}-${name}-how`}
        @input=${(/** @type {Event} */ e) => {
          if (e.target instanceof HTMLInputElement) start[name] = e.target.value;
        }} />
      <small class="quiet" id=${`${id}-${name}-how`}>${t(`start.${name}_how`)}</small></label>`;
  return html`<details class="more"><summary id=${`${id}-start`}>${t("start.title")}</summary>
    <div class="more-choices">${line("position")}${line("handicap")}</div>
  </details>`;
}
