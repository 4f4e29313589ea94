// Choices of filters.

import { html } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @typedef {import("../core/i18n.js").Word} Word */

const NAMES = ["bullet", "blitz", "rapid", "classical", "correspondence", "unlimited"];

/** The speeds with their words. @returns {[string, string][]} */
export const SPEEDS = () => NAMES.map((name) => [name, t(/** @type {Word} */ (`speed.${name}`))]);

/**
 * A select whose empty value stands for everything.
 * @param {{id: string, label: string, value: string, options: [string, string][], none?: string, onChoose: (value: string) => void}} choice
 */
export function choice({ id, label, value, options, none = t("filter.any"), onChoose }) {
  return html`<label>${label}
    <select id=${id} @change=${(/** @type {Event} */ e) => e.target instanceof HTMLSelectElement && onChoose(e.target.value)}>
      <option value="" ?selected=${value === ""}>${none}</option>
      ${options.map(([name, words]) => html`<option value=${name} ?selected=${name === value}>${words}</option>`)}
    </select></label>`;
}

/**
 * A select of everything, yes, and no.
 * @param {{id: string, label: string, words: [string, string], value: string, onChoose: (value: string) => void}} choice
 */
export function yesNoChoice({ words: [yes, no], ...rest }) {
  return choice({
    ...rest,
    options: [
      ["true", yes],
      ["false", no],
    ],
  });
}
