// The board as SVG: one drawing for every variant, every size and every page.

import { html, nothing, repeat, svg } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { isBridge, placeOf } from "../rules/boards.js";
import { entered, gate, pennant, victors } from "./castle.js";
import { detail } from "./detail.js";
import { CELL, isInside } from "./geometry.js";
import { tintClass } from "./heraldry.js";
import { arrow, plannedTrail, shape, target, trail } from "./marks.js";
import { pieceShape, seatClass } from "./pieces.js";
import { squareWords } from "./words.js";

/** @typedef {import("./geometry.js").View} View */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").Captured} Captured */

/**
 * @typedef {object} Marks highlights beside the pieces
 * @property {string | null} [selected]
 * @property {Set<string>} [legs] squares where the next leg may land
 * @property {Set<string>} [ends] squares where the move may end
 * @property {Set<string>} [asked] pieces that can make the move that the rules require
 * @property {Set<string>} [movable] pieces that can move, for a beginner
 * @property {string[]} [path] squares of the last move
 * @property {string[]} [walked] squares of the move that is being made
 * @property {string[]} [premove]
 * @property {Captured[]} [ghosts] pieces just captured, fading
 * @property {Set<string>} [taken] pieces captured by the walk so far
 * @property {{from: string, to: string}[]} [shapes] arrows; circles where both are the same
 * @property {string[]} [advice] squares of the suggested move
 * @property {string[]} [threat] squares of the move that the opponent threatens
 */

/** The marks whose name is the class of their squares. */
const NAMED = /** @type {const} */ (["asked", "movable", "premove"]);
/** Distance of a ring from the edge of its square. */
const RING = 2;

/** A tree, in a square. */
export const TREE = "M20 5l9 11h-5l8 9H22v8h-4v-8H8l8-9h-5z";

/**
 * @param {object} options
 * @param {View} options.view
 * @param {Position} options.position
 * @param {Marks} [options.marks]
 * @param {string} options.label accessible name of the board; empty where adjacent text
 *   already names it
 * @param {{x: number, y: number, width: number, height: number}} [options.window] the part shown;
 *   squares and pieces outside are not drawn
 * @param {string | null} [options.cursor] the square with keyboard focus; null for a static picture
 * @param {(square: string) => string} [options.describe] additional description of a square
 * @param {boolean} [options.isLabelled] true to draw the coordinates
 */
export function boardDrawing({
  view,
  position,
  marks = {},
  label,
  cursor = null,
  describe,
  window,
  isLabelled = true,
}) {
  const isPicture = cursor === null;
  const { board } = view;
  const { x, y, width, height } = window ?? { x: 0, y: 0, width: view.width, height: view.height };
  const isSeen = (/** @type {string} */ square) => !window || isInside(view, square, window);
  const rows = view.grid.map((squares) => squares.filter(isSeen)).filter(({ length }) => length);
  const pieces = [...position.pieces].filter(
    ([square]) => !marks.taken?.has(square) && isSeen(square),
  );
  // The piece that moved last is drawn above the others, and the selected one above all.
  const mover = marks.path?.at(-1);
  const level = (/** @type {string} */ square) =>
    square === marks.selected ? 2 : Number(square === mover);
  pieces.sort(([a], [b]) => level(a) - level(b));
  const winners = new Set(victors(board, position));
  return html`<svg
    class="board ${tintClass(board.variant)}"
    ${detail()}
    viewBox="${x} ${y} ${width} ${height}"
    role=${isPicture ? (label ? "img" : nothing) : "grid"}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
    data-variant=${board.variant.name}
    data-position-turn=${position.turn}
  >
    ${svg`
    <path class="shadow" d=${view.outline}/>
    <path class="frame" d=${view.outline}/>
    <path class="rim" d=${view.outline}/>
    ${rows.map(
      (squares) =>
        svg`<g role=${isPicture ? nothing : "row"}>${squares.map((square) =>
          cell(view, position, marks, square, cursor, describe),
        )}</g>`,
    )}
    ${isLabelled && (settings.coordinates || !isPicture) ? coordinates(view, isSeen) : nothing}
    ${marks.path && marks.path.length > 1 ? trail(view, position, marks.path, { kind: "last" }) : nothing}
    ${marks.walked && marks.walked.length > 1 ? trail(view, position, marks.walked, { kind: "walked", taken: marks.taken }) : nothing}
    ${marks.premove ? plannedTrail(view, marks.premove) : nothing}
    <g class="trees" aria-hidden="true">
      ${[...position.trees].filter(isSeen).map((square) => svg`<path class="tree" data-tree=${square} transform=${place(view, square)} d=${TREE}/>`)}
    </g>
    <g class="targets" aria-hidden="true">
      ${[...(marks.ends ?? [])].map((square) => target(view, square, position, "end"))}
      ${[...(marks.legs ?? [])]
        .filter((square) => !marks.ends?.has(square))
        .map((square) => target(view, square, position, "leg"))}
    </g>
    <g class="pieces" aria-hidden="true">
      ${(marks.ghosts ?? []).map(
        ({ square, piece }) => svg`<g class="piece ghost ${seatClass(board.variant, piece.seat)}"
          data-ghost=${square} transform=${place(view, square)}>${pieceShape(board.variant, piece)}</g>`,
      )}
      ${repeat(
        pieces,
        ([square, piece]) => `${square}${piece.seat}${piece.knight}`,
        ([
          square,
          piece,
        ]) => svg`<g class="piece ${seatClass(board.variant, piece.seat)}${winners.has(square) ? " victor" : ""}"
          data-piece=${square} transform=${place(view, square)}>${pieceShape(board.variant, piece)}</g>`,
      )}
    </g>
    <g class="pennants" aria-hidden="true">
      ${entered(board, position)
        .filter(([square]) => isSeen(square))
        .map(([square, { seat }]) => pennant(board, square, seat, place(view, square)))}
    </g>
    ${marks.advice ? arrow(view, marks.advice, "advice") : nothing}
    ${marks.threat ? arrow(view, marks.threat, "threat") : nothing}
    ${marks.shapes?.length ? svg`<g class="shapes" aria-hidden="true">${marks.shapes.map((s) => shape(view, s))}</g>` : nothing}
    `}
  </svg>`;
}

