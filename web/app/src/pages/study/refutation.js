// The refutation of a bad move, played on the board step by step, with what the move loses.

import { isAnimated } from "../../board/animation.js";
import { legalMoves } from "../../core/api.js";
import { focusSoon, html, nothing, redraw } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { consequence } from "../../parts/consequence.js";
import { played, writePosition } from "../../rules/positions.js";
import { follow, nodeAt } from "../../rules/tree.js";
import { evaluate } from "./evaluate.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../../rules/tree.js").Node} Node */
/** @typedef {import("../../rules/positions.js").Played} Played */
/** @typedef {{score: ScoreView, line: string[]}} Answer the best line after a move, and its score for the next team */

/** Interval between two moves in milliseconds. */
const STEP_MS = 1_200;
/** The most plies that are played, unless the line ends the game. */
const MOST = 10;

export class Refutation {
  /** The explained move. @type {JudgementView | null} */
  #ply = null;
  /** The position after the move, and those of the line after it. @type {Node[]} */
  #nodes = [];
  #words = "";
  #trouble = "";
  #asking = new AbortController();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
  }

  /** Explains a judged move. @param {JudgementView} ply */
  async start(ply) {
    this.stop();
    this.#ply = ply;
    const { signal } = this.#asking;
    redraw();
    try {
      const answer = await this.#answer(ply, signal);
      if (!signal.aborted) this.#explain(ply, answer);
    } catch (error) {
      if (!signal.aborted) this.#trouble = refusalWords(error);
    }
    redraw();
  }

  stop() {
    this.#asking.abort();
    this.#asking = new AbortController();
    clearInterval(this.#timer);
    this.#ply = null;
    this.#nodes = [];
    this.#words = "";
    this.#trouble = "";
    redraw();
  }

  /** The best line after a move: of the review, or of the engine after the last move. @param {JudgementView} ply @param {AbortSignal} signal @returns {Promise<Answer>} */
  async #answer({ ply }, signal) {
    const { board, root, review, thought } = this.study;
    const next = review.plies.get(ply + 1);
    if (next) return { score: next.before, line: next.best };
    const variant = board.variant.name;
    const position = writePosition(board, nodeAt(root, ply).position);
    const { outcome } = await legalMoves(variant, position);
    if (outcome) return { score: { hundredths: 0 }, line: [] };
    thought.pause(true);
    try {
      return await evaluate({ variant, position }, signal);
    } finally {
      thought.pause(false);
    }
  }

  /** @param {JudgementView} ply @param {Answer} answer */
  #explain(ply, { score, line }) {
    const { board, root } = this.study;
    const isDecided = "win" in score || "loss" in score;
    this.#nodes = [nodeAt(root, ply.ply)];
    for (const move of isDecided ? line : line.slice(0, MOST)) {
      this.#nodes.push(follow(board, this.#nodes[this.#nodes.length - 1], move));
    }
    const made = this.#nodes.flatMap((node) => (node.made ? [node.made] : []));
    const better = this.#playedFrom(nodeAt(root, ply.ply - 1), ply.best);
    this.#words = consequence(board, ply, { played: made, better, answer: score });
    this.study.goTo(this.#nodes[0]);
    focusSoon("why");
    if (isAnimated()) this.#timer = setInterval(() => this.#step(), STEP_MS);
  }

  /** The moves of a line that is not inserted into the tree. @param {Node} node @param {string[]} moves */
  #playedFrom({ position }, moves) {
    /** @type {Played[]} */
    const line = [];
    for (const move of moves) {
      line.push(played(this.study.board, line.at(-1)?.after ?? position, move));
    }
    return line;
  }

  /** The next position of the line; undefined at its end, or if the board shows another one. */
  get #next() {
    const at = this.#nodes.indexOf(this.study.node);
    return at < 0 ? undefined : this.#nodes[at + 1];
  }

  #step() {
    const next = this.#next;
    if (next) this.study.goTo(next, true);
    // A move of the player ends the replay, and so does the end of the line.
    if (!this.#next) clearInterval(this.#timer);
    redraw();
  }

  /** Plays the next move, or begins again, without the timer. */
  #byHand() {
    clearInterval(this.#timer);
    if (this.#next) this.#step();
    else this.study.goTo(this.#nodes[0]);
  }

  #end() {
    const [first] = this.#nodes;
    this.stop();
    if (first) this.study.goTo(first);
  }

  /** The offer to explain a bad move of the review, or its explanation. @param {JudgementView} ply */
  view(ply) {
    if (this.#ply?.ply === ply.ply) return this.#explanation();
    const isBad = ply.mark === "mistake" || ply.mark === "blunder";
    if (!isBad || this.study.node !== nodeAt(this.study.root, ply.ply)) return nothing;
    return html`<button class="small" id="why-bad" @click=${() => this.start(ply)}>${t("why.ask")}</button>`;
  }

  #explanation() {
    const isReady = this.#nodes.length > 0;
    return html`<div class="card why" data-left=${isReady && this.#next ? "more" : "none"}>
      ${this.#trouble ? html`<p class="trouble" role="alert">${this.#trouble}</p>` : nothing}
      <p id="why" tabindex="-1" role="status">${this.#words || (this.#trouble ? nothing : t("analysis.thinking"))}</p>
      <div class="row">
        ${
          this.#nodes.length > 1
            ? html`<button class="small" id="why-step" @click=${() => this.#byHand()}>${t(this.#next ? "why.step" : "why.again")}</button>`
            : nothing
        }
        <button class="small" id="why-end" @click=${() => this.#end()}>${t("why.close")}</button>
      </div></div>`;
  }
}
