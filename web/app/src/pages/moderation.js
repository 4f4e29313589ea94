// The moderation log, for moderators.

import { get, Problem } from "../core/api.js";
import { html, nothing, redraw } from "../core/dom.js";
import { announce } from "../core/feedback.js";
import { maybe, t, when } from "../core/i18n.js";
import { unsilence } from "../core/moderation.js";
import { refusalWords } from "../core/refusals.js";
import { session } from "../core/session.js";

/** @typedef {import("../core/router.js").Page} Page */

class ModerationLog {
  /** @type {ModerationView[]} */
  entries = [];
  /** @type {string | null} */
  next = null;
  trouble = "";

  async more() {
    try {
      const { items, next } = await get(
        `/moderation/log${this.next ? `?cursor=${this.next}` : ""}`,
      );
      this.entries = [...this.entries, ...items];
      this.next = next;
    } catch (error) {
      this.trouble = refusalWords(error);
    }
    redraw();
  }

  /** @param {string} name */
  async #end(name) {
    this.trouble = "";
    try {
      await unsilence(name);
      announce(t("silence.ended", { who: name }));
      this.entries = [];
      this.next = null;
      await this.more();
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  view() {
    const { entries, next, trouble } = this;
    return html`<div class="plain wide">
      <h1>${t("moderation.title")}</h1>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
      ${entries.length === 0 && !trouble ? html`<p class="quiet">${t("moderation.nothing")}</p>` : nothing}
      <ul class="bare log">${entries.map((entry) => this.#entry(entry))}</ul>
      ${next ? html`<button @click=${() => this.more()}>${t("profile.more")}</button>` : nothing}
    </div>`;
  }

  /** @param {ModerationView} entry */
  #entry({ at, moderator, action, player, timeout, match }) {
    const who = html`<a href="/players/${encodeURIComponent(player.name)}">${player.name}</a>`;
    const isOn = timeout !== undefined && Date.parse(timeout.until) > Date.now();
    return html`<li>
      <span class="quiet">${when(at)} · ${moderator.name}</span>
      <span>${t(/** @type {import("../core/i18n.js").Word} */ (`moderation.${action}`))} ${who}
        ${timeout ? html`· ${maybe(`timeout.${timeout.reason}`) ?? t("silence.other")} · ${t("moderation.until", { when: when(timeout.until) })}` : nothing}
        ${match ? html`· <a href="/m/${match}">${t("match.title")}</a>` : nothing}</span>
      ${isOn ? html`<button class="small" @click=${() => this.#end(player.name)}>${t("moderation.end_timeout")}</button>` : nothing}
    </li>`;
  }
}

/** @returns {Promise<Page>} */
export async function open() {
  const log = new ModerationLog();
  // Browsers log a refused request as an error.
  const me = session.player?.kind === "account" ? await get("/me") : null;
  if (me?.moderator) await log.more();
  else log.trouble = refusalWords(new Problem({ code: "forbidden" }, 403));
  return { view: () => log.view(), title: () => t("moderation.title") };
}
