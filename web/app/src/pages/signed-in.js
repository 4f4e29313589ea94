// The page to which the provider of sign-ins returns.

import { post } from "../core/api.js";
import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { go } from "../core/router.js";
import { keep } from "../core/session.js";
import { connection } from "../core/socket.js";
import { takeAttempt } from "./account/provider.js";
import { codeList } from "./account/recovery-codes.js";
import { Section } from "./account/section.js";

/** @typedef {import("../core/router.js").Page} Page */

class SignedIn extends Section {
  #from = "/account";
  /** An account of the provider that is unknown here. @type {ProviderSignUpView | null} */
  #unknown = null;
  /** A new account whose codes are shown. @type {SessionView | null} */
  #made = null;

  /** Sends the answer of the provider. @param {URLSearchParams} query */
  async finish(query) {
    const [attempt, code, state] = [takeAttempt(), query.get("code"), query.get("state")];
    if (!attempt || !code || attempt.state !== state) {
      this.trouble = t("provider.failed");
      return;
    }
    this.#from = attempt.from;
    const body = { flow: attempt.flow, state, code };
    await this.run(async () => {
      if (attempt.use === "link") {
        await post("/identities", body);
        await go(this.#from, { replace: true });
        return;
      }
      const answer = await post("/sessions/provider", body);
      if ("ticket" in answer) this.#unknown = answer;
      else await this.#enter(answer);
    });
  }

  /** @param {SessionView} session */
  async #enter({ player, token }) {
    keep(player, token);
    connection.restart();
    const home = `/players/${encodeURIComponent(player.name)}`;
    await go(this.#from === "/account" ? home : this.#from, { replace: true });
  }

  /** @param {SubmitEvent} event @param {string} ticket */
  #signUp(event, ticket) {
    return this.submit(event, async (fields) => {
      const body = { ticket, name: String(fields.get("name")).trim() };
      /** @type {SessionView} */
      const made = await post("/sessions/provider/accounts", body);
      keep(made.player, made.token);
      connection.restart();
      this.#made = made;
      this.#unknown = null;
    });
  }

  view() {
    return html`<div class="plain account" id="signed-in">
      <h1>${t("provider.title")}</h1>
      ${this.troubleView()}
      ${this.trouble && !this.#unknown ? html`<p><a href="/account">${t("account.title")}</a></p>` : nothing}
      ${this.#unknown ? this.#form(this.#unknown) : nothing}
      ${this.#made ? this.#codes(this.#made) : nothing}
    </div>`;
  }

  /** @param {ProviderSignUpView} unknown */
  #form({ ticket, name }) {
    return html`<form class="card" @submit=${(/** @type {SubmitEvent} */ e) => this.#signUp(e, ticket)}>
      <p>${t("provider.choose_name")}</p>
      <label for="provider-name">${t("account.name")}</label>
      <input id="provider-name" name="name" required minlength="2" maxlength="20" value=${name ?? ""} autocomplete="username" autocapitalize="none" spellcheck="false" />
      <button class="primary" ?disabled=${this.isBusy}>${t("account.make")}</button>
    </form>`;
  }

  /** @param {SessionView} made */
  #codes(made) {
    return html`<section class="card" id="new-codes" aria-labelledby="new-codes-title">
      <h2 id="new-codes-title">${t("codes.title")}</h2>
      ${codeList(made.player.name, made.recovery_codes ?? [])}
      <button class="primary" id="codes-kept" @click=${() => this.#enter(made)}>${t("codes.kept")}</button>
    </section>`;
  }
}

/** @param {URLSearchParams} query @returns {Page} */
export function open(query) {
  const page = new SignedIn();
  page.finish(query);
  return { view: () => page.view(), title: () => t("provider.title"), address: "/signed-in" };
}
