// The list of all variants, with what the player has learned of each.

import { picture } from "../../board/drawing.js";
import { viewOf } from "../../board/geometry.js";
import { tintClass } from "../../board/heraldry.js";
import { aboutWords } from "../../board/words.js";
import { allVariants, boardNamed } from "../../core/api.js";
import { html, nothing, redraw, svg } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { readPosition } from "../../rules/positions.js";
import { groupsOf } from "./differences.js";
import { allRules } from "./letter.js";
import { learned, topicsOf } from "./path.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("../../rules/boards.js").Board} Board */

/** Circumference of the ring. */
const AROUND = 100;

/** A ring with the learned steps of a variant. @param {Board} board */
export function progressRing(board) {
  const topics = topicsOf(board);
  const known = learned(board.variant.name);
  const done = topics.filter((topic) => known.has(topic)).length;
  const all = topics.length;
  return html`<span class="ring-box"><svg class="progress-ring" viewBox="0 0 40 40" aria-hidden="true">
    ${svg`<circle class="track" cx="20" cy="20" r="16" pathLength=${AROUND}/>
      <circle class="part" cx="20" cy="20" r="16" pathLength=${AROUND} transform="rotate(-90 20 20)"
        stroke-dasharray="${(AROUND * done) / all} ${AROUND}"/>`}
    </svg><span class="ring-count" aria-hidden="true">${done}/${all}</span>
    <span class="visually-hidden">${t("learn.count", { done, all })}</span></span>`;
}

/** @returns {Promise<import("../../core/router.js").Page>} */
export async function openAll() {
  const boards = await Promise.all((await allVariants()).map(({ name }) => boardNamed(name)));
  let isOpen = false;
  const onToggle = (/** @type {Event} */ event) => {
    isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
    redraw();
  };
  return {
    title: () => t("nav.rules"),
    view: () => html`<div class="rules">
      <h1>${t("rules.games")}</h1>
      <p class="lead">${t("rules.games_lead")}</p>
      <p><a id="to-gallery" href="/variants">${t("gallery.link")}</a></p>
      ${groupsOf(boards).map(
        ({ group, boards: own }) => html`<section class="game-group" data-group=${group}>
          <h2>${t(/** @type {Word} */ (`rules.group.${group}`))}</h2>
          <ul class="bare games ${own.length > 5 ? "many" : ""}">${own.map(card)}</ul>
        </section>`,
      )}
      <details class="card letter" id="full-rules" @toggle=${onToggle}><summary>${t("rules.full")}</summary>
        ${isOpen ? html`<p class="quiet">${t("rules.full_lead")}</p>${allRules()}` : nothing}</details></div>`,
  };
}

/** @param {Board} board */
function card(board) {
  const { variant } = board;
  const start = readPosition(board, variant.position);
  return html`<li class="live"><a class="pane ${tintClass(variant)}" href="/rules/${variant.name}">
    ${picture(viewOf(board, variant.seats[0]), start, { label: "", isSmall: true })}
    <span class="live-names"><strong>${variant.title}</strong><span class="live-kind">${aboutWords(variant)}</span></span>
    ${progressRing(board)}</a></li>`;
}

/** Links to the other variants, in the order in which a newcomer plays them. @param {Board[]} boards @param {string} but */
export function otherGames(boards, but) {
  const all = groupsOf(boards).flatMap((each) => each.boards);
  return html`<ul class="bare other-games">${all
    .filter(({ variant }) => variant.name !== but)
    .map(
      (board) => html`<li><a href="/rules/${board.variant.name}">${board.variant.title}</a></li>`,
    )}</ul>`;
}
