// The forms for a new account and for a known one.

import { post } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { keep } from "../../core/session.js";
import { connection } from "../../core/socket.js";

export class SignIn {
  trouble = "";
  isBusy = false;
  #done;

  /** @param {(player: PlayerView) => unknown} done follows a sign-in */
  constructor(done) {
    this.#done = done;
  }

  /** @param {SubmitEvent} event @param {"/accounts" | "/sessions"} path */
  async enter(event, path) {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || this.isBusy) return;
    const fields = new FormData(form);
    this.isBusy = true;
    this.trouble = "";
    redraw();
    try {
      const credentials = {
        name: String(fields.get("name")).trim(),
        password: fields.get("password"),
      };
      const { player, token } = await post(path, credentials);
      keep(player, token);
      connection.restart();
      await this.#done(player);
    } catch (error) {
      this.trouble = refusalWords(error);
      announce(this.trouble);
    }
    this.isBusy = false;
    redraw();
  }

  view() {
    return html`${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${this.#form("new", "/accounts", "account.make", "new-password")}
      ${this.#form("known", "/sessions", "account.enter", "current-password")}`;
  }

  /** @param {string} id @param {"/accounts" | "/sessions"} path @param {"account.make" | "account.enter"} title @param {"new-password" | "current-password"} kind */
  #form(id, path, title, kind) {
    return html`<form class="card" @submit=${(/** @type {SubmitEvent} */ e) => this.enter(e, path)}>
      <h2>${t(title)}</h2>
      <label for=${`${id}-name`}>${t("account.name")}</label>
      <input id=${`${id}-name`} name="name" required minlength="2" maxlength="20" autocomplete="username" autocapitalize="none" spellcheck="false" />
      <label for=${`${id}-password`}>${t("account.password")}</label>
      <input id=${`${id}-password`} name="password" type="password" required minlength="8" maxlength="128" autocomplete=${kind} />
      <button class="primary" ?disabled=${this.isBusy}>${t(title)}</button>
    </form>`;
  }
}
