// Form fields of a stage.

import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { inputRow, selectRow, switchRow } from "./fields.js";
import { changeFormat, formatsOf, TIE_BREAKS, tieBreaksOf } from "./plan.js";
import { tieBreakText } from "./words.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("./plan.js").StageWish} StageWish */

/**
 * @param {{stage: StageWish, at: number, fault: import("./fields.js").Fault | null, isOne: boolean, hasTables: boolean, after?: StageWish}} options
 */
export function stageFields({ stage, at, fault, isOne, hasTables, after }) {
  const path = (/** @type {string} */ name) => `stages[${at}].${name}`;
  const { format } = stage;
  const number = (
    /** @type {keyof StageWish} */ name,
    /** @type {string} */ to,
    /** @type {Word} */ word,
    step = "1",
  ) =>
    inputRow({
      of: stage,
      name,
      path: path(to),
      label: t(word),
      fault,
      type: "number",
      more: { step },
    });
  const onFormat = (/** @type {string} */ value) => {
    const chosen = formatsOf(hasTables).find((each) => each === value);
    if (chosen) changeFormat(stage, chosen);
  };
  return html`
    ${isOne ? nothing : inputRow({ of: stage, name: "name", path: path("name"), label: t("new.stage_name"), fault, more: { maxlength: 80 } })}
    ${selectRow({ of: stage, name: "format", path: path("format"), label: t("new.who_meets"), fault, onChange: onFormat, options: formatsOf(hasTables).map((each) => [each, t(/** @type {Word} */ (`format.${each}`))]) })}
    ${after ? number("through", "best_of_each_group", after.format === "round_robin" ? "new.through_groups" : "new.through") : nothing}
    ${format === "swiss" ? number("rounds", "format.rounds", "new.rounds") : nothing}
    ${format === "round_robin" ? number("groups", "format.groups", "new.groups") : nothing}
    ${format === "round_robin" ? switchRow({ of: stage, name: "double", path: path("format.double"), label: t("new.twice"), fault }) : nothing}
    ${format === "knockout" ? switchRow({ of: stage, name: "double", path: path("format.double"), label: t("new.two_losses"), fault }) : nothing}
    ${format === "knockout" && !stage.double ? switchRow({ of: stage, name: "third", path: path("format.third_place"), label: t("new.third"), fault }) : nothing}
    ${format === "arena" ? number("minutes", "format.length_ms", "new.minutes", "any") : nothing}
    ${
      format === "arena"
        ? nothing
        : html`${hasTables ? nothing : number("bestOf", "series", "new.best_of")}
          ${hasTables ? nothing : switchRow({ of: stage, name: "armageddon", path: path("series.decider"), label: t(format === "knockout" ? "new.armageddon_or_replay" : "new.armageddon"), fault })}
          ${selectRow({
            of: stage,
            name: "start",
            path: path("start"),
            label: t("new.start"),
            fault,
            options: ["director", "clock", "agreement"].map((by) => [
              by,
              t(/** @type {Word} */ (`new_start.${by}`)),
            ]),
          })}
          ${stage.start === "clock" ? number("pause", "start.pause_ms", "new.pause", "any") : nothing}
          ${number("noShow", "no_show_ms", "new.no_show", "any")}`
    }
    ${tieBreaks(stage, path("tie_breaks"), hasTables)}`;
}

/** The tie-breaks in their order. @param {StageWish} stage @param {string} id @param {boolean} hasTables */
function tieBreaks(stage, id, hasTables) {
  const chosen = stage.tieBreaks;
  const others = tieBreaksOf(hasTables).filter((name) => !chosen.includes(name));
  const up = (/** @type {number} */ at) => {
    [chosen[at - 1], chosen[at]] = [chosen[at], chosen[at - 1]];
    focusSoon(`${id}-up-${at - 1}`);
  };
  const drop = (/** @type {number} */ at) => {
    chosen.splice(at, 1);
    focusSoon(`${id}-add`);
  };
  const add = (/** @type {Event} */ e) => {
    if (!(e.target instanceof HTMLSelectElement) || e.target.value === "") return;
    chosen.push(e.target.value);
    e.target.value = "";
    redraw();
  };
  return html`<div class="field" role="group" aria-labelledby=${`${id}-label`}>
    <span class="label" id=${`${id}-label`}>${t("new.tie_breaks")}</span>
    ${chosen.length === 0 ? html`<small class="quiet">${t("new.no_tie_breaks")}</small>` : nothing}
    <ol class="bare tie-breaks">${chosen.map((name, at) => {
      const words = tieBreakText(TIE_BREAKS[name]);
      return html`<li><span>${at + 1}. ${words}</span>
        <button type="button" class="small" id=${`${id}-up-${at}`} ?disabled=${at === 0}
          aria-label=${t("new.up", { what: words })} title=${t("new.up", { what: words })} @click=${() => up(at)}>↑</button>
        <button type="button" class="small" aria-label=${t("new.drop", { what: words })} title=${t("new.drop", { what: words })} @click=${() => drop(at)}>×</button></li>`;
    })}</ol>
    ${
      others.length > 0
        ? html`<select id=${`${id}-add`} aria-label=${t("new.add_tie_break")} @change=${add}>
          <option value="" selected>${t("new.add_tie_break")}</option>
          ${others.map((name) => html`<option value=${name}>${tieBreakText(TIE_BREAKS[name])}</option>`)}</select>`
        : nothing
    }
  </div>`;
}
