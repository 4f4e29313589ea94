// The consent of a player to the sign-in of another program, or of a device by its code.

import { Problem, post } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { session } from "../core/session.js";
import { originWords, scopeList } from "./account/apps.js";
import { SignIn } from "./account/sign-in.js";

/** @typedef {import("../core/router.js").Page} Page */

/** A request of a program, or a device. */
class Consent {
  trouble = "";
  isBusy = false;
  /** @type {AppSummary | null} */
  app = null;
  /** The decision on a device. @type {boolean | null} */
  decided = null;
  #path;
  /** @type {Record<string, unknown>} */
  request;
  #signIn = new SignIn(() => this.describe());

  /** @param {string} path of the endpoint @param {Record<string, unknown>} request */
  constructor(path, request) {
    this.#path = path;
    this.request = request;
  }

  get isDevice() {
    return this.#path === "/oauth/device/decision";
  }

  /** True if the player has an account, as a program needs one. */
  get #hasAccount() {
    return session.player !== null && session.player.kind !== "guest";
  }

  /** Asks the server what the program wants. */
  async describe() {
    if (!this.#hasAccount || (this.isDevice && !this.request.user_code)) return;
    await this.#ask(this.request);
  }

  /** @param {boolean} allow */
  async decide(allow) {
    const isDone = await this.#ask({ ...this.request, allow });
    if (!isDone || !this.isDevice) return;
    this.decided = allow;
    announce(t(allow ? "consent.device_allowed" : "consent.device_denied"));
    redraw();
  }

  /** @param {SubmitEvent} event */
  enterCode(event) {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    this.request = { user_code: String(new FormData(form).get("user_code")) };
    return this.describe();
  }

  /** @param {Record<string, unknown>} request */
  async #ask(request) {
    this.isBusy = true;
    this.trouble = "";
    redraw();
    try {
      const { app, redirect } = await post(this.#path, request);
      this.app = app ?? this.app;
      // The address is that of the program.
      if (redirect) location.replace(redirect);
      else this.isBusy = false;
      redraw();
      return true;
    } catch (error) {
      this.isBusy = false;
      this.trouble = refusalWords(error);
      if (this.isDevice && error instanceof Problem && error.status === 404) this.app = null;
      announce(this.trouble);
      redraw();
      return false;
    }
  }

  view() {
    const title = t(this.isDevice ? "consent.device" : "consent.title");
    return html`<div class="plain account" id="consent">
      <h1>${title}</h1>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${this.#content()}
    </div>`;
  }

  #content() {
    if (!this.#hasAccount || this.#signIn.hasCodes)
      return html`<p>${t("consent.sign_in")}</p>${this.#signIn.view()}`;
    if (this.decided !== null)
      return html`<p role="status">${t(this.decided ? "consent.device_allowed" : "consent.device_denied")}</p>`;
    if (this.app) return this.#question(this.app);
    return this.isDevice ? this.#codeForm() : nothing;
  }

  /** @param {AppSummary} app */
  #question(app) {
    return html`<section class="card" aria-labelledby="consent-client">
      <h2 id="consent-client">${app.client}</h2>
      <p>${t("consent.origin")} <strong id="consent-host">${originWords(app)}</strong></p>
      <p>${t("consent.player")} <strong>${session.player?.name}</strong></p>
      <p>${t("consent.may")}</p>
      ${scopeList(app)}
      <p><small>${t(this.isDevice ? "consent.warn_device" : "consent.warn")}</small></p>
      <p class="actions">
        <button class="primary" id="allow" ?disabled=${this.isBusy} @click=${() => this.decide(true)}>${t("consent.allow")}</button>
        <button id="deny" ?disabled=${this.isBusy} @click=${() => this.decide(false)}>${t("consent.deny")}</button>
      </p>
    </section>`;
  }

  #codeForm() {
    return html`<form class="card" @submit=${(/** @type {SubmitEvent} */ e) => this.enterCode(e)}>
      <label for="user-code">${t("consent.code")}</label>
      <input id="user-code" name="user_code" required maxlength="16" autocomplete="off" autocapitalize="characters" spellcheck="false" />
      <button class="primary" ?disabled=${this.isBusy}>${t("consent.next")}</button>
    </form>`;
  }
}

/** @param {Consent} consent @returns {Page} */
function pageOf(consent) {
  consent.describe();
  return {
    view: () => consent.view(),
    title: () => t(consent.isDevice ? "consent.device" : "consent.title"),
  };
}

/** The consent to a program. @param {URLSearchParams} query */
export function open(query) {
  return pageOf(new Consent("/oauth/authorize", Object.fromEntries(query)));
}

/** The consent to a device. @param {URLSearchParams} query */
export function openDevice(query) {
  const request = { user_code: query.get("user_code") ?? "" };
  return pageOf(new Consent("/oauth/device/decision", request));
}
