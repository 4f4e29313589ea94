// Square coordinates as seen from a seat. The board is rotated by quarter turns until the seat's
// army is at the bottom.

import { placeOf } from "../rules/boards.js";
import { readPosition } from "../rules/positions.js";

/** @typedef {import("../rules/boards.js").Board} Board */

/** The side of a square in the drawing's own units. */
export const CELL = 40;
/** Margin for the frame, on all sides. */
export const EDGE = 8;
/** Distance of a coordinate from the corner of its square. */
const INSET = 3;

/**
 * @typedef {object} View
 * @property {Board} board
 * @property {number} turns counterclockwise quarter turns
 * @property {number} columns
 * @property {number} rows
 * @property {number} width
 * @property {number} height
 * @property {Map<string, {x: number, y: number}>} at the corner of each square
 * @property {string} outline closed paths around the board
 * @property {string[][]} grid squares row by row in display order, for screen readers
 * @property {{x: number, y: number, text: string, anchor: "start" | "end", square: string}[]} labels
 */

/** @type {Map<string, View>} */
const views = new Map();

/** The places of the seats around each displayed board. @type {WeakMap<View, Map<string, string>>} */
const around = new WeakMap();

/** @param {Board} board @param {string} seat the seat at the bottom @returns {View} */
export function viewOf(board, seat) {
  const turns = turnsFor(board, seat);
  const name = `${board.variant.name} ${turns}`;
  let view = views.get(name);
  if (!view) {
    view = makeView(board, turns);
    views.set(name, view);
  }
  return view;
}

/** @param {Board} board @param {number} turns @returns {View} */
function makeView(board, turns) {
  const [files, ranks] = [board.variant.files, board.ranks.length];
  const [columns, rows] = turns % 2 === 0 ? [files, ranks] : [ranks, files];
  const cell = (/** @type {number} */ file, /** @type {number} */ rank) => {
    let [column, row, wide, high] = [file, ranks - 1 - rank, files, ranks];
    for (let turn = 0; turn < turns; turn += 1) {
      [column, row] = [row, wide - 1 - column];
      [wide, high] = [high, wide];
    }
    return { column, row };
  };
  const at = new Map();
  /** @type {string[][]} */
  const grid = Array.from({ length: rows }, () => []);
  /** @type {Map<string, string>} */
  const byCell = new Map();
  for (const [square, { file, rank }] of board.places) {
    const { column, row } = cell(file, rank);
    at.set(square, { x: EDGE + column * CELL, y: EDGE + row * CELL });
    byCell.set(`${column} ${row}`, square);
  }
  /** The edges of the board, clockwise, by the corner at which they start. @type {Map<string, string[]>} */
  const edges = new Map();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const square = byCell.get(`${column} ${row}`);
      if (!square) continue;
      grid[row].push(square);
      const [left, top, right, bottom] = [column, row, column + 1, row + 1];
      const edge = (
        /** @type {number} */ c,
        /** @type {number} */ r,
        /** @type {number[]} */ ends,
      ) => {
        if (byCell.has(`${c} ${r}`)) return;
        const [x1, y1, x2, y2] = ends;
        const start = `${x1} ${y1}`;
        edges.set(start, [...(edges.get(start) ?? []), `${x2} ${y2}`]);
      };
      edge(column, row - 1, [left, top, right, top]);
      edge(column + 1, row, [right, top, right, bottom]);
      edge(column, row + 1, [right, bottom, left, bottom]);
      edge(column - 1, row, [left, bottom, left, top]);
    }
  }
  return {
    board,
    turns,
    columns,
    rows,
    width: columns * CELL + 2 * EDGE,
    height: rows * CELL + 2 * EDGE,
    at,
    outline: outlineOf(edges),
    grid,
    labels: labels(grid, at, turns % 2 === 1),
  };
}

/**
 * Closed paths along the edges of a board.
 * @param {Map<string, string[]>} edges the ends of the edges, by their start
 */
function outlineOf(edges) {
  const at = (/** @type {string} */ corner) =>
    corner
      .split(" ")
      .map((place) => EDGE + Number(place) * CELL)
      .join(" ");
  let path = "";
  for (const [start, ends] of edges) {
    let corner = ends.pop();
    if (!corner) continue;
    path += `M${at(start)}`;
    for (; corner && corner !== start; corner = edges.get(corner)?.pop()) path += `L${at(corner)}`;
    path += "z";
  }
  return path;
}

/**
 * Coordinates in the corners of the outer squares: at the top left of the first square of each
 * row, and at the bottom right of the last one of each column.
 * @param {string[][]} grid
 * @param {Map<string, {x: number, y: number}>} at
 * @param {boolean} isTurned true if rows are files
 * @returns {View["labels"]}
 */
