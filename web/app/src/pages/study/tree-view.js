// The move tree of a study.

import { html, nothing } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { FAULT_SIGNS } from "../../parts/judgement.js";
import { moveText } from "../../parts/moves.js";
import { endOf } from "../../rules/tree.js";
import { signOf, visible } from "./note.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../../rules/tree.js").Node} Node */

/** @param {Study} study */
export function treeView(study) {
  const { root, node } = study;
  const step = (
    /** @type {Node | null | undefined} */ to,
    /** @type {import("../../core/i18n.js").Word} */ word,
    /** @type {string} */ sign,
  ) =>
    html`<button class="icon" aria-label=${t(word)} title=${t(word)} ?disabled=${!to || to === node}
      @click=${() => to && study.goTo(to)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign} /></svg></button>`;
  return html`<section class="moves pane" aria-label=${t("moves.title")}>
    <div class="steps">
      ${step(root, "moves.first", "M7 5v14M19 5l-8 7 8 7z")}
      ${step(node.parent, "moves.back", "M16 5l-8 7 8 7z")}
      ${step(node.children[0], "moves.forward", "M8 5l8 7-8 7z")}
      ${step(endOf(node), "moves.last", "M17 5v14M5 5l8 7-8 7z")}
    </div>
    ${
      root.children.length > 0
        ? html`<div class="tree" tabindex="0" role="group" aria-label=${t("moves.title")}>${line(study, root)}</div>`
        : html`<p class="quiet">${t("study.how")}</p>`
    }
  </section>`;
}

/** The main line after a node, with its variations. @param {Study} study @param {Node} from @returns {unknown[]} */
function line(study, from) {
  /** @type {unknown[]} */
  const parts = from === study.root ? said(from.comments) : [];
  let node = from;
  let isForced = true;
  while (node.children.length > 0) {
    const [main, ...others] = node.children;
    parts.push(moveButton(study, main, isForced));
    isForced = others.length > 0 || main.comments.length > 0;
    for (const other of others) {
      parts.push(
        html`<span class="variation">(${said(other.lead)}${moveButton(study, other, true)}${line(study, other)})</span>`,
      );
    }
    node = main;
  }
  return parts;
}

/** Comments without machine-readable commands. @param {string[]} comments */
function said(comments) {
  return comments
    .map(visible)
    .filter(Boolean)
    .map((text) => html`<span class="note">${text}</span> `);
}

/** The engine's sign for a move without an annotation. @param {Study} study @param {Node} node */
function fault({ review }, node) {
  const mark = node.marks.length === 0 && review.of(node)?.mark;
  return mark ? html`<b class=${mark}>${FAULT_SIGNS[mark]}</b>` : nothing;
}

/** @param {Study} study @param {Node} node @param {boolean} isForced true to always show the round */
function moveButton(study, node, isForced) {
  const { seats } = study.board.variant;
  const start = study.root.position;
  const at = node.ply - 1 + Math.max(0, seats.indexOf(start.turn));
  const round = Math.floor(at / seats.length) + start.round;
  const isFirst = at % seats.length === 0;
  const number = isFirst ? `${round}.` : isForced ? `${round}…` : "";
  return html`${number ? html`<span class="round">${number}\u2060</span>` : nothing}<button class="move ${study.review.isBook(node) ? "book" : ""}"
      aria-current=${node === study.node ? "true" : nothing} @click=${() => study.goTo(node)}
    >${moveText(node.made?.text ?? "")}${node.marks.map(signOf)}${fault(study, node)}</button>${said(node.comments)}`;
}
