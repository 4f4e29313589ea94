// The forms for a new account, for a known one, and for one whose password is lost.

import { ask, post } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { keep } from "../../core/session.js";
import { connection } from "../../core/socket.js";
import { hasPasskeys, signInByPasskey } from "./passkeys.js";
import { enterByProvider } from "./provider.js";
import { codeList } from "./recovery-codes.js";
import { Section } from "./section.js";
import { signInOptions } from "./sign-in-options.js";

export class SignIn extends Section {
  /** The form whose password is shown. */
  #shown = "";
  #done;
  /** True after a link was asked for. */
  #isMailed = false;
  /** A new account whose codes are shown. @type {{player: PlayerView, codes: string[]} | null} */
  #made = null;

  /** @param {(player: PlayerView) => unknown} done follows a sign-in */
  constructor(done) {
    super();
    this.#done = done;
  }

  /** True while the codes of a new account are shown. */
  get hasCodes() {
    return this.#made !== null;
  }

  /** @param {SubmitEvent} event @param {"/accounts" | "/sessions" | "/recoveries"} path */
  #enter(event, path) {
    return this.submit(event, async (fields) => {
      const body = {
        name: String(fields.get("name")).trim(),
        password: fields.get("password"),
        ...(path === "/recoveries" && { code: fields.get("code") }),
      };
      await this.#entered(await post(path, body));
    });
  }

  #enterByPasskey() {
    return this.run(async () => {
      const session = await signInByPasskey();
      if (session) await this.#entered(session);
    });
  }

  /** @param {SessionView} session */
  async #entered({ player, token, recovery_codes: codes = [] }) {
    keep(player, token);
    connection.restart();
    if (codes.length > 0) {
      this.#made = { player, codes };
      announce(t("codes.made"));
    } else {
      await this.#done(player);
    }
  }

  #finish() {
    const made = this.#made;
    this.#made = null;
    if (made) return this.#done(made.player);
  }

  view() {
    if (this.#made) return this.#codes(this.#made);
    return html`${this.troubleView()}
      ${this.#form("new", "/accounts", "account.make", "new-password")}
      ${this.#form("known", "/sessions", "account.enter", "current-password")}
      ${hasPasskeys() ? html`<button id="enter-by-passkey" ?disabled=${this.isBusy} @click=${() => this.#enterByPasskey()}>${t("passkeys.enter")}</button>` : nothing}
      ${this.#provider()}
      ${this.#recovery()}`;
  }

  #provider() {
    const { provider } = signInOptions();
    if (!provider) return nothing;
    return html`<button id="enter-by-provider" ?disabled=${this.isBusy} @click=${() => this.run(enterByProvider)}>${t("provider.enter", { provider })}</button>`;
  }

  /** Asks for a link. The answer is the same for every address. @param {SubmitEvent} event */
  #mail(event) {
    return this.submit(event, async (fields) => {
      // The answer has no body.
      const body = { address: fields.get("address") };
      await ask("POST", "/recoveries/mail", { body, accept: "text/plain" });
      this.#isMailed = true;
      announce(t("recovery.mailed"));
    });
  }

  /** @param {{player: PlayerView, codes: string[]}} made */
  #codes({ player, codes }) {
    return html`<section class="card" id="new-codes" aria-labelledby="new-codes-title">
      <h2 id="new-codes-title">${t("codes.title")}</h2>
      ${codeList(player.name, codes)}
      <button class="primary" id="codes-kept" @click=${() => this.#finish()}>${t("codes.kept")}</button>
    </section>`;
  }

  /** @param {string} id */
  #name(id) {
    return html`<label for=${id}>${t("account.name")}</label>
      <input id=${id} name="name" required minlength="2" maxlength="20" autocomplete="username" autocapitalize="none" spellcheck="false" />`;
  }

  /** Shows the password of a form, or hides it again. @param {string} id */
  #show(id) {
    this.#shown = this.#shown === id ? "" : id;
    redraw();
  }

  /** @param {string} id @param {"/accounts" | "/sessions"} path @param {"account.make" | "account.enter"} title @param {"new-password" | "current-password"} kind */
  #form(id, path, title, kind) {
    return html`<form class="card" @submit=${(/** @type {SubmitEvent} */ e) => this.#enter(e, path)}>
      <h2>${t(title)}</h2>
      ${this.#name(`${id}-name`)}
      <label for=${`${id}-password`}>${t(path === "/accounts" ? "account.password" : "account.password_known")}</label>
      <input id=${`${id}-password`} name="password" type=${this.#shown === id ? "text" : "password"} required
        minlength=${path === "/accounts" ? 8 : nothing} maxlength="128" autocomplete=${kind} />
      <label class="switch"><input type="checkbox" id=${`${id}-show`} .checked=${this.#shown === id} @change=${() => this.#show(id)} />
        <span>${t("account.show_password")}</span></label>
      <button class="primary" ?disabled=${this.isBusy}>${t(title)}</button>
    </form>`;
  }

  #recovery() {
    return html`<details class="card" id="recovery">
      <summary>${t("recovery.title")}</summary>
      <p>${t("recovery.what")}</p>
      <form @submit=${(/** @type {SubmitEvent} */ e) => this.#enter(e, "/recoveries")}>
        ${this.#name("recovery-name")}
        <label for="recovery-code">${t("recovery.code")}</label>
        <input id="recovery-code" name="code" required maxlength="32" autocomplete="off" autocapitalize="characters" spellcheck="false" />
        <label for="recovery-password">${t("password.new")}</label>
        <input id="recovery-password" name="password" type="password" required minlength="8" maxlength="128" autocomplete="new-password" />
        <button ?disabled=${this.isBusy}>${t("recovery.now")}</button>
      </form>
      ${signInOptions().mail ? this.#mailForm() : nothing}
    </details>`;
  }

  #mailForm() {
    return html`<form id="recovery-mail" @submit=${(/** @type {SubmitEvent} */ e) => this.#mail(e)}>
      <p>${t("recovery.mail_what")}</p>
      <label for="recovery-address">${t("mail.address")}</label>
      <input id="recovery-address" name="address" type="email" required maxlength="254" autocomplete="email" />
      <button ?disabled=${this.isBusy}>${t("recovery.mail")}</button>
      ${this.#isMailed ? html`<p role="status">${t("recovery.mailed")}</p>` : nothing}
    </form>`;
  }
}
