// The page of the links in e-mails. The secrets are in the fragment, which no server receives. A link
// changes nothing before a click, because mail servers open links too.

import { post } from "../core/api.js";
import { html } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { go } from "../core/router.js";
import { keep } from "../core/session.js";
import { connection } from "../core/socket.js";
import { Section } from "./account/section.js";

/** @typedef {import("../core/router.js").Page} Page */

class MailLink extends Section {
  #params;
  /** The words after the click. */
  #done = "";

  /** @param {URLSearchParams} params */
  constructor(params) {
    super();
    this.#params = params;
  }

  /** @param {string} path @param {unknown} body @param {string} words */
  async #confirm(path, body, words) {
    if (!(await this.run(() => post(path, body)))) return;
    this.#done = words;
    announce(words);
  }

  /** @param {SubmitEvent} event @param {string} name */
  #recover(event, name) {
    return this.submit(event, async (fields) => {
      const body = { name, code: this.#params.get("code"), password: fields.get("password") };
      const { player, token } = await post("/recoveries", body);
      keep(player, token);
      connection.restart();
      await go(`/players/${encodeURIComponent(player.name)}`, { replace: true });
    });
  }

  view() {
    return html`<div class="plain account" id="mail-link">
      <h1>${t("mail.title")}</h1>
      ${this.troubleView()}
      ${this.#done ? html`<p role="status">${this.#done}</p><p><a href="/account">${t("account.title")}</a></p>` : this.#question()}
    </div>`;
  }

  #question() {
    const [verify, unsubscribe, recover] = ["verify", "unsubscribe", "recover"].map((name) =>
      this.#params.get(name),
    );
    if (verify) {
      const confirm = () =>
        this.#confirm("/mail/verifications", { secret: verify }, t("mail.is_verified"));
      return this.#button(t("mail.verify_what"), t("mail.verify"), confirm);
    }
    if (unsubscribe) {
      const path = `/mail/unsubscriptions/${encodeURIComponent(unsubscribe)}`;
      const confirm = () => this.#confirm(path, {}, t("mail.is_unsubscribed"));
      return this.#button(t("mail.unsubscribe_what"), t("mail.unsubscribe"), confirm);
    }
    return recover ? this.#passwordForm(recover) : html`<p>${t("mail.no_link")}</p>`;
  }

  /** @param {string} what @param {string} words @param {() => unknown} confirm */
  #button(what, words, confirm) {
    return html`<section class="card"><p>${what}</p>
      <button class="primary" id="mail-confirm" ?disabled=${this.isBusy} @click=${confirm}>${words}</button></section>`;
  }

  /** @param {string} name */
  #passwordForm(name) {
    return html`<form class="card" @submit=${(/** @type {SubmitEvent} */ e) => this.#recover(e, name)}>
      <p>${t("mail.recover_what", { name })}</p>
      <input type="text" name="name" hidden value=${name} autocomplete="username" />
      <label for="mail-password">${t("password.new")}</label>
      <input id="mail-password" name="password" type="password" required minlength="8" maxlength="128" autocomplete="new-password" />
      <button class="primary" ?disabled=${this.isBusy}>${t("recovery.now")}</button>
    </form>`;
  }
}

/** @returns {Page} */
export function open() {
  const link = new MailLink(new URLSearchParams(location.hash.slice(1)));
  return { view: () => link.view(), title: () => t("mail.title") };
}
