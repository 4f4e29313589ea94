// Countdowns by the server's clock. A page with countdowns owns one ticker.

import { html, redraw } from "../../core/dom.js";
import { connection } from "../../core/socket.js";
import { countdownText } from "./words.js";

const SECOND = 1000;

/** The time left until `at` in server time. @param {number} at in milliseconds */
export const countdown = (at) =>
  html`<strong class="countdown" role="timer" data-until=${new Date(at).toISOString()}>${countdownText(at - connection.now())}</strong>`;

/** Redraws the page each second while it shows a countdown. */
export class Ticker {
  #timer = setInterval(() => {
    if (!document.hidden && this.isNeeded()) redraw();
  }, SECOND);

  /** @param {() => boolean} isNeeded */
  constructor(isNeeded) {
    this.isNeeded = isNeeded;
  }

  stop() {
    clearInterval(this.#timer);
  }
}
