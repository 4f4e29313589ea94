// The page for a new tournament: a template with a short form, or all options. The server's errors
// stand beside the fields.

import { allVariants, Problem, playerNamed, post } from "../../core/api.js";
import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { loadTournamentWords, t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { go } from "../../core/router.js";
import { session } from "../../core/session.js";
import { settings } from "../../core/settings.js";
import { connection } from "../../core/socket.js";
import { variantCalled } from "../../rules/boards.js";
import { isFreeForAll } from "../../rules/results.js";
import { faultIn } from "./fields.js";
import { fullFields } from "./full-form.js";
import { ImportReport } from "./import-report.js";
import { fitTables, namesIn, planOf, usualWish } from "./plan.js";
import { recurrenceOf } from "./schedules.js";
import { guestWarning, shortFields, templateCards, usualName } from "./short-form.js";
import { fullWish, templatesOf, usualShortWish } from "./templates.js";
import { faultText, formatText } from "./words.js";

/** @typedef {import("../../core/router.js").Page} Page */
/** @typedef {import("./plan.js").Wish} Wish */
/** @typedef {import("./templates.js").Template} Template */

class Make {
  /** All options; null while the short form is shown. @type {Wish | null} */
  wish = null;
  /** The server's error and its field. @type {import("./fields.js").Fault | null} */
  fault = null;
  isSending = false;
  /** Idempotency key of the form. */
  #key = newKey();

  /** @param {VariantView[]} variants @param {string} variant */
  constructor(variants, variant) {
    this.variants = variants;
    this.report = new ImportReport(variants.filter((each) => !isFreeForAll(each)));
    this.short = usualShortWish("arena", variant);
    this.#fitTemplate();
    this.short.name = this.#usualName();
  }

  /** True if the game of the short form has more than two sides. */
  get #hasTables() {
    const variant = variantCalled(this.variants, this.short.variant);
    return variant !== undefined && isFreeForAll(variant);
  }

  /** Chooses a template that fits the game. */
  #fitTemplate() {
    const { template, variant, name } = this.short;
    const [usual, ...others] = templatesOf(this.#hasTables);
    if (template !== usual && !others.includes(template))
      Object.assign(this.short, usualShortWish(usual, variant), { name });
  }

  /** All options of the short form. */
  #fullWish() {
    const wish = fullWish(this.short, connection.now());
    if (this.#hasTables) fitTables(wish);
    return wish;
  }

  #usualName() {
    const { template, variant } = this.short;
    return usualName(template, variantCalled(this.variants, variant)?.title ?? variant);
  }

  /** Changes the short form, and its name unless the player chose one. @param {() => void} change */
  #change(change) {
    const isUsual = this.short.name === this.#usualName();
    change();
    if (isUsual) this.short.name = this.#usualName();
    this.fault = null;
    redraw();
  }

  /** @param {Template} template */
  #choose(template) {
    this.#change(() => {
      const { name, variant } = this.short;
      // The fields keep the object that they change, also before the next rendering.
      Object.assign(this.short, usualShortWish(template, variant), { name });
    });
  }

  #showAll() {
    this.wish = this.#fullWish();
    this.fault = null;
    focusSoon("name");
  }

  #showTemplates() {
    this.wish = null;
    this.fault = null;
    focusSoon("all-options");
  }

  /** @param {SubmitEvent} event */
  async #send(event) {
    event.preventDefault();
    if (this.isSending) return;
    this.isSending = true;
    this.fault = null;
    redraw();
    try {
      await connection.greeted();
      const wish = this.wish ?? this.#fullWish();
      const invited = await idsOf(namesIn(wish.invited));
      const plan = planOf(wish, invited, (at) => stageName(wish.stages[at], at));
      const repeat = this.wish ? "once" : this.short.repeat;
      const { begins_at, ...template } = plan;
      if (repeat !== "once" && begins_at) {
        const body = { plan: template, recurrence: recurrenceOf(repeat, wish.beginsAt) };
        const { schedule } = await post("/schedules", body, { key: this.#key });
        await go(`/schedules/${schedule}`);
        return;
      }
      const directors = namesIn(wish.directors);
      const { tournament } = await post("/tournaments", { plan, directors }, { key: this.#key });
      await go(`/tournaments/${tournament}`);
    } catch (error) {
      this.fault = faultOf(error);
      focusSoon(this.fault.at ?? "make-trouble");
      // A refused request created nothing; an unanswered one may have.
      if (error instanceof Problem && error.status > 0) this.#key = newKey();
    }
    this.isSending = false;
    redraw();
  }

  view() {
    const { wish, short, variants, fault } = this;
    const onVariant = (/** @type {string} */ variant) =>
      this.#change(() => {
        Object.assign(this.short, { variant });
        this.#fitTemplate();
      });
    return html`${this.#form(wish, short, variants, fault, onVariant)}${this.report.view()}`;
  }

  /** @param {Wish | null} wish @param {import("./templates.js").ShortWish} short @param {VariantView[]} variants @param {import("./fields.js").Fault | null} fault @param {(variant: string) => void} onVariant */
  #form(wish, short, variants, fault, onVariant) {
    return html`<form class="plain tour-form" data-form=${wish ? "all" : "short"} @submit=${(/** @type {SubmitEvent} */ e) => this.#send(e)}>
      <h1>${t("new.title")}</h1>
      ${wish ? nothing : templateCards(short.template, this.#hasTables, (template) => this.#choose(template))}
      ${wish ? fullFields({ wish, variants, fault }) : shortFields({ wish: short, variants, fault, onVariant })}
      ${
        fault?.at === null
          ? html`<p class="trouble" role="alert" id="make-trouble" tabindex="-1">${fault.text}</p>`
          : nothing
      }
      ${session.player?.kind === "account" ? nothing : guestWarning()}
      <div class="row"><button class="primary big" id="make-tournament" ?disabled=${this.isSending}>${t("new.make")}</button>
      ${
        wish
          ? html`<button type="button" id="templates" @click=${() => this.#showTemplates()}>${t("template.back")}</button>`
          : html`<button type="button" id="all-options" @click=${() => this.#showAll()}>${t("template.all")}</button>`
      }</div>
    </form>`;
  }
}

/** The default name of a stage. @param {import("./plan.js").StageWish} stage @param {number} at */
function stageName(stage, at) {
  const { stages } = planOf({ ...usualWish(), stages: [stage] }, [], () => "");
  return `${at + 1}. ${formatText(stages[0].format)}`.slice(0, 80);
}

/** The ids of players, by name. @param {string[]} names @returns {Promise<string[]>} */
async function idsOf(names) {
  return Promise.all(
    names.map(async (name) => {
      const player = await playerNamed(name);
      if (player) return player.id;
      const detail = t("leaders.unknown", { who: name });
      throw new Problem({ code: "bad_field", field: "invited", detail }, 400);
    }),
  );
}

/** @param {unknown} error @returns {import("./fields.js").Fault} */
function faultOf(error) {
  if (!(error instanceof Problem) || !error.field) return { at: null, text: refusalWords(error) };
  const field = error.field.replace(/^plan\./, "");
  return { at: faultIn(field), text: faultText(field, error) };
}

const newKey = () => `make-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

/** @returns {Promise<Page>} */
export async function open() {
  const [variants] = await Promise.all([allVariants(), loadTournamentWords()]);
  const isKnown = variants.some(({ name }) => name === settings.variant);
  const make = new Make(variants, isKnown ? settings.variant : variants[0].name);
  return { view: () => make.view(), title: () => t("new.title") };
}
