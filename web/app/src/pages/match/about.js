// The game that is played: its goal, its rules and its tournament. Shown where a third column has
// room.

import { aboutWords } from "../../board/words.js";
import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { openShortcuts } from "./shortcuts.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */

/** @param {Contest} contest */
export function about({ board, tournament, id, plies }) {
  const { variant } = board;
  return html`<section class="about-game pane" aria-labelledby="about-game">
    <h2 id="about-game">${variant.title}</h2>
    <p>${aboutWords(variant)}</p>
    <div class="row">
      <a class="button small" href="/rules/${variant.name}">${t("nav.rules")}</a>
      ${tournament ? html`<a class="button small" href="/tournaments/${tournament.id}">${tournament.name}</a>` : nothing}
      ${plies.length > 0 ? html`<a class="button small" href="/study/${id}">${t("match.study")}</a>` : nothing}
      <button class="small" @click=${openShortcuts}>${t("keys.title")}</button>
    </div>
  </section>`;
}
