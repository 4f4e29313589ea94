// The programs to which the player signed in.

import { ask, get } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { day, t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";

/** The origin of a program: its host, this machine, or a device. @param {AppSummary} app */
export function originWords({ kind, host }) {
  if (kind === "site") return host ?? "";
  return kind === "program" ? t("apps.program", { host: host ?? "" }) : t("apps.device");
}

/** The scopes of a program. @param {AppSummary} app */
export function scopeList({ scopes }) {
  return html`<ul class="scopes">
    <li>${t("scope.none")}</li>
    ${scopes.map((scope) => html`<li>${t(`scope.${scope}`)}</li>`)}
  </ul>`;
}

export class Apps {
  trouble = "";
  /** @type {AppView[]} */
  #items = [];

  async load() {
    try {
      ({ items: this.#items } = await get("/oauth/apps"));
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  /** @param {AppView} app */
  async end(app) {
    this.trouble = "";
    try {
      await ask("DELETE", `/oauth/apps/${app.id}`);
      this.#items = this.#items.filter(({ id }) => id !== app.id);
      announce(t("apps.ended", { client: app.client }));
    } catch (error) {
      this.trouble = refusalWords(error);
      announce(this.trouble);
    }
    redraw();
  }

  view() {
    if (this.#items.length === 0 && !this.trouble) return nothing;
    return html`<section class="card" id="apps" aria-labelledby="apps-title">
      <h2 id="apps-title">${t("apps.title")}</h2>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      <ul class="log">
        ${this.#items.map(
          (app) => html`<li>
            <strong>${app.client}</strong> <span>${originWords(app)}</span>
            <small>${t("apps.used", { day: day(app.used_at) })}</small>
            ${scopeList(app)}
            <button @click=${() => this.end(app)} aria-label=${t("apps.end_named", { client: app.client })}>${t("apps.end")}</button>
          </li>`,
        )}
      </ul>
    </section>`;
  }
}
