// The account page: sign up, sign in, security, and personal data.

import { ask } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { moderation } from "../core/moderation.js";
import { refusalWords } from "../core/refusals.js";
import { go } from "../core/router.js";
import { session } from "../core/session.js";
import { forgetPlayer } from "../core/sign-out.js";
import { saveFile } from "../parts/files.js";
import { Apps } from "./account/apps.js";
import { Arrangements } from "./account/arrangements.js";
import { MailAddress } from "./account/mail.js";
import { Notifications } from "./account/notifications.js";
import { Passkeys } from "./account/passkeys.js";
import { Password } from "./account/password.js";
import { Identities } from "./account/provider.js";
import { RecoveryCodes } from "./account/recovery-codes.js";
import { SignIn } from "./account/sign-in.js";
import { SignIns } from "./account/sign-ins.js";
import { Vacation } from "./account/vacation.js";

/** @typedef {import("../core/router.js").Page} Page */

class Account {
  trouble = "";
  isBusy = false;
  apps = new Apps();
  arrangements = new Arrangements();
  codes = new RecoveryCodes();
  vacation = new Vacation();
  signIns = new SignIns(() => go("/"));
  passkeys = new Passkeys(() => this.signIns.load());
  identities = new Identities(() => this.signIns.load());
  mail = new MailAddress(() => this.signIns.load());
  notifications = new Notifications();
  password = new Password(() => this.signIns.load());
  #signIn = new SignIn(({ name }) => go(`/players/${encodeURIComponent(name)}`));

  /** Loads the parts of an account. */
  load() {
    const { apps, arrangements, codes, identities, mail, notifications } = this;
    const { passkeys, signIns, vacation } = this;
    const security = [apps, codes, identities, mail, passkeys, signIns];
    for (const part of [arrangements, vacation, notifications, ...security]) part.load();
  }

  async leave() {
    await ask("DELETE", "/sessions/current").catch(() => {});
    forgetPlayer();
    await go("/");
  }

  async takeAlong() {
    this.trouble = "";
    try {
      const kept = await ask("GET", "/me/export");
      const text = `${JSON.stringify(kept, null, 1)}\n`;
      saveFile(`chivalry-${kept.player.name}.json`, text, "application/json");
    } catch (error) {
      this.#say(error);
    }
    redraw();
  }

  /** @param {SubmitEvent} event */
  async erase(event) {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || this.isBusy) return;
    const password = new FormData(form).get("password");
    this.isBusy = true;
    this.trouble = "";
    redraw();
    try {
      await ask("DELETE", "/me", { body: password === null ? {} : { password } });
      forgetPlayer();
      await go("/");
      announce(t("account.erased"));
    } catch (error) {
      this.#say(error);
    }
    this.isBusy = false;
    redraw();
  }

  /** @param {unknown} error */
  #say(error) {
    this.trouble = refusalWords(error);
    announce(this.trouble);
  }

  view() {
    const { player } = session;
    const hasNoAccount = player === null || player.kind === "guest";
    // The codes of a new account are shown by the form that made it.
    const isGuest = hasNoAccount || this.#signIn.hasCodes;
    return html`<div class="plain account">
      <h1>${t("account.title")}</h1>
      ${
        player
          ? html`<p>${t("account.you_are")} <a href="/players/${encodeURIComponent(player.name)}"><strong>${player.name}</strong></a>.
        ${hasNoAccount ? t("account.guest") : nothing}</p>`
          : nothing
      }
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${
        isGuest
          ? this.#signIn.view()
          : html`${moderation.isModerator ? html`<p><a href="/moderation">${t("moderation.title")}</a></p>` : nothing}
            <button id="sign-out" @click=${() => this.leave()}>${t("account.leave")}</button>`
      }
      ${player && !isGuest ? this.#security(player) : nothing}
      ${player && !this.#signIn.hasCodes ? this.#kept(player) : nothing}
    </div>`;
  }

  /** The ways to sign in, and what happened to them. @param {PlayerView} player */
  #security({ name }) {
    return html`${this.arrangements.view()} ${this.vacation.view()} ${this.apps.view()} ${this.signIns.view()} ${this.passkeys.view()}
      ${this.notifications.view()} ${this.identities.view()} ${this.mail.view()}
      ${this.password.view(name)} ${this.codes.view(name)}`;
  }

  /** Export and erasure of the player's data. @param {PlayerView} player */
  #kept(player) {
    return html`<section class="card" aria-labelledby="kept-title">
      <h2 id="kept-title">${t("account.kept")}</h2>
      <p>${t("account.kept_what")}</p>
      <button id="export" @click=${() => this.takeAlong()}>${t("account.export")}</button>
      <details id="erasure">
        <summary>${t("account.erase")}</summary>
        <p>${t("account.erase_what")}</p>
        <form @submit=${(/** @type {SubmitEvent} */ e) => this.erase(e)}>
          ${
            player.kind === "guest"
              ? nothing
              : html`<label for="erase-password">${t("account.your_password")}</label>
          <input id="erase-password" name="password" type="password" maxlength="128" autocomplete="current-password" />`
          }
          <button id="erase" ?disabled=${this.isBusy}>${t("account.erase_now")}</button>
        </form>
      </details>
    </section>`;
  }
}

/** @returns {Page} */
export function open() {
  const account = new Account();
  if (session.player && session.player.kind !== "guest") account.load();
  return { view: () => account.view(), title: () => t("account.title") };
}
