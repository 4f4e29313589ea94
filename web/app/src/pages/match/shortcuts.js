// The list of keyboard shortcuts of the match page.

import { html } from "../../core/dom.js";
import { t } from "../../core/i18n.js";

const ID = "shortcuts";

/** @type {[string[], import("../../core/i18n.js").Word][]} */
const SHORTCUTS = [
  [["b"], "keys.board"],
  [["↑", "↓", "←", "→"], "keys.walk"],
  [["Enter"], "keys.choose"],
  [["Backspace"], "walk.undo"],
  [["Esc"], "keys.cancel"],
  [["m"], "input.label"],
  [["←", "→"], "keys.step"],
  [["Home", "End"], "keys.ends"],
  [["f"], "board.flip"],
  [["c"], "talk.title"],
  [["?"], "keys.title"],
];

export function openShortcuts() {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

export function shortcutsDialog() {
  return html`<dialog id=${ID} aria-labelledby="shortcuts-title"
      @click=${(/** @type {MouseEvent} */ e) => e.target instanceof HTMLDialogElement && e.target.close()}>
    <form method="dialog" class="settings">
      <h2 id="shortcuts-title">${t("keys.title")}</h2>
      <dl class="shortcuts">${SHORTCUTS.map(
        ([keys, words]) =>
          html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${t(words)}</dd></div>`,
      )}</dl>
      <button class="primary">${t("settings.done")}</button>
    </form>
  </dialog>`;
}
