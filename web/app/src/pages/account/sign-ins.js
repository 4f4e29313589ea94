// The sign-ins of the account, and its security log.

import { ask } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { day, maybe, t, when } from "../../core/i18n.js";
import { forgetPlayer } from "../../core/sign-out.js";
import { Section } from "./section.js";

/** The browser and the system of a client. @param {ClientView} client */
export function clientWords({ browser, system }) {
  if (browser && system) return t("sign_ins.client", { browser, system });
  return browser ?? system ?? t("sign_ins.program");
}

export class SignIns extends Section {
  /** @type {SignInView[]} */
  #items = [];
  /** @type {SecurityEventView[]} */
  #log = [];
  #left;

  /** @param {() => unknown} left follows the end of the sign-in of this browser */
  constructor(left) {
    super();
    this.#left = left;
  }

  load() {
    return this.run(async () => {
      const [sign_ins, log] = await Promise.all([
        ask("GET", "/sessions"),
        ask("GET", "/me/security"),
      ]);
      this.#items = sign_ins.items;
      this.#log = log.items;
    });
  }

  /** @param {SignInView} signIn */
  async #end(signIn) {
    const isDone = await this.run(() => ask("DELETE", `/sessions/${signIn.id}`));
    if (!isDone) return;
    announce(t("sign_ins.ended"));
    await this.load();
  }

  async #endAll() {
    if (!(await this.run(() => ask("DELETE", "/sessions")))) return;
    forgetPlayer();
    await this.#left();
    announce(t("sign_ins.ended_all"));
  }

  /** @param {SignInView} signIn */
  #signIn(signIn) {
    const client = clientWords(signIn.client);
    const seen = day(signIn.seen_on);
    return html`<li>
      <strong>${client}</strong>
      <small>${t("sign_ins.seen", { since: day(signIn.created_at), seen })}</small>
      ${
        signIn.current
          ? html`<span class="tag">${t("sign_ins.current")}</span>`
          : html`<button ?disabled=${this.isBusy} @click=${() => this.#end(signIn)} aria-label=${t("sign_ins.end_named", { client, seen })}>${t("sign_ins.end")}</button>`
      }
    </li>`;
  }

  /** @param {SecurityEventView} entry */
  #entry({ at, event, times, client }) {
    const isKnown = client.browser !== null || client.system !== null;
    return html`<li>
      <span>${maybe(`security.${event}`) ?? event}${times > 1 ? ` (${times})` : nothing}</span>
      <small>${when(at)}${isKnown ? `, ${clientWords(client)}` : nothing}</small>
    </li>`;
  }

  view() {
    return html`<section class="card" id="sign-ins" aria-labelledby="sign-ins-title">
        <h2 id="sign-ins-title">${t("sign_ins.title")}</h2>
        ${this.troubleView()}
        <ul class="log bare">${this.#items.map((signIn) => this.#signIn(signIn))}</ul>
        <button id="end-all" ?disabled=${this.isBusy} @click=${() => this.#endAll()}>${t("sign_ins.end_all")}</button>
      </section>
      <section class="card" id="security" aria-labelledby="security-title">
        <h2 id="security-title">${t("security.title")}</h2>
        <p>${t("security.what")}</p>
        <details>
          <summary>${t("security.show", { n: this.#log.length })}</summary>
          <ul class="log bare">${this.#log.map((entry) => this.#entry(entry))}</ul>
        </details>
      </section>`;
  }
}
