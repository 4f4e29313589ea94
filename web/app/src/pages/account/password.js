// The change of the password.

import { ask } from "../../core/api.js";
import { html } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { Section } from "./section.js";

export class Password extends Section {
  #done;

  /** @param {() => unknown} done follows a change */
  constructor(done) {
    super();
    this.#done = done;
  }

  /** @param {SubmitEvent} event */
  #change(event) {
    return this.submit(event, async (fields) => {
      const body = {
        password: fields.get("password"),
        new_password: fields.get("new_password"),
        end_sessions: fields.has("end_sessions"),
      };
      await ask("PUT", "/me/password", { body });
      announce(t("password.changed"));
      this.#done();
    });
  }

  /** @param {string} name of the account */
  view(name) {
    return html`<section class="card" aria-labelledby="password-title">
      <h2 id="password-title">${t("password.title")}</h2>
      ${this.troubleView()}
      <form id="password-form" @submit=${(/** @type {SubmitEvent} */ e) => this.#change(e)}>
        <input type="text" name="name" hidden value=${name} autocomplete="username" />
        <label for="password-old">${t("account.your_password")}</label>
        <input id="password-old" name="password" type="password" maxlength="128" autocomplete="current-password" />
        <label for="password-new">${t("password.new")}</label>
        <input id="password-new" name="new_password" type="password" required minlength="8" maxlength="128" autocomplete="new-password" />
        <label class="choice"><input name="end_sessions" type="checkbox" checked /> <span>${t("password.end_sessions")}</span></label>
        <button ?disabled=${this.isBusy}>${t("password.change")}</button>
      </form>
    </section>`;
  }
}
