// The position editor.

import { pieceShape, seatClass } from "../../board/pieces.js";
import { pieceName, seatName } from "../../board/words.js";
import { html, nothing, redraw, svg } from "../../core/dom.js";
import { t } from "../../core/i18n.js";
import { refusalWords } from "../../core/refusals.js";
import { readPosition, writePosition } from "../../rules/positions.js";

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/positions.js").Position} Position */
/** @typedef {import("../../rules/positions.js").Piece} Piece */

/**
 * @typedef {object} EditorHands
 * @property {(position: Position) => void} onChange
 * @property {(text: string) => Promise<void>} onDone throws if the position is not playable
 * @property {() => void} onCancel
 */

export class Editor {
  /** The piece that a tap places; null removes. @type {Piece | null} */
  brush;
  trouble = "";

  /** @param {Board} board @param {Position} position @param {EditorHands} hands */
  constructor(board, position, hands) {
    this.board = board;
    this.position = { ...position, pieces: new Map(position.pieces), quiet: 0, round: 1 };
    this.hands = hands;
    this.brush = { seat: board.variant.seats[0], knight: false };
  }

  /** @param {string} square @returns {true} */
  tap(square) {
    const { brush } = this;
    const pieces = new Map(this.position.pieces);
    const there = pieces.get(square);
    const isSame = brush && there?.seat === brush.seat && there.knight === brush.knight;
    if (!brush || isSame) pieces.delete(square);
    else pieces.set(square, brush);
    this.#set({ ...this.position, pieces });
    return true;
  }

  /** @param {Position} position */
  #set(position) {
    this.position = position;
    this.trouble = "";
    this.hands.onChange(position);
    redraw();
  }

  async done() {
    try {
      await this.hands.onDone(writePosition(this.board, this.position));
    } catch (error) {
      this.trouble = refusalWords(error);
      redraw();
    }
  }

  view() {
    const { board, brush } = this;
    const { variant } = board;
    const brushes = variant.seats.flatMap((seat) => [
      { seat, knight: true },
      { seat, knight: false },
    ]);
    const is = (/** @type {Piece | null} */ piece) =>
      brush?.seat === piece?.seat && brush?.knight === piece?.knight;
    const choose = (/** @type {Piece | null} */ piece) => () => {
      this.brush = piece;
      redraw();
    };
    return html`<section class="editor" aria-label=${t("study.edit")}>
      <p class="quiet">${t("editor.how")}</p>
      <div class="row brushes" role="group" aria-label=${t("editor.pieces")}>
        ${brushes.map(
          (
            piece,
          ) => html`<button class="brush" aria-pressed=${is(piece)} aria-label=${pieceName(board, piece)} title=${pieceName(board, piece)}
            @click=${choose(piece)}>${svg`<svg viewBox="0 0 40 40" aria-hidden="true" class="piece"><g class=${seatClass(variant, piece.seat)}>${pieceShape(variant, piece)}</g></svg>`}</button>`,
        )}
        <button class="brush" aria-pressed=${brush === null} @click=${choose(null)}>${t("editor.erase")}</button>
      </div>
      <label class="row">${t("editor.turn")}
        <select id="editor-turn" @change=${(/** @type {Event} */ e) => e.target instanceof HTMLSelectElement && this.#set({ ...this.position, turn: e.target.value })}>
          ${variant.seats.map((seat) => html`<option value=${seat} ?selected=${this.position.turn === seat}>${seatName(board, seat)}</option>`)}
        </select></label>
      <div class="row">
        <button class="small" @click=${() => this.#set({ ...this.position, pieces: new Map() })}>${t("editor.clear")}</button>
        <button class="small" @click=${() => this.#set(readPosition(board, variant.position))}>${t("editor.array")}</button>
      </div>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      <div class="row">
        <button class="primary" id="editor-done" @click=${() => this.done()}>${t("editor.done")}</button>
        <button @click=${() => this.hands.onCancel()}>${t("editor.cancel")}</button>
      </div>
    </section>`;
  }
}