/** @param {View} view @param {string} square */
function place(view, square) {
  const { x, y } = view.at.get(square) ?? { x: 0, y: 0 };
  return `translate(${x} ${y})`;
}

/**
 * @param {View} view
 * @param {Position} position
 * @param {Marks} marks
 * @param {string} square
 * @param {string | null} cursor
 * @param {((square: string) => string) | undefined} describe
 */
function cell(view, position, marks, square, cursor, describe) {
  const { board } = view;
  const { x, y } = view.at.get(square) ?? { x: 0, y: 0 };
  const { file, rank } = placeOf(square);
  const castle = board.castleOf.get(square);
  const classes = ["square", (file + rank) % 2 === 0 ? "even" : "odd"];
  if (board.water.has(square)) classes.push("water");
  if (isBridge(board, square)) classes.push("bridge");
  if (castle) classes.push("castle", seatClass(board.variant, castle));
  if (marks.path?.[0] === square) classes.push("left");
  else if (marks.path?.at(-1) === square) classes.push("last");
  for (const name of NAMED) {
    const named = marks[name];
    const isNamed = named instanceof Set ? named.has(square) : named?.includes(square);
    if (isNamed) classes.push(name);
  }
  if (marks.selected === square) classes.push("selected");
  const rect = svg`<rect x=${x} y=${y} width=${CELL} height=${CELL}/>${
    castle ? gate(`translate(${x} ${y})`) : nothing
  }`;
  const ring = svg`<rect class="ring" x=${x + RING} y=${y + RING} width=${CELL - 2 * RING} height=${CELL - 2 * RING} rx="3"/>`;
  if (cursor === null) {
    const isRinged = marks.path?.[0] === square || marks.path?.at(-1) === square;
    return svg`<g class=${classes.join(" ")}>${rect}${isRinged ? ring : nothing}</g>`;
  }
  const words = squareWords(board, position, square) + (describe ? describe(square) : "");
  return svg`<g class=${classes.join(" ")} role="gridcell" data-square=${square}
    tabindex=${square === cursor ? 0 : -1} aria-label=${words}
    aria-selected=${marks.selected === square ? "true" : "false"}>${rect}${ring}</g>`;
}

/** @param {View} view @param {(square: string) => boolean} isSeen */
function coordinates({ board, labels }, isSeen) {
  return svg`<g class="coordinates" aria-hidden="true">${labels
    .filter(({ square }) => isSeen(square))
    .map(({ x, y, text, anchor, square }) => {
      const classes = board.castleOf.has(square) ? `${anchor} on-gate` : anchor;
      return svg`<text class=${classes} x=${x} y=${y}>${text}</text>`;
    })}</g>`;
}

/**
 * A board without interaction.
 * @param {View} view
 * @param {Position} position
 * @param {{path?: string[], label: string, isSmall?: boolean}} options `isSmall` omits the coordinates
 */
export function picture(view, position, { path, label, isSmall = false }) {
  return boardDrawing({ view, position, marks: { path }, label, isLabelled: !isSmall });
}
