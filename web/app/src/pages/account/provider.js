// Sign-in through the operator's provider: its beginning, and the accounts that are linked.

import { ask, post } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { day, t } from "../../core/i18n.js";
import { Section } from "./section.js";
import { signInOptions } from "./sign-in-options.js";

const KEY = "chivalry.provider";

/**
 * An attempt, stored in this tab while the player is at the provider.
 * @typedef {object} Attempt
 * @property {string} flow
 * @property {string} state
 * @property {"enter" | "link"} use
 * @property {string} from the address of the page that began it
 */

/** Goes to the provider. @param {"enter" | "link"} use @param {ProviderFlowView} begun */
function leave(use, { url, flow, state }) {
  const from = location.pathname + location.search;
  sessionStorage.setItem(KEY, JSON.stringify({ flow, state, use, from }));
  location.assign(url);
}

/** Begins a sign-in. */
export async function enterByProvider() {
  leave("enter", await post("/sessions/provider/options", {}));
}

/** Returns the attempt of this tab, and forgets it. @returns {Attempt | null} */
export function takeAttempt() {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text && JSON.parse(text);
}

export class Identities extends Section {
  /** @type {IdentityView[]} */
  #items = [];
  #changed;

  /** @param {() => unknown} changed follows a change */
  constructor(changed) {
    super();
    this.#changed = changed;
  }

  load() {
    return this.run(async () => {
      ({ items: this.#items } = await ask("GET", "/identities"));
    });
  }

  /** @param {SubmitEvent} event */
  #link(event) {
    return this.submit(event, async (fields) => {
      leave("link", await post("/identities/options", { password: fields.get("password") }));
    });
  }

  /** @param {IdentityView} identity */
  async #unlink({ id }) {
    if (!(await this.run(() => ask("DELETE", `/identities/${id}`)))) return;
    announce(t("provider.unlinked"));
    await this.load();
    this.#changed();
  }

  /** @param {IdentityView} identity */
  #identity(identity) {
    const { host } = new URL(identity.issuer);
    const used = identity.used_on && t("passkeys.used", { day: day(identity.used_on) });
    return html`<li>
      <strong>${host}</strong>
      <span>${t("provider.since", { since: day(identity.created_at) })}${used ? `, ${used}` : ""}</span>
      <button ?disabled=${this.isBusy} @click=${() => this.#unlink(identity)} aria-label=${t("provider.unlink_named", { host })}>${t("provider.unlink")}</button>
    </li>`;
  }

  view() {
    const { provider } = signInOptions();
    const isLinked = this.#items.length > 0;
    if (!provider && !isLinked) return nothing;
    return html`<section class="card" id="identities" aria-labelledby="identities-title">
      <h2 id="identities-title">${t("provider.title")}</h2>
      <p>${t("provider.what")}</p>
      ${this.troubleView()}
      ${isLinked ? html`<ul class="log bare">${this.#items.map((identity) => this.#identity(identity))}</ul>` : nothing}
      ${isLinked ? html`<p><small>${t("provider.no_password")}</small></p>` : nothing}
      ${provider && !isLinked ? this.#form(provider) : nothing}
    </section>`;
  }

  /** @param {string} provider */
  #form(provider) {
    return html`<details>
      <summary>${t("provider.link", { provider })}</summary>
      <form @submit=${(/** @type {SubmitEvent} */ e) => this.#link(e)}>
        <label for="link-password">${t("account.your_password")}</label>
        <input id="link-password" name="password" type="password" maxlength="128" autocomplete="current-password" />
        <button ?disabled=${this.isBusy}>${t("provider.link", { provider })}</button>
      </form>
    </details>`;
  }
}
