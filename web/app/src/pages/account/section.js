// A part of the account page that sends one request at a time.

import { html, nothing, redraw } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { refusalWords } from "../../core/refusals.js";

export class Section {
  trouble = "";
  isBusy = false;

  /**
   * Runs a request, and shows its refusal. Returns true if it succeeded.
   * @param {() => Promise<unknown>} work
   */
  async run(work) {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.trouble = "";
    redraw();
    let isDone = true;
    try {
      await work();
    } catch (error) {
      isDone = false;
      this.trouble = refusalWords(error);
      announce(this.trouble);
    }
    this.isBusy = false;
    redraw();
    return isDone;
  }

  /**
   * Runs a request with the fields of a form, and empties the form after it succeeded.
   * @param {SubmitEvent} event
   * @param {(fields: FormData) => Promise<unknown>} work
   */
  async submit(event, work) {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const fields = new FormData(form);
    if (await this.run(() => work(fields))) form.reset();
  }

  troubleView() {
    return this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing;
  }
}
