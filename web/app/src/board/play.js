// An interactive board: taps, drags, keys and text, leg by leg.

import { check } from "../core/api.js";
import { html, nothing, redraw, redrawThen } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { refusalWords } from "../core/refusals.js";
import { settings } from "../core/settings.js";
import {
  legsOf,
  played as playedOn,
  readMove,
  treeSquares,
  treesOf,
  writePosition,
} from "../rules/positions.js";
import { legalList, resultOf, walkFrom, walksAhead, ways } from "../rules/walks.js";
import { animate, isAnimated, pointIn } from "./animation.js";
import { boardDrawing } from "./drawing.js";
import { CELL, isInside, viewOf } from "./geometry.js";
import { duty, whyNot, whyNotTo, whyOn } from "./words.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").Played} Played */
/** @typedef {import("../rules/walks.js").Walk} Walk */
/** @typedef {import("../rules/walks.js").LegalList} LegalList */

/** Number of trees that a seat places in its first turn. */
const TREES = 3;
/** The least side of a square in pixels, where the page has room. */
const LEAST_CELL = 28;

/**
 * @typedef {object} Hands callbacks of the board's owner
 * @property {(move: string) => unknown} onMove the board shows the move as played. It returns the
 *   piece if the promise resolves to anything but true before a new position is shown
 * @property {(from: string, to: string) => void} [onPremove]
 * @property {() => void} [onClear] cancels the premove
 * @property {(text: string) => void} [onWords] announces text that is not drawn
 * @property {(square: string) => boolean} [onTap] handles a tap itself when it returns true
 */

export class PlayBoard {
  /** @type {Position} */
  position;
  /** @type {LegalList} */
  list = legalList([]);
  /** The seats that may be moved on this board. @type {Set<string>} */
  hands = new Set();
  /** True if premoves are allowed. */
  mayPremove = false;
  /** @type {string[] | null} */
  premove = null;
  /** @type {Played | null} */
  last = null;
  /** The visible part of the board; null for all of it. @type {{x: number, y: number, width: number, height: number} | null} */
  window = null;
  /** Message for the player. */
  hint = "";
  /** @type {{from: string, to: string}[]} */
  shapes = [];
  /** The squares of the suggested move, shown as an arrow. @type {string[] | null} */
  advice = null;
  /** The squares of the move that the opponent threatens, shown as an arrow. @type {string[] | null} */
  threat = null;
  /** True if the pieces that can move are marked. */
  isGuided = false;
  /** @type {string | null} */
  #from = null;
  /** The walks so far; the last one ends at the piece's current square. @type {Walk[]} */
  #walks = [];
  /** The squares chosen for trees. @type {string[]} */
  #trees = [];
  #cursor = "";
  /** @type {import("../rules/positions.js").Captured[]} */
  #ghosts = [];
  /** A sent move without an answer yet, shown as played. @type {Played | null} */
  #sent = null;
  /** Squares that a premove of the selected piece may reach. @type {Set<string>} */
  #ahead = new Set();
  #isDropping = false;
  /** @type {{square: string, x: number, y: number, isMoving: boolean, wasSelected: boolean} | null} */
  #drag = null;
  /** @type {string | null} */
  #arrowFrom = null;

  /**
   * @param {object} options
   * @param {Board} options.board
   * @param {Position} options.position
   * @param {string} options.seat the seat at the bottom
   * @param {string} options.id id of the element around the drawing
   * @param {Hands} options.hands
   */
  constructor({ board, position, seat, id, hands }) {
    this.board = board;
    this.position = position;
    this.seat = seat;
    this.id = id;
    this.owner = hands;
    // Keyboard focus starts on a piece of the player at the bottom.
    const own = [...position.pieces].find(([, piece]) => piece.seat === seat);
    this.#cursor = own?.[0] ?? board.variant.squares[0];
  }

  get view() {
    return viewOf(this.board, this.seat);
  }

  /** Rotates the board to the next seat. */
  flip() {
    const { seats } = this.board.variant;
    this.seat = seats[(seats.indexOf(this.seat) + 1) % seats.length];
    redraw();
  }

