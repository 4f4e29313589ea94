// A bar with the player's seek while the player plays the computer.

import { timeText } from "../core/clock.js";
import { html, nothing } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { lobby, stopLooking } from "../core/lobby.js";

export function seekBar() {
  const { own } = lobby;
  if (!own?.isBackground || location.pathname === "/") return nothing;
  return html`<section class="challenges" role="status">
    <div class="row challenge">
      <p>${t("seek.background", { game: timeText(own.time) })}</p>
      <button class="small" id="stop-background" @click=${() => stopLooking()}>${t("seek.cancel")}</button>
    </div>
  </section>`;
}
