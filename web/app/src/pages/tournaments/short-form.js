// The choice of a template and its short form.

import { TIMES } from "../../core/clock.js";
import { html, nothing } from "../../core/dom.js";
import { t, when } from "../../core/i18n.js";
import { session } from "../../core/session.js";
import { connection } from "../../core/socket.js";
import { templateDrawing } from "./drawings.js";
import { inputRow, selectRow } from "./fields.js";
import { REPEATS } from "./schedules.js";
import { fullWish, nextEvening, STARTS, sizeField, sizesOf, templatesOf } from "./templates.js";
import { gameText } from "./words.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("./templates.js").ShortWish} ShortWish */
/** @typedef {import("./templates.js").Template} Template */

/**
 * @param {string} template the selected one
 * @param {boolean} hasTables true for games of more than two sides
 * @param {(template: Template) => void} choose
 */
export function templateCards(template, hasTables, choose) {
  const how = (/** @type {Template} */ each) =>
    t(
      hasTables && each === "arena"
        ? "template_how.arena_of_tables"
        : /** @type {Word} */ (`template_how.${each}`),
    );
  return html`<fieldset class="templates"><legend class="visually-hidden">${t("template.title")}</legend>
    ${templatesOf(hasTables).map(
      (each) => html`<label class="template" data-template=${each}>
        <input type="radio" name="template" value=${each} .checked=${each === template} @change=${() => choose(each)} />
        <span class="card template-card">${templateDrawing(each)}
          <span class="template-words"><strong>${t(/** @type {Word} */ (`template.${each}`))}</strong>
          <span class="quiet">${how(each)}</span></span></span></label>`,
    )}</fieldset>`;
}

/**
 * @param {{wish: ShortWish, variants: VariantView[], fault: import("./fields.js").Fault | null, onVariant: (variant: string) => void}} options
 */
export function shortFields({ wish, variants, fault, onVariant }) {
  const { template } = wish;
  const now = connection.now();
  const games = variants.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
  const starts = STARTS.map(
    (start) => /** @type {[string, string]} */ ([start, startWords(start, now)]),
  );
  const sizes = sizesOf(template).map(
    (size) =>
      /** @type {[string, string]} */ ([
        size,
        t(/** @type {Word} */ (`template_size.${template}`), { n: Number(size) }),
      ]),
  );
  // Only a start at a time of day repeats, and only accounts may have schedules.
  const isAtTime = wish.start === "at" || wish.start === "evening";
  const repeats =
    isAtTime && session.player?.kind === "account"
      ? REPEATS.map(
          (each) =>
            /** @type {[string, string]} */ ([each, t(/** @type {Word} */ (`schedule.${each}`))]),
        )
      : null;
  return html`<div class="card short-fields">
    ${inputRow({ of: wish, name: "name", path: "name", label: t("new.name"), fault, more: { maxlength: 80 } })}
    ${selectRow({ of: wish, name: "variant", path: "variant", label: t("home.game"), fault, options: games, onChange: onVariant })}
    ${selectRow({ of: wish, name: "start", path: wish.start === "at" ? "start" : "begins_at", label: t("template.start"), fault, hint: t(wish.start === "self" ? "template.start_self" : "template.start_few"), options: starts })}
    ${wish.start === "at" ? inputRow({ of: wish, name: "startsAt", path: "begins_at", label: t("new.begins_at"), fault, type: "datetime-local" }) : nothing}
    ${repeats ? selectRow({ of: wish, name: "repeat", path: "recurrence", label: t("schedule.repeat"), fault, hint: wish.repeat === "once" ? undefined : t("schedule.repeat_how"), options: repeats }) : nothing}
    ${selectRow({ of: wish, name: "size", path: sizeField(template), label: t(/** @type {Word} */ (`template_asks.${template}`)), fault, options: sizes })}
    <p class="quiet" id="template-games">${gameSummary(wish, variants, now)}</p>
  </div>`;
}

/** @param {typeof STARTS[number]} start @param {number} now */
function startWords(start, now) {
  if (start === "self") return t("template.self");
  if (start === "at") return t("template.at");
  if (start === "evening") return when(nextEvening(now).toISOString());
  return t("template.in_minutes", { n: Number(start) });
}

/** The games of a template. @param {ShortWish} wish @param {VariantView[]} variants @param {number} now */
function gameSummary(wish, variants, now) {
  const { variant, time, rated } = fullWish(wish, now);
  return gameText({ variant, time: TIMES[time], rated }, variants);
}

/** The usual name of a tournament from a template. @param {Template} template @param {string} title of the variant */
export const usualName = (template, title) =>
  t(/** @type {Word} */ (`template_name.${template}`), { game: title }).slice(0, 80);

/** Tells guests that their right to direct ends with the browser's storage. */
export const guestWarning = () => html`<p class="notice" id="guest-director">${t("new.guest")}
  <a href="/account">${t("new.guest_account")}</a></p>`;
