// Engine review of a whole game: graph, mistakes, accuracy of each seat.

import { seatClass } from "../../board/pieces.js";
import { seatName, teamName } from "../../board/words.js";
import { legalMoves, lines, Problem } from "../../core/api.js";
import { html, nothing, redraw, svg } from "../../core/dom.js";
import { announce } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { evaluationOf, FAULT_SIGNS, FAULTS, faultWords } from "../../parts/judgement.js";
import { writePosition } from "../../rules/positions.js";
import { writeRecord } from "../../rules/records.js";
import { resultOf } from "../../rules/results.js";
import { endOf, lineTo } from "../../rules/tree.js";

/**
 * A game that can be reviewed, such as a study.
 * @typedef {object} Reviewed
 * @property {import("../../rules/boards.js").Board} board
 * @property {Node} root
 * @property {Node} node the displayed node
 * @property {string | null} match the match, if its moves are those of the main line
 * @property {{pause: (isPaused: boolean) => void}} thought analysis of the displayed position
 * @property {(ply: number) => void} goToPly
 * @property {(ply: JudgementView) => unknown} [belowFault] what the list shows below a mistake
 */
/** @typedef {import("../../rules/tree.js").Node} Node */

const [WIDE, HIGH] = [300, 80];
/** The most key moments. */
const MOMENTS = 5;

export class Review {
  /** Judged plies by number. @type {Map<number, JudgementView>} */
  plies = new Map();
  /** Accuracy in percent by seat, once all plies are judged. @type {Record<string, number> | null} */
  accuracy = null;
  /** The number of plies of the opening book at the start, once all plies are judged. */
  book = 0;
  /** The name of the opening. */
  opening = "";
  /** The position in the queue; null if not queued. @type {number | null} */
  place = null;
  isBusy = false;
  /** True while the engine is busy. */
  isWaiting = false;
  trouble = "";
  /** The judged moves in order. @type {string[]} */
  #moves = [];
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {Reviewed} study */
  constructor(study) {
    this.study = study;
  }

