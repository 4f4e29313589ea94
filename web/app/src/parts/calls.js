// A bar on every page with the pending tournament call.

import { calls, callsNow, comeTo, dismiss } from "../core/calls.js";
import { html, nothing } from "../core/dom.js";
import { t, when } from "../core/i18n.js";

export function callBar() {
  const open = callsNow();
  if (open.length === 0 && !calls.trouble) return nothing;
  return html`<section class="challenges calls" aria-label=${t("call.title")}>
    ${open.map(bar)}
    ${calls.trouble ? html`<p class="trouble" role="alert">${calls.trouble}</p>` : nothing}
  </section>`;
}

/** @param {CalledView} call */
function bar(call) {
  const { tournament, name, match, pairing, until } = call;
  const link = html`<a href="/tournaments/${tournament}">${name}</a>`;
  return html`<div class="row challenge" data-call=${tournament}>
    <p><strong>${t(match ? "call.game_short" : "call.round_short")}</strong> ${link}
      ${until && !match ? t("call.until", { when: when(until) }) : nothing}</p>
    ${
      match
        ? html`<a class="button primary small" data-go href="/m/${match}">${t("call.go")}</a>`
        : html`<button class="primary small" data-come @click=${() => comeTo(tournament, pairing)}>${t("call.ready")}</button>`
    }
    <button class="small" @click=${() => dismiss(call)}>${t("challenge.seen")}</button>
  </div>`;
}
