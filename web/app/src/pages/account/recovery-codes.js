// Recovery codes, which are shown once.

import { get, post } from "../../core/api.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { copyText, saveFile } from "../../parts/files.js";
import { Section } from "./section.js";

/** @param {string} name @param {string[]} codes */
function fileText(name, codes) {
  return `${location.host}\n${name}\n\n${codes.join("\n")}\n`;
}

/**
 * The codes, with ways to store them.
 * @param {string} name of the account
 * @param {string[]} codes
 */
export function codeList(name, codes) {
  const copy = async () => {
    if (await copyText(codes.join("\n"))) announce(t("codes.copied"));
  };
  return html`<p>${t("codes.what")}</p>
    <ul class="codes bare">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p class="chips">
      <button type="button" id="codes-copy" @click=${copy}>${t("codes.copy")}</button>
      <button type="button" id="codes-save" @click=${() => saveFile(`chivalry-${name}.txt`, fileText(name, codes), "text/plain")}>${t("codes.save")}</button>
    </p>`;
}

export class RecoveryCodes extends Section {
  /** The number of codes that are left. @type {number | null} */
  #left = null;
  /** New codes. @type {string[]} */
  #codes = [];

  load() {
    return this.run(async () => {
      ({ left: this.#left } = await get("/me/recovery-codes"));
    });
  }

  /** @param {SubmitEvent} event */
  #make(event) {
    return this.submit(event, async (fields) => {
      const password = fields.get("password");
      ({ codes: this.#codes } = await post("/me/recovery-codes", { password }));
      this.#left = this.#codes.length;
      announce(t("codes.made"));
    });
  }

  /** @param {string} name of the account */
  view(name) {
    return html`<section class="card" id="recovery-codes" aria-labelledby="codes-title">
      <h2 id="codes-title">${t("codes.title")}</h2>
      ${this.troubleView()}
      ${this.#left === null ? nothing : html`<p id="codes-left">${t("codes.left", { n: this.#left })}</p>`}
      ${this.#codes.length > 0 ? codeList(name, this.#codes) : nothing}
      <details>
        <summary>${t("codes.make")}</summary>
        <p>${t("codes.make_what")}</p>
        <form @submit=${(/** @type {SubmitEvent} */ e) => this.#make(e)}>
          <label for="codes-password">${t("account.your_password")}</label>
          <input id="codes-password" name="password" type="password" maxlength="128" autocomplete="current-password" />
          <button ?disabled=${this.isBusy}>${t("codes.make_now")}</button>
        </form>
      </details>
    </section>`;
  }
}
