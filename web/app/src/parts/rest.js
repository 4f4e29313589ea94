// The hours of rest of a correspondence game, as fields of a form.

import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** The fields of a game of correspondence; none for other games. @param {{id: string, time: TimeControl, rest: import("../core/rest.js").Rest}} options */
export function restChoice({ id, time, rest }) {
  if (time.kind !== "correspondence") return nothing;
  const clock = (/** @type {"from" | "until"} */ name) =>
    html`<label>${t(`rest.${name}`)} <input type="time" id=${`${id}-rest-${name}`} .value=${rest[name]}
      @input=${(/** @type {Event} */ e) => {
        if (e.target instanceof HTMLInputElement) rest[name] = e.target.value;
      }} /></label>`;
  return html`<fieldset class="rest"><legend>${t("rest.choice")}</legend>
    <label class="switch"><input type="checkbox" id=${`${id}-rest-weekend`} .checked=${rest.hasWeekend}
      @change=${(/** @type {Event} */ e) => {
        if (e.target instanceof HTMLInputElement) rest.hasWeekend = e.target.checked;
      }} /><span>${t("rest.weekend")}</span></label>
    ${clock("from")}${clock("until")}
  </fieldset>`;
}
