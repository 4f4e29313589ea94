// Conditional moves: replies to the opponents' possible moves. The server plays a reply in the
// commit of the move that it answers.

import { moveSound } from "../../board/move-sound.js";
import { moveWords, seatName } from "../../board/words.js";
import { legalMoves } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce, sound } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { lasts } from "../../core/lobby.js";
import { refusalWords } from "../../core/refusals.js";
import { faultOf } from "../../parts/judge.js";
import { branchesOf, countOf, MOST_BRANCHES, planOf } from "../../rules/plans.js";
import { writePosition } from "../../rules/positions.js";
import { cut, follow } from "../../rules/tree.js";

/** @typedef {import("../../core/contest.js").Contest} Contest */
/** @typedef {import("../../rules/plans.js").Branch} Branch */
/** @typedef {import("../../rules/tree.js").Node} Node */
/** @typedef {import("../match.js").MatchPage} MatchPage */

export class Plan {
  /** The current node of the tree; null if the editor is closed. @type {Node | null} */
  #node = null;
  /** @type {Node | null} */
  #root = null;
  /** @type {Map<string, LegalMoves>} */
  #known = new Map();

  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
  }

  get isOpen() {
    return this.#node !== null;
  }

  /** @param {Contest} contest */
  #open({ board, position, premove }) {
    const kept = Array.isArray(premove) ? /** @type {Branch[]} */ (premove) : [];
    // Unsaved changes survive closing the editor.
    const isOf = this.#root?.position === position && this.#root.children.length > 0;
    const root = isOf && this.#root ? this.#root : planOf(board, position, kept);
    this.#root = root;
    this.#go(root);
    announce(t("plan.how"));
  }

  /** Closes the editor. The plan on the server stays. */
  close() {
    if (!this.isOpen) return;
    this.#node = null;
    this.page.board?.cancel();
    this.page.showOnBoard(false);
  }

  #forget() {
    this.#root = null;
    this.close();
  }

  /** @param {Node} node */
  #go(node) {
    this.#node = node;
    this.page.trouble = "";
    this.show(true);
  }

  /** Shows the current node on the page's board. @param {boolean} animated */
  async show(animated) {
    const { contest, board } = this.page;
    const node = this.#node;
    if (!contest || !board || !node) return;
    const { variant } = contest.board;
    const text = writePosition(contest.board, node.position);
    const known = this.#known.get(text);
    board.hands = new Set(known ? variant.seats : []);
    board.mayPremove = false;
    board.premove = null;
    board.show(node.position, { legal: known?.moves ?? [], played: node.made, animated });
    if (!known) {
      try {
        this.#known.set(text, await legalMoves(variant.name, text));
      } catch (error) {
        this.page.trouble = refusalWords(error);
        redraw();
        return;
      }
      if (this.#node === node) await this.show(false);
      return;
    }
    const isPass = known.moves.length === 0 && known.outcome === null;
    if (isPass && node.position.turn !== this.page.mySeat) {
      this.#go(follow(contest.board, node, "pass"));
    }
  }

  /** Adds a move of the opponents or a reply. @param {string} text */
  async move(text) {
    const { contest, mySeat } = this.page;
    const node = this.#node;
    if (!contest || !node) return;
    const position = writePosition(contest.board, node.position);
    const { variant } = contest.board;
    const fault = await faultOf(variant.name, position, this.#known.get(position), text);
    if (this.#node !== node) return;
    this.page.trouble = fault;
    if (fault) {
      sound("refused");
      announce(fault);
      redraw();
      return;
    }
    // Each move of the opponents has one reply.
    if (node.position.turn === mySeat) node.children = node.children.filter(leadsBy(text));
    const next = follow(contest.board, node, text);
    if (next.made) {
      moveSound(contest.board, next.made);
      announce(moveWords(contest.board, next.made));
    }
    this.#go(next);
  }

  /** @param {Node} node */
  #cut(node) {
    const at = cut(node);
    this.#go(at);
  }

  async #save() {
    const { page } = this;
    const { mySeat } = page;
    if (!this.#root || !mySeat) return;
    const line = branchesOf(this.#root, mySeat);
    const count = countOf(line);
    if (count > MOST_BRANCHES) {
      page.trouble = t("plan.too_many", { n: MOST_BRANCHES });
      redraw();
      return;
    }
    const wish = count > 0 ? { ply: page.comingPly, line } : { line: null };
    if (await page.say("premove", wish)) {
      announce(t("plan.saved", { n: count }));
      this.#forget();
    }
  }

  /** @param {Contest} contest @param {string} seat ours */
  view(contest, seat) {
    const { premove } = contest;
    if (this.#root && this.isOpen) return this.#editor(contest, this.#root, seat);
    const isPlan = Array.isArray(premove);
    const mayPlan = contest.position.turn !== seat && (lasts(contest.time) || isPlan);
    if (!mayPlan) return nothing;
    // A single premove is shown in the strip.
    return html`<section class="plan pane" aria-label=${t("plan.title")}>
      ${isPlan ? ready(premove) : nothing}
      <div class="row">
        <button class="small" id="plan-open" @click=${() => this.#open(contest)}>${t(premove === null ? "plan.open" : "plan.change")}</button>
        ${isPlan ? html`<button class="small" id="plan-clear" @click=${() => this.page.say("premove", { line: null })}>${t("plan.clear")}</button>` : nothing}
      </div>
    </section>`;
  }

  /** @param {Contest} contest @param {Node} root @param {string} seat */
  #editor(contest, root, seat) {
    const node = this.#node ?? root;
    const isOurs = node.position.turn === seat;
    const words = isOurs
      ? t("plan.then")
      : t("plan.if", { who: seatName(contest.board, node.position.turn) });
    return html`<section class="plan pane" aria-label=${t("plan.title")}>
      <h2>${t("plan.title")}</h2>
      <p class="quiet">${t("plan.how")}</p>
      <p role="status" class="plan-asks">${words}</p>
      ${root.children.length > 0 ? this.#list(contest, root, seat) : nothing}
      <div class="row">
        <button class="small" id="plan-back" ?disabled=${!node.parent} @click=${() => node.parent && this.#go(node.parent)}>${t("moves.back")}</button>
        <button class="small" id="plan-start" ?disabled=${node === root} @click=${() => this.#go(root)}>${t("plan.another")}</button>
        ${node.parent ? html`<button class="small" id="plan-cut" @click=${() => this.#cut(node)}>${t("study.cut")}</button>` : nothing}
      </div>
      <div class="row">
        <button class="primary" id="plan-save" @click=${() => this.#save()}>${t("plan.save")}</button>
        <button id="plan-close" @click=${() => this.#forget()}>${t("confirm.no")}</button>
      </div>
    </section>`;
  }

  /** @param {Contest} contest @param {Node} from @param {string} seat @returns {unknown} */
  #list(contest, from, seat) {
    return html`<ul class="bare branches">${from.children.map((child) => {
      const isOurs = from.position.turn === seat;
      const text = child.made?.text === "pass" ? t("move.pass") : child.made?.text;
      return html`<li class=${isOurs ? "answer" : ""}>
        <span class="quiet">${isOurs ? t("plan.word_then") : t("plan.word_if")}</span>
        <button class="move" aria-current=${child === this.#node ? "true" : nothing} @click=${() => this.#go(child)}>${text}</button>
        ${child.children.length > 0 ? this.#list(contest, child, seat) : nothing}</li>`;
    })}</ul>`;
  }
}

/** @param {string} text */
const leadsBy =
  (text) =>
  (/** @type {Node} */ { made }) =>
    made?.text === text;

/** The plan on the server as text. @param {Branch[]} premove */
function ready(premove) {
  /** @param {Branch[]} branches @returns {unknown} */
  const list = (branches) =>
    html`<ul class="bare branches">${branches.map(
      ({ if: met, then, next = [] }) => html`<li>
        <span class="quiet">${t("plan.word_if")}</span> <span class="walked">${met}</span>
        ${then ? html`<span class="quiet">${t("plan.word_then")}</span> <strong class="walked">${then}</strong>` : nothing}
        ${next.length > 0 ? list(next) : nothing}</li>`,
    )}</ul>`;
  return html`<p role="status">${t("plan.ready", { n: countOf(premove) })}</p>${list(premove)}`;
}
