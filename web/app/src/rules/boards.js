// Boards with lookup tables, built from the server's descriptions.

/** @typedef {{file: number, rank: number}} Place zero-based file and rank */

/**
 * A variant with derived lookup tables.
 * @typedef {object} Board
 * @property {VariantView} variant
 * @property {Map<string, Place>} places coordinates by square
 * @property {Map<string, string>} castleOf the seat whose castle a square is in
 * @property {Map<string, string>} goalOf the seat whose goal a square is in
 * @property {Set<string>} water water squares, which stay empty
 * @property {string[][]} ranks squares of each rank from 1 up
 */

/** @param {string} square @returns {Place} */
export function placeOf(square) {
  return { file: square.charCodeAt(0) - 65, rank: Number(square.slice(1)) - 1 };
}

/**
 * The variant with that name, alias or pin. Matches of an operator's variants use the pin,
 * `NAME@HASH`; the pin of an earlier text finds the variant offered now.
 * @param {VariantView[]} variants @param {string} name
 */
export function variantCalled(variants, name) {
  const [plain] = name.split("@");
  return variants.find((known) => known.name === plain || known.aliases.includes(plain));
}

/** @param {number} file @param {number} rank both from 0 */
export function squareAt(file, rank) {
  return String.fromCharCode(65 + file) + (rank + 1);
}

/** @param {VariantView} variant @returns {Board} */
export function boardOf(variant) {
  const places = new Map(variant.squares.map((square) => [square, placeOf(square)]));
  /** @type {string[][]} */
  const ranks = variant.ranks.map(() => []);
  for (const square of variant.squares) ranks[placeOf(square).rank].push(square);
  const byseat = (/** @type {Record<string, string[]>} */ squares) =>
    new Map(Object.entries(squares).flatMap(([seat, list]) => list.map((s) => [s, seat])));
  return {
    variant,
    places,
    castleOf: byseat(variant.castles),
    goalOf: byseat(variant.goals),
    water: new Set(variant.water),
    ranks,
  };
}

/** @param {Board} board @param {string} seat @returns {string} the letters of its team */
export function teamOf(board, seat) {
  return board.variant.teams.find((team) => team.includes(seat)) ?? seat;
}

/** The seat that has the turn after another. @param {Board} board @param {string} seat */
export function nextSeat({ variant: { seats } }, seat) {
  return seats[(seats.indexOf(seat) + 1) % seats.length];
}

/** @param {Board} board @param {string} a @param {string} b */
export function areFriends(board, a, b) {
  return teamOf(board, a) === teamOf(board, b);
}

/** True if a square is a bridge, with water on its left and right. @param {Board} board @param {string} square */
export function isBridge(board, square) {
  const { file, rank } = placeOf(square);
  const isWet = (/** @type {number} */ at) => board.water.has(squareAt(at, rank));
  return !board.water.has(square) && isWet(file - 1) && isWet(file + 1);
}

/**
 * The square `by` steps further on in the direction from `from` to `over`; null off the board
 * and on water.
 * @param {Board} board
 * @param {string} from
 * @param {number} df
 * @param {number} dr
 * @returns {string | null}
 */
export function shifted(board, from, df, dr) {
  const { file, rank } = placeOf(from);
  const square = squareAt(file + df, rank + dr);
  return board.places.has(square) && !board.water.has(square) ? square : null;
}

export const DIRECTIONS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
];
