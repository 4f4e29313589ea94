// Annotations of a move: comment and sign, which saved records contain.

import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { SIGNS } from "../../rules/records.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../../rules/tree.js").Node} Node */

/** Machine-readable commands in comments. */
const COMMANDS = /\[%[^\]]*\]/g;

/** @param {string} comment */
export const visible = (comment) => comment.replace(COMMANDS, "").trim();

/** The sign of a numeric annotation. @param {number} mark */
export const signOf = (mark) => SIGNS[mark - 1] ?? ` $${mark}`;

/** @param {Node} node */
function noteOf({ comments }) {
  return comments.map(visible).filter(Boolean).join(" ");
}

/** @param {Node} node @param {string} text */
function write(node, text) {
  const commands = node.comments.flatMap((comment) => comment.match(COMMANDS) ?? []);
  // A closing brace would end the comment.
  const note = text.replace(/\s+/g, " ").replaceAll("{", "(").replaceAll("}", ")").trim();
  node.comments = [commands.join(" "), note].filter(Boolean);
  redraw();
}

/** Sets the only sign of a move, or removes it if already set. @param {Node} node @param {number} mark */
function toggle(node, mark) {
  const isThere = node.marks.includes(mark);
  const others = node.marks.filter((each) => each > SIGNS.length);
  node.marks = isThere ? others : [mark, ...others];
  redraw();
}

/** @param {Study} study */
export function noteBox({ node }) {
  return html`<div class="note-box">
    <label for="note">${t("study.note")}</label>
    <textarea id="note" rows="2" .value=${noteOf(node)}
      @change=${(/** @type {Event} */ e) => e.target instanceof HTMLTextAreaElement && write(node, e.target.value)}></textarea>
    ${
      node.parent
        ? html`<div class="row signs" role="group" aria-label=${t("study.signs")}>${SIGNS.map(
            (
              sign,
              index,
            ) => html`<button class="small" aria-pressed=${node.marks.includes(index + 1)}
              aria-label=${t(/** @type {import("../../core/i18n.js").Word} */ (`sign.${index + 1}`))}
              @click=${() => toggle(node, index + 1)}>${sign}</button>`,
          )}</div>`
        : nothing
    }
  </div>`;
}
