// The demonstration of a step: the taught move is played on a board, leg by leg, before the player
// tries it. Without motion, the move is an arrow, and a button shows its result.

import { animate, isAnimated } from "../../board/animation.js";
import { boardDrawing } from "../../board/drawing.js";
import { viewOf, windowAround } from "../../board/geometry.js";
import { moveWords } from "../../board/words.js";
import { legalMoves } from "../../core/api.js";
import { html, redraw, redrawThen } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { legsOf, played, readPosition } from "../../rules/positions.js";
import { isTaught } from "./path.js";

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/positions.js").Played} Played */
/** @typedef {import("./path.js").Step} Step */

/** Time in milliseconds for which the position before each leg is shown. */
const LEG_EVERY = 1_100;
/** Maximum number of legs of a demonstrated move. */
const MOST_LEGS = 2;

export class Demonstration {
  /** @type {string[]} */
  #squares = [];
  /** The move after each number of legs; empty until the legal moves are known. @type {Played[]} */
  #parts = [];
  /** Number of legs that are shown. */
  #legs = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Board} board @param {NonNullable<Step["demonstration"]>} about */
  constructor(board, { kind, scene }) {
    this.board = board;
    this.kind = kind;
    this.start = readPosition(board, scene.position);
    this.view = viewOf(board, board.variant.seats[0]);
    this.window = windowAround(this.view, scene.squares, 2);
    this.#load(scene.position);
  }

  /** @param {string} position */
  async #load(position) {
    const { moves } = await legalMoves(this.board.variant.name, position);
    const taught = moves
      .map((move) => played(this.board, this.start, move))
      .filter((made) => made.legs.length <= MOST_LEGS && isTaught(this.board, this.kind, made));
    const ahead = (/** @type {Played} */ { legs }) =>
      height(legs.at(-1)?.to) - height(legs[0]?.from);
    taught.sort((a, b) => b.legs.length - a.legs.length || ahead(b) - ahead(a));
    const [made] = taught;
    if (!made) return;
    this.#squares = made.text.split(/[-x]/);
    this.#parts = legsOf(made.text).map((_, at) => this.#upTo(made.text, at + 1));
    this.replay();
  }

  /** The first legs of a move. @param {string} text @param {number} legs */
  #upTo(text, legs) {
    const [first, ...rest] = text.split(/(?=[-x])/);
    return played(this.board, this.start, first + rest.slice(0, legs).join(""));
  }

  get isOver() {
    return this.#parts.length > 0 && this.#legs === this.#parts.length;
  }

  /** Plays the move from its start. */
  replay() {
    this.stop();
    this.#legs = 0;
    redraw();
    if (isAnimated()) this.#timer = setTimeout(() => this.#advance(), LEG_EVERY);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #advance() {
    if (!document.getElementById("demonstration")) return;
    this.#legs += 1;
    const { legs, captured } = this.#parts[this.#legs - 1];
    const leg = legs[legs.length - 1];
    redrawThen(() =>
      animate(document.querySelector("#demonstration svg.board"), this.view, {
        legs: [leg],
        captured: captured.filter(({ square }) => square === leg.over),
      }),
    );
    if (!this.isOver) this.#timer = setTimeout(() => this.#advance(), LEG_EVERY);
  }

  /** Shows the result or the start, without motion. */
  #toggle() {
    this.#legs = this.isOver ? 0 : this.#parts.length;
    redraw();
  }

  draw() {
    const { board, view, window, start } = this;
    const whole = this.#parts.at(-1);
    const shown = this.#parts[this.#legs - 1];
    const path = shown ? this.#squares.slice(0, this.#legs + 1) : undefined;
    const marks = { path, advice: shown ? undefined : this.#squares };
    const label = whole ? moveWords(board, whole) : t("demo.title");
    const position = shown?.after ?? start;
    return html`<div id="demonstration" data-legs=${this.#legs}>
      ${boardDrawing({ view, position, window, label, isLabelled: true, marks })}
    </div>`;
  }

  /** The legs of the move in words, and the button that plays it again. */
  caption() {
    const whole = this.#parts.at(-1);
    const isMoving = isAnimated();
    const word = isMoving ? "demo.again" : this.isOver ? "demo.before" : "demo.after";
    return html`<ol class="bare demo-legs">${whole?.legs.map(
      (leg, at) =>
        html`<li class=${at < this.#legs ? "shown" : ""}>${t(`demo.${leg.kind}`, { from: leg.from, to: leg.to, over: leg.over ?? "" })}</li>`,
    )}</ol>
    <button class="small" id="demo-again" ?disabled=${!whole}
      @click=${() => (isMoving ? this.replay() : this.#toggle())}>${t(word)}</button>`;
  }
}

/** The rank of a square. @param {string | undefined} square */
function height(square) {
  return Number(square?.slice(1) ?? 0);
}
