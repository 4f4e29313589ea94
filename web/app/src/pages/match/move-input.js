// The entry of moves as text, which is closed until the player asks for it.

import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { icon } from "./icons.js";

/** @typedef {import("../match.js").MatchPage} MatchPage */

export class MoveInput {
  isOpen = false;

  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
  }

  open() {
    this.isOpen = true;
    focusSoon("move-input");
  }

  #close() {
    this.isOpen = false;
    focusSoon("more");
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const input = document.getElementById("move-input");
    if (!(input instanceof HTMLInputElement) || input.value.trim() === "") return;
    if (this.page.typed(input.value)) input.value = "";
    redraw();
  }

  view() {
    if (!this.isOpen) return nothing;
    return html`<form class="row move-form" @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Escape") this.#close();
        }}>
      <label for="move-input">${t("input.label")}</label>
      <input id="move-input" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false"
        enterkeyhint="go" placeholder=${this.page.exampleMove} />
      <button type="submit" class="small">${t("input.send")}</button>
      <button type="button" class="icon" id="move-close" title=${t("match.close")} aria-label=${t("match.close")}
        @click=${() => this.#close()}>${icon("close")}</button>
    </form>`;
  }
}
