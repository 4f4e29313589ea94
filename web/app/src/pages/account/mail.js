// The e-mail address of the account.

import { ask } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { languageNow, t } from "../../core/i18n.js";
import { Section } from "./section.js";
import { signInOptions } from "./sign-in-options.js";

export class MailAddress extends Section {
  /** @type {MailAddressView | null} */
  #mail = null;
  #changed;

  /** @param {() => unknown} changed follows a change */
  constructor(changed) {
    super();
    this.#changed = changed;
  }

  load() {
    return this.run(async () => {
      this.#mail = await ask("GET", "/me/mail");
    });
  }

  /** @param {SubmitEvent} event */
  #set(event) {
    return this.submit(event, async (fields) => {
      const [address, password] = [fields.get("address"), fields.get("password")];
      const body = { address, password, language: languageNow() };
      this.#mail = await ask("PUT", "/me/mail", { body });
      if (!this.#mail?.verified) announce(t("mail.sent"));
      this.#changed();
    });
  }

  /** @param {SubmitEvent} event */
  #remove(event) {
    return this.submit(event, async (fields) => {
      await ask("DELETE", "/me/mail", { body: { password: fields.get("password") } });
      this.#mail = await ask("GET", "/me/mail");
      announce(t("mail.removed"));
      this.#changed();
    });
  }

  #subscribe() {
    return this.run(async () => {
      const subscribed = !this.#mail?.subscribed;
      await ask("PUT", "/me/mail/subscription", { body: { subscribed } });
      this.#mail = await ask("GET", "/me/mail");
    });
  }

  view() {
    const address = this.#mail?.address ?? null;
    if (!this.#mail || (!signInOptions().mail && address === null)) return nothing;
    return html`<section class="card" id="mail" aria-labelledby="mail-title">
      <h2 id="mail-title">${t("mail.title")}</h2>
      <p>${t("mail.what")}</p>
      ${this.troubleView()}
      ${address === null ? nothing : this.#present(address, this.#mail)}
      ${signInOptions().mail ? this.#form("set", t(address === null ? "mail.set" : "mail.change")) : nothing}
      ${address === null ? nothing : this.#form("remove", t("mail.remove"))}
    </section>`;
  }

  /** @param {string} address @param {MailAddressView} mail */
  #present(address, { verified, bounced, subscribed }) {
    const state = bounced ? t("mail.bounced") : t(verified ? "mail.verified" : "mail.unverified");
    return html`<p><strong id="mail-address">${address}</strong> <span id="mail-state">${state}</span></p>
      ${
        verified
          ? html`<label class="choice"><input id="mail-subscribed" type="checkbox" .checked=${subscribed} ?disabled=${this.isBusy} @change=${() => this.#subscribe()} />
        <span>${t("mail.subscribed")}</span></label>`
          : nothing
      }`;
  }

  /** @param {"set" | "remove"} what @param {string} title */
  #form(what, title) {
    const send = (/** @type {SubmitEvent} */ e) =>
      what === "set" ? this.#set(e) : this.#remove(e);
    return html`<details id=${`mail-${what}`}>
      <summary>${title}</summary>
      <form @submit=${send}>
        ${
          what === "set"
            ? html`<label for="mail-new">${t("mail.address")}</label>
        <input id="mail-new" name="address" type="email" required maxlength="254" autocomplete="email" />`
            : nothing
        }
        <label for=${`mail-${what}-password`}>${t("account.your_password")}</label>
        <input id=${`mail-${what}-password`} name="password" type="password" maxlength="128" autocomplete="current-password" />
        <button ?disabled=${this.isBusy}>${title}</button>
      </form>
    </details>`;
  }
}