  /** True if a node is part of the judged line. @param {Node} node */
  has(node) {
    const line = lineTo(node);
    return (
      line.length <= this.#moves.length &&
      line.every(({ made }, index) => made?.text === this.#moves[index])
    );
  }

  /** The judgement of the move that leads to a node. @param {Node} node */
  of(node) {
    const judgement = this.plies.get(node.ply);
    return judgement && this.has(node) ? judgement : undefined;
  }

  /** The judgement of the move played from a node. @param {Node} node */
  after(node) {
    const judgement = this.plies.get(node.ply + 1);
    return judgement && this.has(node) ? judgement : undefined;
  }

  /** True if the move that leads to a node belongs to the opening book. @param {Node} node */
  isBook(node) {
    return node.ply <= this.book && this.has(node);
  }

  /** Requests the review. Cached plies arrive immediately. */
  async ask() {
    const { study } = this;
    this.cancel();
    const asking = new AbortController();
    this.#asking = asking;
    this.#moves = lineTo(endOf(study.root)).map(({ made }) => made?.text ?? "");
    this.plies = new Map();
    this.accuracy = null;
    this.book = 0;
    this.opening = "";
    this.trouble = "";
    this.isBusy = true;
    this.isWaiting = false;
    study.thought.pause(true);
    redraw();
    try {
      const body = study.match ? { match: study.match } : { record: await recordOf(study) };
      while (!(await this.#judge(body, asking.signal))) redraw();
      if (!this.accuracy && !this.trouble) throw new Problem({ code: "no_network" }, 0);
      if (this.accuracy) announce(this.words);
    } catch (error) {
      if (!asking.signal.aborted) this.trouble = refusalWords(error);
    }
    if (this.#asking === asking) this.#end();
  }

  /**
   * @param {unknown} body
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} false if the engine was busy, after the requested delay
   */
  async #judge(body, signal) {
    try {
      for await (const said of lines("/analysis/game", body, signal)) this.#take(said);
      return true;
    } catch (error) {
      const wait = error instanceof Problem ? error.retryAfter : undefined;
      if (!wait) throw error;
      this.isWaiting = true;
      redraw();
      await new Promise((resolve) => setTimeout(resolve, wait));
      return signal.aborted;
    }
  }

  /** @param {any} said */
  #take(said) {
    this.isWaiting = false;
    this.place = said.place ?? null;
    if (said.code) this.trouble = refusalWords(said);
    else if (said.accuracy) {
      [this.accuracy, this.book, this.opening] = [said.accuracy, said.book, said.opening ?? ""];
    } else if (said.ply) this.plies.set(said.ply, said);
    redraw();
  }

  #end() {
    this.#asking = null;
    this.isBusy = false;
    this.place = null;
    this.study.thought.pause(false);
    redraw();
  }

  cancel() {
    if (!this.#asking) return;
    this.#asking.abort();
    this.#end();
  }

  /** Clears the review. */
  clear() {
    this.cancel();
    this.plies = new Map();
    this.accuracy = null;
    this.book = 0;
    this.opening = "";
    this.trouble = "";
    this.#moves = [];
  }

  /** The mistakes in the order of the game. */
  get faults() {
    const all = [...this.plies.values()].sort((a, b) => a.ply - b.ply);
    return all.filter(({ mark }) => mark);
  }

  /** The mistakes that changed the chances most, in the order of the game. */
  get moments() {
    const largest = this.faults.sort((a, b) => b.lost - a.lost).slice(0, MOMENTS);
    return largest.sort((a, b) => a.ply - b.ply);
  }

  /** The next or the previous mistake from the displayed position. @param {1 | -1} step */
  faultBeside(step) {
    const { faults } = this;
    const here = this.study.node.ply;
    if (step > 0) return faults.find(({ ply }) => ply > here);
    return faults.findLast(({ ply }) => ply < here);
  }

  /** Shows the next or the previous mistake, if there is one. @param {1 | -1} step */
  goToFault(step) {
    const fault = this.faultBeside(step);
    if (fault) this.study.goToPly(fault.ply);
  }

  /** The mistakes of one kind and seat. @param {string} mark @param {string} seat */
  #count(mark, seat) {
    return [...this.plies.values()].filter((ply) => ply.mark === mark && ply.seat === seat).length;
  }

  /** The result as an announcement. */
  get words() {
    const { board } = this.study;
    const each = Object.entries(this.accuracy ?? {}).map(([seat, percent]) =>
      t("analysis.exact", { who: seatName(board, seat), percent: percent.toFixed(0) }),
    );
    return each.join(" ");
  }

  view() {
    const { study, plies, accuracy, isBusy, trouble } = this;
    const count = endOf(study.root).ply;
    if (count === 0) return nothing;
    const isKnown = accuracy && this.has(endOf(study.root));
    return html`
      ${
        isBusy && !accuracy
          ? html`<div class="row judging" role="status">
              ${this.#progress(count)}
              <button class="small" id="stop-judging" @click=${() => this.cancel()}>${t("seek.cancel")}</button></div>`
          : isKnown
            ? nothing
            : html`<button class="small" id="judge" @click=${() => this.ask()}>${t("analysis.judge")}</button>`
      }
      ${trouble ? html`<p class="trouble" id="judge-trouble" role="alert">${trouble}</p>` : nothing}
      ${plies.size > 0 ? this.#graph() : nothing}
      ${accuracy ? this.#table(accuracy) : nothing}
      ${this.opening || this.book > 0 ? this.#opening() : nothing}
      ${plies.size > 0 ? this.#faults() : nothing}`;
  }

  /** The progress. @param {number} count number of plies */
  #progress(count) {
    if (this.isWaiting) return html`<span>${t("analysis.busy")}</span>`;
    if (this.place !== null) return html`<span>${t("analysis.place", { n: this.place })}</span>`;
    return html`<progress max=${count} value=${this.plies.size} aria-label=${t("analysis.judging")}></progress>`;
  }

  #graph() {
    const { study, plies } = this;
    const { board, node } = study;
    const last = this.#moves.length;
    const x = (/** @type {number} */ ply) =>
      last < 2 ? WIDE / 2 : ((ply - 1) / (last - 1)) * WIDE;
    const y = (/** @type {JudgementView} */ { seat, after, chances }) =>
      (1 - evaluationOf(board, seat, { score: after, chances }).first) * HIGH;
    const all = [...plies.values()].sort((a, b) => a.ply - b.ply);
    const points = all.map((ply) => `${x(ply.ply).toFixed(1)} ${y(ply).toFixed(1)}`);
    const line = `M${points.join("L")}`;
    const ends = `L${x(all[all.length - 1].ply)} ${HIGH}L${x(all[0].ply)} ${HIGH}z`;
    const at = this.has(node) && node.ply > 0 ? x(node.ply) : null;
    const pick = (/** @type {PointerEvent} */ event) => {
      const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
      const part = (event.clientX - box.left) / box.width;
      study.goToPly(Math.round(part * (last - 1)) + 1);
    };
    return html`<svg class="graph" id="graph" viewBox="0 -5 ${WIDE} ${HIGH + 10}" preserveAspectRatio="none"
        role="img" aria-label=${t("analysis.graph", { who: teamName(board, board.variant.teams[0]) })} @pointerdown=${pick}>
      ${svg`<rect class="ground" y="-5" width=${WIDE} height=${HIGH + 10}/>
        <path class="area" d=${line + ends}/><path class="half" d="M0 ${HIGH / 2}h${WIDE}"/>
        <path class="curve" d=${line}/>
        ${at === null ? nothing : svg`<path class="here" d="M${at} -5v${HIGH + 10}"/>`}
        ${all
          .filter(({ mark }) => mark)
          .map((ply) => svg`<path class="dot ${ply.mark}" d="M${x(ply.ply)} ${y(ply)}h0.01"/>`)}`}
    </svg>`;
  }

