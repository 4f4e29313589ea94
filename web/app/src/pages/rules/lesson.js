// One step of the path: a small board with a position in which the taught move is possible. The
// server decides legality.

import { windowAround } from "../../board/geometry.js";
import { PlayBoard } from "../../board/play.js";
import { check, legalMoves } from "../../core/api.js";
import { html, nothing, redraw } from "../../core/dom.js";
import { announce, sound } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { placeOf } from "../../rules/boards.js";
import { played, readPosition, writePosition } from "../../rules/positions.js";
import { almostWord, isTaught } from "./path.js";

/** @typedef {import("../../core/i18n.js").Word} Word */
/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/positions.js").Position} Position */

/** Distance in squares up to which the surroundings of a lesson's piece are shown. */
const NEAR = 4;
/** Maximum number of listed moves in a lesson. */
const LISTED = 24;

/** A lesson's board. */
export class Lesson {
  trouble = "";
  /** The answer to a legal move that is not the taught one. */
  almost = "";
  isDone = false;
  /** @type {string[]} */
  #legal = [];

  /** @param {Board} board @param {LessonView} about @param {() => void} onDone */
  constructor(board, about, onDone) {
    this.board = board;
    this.about = about;
    this.onDone = onDone;
    this.start = readPosition(board, about.position);
    this.position = this.start;
    this.table = new PlayBoard({
      board,
      position: this.start,
      seat: board.variant.seats[0],
      id: `lesson-${about.topic}`,
      hands: { onMove: (move) => this.move(move), onWords: announce },
    });
    const { piece } = about;
    if (piece) {
      const near = [...this.start.pieces.keys()].filter((square) => stepsTo(square, piece) <= NEAR);
      this.table.window = windowAround(this.table.view, near, 2);
    }
    this.reset();
  }

  async reset() {
    const { about } = this;
    this.position = this.start;
    this.isDone = false;
    this.#say({});
    this.table.last = null;
    this.table.show(this.start);
    // The rules document lists some placements of trees only.
    const isWhole = about.moves.length === about.results;
    const legal = isWhole ? about : await legalMoves(this.board.variant.name, about.position);
    this.#legal = legal.moves;
    this.#tryAgain();
    redraw();
  }

  /** Shows the position of the exercise, with its legal moves. */
  #tryAgain() {
    this.table.hands = new Set([this.start.turn]);
    this.table.show(this.start, { legal: this.#legal });
  }

  /** @param {{trouble?: string, almost?: string}} words */
  #say({ trouble = "", almost = "" }) {
    this.trouble = trouble;
    this.almost = almost;
    announce(trouble || almost);
  }

  /** @param {string} text */
  async move(text) {
    const { board, start } = this;
    const { topic } = this.about;
    const verdict = await check(board.variant.name, writePosition(board, start), text);
    const made = played(board, start, text);
    if ("rule" in verdict) {
      this.#say({ trouble: refusalWords(verdict) });
      sound("refused");
      this.#tryAgain();
    } else if (!isTaught(board, topic, made)) {
      this.#say({ almost: t(almostWord(topic, made)) });
      sound(made.captured.length > 0 ? "capture" : "move");
      this.#tryAgain();
    } else {
      this.isDone = true;
      this.#say({});
      this.table.hands = new Set();
      this.table.show(made.after, { played: made, animated: true });
      sound(made.captured.length > 0 ? "capture" : "move");
      announce(t("lesson.done"));
      this.onDone();
    }
    redraw();
  }

  /** The exercise, and what came of the last attempt. */
  task() {
    const { table, isDone, trouble, almost } = this;
    return html`<p class="try"><strong>${t("lesson.try")}</strong> ${t(/** @type {Word} */ (`lesson.${this.about.topic}`))}</p>
      ${trouble ? html`<p class="trouble" role="alert">${trouble}</p>` : nothing}
      ${almost ? html`<p class="almost">${almost}</p>` : nothing}
      ${table.prompt()}
      ${
        isDone
          ? html`<p class="done" role="status">${t("lesson.done")}</p>
            <button class="small" @click=${() => this.reset()}>${t("lesson.again")}</button>`
          : nothing
      }`;
  }

  /** The text of the rule, and the legal moves of the position. */
  letter() {
    const { section, text, results, moves } = this.about;
    return html`<p class="quiet">${t("rules.section", { section })}</p>
      <p lang="en">${plain(text)}</p>
      <p>${t("rules.legal_here", { n: results })} <span class="notation">${moves.slice(0, LISTED).join(", ")}${results > LISTED ? ", …" : ""}</span></p>`;
  }
}

/** The distance between two squares in steps. @param {string} one @param {string} other */
function stepsTo(one, other) {
  const [a, b] = [placeOf(one), placeOf(other)];
  return Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank));
}

/** A text of the rules without its markup. @param {string} text */
const plain = (text) => text.replaceAll(/\*\*|\*|`/g, "");
