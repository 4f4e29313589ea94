// The settings of notifications: kinds by channel, quiet hours, and pushes on this device.

import { ask } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { languageNow, t } from "../../core/i18n.js";
import { canPush, hasPush, subscribePush, unsubscribePush } from "../../core/push.js";
import { Section } from "./section.js";

/** @typedef {import("../../core/i18n.js").Word} Word */

/** @type {("page" | "push" | "email")[]} */
const CHANNELS = ["page", "push", "email"];

/** @type {NotificationKind[]} */
const KINDS = [
  "turn",
  "reminder",
  "offer",
  "ended",
  "message",
  "challenge",
  "invitation",
  "round",
  "announcement",
  "arranged",
];

export class Notifications extends Section {
  /** @type {NotificationSettings | null} */
  #settings = null;

  load() {
    return this.run(async () => {
      this.#settings = await ask("GET", "/me/notifications/settings");
    });
  }

  /** @param {SubmitEvent} event */
  async #save(event) {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    const [from, until] = ["from", "until"].map((name) => String(fields.get(name) ?? ""));
    const kinds = (/** @type {string} */ channel) =>
      KINDS.filter((kind) => fields.has(`${channel}-${kind}`));
    const isDone = await this.run(async () => {
      this.#settings = await ask("PUT", "/me/notifications/settings", {
        body: {
          page: kinds("page"),
          push: kinds("push"),
          email: kinds("email"),
          quiet_hours: from && until ? { from, until } : null,
          time_zone: String(fields.get("zone")),
          language: languageNow(),
        },
      });
    });
    if (isDone) announce(t("notifications.saved"));
  }

  /** @param {Event} event */
  async #toggle(event) {
    const box = event.target;
    if (!(box instanceof HTMLInputElement)) return;
    const isWanted = box.checked;
    await this.run(async () => {
      if (!isWanted) return unsubscribePush();
      if (!(await subscribePush())) {
        this.trouble = t("notifications.denied");
        return undefined;
      }
      // Pushes are in the language of the page.
      const settings = { ...this.#settings, language: languageNow() };
      this.#settings = await ask("PUT", "/me/notifications/settings", { body: settings });
      return undefined;
    });
    box.checked = hasPush();
    redraw();
  }

  /** @param {NotificationSettings} settings */
  #table(settings) {
    return html`<table class="notification-kinds">
      <thead><tr><td></td>${CHANNELS.map((channel) => html`<th scope="col">${t(`notifications.${channel}`)}</th>`)}</tr></thead>
      <tbody>${KINDS.map((kind) => {
        const name = t(/** @type {Word} */ (`notifications.kind.${kind}`));
        return html`<tr><th scope="row">${name}</th>${CHANNELS.map(
          (
            channel,
          ) => html`<td><input type="checkbox" name=${`${channel}-${kind}`} aria-label=${`${name}: ${t(`notifications.${channel}`)}`}
            ?checked=${settings[channel].includes(kind)} /></td>`,
        )}</tr>`;
      })}</tbody>
    </table>`;
  }

  /** @param {NotificationSettings} settings */
  #form(settings) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = settings.time_zone === "UTC" ? own : settings.time_zone;
    return html`<form id="notification-settings" @submit=${(/** @type {SubmitEvent} */ e) => this.#save(e)}>
      ${this.#table(settings)}
      <fieldset><legend>${t("notifications.quiet")}</legend>
        <label>${t("notifications.from")} <input type="time" name="from" .value=${settings.quiet_hours?.from ?? ""} /></label>
        <label>${t("notifications.until")} <input type="time" name="until" .value=${settings.quiet_hours?.until ?? ""} /></label>
        <label>${t("notifications.zone")} <input name="zone" required maxlength="64" .value=${zone} /></label>
      </fieldset>
      <button ?disabled=${this.isBusy}>${t("notifications.save")}</button>
    </form>`;
  }

  view() {
    return html`<section class="card" id="notifications" aria-labelledby="notifications-title">
      <h2 id="notifications-title">${t("notifications.title")}</h2>
      <p>${t("notifications.what")}</p>
      ${this.troubleView()}
      ${
        canPush()
          ? html`<label class="switch"><input type="checkbox" id="push-here" .checked=${hasPush()} ?disabled=${this.isBusy}
            @change=${(/** @type {Event} */ e) => this.#toggle(e)} /><span>${t("notifications.device")}</span></label>`
          : nothing
      }
      ${this.#settings ? this.#form(this.#settings) : nothing}
    </section>`;
  }
}
