// An attempt at a puzzle. The server judges each move and replies. After a wrong move the player
// tries again. The board shows the solution when the player asks for it.

import { isAnimated } from "../../board/animation.js";
import { moveSound } from "../../board/move-sound.js";
import { PlayBoard } from "../../board/play.js";
import { moveWords } from "../../board/words.js";
import { legalMoves, post } from "../../core/api.js";
import { redraw } from "../../core/dom.js";
import { announce, sound } from "../../core/feedback.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { teamOf } from "../../rules/boards.js";
import { readPosition, writePosition } from "../../rules/positions.js";
import { lineOfMoves } from "../../rules/records.js";
import { cut, endOf, follow, lineTo, nodeAt, rootOf, treeOf } from "../../rules/tree.js";

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/tree.js").Node} Node */

/** Milliseconds between a right move and its reply. */
const REPLY_AFTER_MS = 450;

export class Attempt {
  /** The moves found so far, without the replies. @type {string[]} */
  #found = [];
  /** Legal moves by position. @type {Map<string, string[]>} */
  #legal = new Map();
  /** True while the server judges a move or replies. */
  #isBusy = false;
  #isLeft = false;
  /** The outcome; null until the end. @type {EndedAttempt | null} */
  end = null;
  /** The last wrong move. */
  wrongMove = "";
  /** The square of the piece that moves, once the player has asked for it. */
  hint = "";
  /** The standing after the first try; null before. @type {CountedStanding | null} */
  counted = null;
  trouble = "";

  /** @param {Board} board @param {PuzzleView} puzzle @param {boolean} isFirst true for the player's first attempt */
  constructor(board, puzzle, isFirst) {
    this.board = board;
    this.puzzle = puzzle;
    this.isFirst = isFirst;
    this.root = rootOf(readPosition(board, puzzle.position));
    this.node = this.root;
    this.table = new PlayBoard({
      board,
      position: this.root.position,
      seat: puzzle.seat,
      id: "puzzle-board",
      hands: { onMove: (move) => this.#move(move), onWords: announce },
    });
  }

  /** Stops the attempt. Later answers are ignored. */
  leave() {
    this.#isLeft = true;
  }

  /** The number of moves still to find. */
  get left() {
    return this.puzzle.moves - this.#found.length;
  }

  get hasBegun() {
    return this.#found.length > 0;
  }

  /** The moves on the board, replies included. */
  get line() {
    return lineTo(endOf(this.root)).map(({ made }) => made?.text ?? "");
  }

  /** Shows the current position and requests its legal moves. @param {boolean} [animated] */
  async show(animated = false) {
    const { node, board, table } = this;
    const isOpen = !this.end && !this.#isBusy && node === endOf(this.root);
    const text = writePosition(board, node.position);
    const legal = isOpen ? this.#legal.get(text) : undefined;
    table.hands = new Set(legal ? teamOf(board, this.puzzle.seat) : []);
    table.advice = this.#advice();
    table.show(node.position, { legal, played: node.made, animated });
    table.shapes = this.hint && isOpen ? [{ from: this.hint, to: this.hint }] : [];
    if (!isOpen || legal) return;
    try {
      const { moves } = await legalMoves(board.variant.name, text);
      this.#legal.set(text, moves);
      if (this.node === node) await this.show();
    } catch (error) {
      this.#say(error);
    }
  }

  /** The next move of the disclosed solution. */
  #advice() {
    const [next] = this.node.children;
    const text = this.end?.verdict === "wrong" ? next?.made?.text : undefined;
    return text && text !== "pass" ? text.split(/[-x]/) : null;
  }

  /** Shows the board after `ply` moves. @param {number} ply */
  look(ply) {
    const node = nodeAt(this.root, ply);
    if (node === this.node) return;
    const isStep = node.parent === this.node;
    this.node = node;
    if (node.made) announce(moveWords(this.board, node.made));
    this.show(isStep);
  }

