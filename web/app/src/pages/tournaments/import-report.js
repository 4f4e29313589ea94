// The form that makes a tournament of a report file (TRF).

import { ask, Problem } from "../../core/api.js";
import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { go } from "../../core/router.js";
import { connection } from "../../core/socket.js";

export class ImportReport {
  /** The server's error, with the line of the file that it names. @type {{text: string, line: number | null, source: string} | null} */
  fault = null;
  isSending = false;

  /** @param {VariantView[]} variants */
  constructor(variants) {
    // A report is of a game of two sides.
    this.variants = variants;
  }

  /** @param {SubmitEvent} event */
  async #send(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const file = form.get("report");
    if (this.isSending || !(file instanceof File) || file.size === 0) return;
    this.isSending = true;
    this.fault = null;
    redraw();
    const text = await file.text();
    const variant = encodeURIComponent(String(form.get("variant")));
    try {
      await connection.greeted();
      const { tournament } = await ask("POST", `/tournaments/import?variant=${variant}`, { text });
      await go(`/tournaments/${tournament}`);
    } catch (error) {
      const line = error instanceof Problem ? Number(error.params?.line ?? 0) : 0;
      const source = text.split(/\r\n|\r|\n/)[line - 1] ?? "";
      this.fault = { text: refusalWords(error), line: line || null, source };
      focusSoon("report-trouble");
    }
    this.isSending = false;
    redraw();
  }

  view() {
    const { fault, variants } = this;
    return html`<section class="plain" id="import-report"><h2>${t("report.title")}</h2>
      <p class="quiet">${t("report.how")}</p>
      <form class="row" @submit=${(/** @type {SubmitEvent} */ e) => this.#send(e)}>
        <label>${t("report.game")} <select name="variant">${variants.map(({ name, title }) => html`<option value=${name} ?selected=${name === "camelot"}>${title}</option>`)}</select></label>
        <label>${t("report.file")} <input type="file" name="report" accept=".trf,.txt,.trfx,text/plain" required /></label>
        <button id="import" ?disabled=${this.isSending}>${t("report.import")}</button></form>
      ${
        fault
          ? html`<div class="trouble" role="alert" id="report-trouble" tabindex="-1"><p>${fault.text}</p>
              ${fault.line === null ? nothing : html`<pre class="scroll" data-line=${fault.line} tabindex="0"><code>${fault.line}: ${fault.source}</code></pre>`}</div>`
          : nothing
      }</section>`;
  }
}