function labels(grid, at, isTurned) {
  const text = (/** @type {string} */ square, /** @type {boolean} */ letter) =>
    letter ? square[0] : square.slice(1);
  const place = (/** @type {string} */ square) => at.get(square) ?? { x: 0, y: 0 };
  /** @type {View["labels"]} */
  const found = grid.map(([square]) => {
    const { x, y } = place(square);
    return {
      x: x + INSET,
      y: y + INSET + 4,
      text: text(square, isTurned),
      anchor: "start",
      square,
    };
  });
  /** @type {Map<number, string>} */
  const lowest = new Map();
  for (const square of grid.flat()) lowest.set(place(square).x, square);
  for (const [left, square] of lowest) {
    const [x, y] = [left + CELL - INSET, place(square).y + CELL - INSET - 4];
    found.push({ x, y, text: text(square, !isTurned), anchor: "end", square });
  }
  return found;
}

/**
 * The number of quarter turns that bring the army of `seat` to the place of the first seat's.
 * @param {Board} board
 * @param {string} seat
 */
export function turnsFor(board, seat) {
  const start = readPosition(board, board.variant.position);
  const angle = (/** @type {string} */ of) => {
    let [x, y, count] = [0, 0, 0];
    for (const [square, piece] of start.pieces) {
      if (piece.seat !== of) continue;
      const { file, rank } = placeOf(square);
      x += file;
      y += rank;
      count += 1;
    }
    const [cx, cy] = [(board.variant.files - 1) / 2, (board.ranks.length - 1) / 2];
    return Math.atan2(y / count - cy, x / count - cx);
  };
  const turn = Math.round((angle(board.variant.seats[0]) - angle(seat)) / (Math.PI / 2));
  return ((turn % 4) + 4) % 4;
}

/** The middle of a square. @param {View} view @param {string} square */
export function middle(view, square) {
  const { x, y } = view.at.get(square) ?? { x: 0, y: 0 };
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

/**
 * The place of each seat's army on the displayed board: a side, or the corner between two sides.
 * @param {View} view
 * @returns {Map<string, string>} such as `left` or `top-left`
 */
export function placesAround(view) {
  let places = around.get(view);
  if (!places) {
    places = findPlaces(view);
    around.set(view, places);
  }
  return places;
}

/** @param {View} view @returns {Map<string, string>} */
function findPlaces(view) {
  const { board, columns, rows } = view;
  const start = readPosition(board, board.variant.position);
  return new Map(
    board.variant.seats.map((seat) => {
      const own = [...start.pieces].filter(([, piece]) => piece.seat === seat);
      let [x, y] = [0, 0];
      for (const [square] of own) {
        const { x: left, y: top } = middle(view, square);
        x += (left - EDGE) / CELL - columns / 2;
        y += (top - EDGE) / CELL - rows / 2;
      }
      const [across, along] = [x < 0 ? "left" : "right", y < 0 ? "top" : "bottom"];
      const [wide, high] = [Math.abs(x), Math.abs(y)];
      if (Math.min(wide, high) > Math.max(wide, high) / 2) return [seat, `${along}-${across}`];
      return [seat, wide > high ? across : along];
    }),
  );
}

/** The places in the order of a row of panels. */
const ACROSS = ["top-left", "left", "top", "right", "top-right", "bottom-left", "bottom"];

/**
 * The seats shown above and below the board, each with its place around the displayed board.
 * @param {View} view
 */
export function seatsAround(view) {
  const places = [...placesAround(view)];
  const order = (/** @type {string} */ place) => (ACROSS.indexOf(place) + 100) % 100;
  places.sort(([, a], [, b]) => order(a) - order(b));
  const isBelow = (/** @type {[string, string]} */ [, place]) => place.startsWith("bottom");
  return {
    above: places.filter((each) => !isBelow(each)),
    below: places.filter(isBelow),
    isAtSides: places.some(([, place]) => place === "left"),
  };
}

/**
 * True if a square is in the shown part of a board.
 * @param {View} view @param {string} square
 * @param {{x: number, y: number, width: number, height: number}} window
 */
export function isInside(view, square, { x, y, width, height }) {
  const at = middle(view, square);
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
}

/**
 * The part of a board around some squares, with `more` squares beyond them.
 * @param {View} view
 * @param {string[]} squares
 * @param {number} more
 */
export function windowAround(view, squares, more) {
  const places = squares.map((square) => middle(view, square));
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const reach = (more + 0.5) * CELL;
  const left = Math.max(0, Math.min(...xs) - reach);
  const top = Math.max(0, Math.min(...ys) - reach);
  const right = Math.min(view.width, Math.max(...xs) + reach);
  const bottom = Math.min(view.height, Math.max(...ys) + reach);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