  /**
   * Shows a position; with `played`, the move that led to it.
   * @param {Position} position
   * @param {{legal?: string[], played?: Played | null, animated?: boolean}} [options]
   */
  show(position, { legal = [], played = null, animated = false } = {}) {
    const sent = this.#sent;
    const isNew =
      position !== this.position && !(sent && isSame(this.board, position, this.position));
    const isAnswer = isNew && sent !== null && played !== null && isSameMove(sent, played);
    this.position = position;
    this.last = played;
    this.list = legalList(legal);
    if (isNew) {
      this.#sent = null;
      this.cancel();
      this.shapes = [];
      if (!isAnswer) this.#ghosts = [];
    }
    if (animated && played && !isAnswer) this.#animate(played);
    redraw();
  }

  /**
   * Animates a move from the next rendering on.
   * @param {Played} made
   * @param {{walked?: number, isDropped?: boolean}} [options] `walked` is the number of legs that
   *   are already drawn
   */
  #animate(made, { walked = 0, isDropped = false } = {}) {
    if (!isAnimated()) return;
    const before = new Set(made.legs.slice(0, walked).map(({ over }) => over));
    const captured = made.captured.filter(({ square }) => !before.has(square));
    const legs = made.legs.slice(walked);
    this.#ghosts = captured;
    redrawThen(async () => {
      await animate(this.drawing(), this.view, { legs, captured, isDropped });
      if (this.#ghosts === captured) {
        this.#ghosts = [];
        redraw();
      }
    });
  }

  drawing() {
    return /** @type {SVGSVGElement | null} */ (document.querySelector(`#${this.id} svg.board`));
  }

  /** True if the player may move now. */
  get isMyTurn() {
    return this.hands.has(this.position.turn) && this.list.moves.length > 0 && !this.#sent;
  }

  /** The walk so far, if a leg has been made. */
  get walk() {
    return this.#walks.length > 1 ? (this.#walks.at(-1) ?? null) : null;
  }

  get selected() {
    return this.#from;
  }

  /** The square on which the selected piece is drawn. */
  get #here() {
    return this.#walks.at(-1)?.square ?? this.#from;
  }

  #ways() {
    const walk = this.#walks.at(-1);
    if (!this.#from || !walk) return null;
    return ways(this.board, this.position, this.list, this.#from, walk);
  }

  /** Deselects the piece. */
  cancel() {
    this.#from = null;
    this.#walks = [];
    this.#trees = [];
    this.#ahead = new Set();
    this.hint = "";
    redraw();
  }

  /** Squares on which trees may be placed now; empty in any other turn. */
  get #groves() {
    return this.isMyTurn ? treeSquares(this.board, this.position) : [];
  }

  /** Selects or deselects a square for a tree. @param {string} square @param {string[]} groves */
  #tapTree(square, groves) {
    const rest = this.#trees.filter((tree) => tree !== square);
    if (rest.length < this.#trees.length) this.#trees = rest;
    else if (!groves.includes(square)) this.#say(t("hint.no_tree", { square }));
    else if (rest.length < TREES) this.#trees = [...rest, square];
    redraw();
  }

  /** Places the selected trees, in board order. */
  plant() {
    const { squares } = this.board.variant;
    this.#send([...this.#trees].sort((a, b) => squares.indexOf(a) - squares.indexOf(b)).join(","));
  }

  /** Takes back the last leg of the current move. */
  undoLeg() {
    if (this.#walks.length > 1) this.#walks.pop();
    else this.cancel();
    this.#say("");
    redraw();
  }

  /** Ends the move on the piece's current square. */
  stop() {
    const complete = this.#ways()?.complete;
    if (complete) this.#send(complete);
  }

  /** @param {string} move */
  async #send(move) {
    const text = this.walk?.text ?? "";
    const isWalked = move === text || (move.startsWith(text) && /[-x]/.test(move[text.length]));
    const walked = text && isWalked ? this.#walks.length - 1 : 0;
    this.cancel();
    const legs = legsOf(move);
    const isKnown = legs.length > 0 ? this.list.results.has(resultOf(legs)) : move.includes(",");
    const sent = isKnown ? playedOn(this.board, this.position, move) : null;
    if (sent) {
      this.#sent = sent;
      this.#animate(sent, { walked, isDropped: this.#isDropping });
    }
    const isAccepted = await Promise.resolve(this.owner.onMove(move)).catch(() => false);
    if (isAccepted === true || sent === null || this.#sent !== sent) return;
    this.#sent = null;
    this.#ghosts = [];
    redraw();
  }

  /** @param {string} words */
  #say(words) {
    this.hint = words;
    if (words) this.owner.onWords?.(words);
    redraw();
  }

  /** Handles the selection of a square. @param {string} square */
  tap(square) {
    this.#cursor = square;
    if (this.owner.onTap?.(square)) return;
    const piece = this.position.pieces.get(square);
    const isOwn = piece !== undefined && this.hands.has(piece.seat);
    if (!this.isMyTurn) {
      this.#tapAhead(square, isOwn);
      return;
    }
    const groves = this.#groves;
    if (groves.length > 0) {
      this.#tapTree(square, groves);
      return;
    }
    const here = this.#walks.at(-1);
    const options = this.#ways();
    if (this.#from && here && options) {
      if (square === here.square) {
        if (options.complete) this.#send(options.complete);
        else if (this.#walks.length > 1)
          this.#say(whyOn(this.board, this.position, this.#from, here));
        else this.cancel();
        return;
      }
      if (this.#goOn(square, options)) return;
      if (this.#walks.length > 1) {
        this.#say(t("hint.walking"));
        return;
      }
    }
    const suggested = this.#from ? undefined : this.#suggestedTo(square);
    if (suggested) {
      this.#send(suggested);
      return;
    }
    const isPick = isOwn && piece.seat === this.position.turn && !this.#isDropping;
    if (isPick) this.#pick(square);
    else if (this.#from) this.#explain(this.#from, square);
  }

  /** The suggested move of a guided match if it ends on the square. @param {string} square */
  #suggestedTo(square) {
    const squares = this.isGuided ? this.advice : null;
    if (square !== squares?.at(-1) || square === squares[0]) return undefined;
    return this.list.moves.find((move) => move.split(/[-x]/).join() === squares.join());
  }

  /** Selects a piece that can move. For any other piece, the selection stays. @param {string} square */
  #pick(square) {
    if (!this.list.bySquare.has(square)) {
      this.#say(whyNot(this.board, this.position, this.list, square));
      return;
    }
    this.#from = square;
    this.#walks = [walkFrom(square)];
    this.#say("");
  }

  /**
   * Says why the selected piece cannot go to a square. The server explains a route that breaks a
   * rule.
   * @param {string} from
   * @param {string} square
   */
  async #explain(from, square) {
    const { board, position, list } = this;
    let words = whyNotTo(board, position, list, from, square);
    const route = walksAhead(board, position, from).get(square)?.text;
    if (route && !duty(board, position, list)) {
      const text = writePosition(board, position);
      const verdict = await check(board.variant.name, text, route).catch(() => null);
      if (this.position !== position || this.#from !== from || this.walk) return;
      if (verdict && "rule" in verdict) words = refusalWords(verdict);
    }
    this.#say(words);
  }

  /**
   * Makes the next leg, or the rest of the move if only one path exists.
   * @param {string} square
   * @param {import("../rules/walks.js").Ways} options
   * @returns {boolean} true if the square continued the move
   */
  #goOn(square, { legs, ends }) {
    const leg = legs.get(square);
    const moves = ends.get(square) ?? [];
    if (leg && this.#from) {
      const ahead = ways(this.board, this.position, this.list, this.#from, leg);
      const endsHere = ahead.complete !== null;
      if (endsHere && (ahead.legs.size === 0 || settings.autoStop)) {
        this.#send(leg.text);
        return true;
      }
      this.#walks.push(leg);
      this.#say(
        endsHere
          ? t("hint.may_go_on", { square })
          : whyOn(this.board, this.position, this.#from, leg),
      );
      return true;
    }
    if (moves.length === 1) {
      this.#send(moves[0]);
      return true;
    }
    if (moves.length > 1) {
      this.#say(t("hint.several_ways", { square, n: moves.length }));
      return true;
    }
    return false;
  }

  /** @param {string} square @param {boolean} isOwn */
  #tapAhead(square, isOwn) {
    if (!this.mayPremove || this.hands.size === 0) {
      this.cancel();
      return;
    }
    const from = this.#from;
    this.#from = null;
    this.#ahead = new Set();
    if (from && from !== square && !isOwn) {
      this.owner.onPremove?.(from, square);
    } else if (this.premove) {
      this.clearPremove();
    } else if (isOwn && from !== square) {
      this.#from = square;
      this.#ahead = new Set(walksAhead(this.board, this.position, square).keys());
    }
    redraw();
  }

  clearPremove() {
    this.#from = null;
    this.owner.onClear?.();
    redraw();
  }

  /**
   * Makes a move given as text, which the server checks. Start and end square suffice if only one
   * move matches.
   * @param {string} text
   * @returns {boolean} true if the text is a move
   */
  typed(text) {
    const trees = treesOf(text.trim().replace(/[\s,]+/g, ","));
    if (trees.length === TREES && this.#groves.length > 0) {
      this.#send(trees.join(","));
      return true;
    }
    const clean = text.trim().replace(/[\s,→>]+/g, "-");
    const move = readMove(
      /^[a-z]\d+[a-z]\d/i.test(clean) ? clean.replace(/(\d)(?=[a-z])/gi, "$1-") : clean,
    );
    if (!move) return false;
    const [from, to] = [move.squares[0], move.squares.at(-1) ?? ""];
    const whole = move.squares[0] + move.marks.map((m, i) => m + move.squares[i + 1]).join("");
    const own = this.list.bySquare.get(from) ?? [];
    const bare = (/** @type {string} */ s) => s.replaceAll("x", "-");
    const exact =
      own.find((legal) => legal === whole) ?? own.find((legal) => bare(legal) === bare(whole));
    const toEnd =
      move.squares.length === 2 ? own.filter((legal) => legal.split(/[-x]/).at(-1) === to) : [];
    const [only, another] = toEnd;
    this.#send(exact ?? (only && !another ? only : whole));
    return true;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const square =
      event.target instanceof Element ? event.target.getAttribute("data-square") : null;
    if (!square) return;
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[
      event.key
    ];
    if (step && !event.altKey && !event.ctrlKey) {
      event.preventDefault();
      event.stopPropagation();
      this.#moveCursor(square, step[0], step[1]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.tap(square);
    } else if (event.key === "Backspace" && this.#from) {
      event.preventDefault();
      this.undoLeg();
    } else if (event.key === "Escape" && (this.#from || this.premove)) {
      event.stopPropagation();
      if (this.premove) this.clearPremove();
      else this.cancel();
    }
  }

  /** True if the square is in the visible part. @param {string} square */
  #isSeen(square) {
    return !this.window || isInside(this.view, square, this.window);
  }

  /** The visible square with keyboard focus: a piece of the player at the bottom by default. */
  get #focused() {
    if (this.#isSeen(this.#cursor)) return this.#cursor;
    const seen = [...this.view.at.keys()].filter((square) => this.#isSeen(square));
    const own = seen.find((square) => this.position.pieces.get(square)?.seat === this.seat);
    return own ?? seen[0] ?? this.#cursor;
  }

  /** @param {string} square @param {number} dx @param {number} dy */
  #moveCursor(square, dx, dy) {
    const { at } = this.view;
    const here = at.get(square) ?? { x: 0, y: 0 };
    let best = square;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const [other, { x, y }] of at) {
      if (!this.#isSeen(other)) continue;
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      const distance = along + 3 * aside;
      if (along > 0 && distance < bestDistance) [best, bestDistance] = [other, distance];
    }
    this.#cursor = best;
    const cell = this.drawing()?.querySelector(`[data-square="${best}"]`);
    if (cell instanceof SVGElement) cell.focus();
    redraw();
  }

  /** @param {PointerEvent} event @returns {string | null} */
  #squareAt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const cell = under?.closest("[data-square]");
    return cell && this.drawing()?.contains(cell) ? cell.getAttribute("data-square") : null;
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    const square = this.#squareAt(event);
    if (!square) return;
    if (event.button === 2) {
      this.#arrowFrom = square;
      return;
    }
    if (event.button !== 0) return;
    if (this.shapes.length > 0) this.shapes = [];
    const piece = this.position.pieces.get(square);
    const mayDrag =
      piece &&
      this.#groves.length === 0 &&
      this.hands.has(piece.seat) &&
      (this.isMyTurn || this.mayPremove);
    const here = this.#here;
    if (square === here || (mayDrag && !this.walk)) {
      const isPicked = square === here;
      if (!isPicked) this.tap(square);
      const { x, y } = event;
      // A piece that cannot move is not dragged.
      if (this.#here === square)
        this.#drag = { square, x, y, isMoving: false, wasSelected: isPicked };
      if (event.pointerType === "touch" && event.target instanceof Element) {
        event.target.releasePointerCapture?.(event.pointerId);
      }
    } else {
      this.tap(square);
    }
    event.preventDefault();
    const cell = this.drawing()?.querySelector(`[data-square="${square}"]`);
    if (cell instanceof SVGElement) cell.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const drag = this.#drag;
    const drawing = this.drawing();
    if (!drag || !drawing) return;
    if (!drag.isMoving && Math.hypot(event.x - drag.x, event.y - drag.y) < 6) return;
    drag.isMoving = true;
    const piece = drawing.querySelector(`[data-piece="${drag.square}"]`);
    if (!(piece instanceof SVGElement)) return;
    const { x, y } = pointIn(drawing, event);
    piece.style.transform = `translate(${x}px, ${y}px)`;
    piece.classList.add("dragged");
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const square = this.#squareAt(event);
    if (event.button === 2) {
      if (this.#arrowFrom && square) this.#drawShape(this.#arrowFrom, square);
      this.#arrowFrom = null;
      return;
    }
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    const dragged = this.#dragged();
    if (drag.isMoving) {
      this.#isDropping = true;
      if (square && square !== drag.square && this.#here === drag.square) this.tap(square);
      this.#isDropping = false;
    } else if (drag.wasSelected) {
      this.tap(drag.square);
    }
    // The piece stays under the pointer until the rendering, which may draw it on a new square.
    redrawThen(() => release(dragged));
  }

  /** @param {string} from @param {string} to */
  #drawShape(from, to) {
    const before = this.shapes.length;
    this.shapes = this.shapes.filter((shape) => shape.from !== from || shape.to !== to);
    if (this.shapes.length === before) this.shapes = [...this.shapes, { from, to }];
    redraw();
  }

  /** The drawing with its event handlers, and the buttons of the current move. @param {{label: string}} options */
  draw({ label }) {
    const from = this.#from;
    const options = this.isMyTurn ? this.#ways() : null;
    const walk = this.walk;
    const must = this.isMyTurn && !from ? duty(this.board, this.position, this.list) : null;
    const base = this.#sent?.after ?? this.position;
    const shown = this.#trees.length > 0 ? planted(base, this.#trees) : base;
    const last = this.#sent ?? this.last;
    const position = walk && from ? moved(this.position, from, walk.square) : shown;
    const legs = new Set(options ? options.legs.keys() : []);
    const open = this.#groves.filter((square) => !this.#trees.includes(square));
    const ends = new Set(options ? options.ends.keys() : [...open, ...this.#ahead]);
    const drawing = boardDrawing({
      view: this.view,
      position,
      label,
      window: this.window ?? undefined,
      cursor: this.#focused,
      describe: (square) => {
        if (ends.has(square) || legs.has(square)) return `, ${t("square.can_go")}`;
        if (!from && this.isMyTurn && this.list.bySquare.has(square))
          return `, ${t("square.can_move")}`;
        return "";
      },
      marks: {
        selected: walk ? walk.square : from,
        legs,
        ends,
        asked: must ? new Set(must.squares) : undefined,
        movable:
          this.isGuided && this.isMyTurn && !from ? new Set(this.list.bySquare.keys()) : undefined,
        path: last?.legs.length
          ? [last.legs[0].from, ...last.legs.map((leg) => leg.to)]
          : undefined,
        walked: walk ? walk.text.split(/[-x]/) : undefined,
        taken: walk ? new Set(walk.taken) : undefined,
        premove: this.premove ?? undefined,
        ghosts: this.#ghosts,
        shapes: this.shapes,
        advice: (!this.#sent && this.advice) || undefined,
        threat: (!this.#sent && this.threat) || undefined,
      },
    });
    const { width, height } = this.window ?? this.view;
    const least = LEAST_CELL / CELL;
    return html`<div
      class="board-box"
      id=${this.id}
      .style=${`--least-wide:${width * least}px;--least-high:${height * least}px`}
      @pointerdown=${(/** @type {PointerEvent} */ e) => this.#onDown(e)}
      @pointermove=${(/** @type {PointerEvent} */ e) => this.#onMove(e)}
      @pointerup=${(/** @type {PointerEvent} */ e) => this.#onUp(e)}
      @pointercancel=${() => this.#dropDrag()}
      @pointerleave=${(/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && this.#dropDrag()}
      @contextmenu=${(/** @type {Event} */ e) => e.preventDefault()}
      @keydown=${(/** @type {KeyboardEvent} */ e) => this.#onKey(e)}
    >
      ${drawing}
    </div>`;
  }

  #dragged() {
    return /** @type {SVGElement[]} */ ([...(this.drawing()?.querySelectorAll(".dragged") ?? [])]);
  }

  #dropDrag() {
    release(this.#dragged());
    this.#drag = null;
  }

  /** The message for the player, and the choices during a move. */
  prompt() {
    const walk = this.walk;
    const must = this.isMyTurn && !walk ? duty(this.board, this.position, this.list) : null;
    const complete = walk ? this.#ways()?.complete : null;
    const words = this.hint || must?.words || "";
    return html`<div class="prompt" aria-live="polite">
      ${words ? html`<p class=${must && !this.hint ? "duty" : "hint"}>${words}</p>` : nothing}
      ${
        this.#trees.length > 0
          ? html`<div class="choices">
              ${
                this.#trees.length === TREES
                  ? html`<button class="primary small" id="plant" @click=${() => this.plant()}>${t("trees.plant")}</button>`
                  : html`<span class="walked">${this.#trees.join(", ")}…</span>`
              }
              <button class="small" @click=${() => this.cancel()}>${t("walk.cancel")}</button>
            </div>`
          : nothing
      }
      ${
        walk
          ? html`<div class="row choices">
              ${
                complete
                  ? html`<button class="primary small" id="stop-here" @click=${() => this.stop()}>
                      ${t("walk.stop", { move: complete })}
                    </button>`
                  : html`<span class="walked">${walk.text}…</span>`
              }
              <button class="small" @click=${() => this.undoLeg()}>${t("walk.undo")}</button>
              <button class="small" @click=${() => this.cancel()}>${t("walk.cancel")}</button>
            </div>`
          : nothing
      }
    </div>`;
  }
}

/** Returns dragged pieces to their squares. @param {SVGElement[]} pieces */
function release(pieces) {
  for (const piece of pieces) {
    piece.classList.remove("dragged");
    piece.style.transform = "";
  }
}

/** True if both positions have the same text. @param {Board} board @param {Position} a @param {Position} b */
function isSame(board, a, b) {
  return writePosition(board, a) === writePosition(board, b);
}

/** True if two moves have the same result. @param {Played} a @param {Played} b */
function isSameMove(a, b) {
  if (a.legs.length === 0 || b.legs.length === 0) return a.text === b.text;
  return resultOf(a.legs) === resultOf(b.legs);
}

/** A position with additional trees. @param {Position} position @param {string[]} trees @returns {Position} */
function planted(position, trees) {
  return { ...position, trees: new Set([...position.trees, ...trees]) };
}

/** A position with one piece moved. @param {Position} position @param {string} from @param {string} to @returns {Position} */
function moved(position, from, to) {
  const pieces = new Map(position.pieces);
  const piece = pieces.get(from);
  pieces.delete(from);
  if (piece) pieces.set(to, piece);
  return { ...position, pieces };
}