  /** @param {Record<string, number>} accuracy */
  #table(accuracy) {
    const { board } = this.study;
    return html`<table class="exactness"><thead><tr><th scope="col">${t("analysis.exactness")}</th><th scope="col">%</th>
      ${FAULTS.map((fault) => html`<th scope="col"><abbr class=${fault} title=${t(/** @type {import("../../core/i18n.js").Word} */ (`fault.${fault}`))}>${FAULT_SIGNS[fault]}</abbr></th>`)}</tr></thead>
      <tbody>${Object.entries(accuracy).map(
        ([
          seat,
          percent,
        ]) => html`<tr><th scope="row"><span class="swatch ${seatClass(board.variant, seat)}" aria-hidden="true"></span> ${seatName(board, seat)}</th>
          <td><strong>${percent.toFixed(0)}</strong></td>${FAULTS.map((fault) => html`<td>${this.#count(fault, seat)}</td>`)}</tr>`,
      )}</tbody></table>`;
  }

  /** The name of the opening, the length of the book, and the way to the first move after it. */
  #opening() {
    const { study, book, opening } = this;
    const move = this.#moves[book];
    return html`${opening ? html`<p class="quiet" id="opening">${t("opening.name", { name: opening })}</p>` : nothing}
    ${
      book > 0
        ? html`<p class="quiet" id="book">${t("review.book", { n: book })}${
            move
              ? html` · <button class="small" id="new-move" @click=${() => study.goToPly(book + 1)}>${t("review.new_move", { move: move === "pass" ? t("move.pass") : move })}</button>`
              : nothing
          }</p>`
        : nothing
    }`;
  }

  #faults() {
    const { study } = this;
    const { board, node } = study;
    const found = this.faults;
    if (found.length === 0) {
      return this.accuracy ? html`<p class="quiet">${t("analysis.no_faults")}</p>` : nothing;
    }
    return html`${found.length > 1 ? this.#moments() : nothing}<ol class="bare faults" aria-label=${t("analysis.faults")}>${found.map(
      (
        ply,
      ) => html`<li><button class="entry fault" aria-current=${this.has(node) && node.ply === ply.ply ? "true" : nothing}
        @click=${() => study.goToPly(ply.ply)}><b class=${ply.mark ?? ""} aria-hidden="true">${FAULT_SIGNS[ply.mark ?? ""]}</b> <span>${faultWords(board, ply)}</span></button>${study.belowFault?.(ply) ?? nothing}</li>`,
    )}</ol>`;
  }

  /** The key moments, and the ways from mistake to mistake. */
  #moments() {
    const { study } = this;
    const { node } = study;
    const step = (/** @type {1 | -1} */ by, /** @type {string} */ id) =>
      html`<button class="small" id=${id} ?disabled=${!this.faultBeside(by)} @click=${() => this.goToFault(by)}>${t(by > 0 ? "review.next" : "review.previous")}</button>`;
    return html`<div class="moments" role="group" aria-label=${t("review.moments")}>
      <p class="quiet" aria-hidden="true">${t("review.moments")}</p>
      <div class="row">${this.moments.map((ply) => {
        const percent = Math.round(ply.lost * 100);
        return html`<button class="small moment" aria-current=${this.has(node) && node.ply === ply.ply ? "true" : nothing}
          title=${faultWords(study.board, ply)} @click=${() => study.goToPly(ply.ply)}>${t("review.moment", { move: ply.move, percent })}</button>`;
      })}</div>
      <div class="row">${step(-1, "fault-before")}${step(1, "fault-after")}</div></div>`;
  }
}

/** The main line of a study as a record with its result. @param {Reviewed} study */
async function recordOf({ board, root }) {
  const { variant } = board;
  const end = endOf(root);
  const { outcome } = await legalMoves(variant.name, writePosition(board, end.position));
  const turns = lineTo(end).map(({ made }) => made?.text);
  return writeRecord(variant, {
    start: writePosition(board, root.position),
    turns: turns.join(" "),
    result: resultOf(variant, outcome),
  });
}
