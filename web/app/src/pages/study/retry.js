// The mistakes of a reviewed game as exercises: the player looks for a better move.

import { seatName } from "../../board/words.js";
import { legalMoves } from "../../core/api.js";
import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { announce, sound } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { endOf, evaluationOf } from "../../parts/judgement.js";
import { teamOf } from "../../rules/boards.js";
import { writePosition } from "../../rules/positions.js";
import { isOfGame, nodeAt } from "../../rules/tree.js";
import { evaluate } from "./evaluate.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../../rules/tree.js").Node} Node */

/** A move that loses less of the winning chances is no mistake (docs/protocol.md, "Analysis"). */
const NO_MISTAKE = 0.05;

export class Retry {
  /** The mistakes that are left, the present one first. @type {JudgementView[]} */
  #left = [];
  /** @type {"ask" | "judging" | "right" | "wrong" | "shown"} */
  #state = "ask";
  /** The tried move. */
  #tried = "";
  #trouble = "";

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
  }

  get isOn() {
    return this.#left.length > 0;
  }

  /** True while the engine's move must not be shown. */
  get isAsking() {
    return this.isOn && this.#state !== "right" && this.#state !== "shown";
  }

  /** The mistakes of a seat for which the engine knows a better move. @param {string} seat */
  #mistakes(seat) {
    const all = [...this.study.review.plies.values()].sort((a, b) => a.ply - b.ply);
    return all.filter((ply) => ply.seat === seat && ply.mark && ply.best.length > 0);
  }

  /** @param {string} seat */
  start(seat) {
    this.#left = this.#mistakes(seat);
    this.study.thought.pause(true);
    this.#ask();
  }

  stop() {
    if (!this.isOn) return;
    this.#left = [];
    this.study.thought.pause(false);
    this.study.advise();
  }

  /** Shows the position before the present mistake. */
  #ask() {
    const [mistake] = this.#left;
    this.#state = "ask";
    this.#trouble = "";
    this.study.goTo(nodeAt(this.study.root, mistake.ply - 1));
    announce(this.#words);
    focusSoon("retry-task");
  }

  #next() {
    this.#left = this.#left.slice(1);
    if (this.isOn) this.#ask();
    else this.study.thought.pause(false);
    redraw();
  }

  #show() {
    this.#state = "shown";
    const [{ best }] = this.#left;
    this.study.goTo(nodeAt(this.study.root, this.#left[0].ply - 1));
    this.study.tryLine(best.slice(0, 1));
    announce(this.#words);
  }

  /** Judges a move that was played on the board. @param {Node} node */
  async tried(node) {
    const [mistake] = this.#left;
    const { parent, made } = node;
    if (!this.isAsking || !parent || !made || parent.ply !== mistake.ply - 1 || !isOfGame(parent))
      return;
    this.#tried = made.text;
    this.#trouble = "";
    this.#state = "judging";
    redraw();
    try {
      const isBetter =
        made.text !== mistake.move &&
        (made.text === mistake.best[0] || (await this.#isBetter(node, mistake)));
      if (this.#left[0] !== mistake) return;
      this.#state = isBetter ? "right" : "wrong";
      sound(isBetter ? "victory" : "refused");
    } catch (error) {
      this.#state = "wrong";
      this.#trouble = refusalWords(error);
    }
    announce(this.#words);
    redraw();
  }

  /** True if the move that leads to a node is no mistake. @param {Node} node @param {JudgementView} mistake */
  async #isBetter(node, { seat, chances, lost }) {
    const { board } = this.study;
    const first = await this.#chancesOfFirst(node);
    const own = teamOf(board, seat) === board.variant.teams[0] ? first : 1 - first;
    return chances + lost - own < NO_MISTAKE;
  }

  /** The winning chances of the first team. @param {Node} node */
  async #chancesOfFirst({ position }) {
    const { board } = this.study;
    const variant = board.variant.name;
    const text = writePosition(board, position);
    const { outcome } = await legalMoves(variant, text);
    if (outcome) return endOf(board, outcome).first;
    const last = await evaluate({ variant, position: text }, new AbortController().signal);
    return evaluationOf(board, position.turn, last).first;
  }

  /** The task, or the verdict about the tried move. */
  get #words() {
    const [{ seat, move, best }] = this.#left;
    const who = seatName(this.study.board, seat);
    if (this.#state === "right") return t("retry.right", { move: this.#tried });
    if (this.#state === "wrong") return t("retry.wrong", { move: this.#tried });
    if (this.#state === "judging") return t("retry.judging", { move: this.#tried });
    if (this.#state === "shown") return t("retry.shown", { move: best[0] });
    return t("retry.task", { who, move });
  }

  /** The exercise, or the ways to begin one. */
  view() {
    return this.isOn ? this.#exercise() : this.#offers();
  }

  #offers() {
    const { board, review } = this.study;
    if (!review.accuracy) return nothing;
    const seats = board.variant.seats.filter((seat) => this.#mistakes(seat).length > 0);
    return html`<div class="row">${seats.map(
      (seat) =>
        html`<button class="small" data-retry=${seat} @click=${() => this.start(seat)}>${t(
          "retry.start",
          { who: seatName(board, seat), n: this.#mistakes(seat).length },
        )}</button>`,
    )}</div>`;
  }

  #exercise() {
    const isOver = !this.isAsking;
    const isLast = this.#left.length === 1;
    return html`<div class="card retry" data-state=${this.#state}>
      <p id="retry-task" tabindex="-1" role="status">${this.#words}</p>
      ${this.#trouble ? html`<p class="trouble" role="alert">${this.#trouble}</p>` : nothing}
      <div class="row">
        ${this.#state === "wrong" ? html`<button class="primary small" id="retry-again" @click=${() => this.#ask()}>${t("lesson.again")}</button>` : nothing}
        ${isOver ? nothing : html`<button class="small" id="retry-show" @click=${() => this.#show()}>${t("puzzle.show")}</button>`}
        ${isOver && !isLast ? html`<button class="primary small" id="retry-next" @click=${() => this.#next()}>${t("retry.next")}</button>` : nothing}
        <button class="small" id="retry-end" @click=${() => this.stop()}>${t(isOver && isLast ? "settings.done" : "retry.end")}</button>
      </div></div>`;
  }
}
