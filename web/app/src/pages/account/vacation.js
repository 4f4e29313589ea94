// The vacation from correspondence games.

import { ask, get } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t, when } from "../../core/i18n.js";
import { Section } from "./section.js";

const DAY = 86_400_000;

export class Vacation extends Section {
  /** @type {VacationView | null} */
  #state = null;

  load() {
    return this.run(async () => {
      this.#state = await get("/me/vacation");
    });
  }

  /** @param {SubmitEvent} event */
  #begin(event) {
    return this.submit(event, async (fields) => {
      const until = String(fields.get("until") ?? "");
      const body = until ? { until: new Date(until).toISOString() } : {};
      this.#state = await ask("PUT", "/me/vacation", { body });
      announce(t("vacation.begun"));
    });
  }

  #end() {
    return this.run(async () => {
      this.#state = await ask("DELETE", "/me/vacation");
      announce(t("vacation.ended"));
    });
  }

  view() {
    const state = this.#state;
    if (!state || state.days_per_year === 0) return nothing;
    const left = Math.floor(state.left_ms / DAY);
    return html`<section class="card" id="vacation" aria-labelledby="vacation-title">
      <h2 id="vacation-title">${t("vacation.title")}</h2>
      ${this.troubleView()}
      <p>${t("vacation.what")}</p>
      <p id="vacation-left">${t("vacation.left", { n: left, of: state.days_per_year })}</p>
      ${
        state.until
          ? html`<p id="vacation-until">${t("vacation.until", { at: when(Date.parse(state.until)) })}</p>
            <button id="vacation-end" ?disabled=${this.isBusy} @click=${() => this.#end()}>${t("vacation.end")}</button>`
          : html`<form @submit=${(/** @type {SubmitEvent} */ e) => this.#begin(e)}>
              <label>${t("vacation.ends")} <input type="datetime-local" name="until" id="vacation-ends" /></label>
              <button id="vacation-begin" ?disabled=${this.isBusy}>${t("vacation.begin")}</button>
            </form>`
      }
    </section>`;
  }
}
