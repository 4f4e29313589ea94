// The timeout form for moderators.

import { html, nothing } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { maybe, t } from "../core/i18n.js";
import { moderation, silence, TIMEOUT_REASONS, TIMEOUTS } from "../core/moderation.js";

/** @param {number} minutes */
function lengthText(minutes) {
  if (minutes < 60) return t("silence.minutes", { n: minutes });
  return minutes < 24 * 60
    ? t("silence.hours", { n: minutes / 60 })
    : t("time.days", { n: minutes / (24 * 60) });
}

/**
 * Empty for players who are not moderators.
 * @param {{id: string, name: string, onDo: (what: () => Promise<void>) => void}} options
 */
export function silenceForm({ id, name, onDo }) {
  if (!moderation.isModerator) return nothing;
  const value = (/** @type {string} */ field) => {
    const select = document.getElementById(`${id}-${field}`);
    return select instanceof HTMLSelectElement ? select.value : "";
  };
  const give = () =>
    onDo(async () => {
      await silence(name, Number(value("minutes")), value("reason"));
      announce(t("silence.given", { who: name }));
    });
  return html`<div class="row silence" role="group" aria-label=${t("silence.title", { who: name })}>
    <select id="${id}-minutes" class="small" aria-label=${t("silence.length")}>
      ${TIMEOUTS.map((minutes) => html`<option value=${minutes}>${lengthText(minutes)}</option>`)}
    </select>
    <select id="${id}-reason" class="small" aria-label=${t("silence.why")}>
      ${TIMEOUT_REASONS.map((reason) => html`<option value=${reason}>${maybe(`timeout.${reason}`) ?? t("silence.other")}</option>`)}
    </select>
    <button class="small danger" id="${id}-give" @click=${give}>${t("silence.give")}</button>
  </div>`;
}
