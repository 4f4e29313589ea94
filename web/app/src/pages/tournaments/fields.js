// Form fields with error messages. The id of a field is the path that the server uses for it in
// errors.

import { html, nothing, redraw } from "../../core/dom.js";

/** @typedef {{at: string | null, text: string}} Fault an error message and its field */

/**
 * @template {object} T
 * @typedef {object} Row
 * @property {T} of object that contains the field
 * @property {keyof T & string} name name of the field
 * @property {string} path
 * @property {string} label
 * @property {Fault | null} fault
 * @property {string} [hint]
 */

/** True if a fault belongs to the field or one of its parts. @param {string} path @param {string} field */
const isWithin = (path, field) =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);

/** The form field of a fault; null if there is none. @param {string} field */
export function faultIn(field) {
  const ids = [...document.querySelectorAll(".tour-form [data-path]")].map(({ id }) => id);
  const found = ids.filter((id) => isWithin(id, field));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** @param {string} path @param {Fault | null} fault @param {string} [hint] */
function said(path, fault, hint) {
  const text = fault?.at === path ? fault.text : null;
  return {
    isWrong: text !== null,
    by: text !== null ? `${path}-fault` : hint ? `${path}-hint` : nothing,
    lines: html`${hint ? html`<small class="quiet" id=${`${path}-hint`}>${hint}</small>` : nothing}
      ${text === null ? nothing : html`<small class="fault" role="alert" id=${`${path}-fault`}>${text}</small>`}`,
  };
}

/**
 * @template {object} T
 * @param {Row<T> & {type?: string, more?: {maxlength?: number, step?: string}}} row
 */
export function inputRow({ of, name, path, label, fault, hint, type = "text", more = {} }) {
  const { isWrong, by, lines } = said(path, fault, hint);
  return html`<div class="field"><label for=${path}>${label}</label>
    <input id=${path} data-path type=${type} .value=${String(of[name])} autocomplete="off"
      maxlength=${more.maxlength ?? nothing} min=${type === "number" ? 0 : nothing} step=${more.step ?? nothing}
      aria-invalid=${isWrong ? "true" : nothing} aria-describedby=${by}
      @input=${(/** @type {Event} */ e) => {
        if (e.target instanceof HTMLInputElement) Object.assign(of, { [name]: e.target.value });
      }} />${lines}</div>`;
}

/**
 * @template {object} T
 * @param {Row<T> & {options: [string, string][], onChange?: (value: string) => void}} row
 */
export function selectRow({ of, name, path, label, fault, hint, options, onChange }) {
  const { isWrong, by, lines } = said(path, fault, hint);
  const isNumber = typeof of[name] === "number";
  return html`<div class="field"><label for=${path}>${label}</label>
    <select id=${path} data-path aria-invalid=${isWrong ? "true" : nothing} aria-describedby=${by}
      @change=${(/** @type {Event} */ e) => {
        if (!(e.target instanceof HTMLSelectElement)) return;
        const { value } = e.target;
        if (onChange) onChange(value);
        else Object.assign(of, { [name]: isNumber ? Number(value) : value });
        redraw();
      }}>${options.map(([value, text]) => html`<option value=${value} ?selected=${String(of[name]) === value}>${text}</option>`)}</select>${lines}</div>`;
}

/** @template {object} T @param {Row<T>} row */
export function switchRow({ of, name, path, label, fault, hint }) {
  const { isWrong, by, lines } = said(path, fault, hint);
  return html`<div class="field"><label class="switch"><input type="checkbox" id=${path} data-path .checked=${of[name] === true}
    aria-invalid=${isWrong ? "true" : nothing} aria-describedby=${by}
    @change=${(/** @type {Event} */ e) => {
      if (e.target instanceof HTMLInputElement) Object.assign(of, { [name]: e.target.checked });
      redraw();
    }} /><span>${label}</span></label>${lines}</div>`;
}

/** @param {string} legend @param {unknown} content */
export const fieldset = (legend, content) =>
  html`<fieldset class="card"><legend class="visually-hidden">${legend}</legend><h2 aria-hidden="true">${legend}</h2>${content}</fieldset>`;