  /** @param {Node} node */
  #play(node) {
    this.node = node;
    if (node.made) moveSound(this.board, node.made);
    this.show(true);
  }

  /** @param {string} text */
  async #move(text) {
    const made = follow(this.board, this.node, text);
    this.trouble = "";
    this.wrongMove = "";
    this.#isBusy = true;
    this.#play(made);
    const answer = await this.#ask({ moves: [...this.#found, text] });
    if (this.#isLeft) return;
    if (answer?.verdict === "right") {
      this.#found.push(text);
      this.hint = "";
      await this.#reply(made, answer.replies);
    } else if (answer?.verdict === "solved") {
      this.#found.push(text);
      this.#finish(answer, made.ply - 1);
    } else {
      if (answer?.verdict === "wrong") await this.#refuse(text, answer);
      this.#isBusy = false;
      this.node = cut(made);
      this.show();
    }
  }

  /** Notes a wrong move, which the board then takes back. @param {string} text @param {EndedAttempt} answer */
  async #refuse(text, answer) {
    this.wrongMove = text;
    this.#count(answer);
    sound("refused");
    announce(t("puzzle.wrong", { move: text }));
    redraw();
    if (isAnimated()) await new Promise((resolve) => setTimeout(resolve, REPLY_AFTER_MS));
  }

  /** Marks the piece that moves next. The first try ends with it. */
  async showPiece() {
    const answer = await this.#ask({ moves: this.#found, hint: true });
    if (this.#isLeft || answer?.verdict !== "hint") return;
    this.hint = answer.square;
    this.#count(answer);
    announce(t("puzzle.hinted", { square: answer.square }));
    await this.show();
  }

  /** Notes that the first try is over. @param {{counted: boolean, standing?: CountedStanding}} answer */
  #count({ counted, standing }) {
    this.isFirst = false;
    if (!counted) return;
    this.puzzle.tried += 1;
    this.counted = standing ?? null;
  }

  /** @param {Node} from @param {string[]} replies */
  async #reply(from, replies) {
    let node = from;
    for (const reply of replies) {
      if (isAnimated()) await new Promise((resolve) => setTimeout(resolve, REPLY_AFTER_MS));
      if (this.#isLeft) return;
      node = follow(this.board, node, reply);
      if (node.made) announce(moveWords(this.board, node.made));
      if (this.node === node.parent) this.#play(node);
    }
    this.#isBusy = false;
    announce(t("puzzle.right", { n: this.left }));
    this.show();
  }

  /** Gives up and requests the solution. */
  async giveUp() {
    this.#isBusy = true;
    const answer = await this.#ask({ give_up: true });
    this.#isBusy = false;
    if (this.#isLeft) return;
    if (answer?.verdict === "wrong") this.#finish(answer, endOf(this.root).ply);
    else this.show();
  }

  /**
   * Submits moves, or gives up; null if refused.
   * @param {{moves: string[], hint?: true} | {give_up: true}} what
   * @returns {Promise<AttemptView | null>}
   */
  async #ask(what) {
    try {
      return await post(`/puzzles/${this.puzzle.puzzle}/attempts`, what);
    } catch (error) {
      this.#say(error);
      return null;
    }
  }

  /** @param {EndedAttempt} end @param {number} ply ply of the wrong or missing move */
  #finish(end, ply) {
    const { board, puzzle, root } = this;
    this.#isBusy = false;
    this.end = end;
    this.hint = "";
    this.wrongMove = "";
    this.#count(end);
    if (end.counted && end.verdict === "solved") puzzle.solved += 1;
    if (end.verdict === "wrong") {
      this.root = treeOf(board, root.position, lineOfMoves(end.solution));
      this.node = nodeAt(this.root, ply);
      sound("refused");
    }
    announce(this.outcome);
    this.show();
  }

  /** The outcome as text. */
  get outcome() {
    if (!this.end) return "";
    return t(this.end.verdict === "solved" ? "puzzle.solved" : "puzzle.solution");
  }

  /** @param {unknown} error */
  #say(error) {
    this.trouble = refusalWords(error);
    sound("refused");
    announce(this.trouble);
    redraw();
  }
}
