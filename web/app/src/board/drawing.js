// The board as SVG: one drawing for every variant, every size and every page.

import { html, nothing, repeat, svg } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { isBridge, placeOf } from "../rules/boards.js";
import { CELL, isInside, middle, withoutLabels } from "./geometry.js";
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
 * @property {string[]} [path] squares of the last move
 * @property {string[]} [walked] squares of the move that is being made
 * @property {string[]} [premove]
 * @property {Captured[]} [ghosts] pieces just captured, fading
 * @property {Set<string>} [taken] pieces captured by the walk so far
 * @property {{from: string, to: string}[]} [shapes] arrows; circles where both are the same
 * @property {string[]} [advice] squares of the suggested move
 */

/** A castle's tower, in a square. */
const TOWER = "M11 30v-13h-1.5v-7h4v3h3.5v-3h6v3h3.5v-3h4v7H29v13h-6v-5a3 3 0 0 0-6 0v5z";

/** A tree, in a square. */
const TREE = "M20 5l9 11h-5l8 9H22v8h-4v-8H8l8-9h-5z";

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
  return html`<svg
    class="board"
    viewBox="${x} ${y} ${width} ${height}"
    role=${isPicture ? (label ? "img" : nothing) : "grid"}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
    data-variant=${board.variant.name}
    data-position-turn=${position.turn}
  >
    ${svg`
    <path class="shadow" d=${view.outline}/>
    ${rows.map(
      (squares) =>
        svg`<g role=${isPicture ? nothing : "row"}>${squares.map((square) =>
          cell(view, position, marks, square, cursor, describe),
        )}</g>`,
    )}
    <path class="outline" d=${view.outline}/>
    ${isLabelled && (settings.coordinates || !isPicture) ? coordinates(view) : nothing}
    ${marks.path && marks.path.length > 1 ? trail(view, marks.path, "last") : nothing}
    ${marks.walked && marks.walked.length > 1 ? trail(view, marks.walked, "walked") : nothing}
    ${marks.premove ? trail(view, marks.premove, "premove") : nothing}
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
          data-ghost=${square} transform=${place(view, square)}>${pieceShape(piece)}</g>`,
      )}
      ${repeat(
        pieces,
        ([square, piece]) => `${square}${piece.seat}${piece.knight}`,
        ([square, piece]) => svg`<g class="piece ${seatClass(board.variant, piece.seat)}"
          data-piece=${square} transform=${place(view, square)}>${pieceShape(piece)}</g>`,
      )}
    </g>
    ${marks.advice ? advice(view, marks.advice) : nothing}
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
  if (marks.selected === square) classes.push("selected");
  if (marks.path?.includes(square)) classes.push("last");
  if (marks.asked?.has(square)) classes.push("asked");
  if (marks.premove?.includes(square)) classes.push("premove");
  const tower = castle
    ? svg`<path class="tower" transform="translate(${x} ${y})" d=${TOWER}/>`
    : nothing;
  const rect = svg`<rect x=${x} y=${y} width=${CELL} height=${CELL}/>${tower}`;
  if (cursor === null) return svg`<g class=${classes.join(" ")}>${rect}</g>`;
  const words = squareWords(board, position, square) + (describe ? describe(square) : "");
  return svg`<g class=${classes.join(" ")} role="gridcell" data-square=${square}
    tabindex=${square === cursor ? 0 : -1} aria-label=${words}
    aria-selected=${marks.selected === square ? "true" : "false"}>${rect}
    <rect class="ring" x=${x + 1.5} y=${y + 1.5} width=${CELL - 3} height=${CELL - 3}/></g>`;
}

/** @param {View} view */
function coordinates(view) {
  return svg`<g class="coordinates" aria-hidden="true">${view.labels.map(
    ({ x, y, text }) => svg`<text x=${x} y=${y}>${text}</text>`,
  )}</g>`;
}

/** The path of a move through all its landing squares. @param {View} view @param {string[]} squares @param {string} kind */
function trail(view, squares, kind) {
  const points = squares.map((square) => {
    const { x, y } = middle(view, square);
    return `${x},${y}`;
  });
  return svg`<g class="trail ${kind}" aria-hidden="true"><polyline points=${points.join(" ")}/>
    ${squares.slice(1, -1).map((square) => {
      const { x, y } = middle(view, square);
      return svg`<circle cx=${x} cy=${y} r="4"/>`;
    })}</g>`;
}

/** @param {View} view @param {string} square @param {Position} position @param {string} kind */
function target(view, square, position, kind) {
  const { x, y } = middle(view, square);
  if (position.pieces.has(square)) return svg`<circle class="target ring" cx=${x} cy=${y} r="17"/>`;
  return svg`<circle class="target ${kind}" cx=${x} cy=${y} r=${kind === "end" ? 6.5 : 5}/>`;
}

/** @param {View} view @param {{from: string, to: string}} arrow */
function shape(view, { from, to }) {
  const [a, b] = [middle(view, from), middle(view, to)];
  if (from === to) return svg`<circle cx=${a.x} cy=${a.y} r="17"/>`;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - ux * 6, y: b.y - uy * 6 };
  const neck = { x: tip.x - ux * 13, y: tip.y - uy * 13 };
  const side = { x: -uy * 8, y: ux * 8 };
  const head = `M${tip.x} ${tip.y}L${neck.x + side.x} ${neck.y + side.y}L${neck.x - side.x} ${neck.y - side.y}z`;
  return svg`<path class="shaft" d="M${a.x} ${a.y}L${neck.x} ${neck.y}"/><path class="head" d=${head}/>`;
}

/** The arrow of a move, along all its legs. @param {View} view @param {string[]} squares */
function advice(view, squares) {
  const legs = squares.slice(1).map((to, index) => ({ from: squares[index], to }));
  const last = legs.pop();
  if (!last) return nothing;
  const line = legs.map(({ from, to }) => {
    const [a, b] = [middle(view, from), middle(view, to)];
    return svg`<path class="shaft" d="M${a.x} ${a.y}L${b.x} ${b.y}"/>`;
  });
  return svg`<g class="shapes advice" aria-hidden="true">${line}${shape(view, last)}</g>`;
}

/**
 * A board without interaction.
 * @param {View} view
 * @param {Position} position
 * @param {{path?: string[], label: string, isSmall?: boolean}} options `isSmall` omits the coordinates
 */
export function picture(view, position, { path, label, isSmall = false }) {
  const window = isSmall ? withoutLabels(view) : undefined;
  return boardDrawing({ view, position, marks: { path }, label, window, isLabelled: !isSmall });
}
