// The engine correlation of an entrant's ended games in the tournament, for its directors.

import { lines } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";

const PERCENT = 100;

export class EngineUse {
  /** The report of all games of an entrant. @type {{entrant: number, report: any} | null} */
  found = null;
  isBusy = false;
  trouble = "";
  #abort = new AbortController();

  /** @param {{tournament: string, following: import("../tournament/following.js").Following}} desk */
  constructor(desk) {
    this.desk = desk;
  }

  stop() {
    this.#abort.abort();
  }

  /** @param {number} entrant */
  async compare(entrant) {
    this.isBusy = true;
    this.trouble = "";
    redraw();
    const path = `/tournaments/${this.desk.tournament}/engine-use?entrant=${entrant}`;
    try {
      for await (const report of lines(path, undefined, this.#abort.signal, "GET"))
        if (report.done) this.found = { entrant, report };
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    this.isBusy = false;
    redraw();
  }
}

/** @param {EngineUse} engine */
export function engineCard(engine) {
  const { following } = engine.desk;
  const compare = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    engine.compare(Number(form.get("entrant")));
  };
  const people = following.about?.entrants.filter(({ players }) => players.length > 0) ?? [];
  if (people.length === 0) return nothing;
  return html`<section class="card" id="desk-engine"><h2>${t("desk.engine")}</h2>
    <p class="quiet">${t("desk.engine_how")}</p>
    <form class="row" @submit=${compare}>
      <label>${t("desk.whom")} <select name="entrant">${people.map(({ entrant }) => html`<option value=${entrant}>${following.nameOf(entrant)}</option>`)}</select></label>
      <button ?disabled=${engine.isBusy}>${t("desk.compare")}</button></form>
    ${engine.trouble ? html`<p class="trouble" role="alert">${engine.trouble}</p>` : nothing}
    ${engine.found ? reportOf(engine.found, following) : nothing}
  </section>`;
}

/** @param {{entrant: number, report: any}} found @param {import("../tournament/following.js").Following} following */
function reportOf({ entrant, report }, following) {
  const agreement =
    report.agreement === undefined ? "–" : `${Math.round(report.agreement * PERCENT)} %`;
  return html`<p id="engine-report" role="status" data-striking=${report.striking}><strong>${following.nameOf(entrant)}</strong>:
    ${t("desk.engine_found", { games: report.matches, choices: report.choices, agreement })}
    ${report.striking ? html`<span class="tag">${t("desk.striking")}</span>` : nothing}</p>`;
}
