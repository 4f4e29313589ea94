// The form for a new tournament, with the server's errors beside the fields.

import { allVariants, get, Problem, post } from "../../core/api.js";
import { speedOf, TIMES, timeText } from "../../core/clock.js";
import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { loadTournamentWords, t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { go } from "../../core/router.js";
import { session } from "../../core/session.js";
import { settings } from "../../core/settings.js";
import { connection } from "../../core/socket.js";
import { faultIn, fieldset, inputRow, selectRow, switchRow } from "./fields.js";
import { namesIn, planOf, usualStage, usualWish } from "./plan.js";
import { stageFields } from "./stage-fields.js";
import { faultText, formatText } from "./words.js";

/** @typedef {import("../../core/router.js").Page} Page */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** Maximum number of stages. */
const MOST_STAGES = 8;
/** Kinds of players that may enter. */
const KINDS = ["", "account", "account,bot", "account,guest", "bot"];

class Make {
  /** @type {VariantView[]} */
  variants = [];
  wish = usualWish();
  /** The server's error and its field. @type {import("./fields.js").Fault | null} */
  fault = null;
  isSending = false;
  /** Idempotency key of the form. */
  #key = newKey();

  /** @param {SubmitEvent} event */
  async #send(event) {
    event.preventDefault();
    if (this.isSending) return;
    this.isSending = true;
    this.fault = null;
    redraw();
    try {
      await connection.greeted();
      const invited = await idsOf(namesIn(this.wish.invited));
      const plan = planOf(this.wish, invited, (at) => stageName(this.wish.stages[at], at));
      const directors = namesIn(this.wish.directors);
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
    const { wish, fault } = this;
    return html`<form class="plain tour-form" @submit=${(/** @type {SubmitEvent} */ e) => this.#send(e)}>
      <h1>${t("new.title")}</h1>
      <div class="card">
        ${inputRow({ of: wish, name: "name", path: "name", label: t("new.name"), fault, more: { maxlength: 80 } })}
        ${selectRow({ of: wish, name: "variant", path: "variant", label: t("home.game"), fault, options: this.variants.map(({ name, title }) => [name, title]) })}
        ${selectRow({ of: wish, name: "time", path: "time", label: t("home.time"), fault, options: TIMES.map((time, at) => [String(at), `${timeText(time)} · ${t(`speed.${speedOf(time)}`)}`]) })}
        ${switchRow({ of: wish, name: "rated", path: "rated", label: t("new.rated"), fault })}
        <details class="more" ?open=${/^(position|handicap)/.test(fault?.at ?? "")}><summary id="start">${t("start.title")}</summary>
          ${inputRow({ of: wish, name: "position", path: "position", label: t("start.position"), fault, hint: t("start.position_how") })}
          ${inputRow({ of: wish, name: "handicap", path: "handicap", label: t("start.handicap"), fault, hint: t("start.handicap_how") })}
        </details>
      </div>
      ${wish.stages.map((stage, at) => this.#stage(stage, at))}
      ${
        wish.stages.length < MOST_STAGES
          ? html`<p><button type="button" id="add-stage" @click=${() => this.#addStage()}>${t("new.add_stage")}</button></p>`
          : nothing
      }
      ${fieldset(
        t("new.when"),
        html`
        ${inputRow({ of: wish, name: "beginsAt", path: "begins_at", label: t("new.begins_at"), fault, type: "datetime-local", hint: t("new.begins_how") })}
        ${inputRow({ of: wish, name: "directors", path: "directors", label: t("new.directors"), fault, hint: t("new.names_how") })}
      `,
      )}
      <details class="card" id="entry" ?open=${this.#isEntryAtFault()}><summary>${t("new.entry")}</summary>
        <div class="fields">
        ${selectRow({ of: wish, name: "kinds", path: "entry.kinds", label: t("new.who"), fault, options: KINDS.map((kinds) => [kinds, t(/** @type {Word} */ (`new_kinds.${kinds.replace(",", "_") || "all"}`))]) })}
        ${inputRow({ of: wish, name: "atLeast", path: "entry.at_least", label: t("new.at_least"), fault, type: "number" })}
        ${inputRow({ of: wish, name: "atMost", path: "entry.at_most", label: t("new.at_most"), fault, type: "number" })}
        ${switchRow({ of: wish, name: "established", path: "entry.established", label: t("entry.established"), fault })}
        ${inputRow({ of: wish, name: "games", path: "entry.games", label: t("new.games"), fault, type: "number" })}
        ${inputRow({ of: wish, name: "days", path: "entry.days", label: t("new.days"), fault, type: "number" })}
        ${inputRow({ of: wish, name: "invited", path: "invited", label: t("new.invited"), fault, hint: t("new.names_how") })}
        ${inputRow({ of: wish, name: "most", path: "most", label: t("new.most"), fault, type: "number" })}
        ${inputRow({ of: wish, name: "lateUntil", path: "late.until_round", label: t("new.late"), fault, type: "number" })}
        ${inputRow({ of: wish, name: "byes", path: "byes.most", label: t("new.byes"), fault, type: "number" })}
        </div>
      </details>
      ${
        fault?.at === null
          ? html`<p class="trouble" role="alert" id="make-trouble" tabindex="-1">${fault.text}</p>`
          : nothing
      }
      <p><button class="primary big" id="make-tournament" ?disabled=${this.isSending}>${t("new.make")}</button></p>
    </form>`;
  }

  #isEntryAtFault() {
    return /^(entry|invited|most|late|byes)/.test(this.fault?.at ?? "");
  }

  /** @param {import("./plan.js").StageWish} stage @param {number} at */
  #stage(stage, at) {
    const { stages } = this.wish;
    const isOne = stages.length === 1;
    const title = isOne ? t("new.format") : t("new.stage", { n: at + 1 });
    return fieldset(
      title,
      html`${stageFields({ stage, at, fault: this.fault, isOne, after: stages[at - 1] })}
      ${isOne ? nothing : html`<p><button type="button" class="small" @click=${() => this.#dropStage(at)}>${t("new.drop_stage")}</button></p>`}`,
    );
  }

  #addStage() {
    const { stages } = this.wish;
    stages.push(usualStage("knockout", stages.length));
    focusSoon(`stages[${stages.length - 1}].format`);
  }

  /** @param {number} at */
  #dropStage(at) {
    const { stages } = this.wish;
    stages.splice(at, 1);
    stages[0].through = "0";
    focusSoon("add-stage");
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
      try {
        return (await get(`/players/${encodeURIComponent(name)}`)).id;
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 404) throw error;
        const detail = t("leaders.unknown", { who: name });
        throw new Problem({ code: "bad_field", field: "invited", detail }, 400);
      }
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
  const make = new Make();
  [make.variants] = await Promise.all([allVariants(), loadTournamentWords()]);
  const isKnown = make.variants.some(({ name }) => name === settings.variant);
  make.wish.variant = isKnown ? settings.variant : make.variants[0].name;
  make.wish.rated = session.player?.kind === "account";
  return { view: () => make.view(), title: () => t("new.title") };
}
