// The form with all options of a new tournament.

import { speedOf, TIMES, timeText } from "../../core/clock.js";
import { focusSoon, html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { variantCalled } from "../../rules/boards.js";
import { isFreeForAll } from "../../rules/results.js";
import { fieldset, inputRow, selectRow, switchRow } from "./fields.js";
import { EDITIONS, fitTables, usualStage } from "./plan.js";
import { stageFields } from "./stage-fields.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("./plan.js").Wish} Wish */
/** @typedef {import("./fields.js").Fault} Fault */

/** Maximum number of stages. */
const MOST_STAGES = 8;
/** Kinds of players that may enter. */
const KINDS = ["", "account", "account,bot", "account,guest", "bot"];

/** @param {{wish: Wish, variants: VariantView[], fault: Fault | null}} options */
export function fullFields({ wish, variants, fault }) {
  const { stages } = wish;
  const isTableGame = (/** @type {string} */ name) => {
    const variant = variantCalled(variants, name);
    return variant !== undefined && isFreeForAll(variant);
  };
  const hasTables = isTableGame(wish.variant);
  const onVariant = (/** @type {string} */ variant) => {
    wish.variant = variant;
    if (isTableGame(variant)) fitTables(wish);
    else wish.edition ??= EDITIONS[0];
  };
  return html`<div class="card">
      ${inputRow({ of: wish, name: "name", path: "name", label: t("new.name"), fault, more: { maxlength: 80 } })}
      ${selectRow({ of: wish, name: "variant", path: "variant", label: t("home.game"), fault, onChange: onVariant, options: variants.map(({ name, title }) => [name, title]) })}
      ${selectRow({ of: wish, name: "time", path: "time", label: t("home.time"), fault, options: TIMES.map((time, at) => [String(at), `${timeText(time)} · ${t(`speed.${speedOf(time)}`)}`]) })}
      ${switchRow({ of: wish, name: "rated", path: "rated", label: t("new.rated"), fault })}
      <details class="more" ?open=${/^(position|handicap)/.test(fault?.at ?? "")}><summary id="start">${t("start.title")}</summary>
        ${inputRow({ of: wish, name: "position", path: "position", label: t("start.position"), fault, hint: t("start.position_how") })}
        ${inputRow({ of: wish, name: "handicap", path: "handicap", label: t("start.handicap"), fault, hint: t("start.handicap_how") })}
      </details>
    </div>
    ${stages.map((_, at) => stageOf(stages, at, fault, hasTables))}
    ${
      stages.length < MOST_STAGES
        ? html`<p><button type="button" id="add-stage" @click=${() => addStage(wish, hasTables)}>${t("new.add_stage")}</button></p>`
        : nothing
    }
    ${fieldset(
      t("new.when"),
      html`
      ${inputRow({ of: wish, name: "beginsAt", path: "begins_at", label: t("new.begins_at"), fault, type: "datetime-local", hint: t("new.begins_how") })}
      ${inputRow({ of: wish, name: "directors", path: "directors", label: t("new.directors"), fault, hint: t("new.names_how") })}
    `,
    )}
    <details class="card" id="entry" ?open=${/^(entry|invited|most|late|byes)/.test(fault?.at ?? "")}><summary>${t("new.entry")}</summary>
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
      hasTables
        ? nothing
        : html`<div class="card">
      ${selectRow({ of: wish, name: "edition", path: "edition", label: t("new.edition"), fault, hint: t(/** @type {Word} */ (`edition_how.${wish.edition}`)), options: EDITIONS.map((edition) => [edition, t(/** @type {Word} */ (`edition.${edition}`))]) })}
    </div>`
    }`;
}

/** @param {Wish["stages"]} stages @param {number} at @param {Fault | null} fault @param {boolean} hasTables */
function stageOf(stages, at, fault, hasTables) {
  const isOne = stages.length === 1;
  const title = isOne ? t("new.format") : t("new.stage", { n: at + 1 });
  return fieldset(
    title,
    html`${stageFields({ stage: stages[at], at, fault, isOne, hasTables, after: stages[at - 1] })}
    ${isOne ? nothing : html`<p><button type="button" class="small" @click=${() => dropStage(stages, at)}>${t("new.drop_stage")}</button></p>`}`,
  );
}

/** @param {Wish} wish @param {boolean} hasTables */
function addStage(wish, hasTables) {
  const { stages } = wish;
  stages.push(usualStage("knockout", stages.length));
  if (hasTables) fitTables(wish);
  focusSoon(`stages[${stages.length - 1}].format`);
}

/** @param {Wish["stages"]} stages @param {number} at */
function dropStage(stages, at) {
  stages.splice(at, 1);
  stages[0].through = "0";
  focusSoon("add-stage");
}
