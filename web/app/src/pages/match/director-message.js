// The last message of the directors of the game's tournament.

import { get } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { connection } from "../../core/socket.js";

/** Events that change the messages. */
const CHANGING = new Set(["announced", "undone"]);

export class DirectorMessage {
  /** @type {AnnouncementView | undefined} */
  #last;
  #id = "";
  #stop = () => {};

  /** Follows the tournament of a game. Further calls do nothing. @param {import("../../core/contest.js").Contest} contest */
  async follow({ tournament }) {
    if (!tournament || this.#id) return;
    this.#id = tournament.id;
    const v = await this.#look();
    if (v === null) return;
    this.#stop = connection.follow(tournament.id, {
      v,
      onFrame: (frame) => {
        if (CHANGING.has(/** @type {any} */ (frame).event.t)) this.#look();
      },
    });
  }

  stop() {
    this.#stop();
  }

  /** @returns {Promise<number | null>} the version of the tournament */
  async #look() {
    const about = await get(`/tournaments/${this.#id}`).catch(() => null);
    if (!about) return null;
    this.#last = about.announcements?.[0];
    redraw();
    return about.v;
  }

  view() {
    if (!this.#last) return nothing;
    return html`<p class="hint" id="director-message" role="status"><strong>${t("match.director_says")}</strong> ${this.#last.text}</p>`;
  }
}
