// The account page: sign up, sign in, and personal data.

import { ask } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { moderation } from "../core/moderation.js";
import { refusalWords } from "../core/refusals.js";
import { go } from "../core/router.js";
import { keep, session } from "../core/session.js";
import { connection } from "../core/socket.js";
import { saveFile } from "../parts/files.js";
import { Apps } from "./account/apps.js";
import { SignIn } from "./account/sign-in.js";

/** @typedef {import("../core/router.js").Page} Page */

class Account {
  trouble = "";
  isBusy = false;
  apps = new Apps();
  #signIn = new SignIn(({ name }) => go(`/players/${encodeURIComponent(name)}`));

  async leave() {
    await ask("DELETE", "/sessions/current").catch(() => {});
    keep(null, null);
    connection.restart();
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
      keep(null, null);
      connection.restart();
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
    const isGuest = player?.kind !== "account";
    return html`<div class="plain account">
      <h1>${t("account.title")}</h1>
      ${
        player
          ? html`<p>${t("account.you_are")} <a href="/players/${encodeURIComponent(player.name)}"><strong>${player.name}</strong></a>.
        ${isGuest ? t("account.guest") : nothing}</p>`
          : nothing
      }
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${
        isGuest
          ? this.#signIn.view()
          : html`${moderation.isModerator ? html`<p><a href="/moderation">${t("moderation.title")}</a></p>` : nothing}
            <button id="sign-out" @click=${() => this.leave()}>${t("account.leave")}</button>`
      }
      ${isGuest ? nothing : this.apps.view()}
      ${player ? this.#kept(player) : nothing}
    </div>`;
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
          <input id="erase-password" name="password" type="password" required maxlength="128" autocomplete="current-password" />`
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
  if (session.player && session.player.kind !== "guest") account.apps.load();
  return { view: () => account.view(), title: () => t("account.title") };
}
