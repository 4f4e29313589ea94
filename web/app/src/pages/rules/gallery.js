// The gallery: every variant with its array and facts, and a game against the computer. Moderators
// also see the operator's variants on trial. Whoever knows the address of one can try it.

import { picture } from "../../board/drawing.js";
import { viewOf } from "../../board/geometry.js";
import { tintClass } from "../../board/heraldry.js";
import { aboutWords } from "../../board/words.js";
import { allVariants, boardNamed, get } from "../../core/api.js";
import { TIMES } from "../../core/clock.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { playComputer } from "../../core/lobby.js";
import { refusalWords } from "../../core/refusals.js";
import { LEVELS } from "../../core/seats.js";
import { session } from "../../core/session.js";
import { connection } from "../../core/socket.js";
import { boardOf } from "../../rules/boards.js";
import { readPosition } from "../../rules/positions.js";
import { hasPartners } from "../../rules/results.js";
import { groupsOf } from "./differences.js";
import { facts, goalWords } from "./ends.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("../../core/router.js").Page} Page */
/** @typedef {import("../../rules/boards.js").Board} Board */

class Gallery {
  level = LEVELS[0];
  /** The variant whose game was refused, and the reason. */
  trouble = { name: "", words: "" };

  /** @param {Board[]} offered @param {Board[]} onTrial */
  constructor(offered, onTrial) {
    this.offered = offered;
    this.onTrial = onTrial;
  }

  /** Starts an unrated game against the computer. @param {VariantView} variant */
  async #play(variant) {
    this.trouble = { name: "", words: "" };
    try {
      await connection.greeted();
      await playComputer(variant, TIMES[TIMES.length - 1], variant.seats[0], this.level);
    } catch (error) {
      this.trouble = { name: variant.name, words: refusalWords(error) };
      redraw();
    }
  }

  /** @param {Board} board */
  #card(board) {
    const { variant } = board;
    const { name, words } = this.trouble;
    const start = readPosition(board, variant.position);
    const label = t("gallery.array", { game: variant.title });
    return html`<li class="pane gallery-card ${tintClass(variant)}" data-variant=${variant.name}>
      ${picture(viewOf(board, variant.seats[0]), start, { label, isSmall: true })}
      <div class="gallery-words">
        <h3><a href="/variants/${variant.name}">${variant.title}</a>
          ${variant.trial ? html`<span class="tag">${t("gallery.trial")}</span>` : nothing}</h3>
        <p>${aboutWords(variant)}</p>
        <p class="quiet">${goalWords(variant)}</p>
        ${facts(board)}
        ${variant.seats.length > 2 ? html`<p class="quiet">${t(hasPartners(variant) ? "home.computers" : "home.computers_each")}</p>` : nothing}
        ${name === variant.name && words ? html`<p class="trouble" role="alert">${words}</p>` : nothing}
        <p class="row">
          <button class="primary" data-try=${variant.name} @click=${() => this.#play(variant)}>${t("gallery.try")}</button>
          <a class="button" href="/rules/${variant.name}">${t("gallery.rules")}</a>
        </p>
      </div>
    </li>`;
  }

  #levels() {
    return html`<label class="gallery-level">${t("home.level")}
      <select id="gallery-level" @change=${(/** @type {Event} */ e) => {
        if (e.target instanceof HTMLSelectElement) this.level = Number(e.target.value);
      }}>
        ${LEVELS.map((level) => html`<option value=${level} ?selected=${level === this.level}>${level} · ${t(/** @type {Word} */ (`level.${level}`))}</option>`)}
      </select></label>`;
  }

  view() {
    const cards = (/** @type {Board[]} */ boards) =>
      html`<ul class="bare gallery">${boards.map((board) => this.#card(board))}</ul>`;
    return html`<div class="rules">
      <h1>${t("gallery.title")}</h1>
      <p class="lead">${t("gallery.lead")}</p>
      ${this.#levels()}
      ${
        this.onTrial.length > 0
          ? html`<section class="game-group" data-group="trial"><h2>${t("gallery.on_trial")}</h2>
        <p class="quiet">${t("gallery.on_trial_how")}</p>${cards(this.onTrial)}</section>`
          : nothing
      }
      ${groupsOf(this.offered).map(
        ({ group, boards }) => html`<section class="game-group" data-group=${group}>
        <h2>${t(/** @type {Word} */ (`rules.group.${group}`))}</h2>${cards(boards)}</section>`,
      )}</div>`;
  }
}

/** The variants on trial, for moderators. @returns {Promise<VariantView[]>} */
async function onTrial() {
  if (session.player?.kind !== "account") return [];
  const { moderator } = await get("/me");
  return moderator ? (await get("/moderation/variants")).items : [];
}

/** The page of all variants. @returns {Promise<Page>} */
export async function openAll() {
  await connection.greeted();
  const [offered, trial] = await Promise.all([allVariants(), onTrial()]);
  const gallery = new Gallery(offered.map(boardOf), trial.map(boardOf));
  return { view: () => gallery.view(), title: () => t("gallery.title") };
}

/** The page of one variant. @param {Record<string, string>} params @returns {Promise<Page>} */
export async function open({ variant }) {
  const board = await boardNamed(variant);
  const { trial, title } = board.variant;
  const gallery = trial ? new Gallery([], [board]) : new Gallery([board], []);
  return { view: () => gallery.view(), title: () => title };
}
