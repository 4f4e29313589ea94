// An exercise of the path: a small board with a position in which the taught move is possible. The
// server decides legality.

import { windowAround } from "../../board/geometry.js";
import { moveSound } from "../../board/move-sound.js";
import { PlayBoard } from "../../board/play.js";
import { check, legalMoves } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce, sound } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { legsOf, played, readPosition, writePosition } from "../../rules/positions.js";
import { almostWord, isTaught, praise } from "./path.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("./path.js").Exercise} Exercise */

/** Maximum number of squares in a hint. */
const FEW = 6;

/** The board of an exercise. */
export class Lesson {
  /** The answer to a move that is not the taught one. */
  wrong = "";
  /** What the tried piece may do. */
  hint = "";
  praise = "";
  isDone = false;
  /** True if the solution is shown. */
  isShown = false;
  /** The legal moves of the position. @type {string[]} */
  legal = [];

  /** @param {Board} board @param {Exercise} exercise @param {() => void} onDone */
  constructor(board, exercise, onDone) {
    this.board = board;
    this.exercise = exercise;
    this.onDone = onDone;
    const { position, squares } = exercise.scene;
    this.start = readPosition(board, position);
    this.table = new PlayBoard({
      board,
      position: this.start,
      seat: board.variant.seats[0],
      id: `lesson-${exercise.id.replace(".", "-")}`,
      hands: { onMove: (move) => this.move(move), onWords: (words) => this.#onWords(words) },
    });
    if (squares.length > 0) this.table.window = windowAround(this.table.view, squares, 2);
    this.#load();
  }

  async #load() {
    const { position } = this.exercise.scene;
    const { moves } = await legalMoves(this.board.variant.name, position);
    this.legal = moves;
    this.reset();
  }

  reset() {
    this.isDone = false;
    this.isShown = false;
    this.praise = "";
    this.#say("");
    this.table.last = null;
    this.#tryAgain();
  }

  /** Shows the position of the exercise, with its legal moves. */
  #tryAgain() {
    this.table.hands = new Set([this.start.turn]);
    this.table.show(this.start, { legal: this.legal });
    this.table.advice = this.isShown ? this.#solution() : null;
    redraw();
  }

  /** @param {string} words @param {string} [from] the tried piece's square */
  #say(words, from) {
    this.wrong = words;
    this.hint = words && from ? this.#mayOnly(from) : "";
    announce([words, this.hint].filter(Boolean).join(" "));
  }

  /** The squares to which the piece on a square may go. @param {string} from */
  #mayOnly(from) {
    const piece = this.start.pieces.get(from);
    const own = this.legal.filter((move) => legsOf(move)[0]?.from === from);
    const ends = [...new Set(own.map((move) => legsOf(move).at(-1)?.to ?? ""))];
    if (!piece || ends.length === 0 || ends.length > FEW) return "";
    const word = piece.knight ? "lesson.knight_only" : "lesson.man_only";
    return t(word, { from, list: ends.join(", ") });
  }

  /** A refusal by the board is a wrong attempt. @param {string} words */
  #onWords(words) {
    const { table } = this;
    if (table.walk) announce(words);
    else this.#say(words, table.selected ?? undefined);
    if (!table.walk) table.hint = "";
    redraw();
  }

  /** The squares of a move that solves the exercise. */
  #solution() {
    const { board, start, exercise } = this;
    const last = exercise.kind === "win";
    const found = this.legal.find(
      (move) => last || isTaught(board, exercise.kind, played(board, start, move)),
    );
    return found && legsOf(found).length > 0 ? found.split(/[-x]/) : null;
  }

  /** Draws the solution as an arrow. */
  show() {
    this.isShown = true;
    const squares = this.#solution();
    this.#tryAgain();
    if (squares) announce(t("lesson.shown", { move: squares.join(", ") }));
  }

  /** @param {string} text */
  async move(text) {
    const { board, start, exercise } = this;
    const verdict = await check(board.variant.name, writePosition(board, start), text);
    const made = played(board, start, text);
    if ("rule" in verdict) {
      this.#say(refusalWords(verdict), made.legs[0]?.from);
      sound("refused");
      this.#tryAgain();
      return;
    }
    const outcome = verdict.outcome ?? null;
    if (!isTaught(board, exercise.kind, made, outcome)) {
      this.#say(t(almostWord(exercise.kind, made)));
      moveSound(this.board, made);
      this.#tryAgain();
      return;
    }
    const { word, n } = praise(board, made, outcome);
    this.isDone = true;
    this.praise = t(word, { n });
    this.#say("");
    this.table.advice = null;
    this.table.hands = new Set();
    this.table.show(made.after, { played: made, animated: true });
    moveSound(this.board, made);
    announce(this.praise);
    this.onDone();
    redraw();
  }

  /** The task in one sentence. */
  task() {
    const { id } = this.exercise;
    const word = /** @type {Word} */ (`lesson.${id}`);
    return html`<p class="try"><strong>${t("lesson.try")}</strong> ${t(word)}</p>`;
  }

  /** False while the board's advice would distract from the task, or repeat the last answer. */
  get #hasPrompt() {
    const { id, kind } = this.exercise;
    if (this.table.walk || kind === "trees") return true;
    return !this.wrong && !id.startsWith("charge.");
  }

  /** What came of the last attempt. */
  feedback() {
    const { table, isDone, isShown, wrong, hint } = this;
    if (isDone) {
      return html`<p class="done" role="status">${this.praise}</p>
        <button class="small" id="lesson-again" @click=${() => this.reset()}>${t("lesson.again")}</button>`;
    }
    return html`${
      wrong
        ? html`<div class="trouble almost"><p>${wrong}</p>${hint ? html`<p>${hint}</p>` : nothing}
          ${isShown ? nothing : html`<button class="small" id="lesson-show" @click=${() => this.show()}>${t("lesson.show")}</button>`}</div>`
        : nothing
    }${this.#hasPrompt ? table.prompt() : nothing}`;
  }
}
