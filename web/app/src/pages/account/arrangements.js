// Games at an agreed time: proposals, answers and the calendar.

import { allVariants, ask, get, post } from "../../core/api.js";
import { TIMES, timeText } from "../../core/clock.js";
import { html, nothing } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { maybe, t, when } from "../../core/i18n.js";
import { session } from "../../core/session.js";
import { saveFile } from "../../parts/files.js";
import { Section } from "./section.js";

/** The time controls with a clock that needs both players. */
const LIVE = TIMES.filter(({ kind }) => kind !== "unlimited" && kind !== "correspondence");

/** @param {string} at */
const shown = (at) => when(Date.parse(at));

export class Arrangements extends Section {
  /** @type {ArrangementView[]} */
  #items = [];
  /** @type {VariantView[]} */
  #variants = [];

  load() {
    return this.run(async () => {
      this.#variants = (await allVariants()).filter(({ seats }) => seats.length === 2);
      this.#items = (await get("/arrangements")).items;
    });
  }

  /** @param {SubmitEvent} event */
  #propose(event) {
    return this.submit(event, async (fields) => {
      const at = new Date(String(fields.get("at"))).toISOString();
      const time = LIVE[Number(fields.get("time"))];
      const wish = { to: fields.get("to"), variant: fields.get("variant"), time, times: [at] };
      this.#put(await post("/arrangements", wish));
      announce(t("arrange.proposed"));
    });
  }

  /** @param {ArrangementView} changed */
  #put(changed) {
    const others = this.#items.filter((item) => item.arrangement !== changed.arrangement);
    this.#items = [changed, ...others];
  }

  /** @param {string} id @param {string} at */
  #agree(id, at) {
    return this.run(async () => this.#put(await post(`/arrangements/${id}/agree`, { at })));
  }

  /** @param {string} id */
  #cancel(id) {
    return this.run(async () => this.#put(await ask("DELETE", `/arrangements/${id}`)));
  }

  /** @param {string} id */
  #save(id) {
    return this.run(async () => {
      const accept = "text/calendar";
      const text = await ask("GET", `/arrangements/${id}/calendar`, { accept });
      saveFile("chivalry.ics", text, accept);
    });
  }

  /** @param {ArrangementView} item */
  #item({ arrangement: id, by, to, times, times_by, status, at, variant, time, match }) {
    const me = session.player?.name;
    const who = by.name === me ? to.name : by.name;
    const title = this.#variants.find(({ name }) => name === variant)?.title ?? variant;
    const mayAnswer = status === "open" && times_by !== me;
    return html`<li data-arrangement=${id} data-status=${status}>
      <p><strong>${who}</strong> · ${title} · ${timeText(time)}
        ${at ? html`· <time datetime=${at}>${shown(at)}</time>` : nothing} · ${maybe(`arrange.${status}`) ?? status}</p>
      <p class="chips">
        ${
          status === "open"
            ? times.map((each) =>
                mayAnswer
                  ? html`<button class="agree" ?disabled=${this.isBusy} @click=${() => this.#agree(id, each)}>${t("arrange.agree", { at: shown(each) })}</button>`
                  : html`<span class="tag">${shown(each)}</span>`,
              )
            : nothing
        }
        ${match ? html`<a class="button" href="/m/${match}">${t("arrange.open_match")}</a>` : nothing}
        ${status === "agreed" ? html`<button class="calendar" @click=${() => this.#save(id)}>${t("arrange.calendar")}</button>` : nothing}
        ${
          status === "open" || status === "agreed"
            ? html`<button class="cancel" ?disabled=${this.isBusy} @click=${() => this.#cancel(id)}>${mayAnswer ? t("offer.decline") : t("arrange.cancel")}</button>`
            : nothing
        }
      </p>
    </li>`;
  }

  view() {
    return html`<section class="card" id="arrangements" aria-labelledby="arrange-title">
      <h2 id="arrange-title">${t("arrange.title")}</h2>
      ${this.troubleView()}
      <ul class="bare">${this.#items.slice(0, 10).map((item) => this.#item(item))}</ul>
      <details id="arrange">
        <summary>${t("arrange.new")}</summary>
        <form @submit=${(/** @type {SubmitEvent} */ e) => this.#propose(e)}>
          <label>${t("arrange.with")} <input name="to" id="arrange-to" required maxlength="32" autocomplete="off" /></label>
          <label>${t("arrange.game")} <select name="variant" id="arrange-variant">
            ${this.#variants.map(({ name, title }) => html`<option value=${name}>${title}</option>`)}
          </select></label>
          <label>${t("home.time")} <select name="time" id="arrange-time">
            ${LIVE.map((time, index) => html`<option value=${index}>${timeText(time)}</option>`)}
          </select></label>
          <label>${t("arrange.at")} <input type="datetime-local" name="at" id="arrange-at" required /></label>
          <button id="arrange-send" ?disabled=${this.isBusy}>${t("arrange.send")}</button>
        </form>
      </details>
    </section>`;
  }
}
