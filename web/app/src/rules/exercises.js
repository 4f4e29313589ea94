// Positions for the exercises of the path through the rules. A pattern is placed on the board of any
// variant; the server decides which moves are legal in it.

import { DIRECTIONS, placeOf, shifted, squareAt, teamOf } from "./boards.js";
import { readPosition, writePosition } from "./positions.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./positions.js").Piece} Piece */

/**
 * A position, with the squares that matter in it.
 * @typedef {object} Scene
 * @property {string} position
 * @property {string[]} squares
 */

/**
 * Patterns of pieces, the farthest rank first. `M` and `K` are own pieces, `m` and `k` enemy ones.
 * A dot is an empty square on the board, and any square may be at a question mark.
 */
const PATTERNS = {
  knight_step: ["?.?", "?K.", "???"],
  two_hops: ["??.", "??M", "MM."],
  one_jump: ["??.", "?m?", "M??"],
  two_jumps: ["??.", "??m", "Mm."],
  two_choices: [".?.", "m?m", "M?K"],
  long_charge: [".m.", "M?m", "K?."],
};

/** @typedef {keyof typeof PATTERNS} Pattern */

/** Number of trees that each seat has planted when the moves begin. */
const TREES = 3;

/** The distance between two squares in steps. @param {string} one @param {string} other */
export function stepsTo(one, other) {
  const [a, b] = [placeOf(one), placeOf(other)];
  return Math.max(Math.abs(a.file - b.file), Math.abs(a.rank - b.rank));
}

/**
 * The pattern on the board, as near to its middle as possible; null if it fits nowhere.
 * @param {Board} board
 * @param {Pattern} name
 * @param {{isLast?: boolean}} [options] `isLast` leaves the enemy so few
 *   pieces that the next capture wins
 * @returns {Scene | null}
 */
export function sceneOf(board, name, { isLast = false } = {}) {
  for (const anchor of fromTheMiddle(board)) {
    for (const [along, across] of TURNS) {
      const cells = cellsOf(PATTERNS[name], anchor, along, across);
      const fits = cells.every(
        ({ square, sign }) => sign === "?" || (isGround(board, square) && isKnown(board, sign)),
      );
      if (!fits) continue;
      const wanted = cells.filter(({ sign }) => sign !== "?");
      const pieces = wanted.filter(({ sign }) => sign !== ".");
      return scene(
        board,
        new Map(pieces.map(({ square, sign }) => [square, pieceOf(board, sign)])),
        wanted.map(({ square }) => square),
        { isLast },
      );
    }
  }
  return null;
}

/** The directions of a pattern's files and ranks, in all eight ways. @type {[number[], number[]][]} */
const TURNS = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
].flatMap(
  ([a, b]) =>
    /** @type {[number[], number[]][]} */ ([
      [
        [a, 0],
        [0, b],
      ],
      [
        [0, a],
        [b, 0],
      ],
    ]),
);

/** The squares of a board, from its middle outwards. @param {Board} board */
function fromTheMiddle({ variant, ranks }) {
  const [x, y] = [(variant.files - 1) / 2, (ranks.length - 1) / 2];
  const far = (/** @type {string} */ square) => {
    const { file, rank } = placeOf(square);
    return Math.hypot(file - x, rank - y);
  };
  return [...variant.squares].sort((a, b) => far(a) - far(b));
}

/** @param {string[]} rows @param {string} anchor @param {number[]} along @param {number[]} across */
function cellsOf(rows, anchor, along, across) {
  const { file, rank } = placeOf(anchor);
  return rows.flatMap((row, at) => {
    const high = rows.length - 1 - at - 1;
    return [...row].map((sign, index) => {
      const wide = index - 1;
      return {
        sign,
        square: squareAt(
          file + wide * along[0] + high * across[0],
          rank + wide * along[1] + high * across[1],
        ),
      };
    });
  });
}

/** True if a piece may stand on a square outside the castles. @param {Board} board @param {string} square */
function isGround(board, square) {
  return board.places.has(square) && !board.water.has(square) && !board.castleOf.has(square);
}

/** True if the variant has pieces of the kind. @param {Board} board @param {string} sign */
function isKnown(board, sign) {
  return sign !== "K" || hasKnights(board);
}

/** True if the array of a variant has a Knight. @param {Board} board */
export function hasKnights(board) {
  const { pieces } = readPosition(board, board.variant.position);
  return [...pieces.values()].some(({ knight }) => knight);
}

/** True if the array of a variant has a Man. @param {Board} board */
function hasMen(board) {
  const { pieces } = readPosition(board, board.variant.position);
  return [...pieces.values()].some(({ knight }) => !knight);
}

/** The first seat, which is the learner's, and its first enemy. @param {Board} board */
function sides(board) {
  const [own] = board.variant.seats;
  const team = teamOf(board, own);
  return { own, enemy: board.variant.seats.find((seat) => !team.includes(seat)) ?? own };
}

/** @param {Board} board @param {string} sign @returns {Piece} */
function pieceOf(board, sign) {
  const { own, enemy } = sides(board);
  const isOwn = sign === sign.toUpperCase();
  // A variant of Knights has no Men in its exercises.
  const knight = sign.toLowerCase() === "k" || !hasMen(board);
  return { seat: isOwn ? own : enemy, knight };
}

/**
 * A position with the pieces, and with more of both sides far away, so that the game is not over.
 * @param {Board} board
 * @param {Map<string, Piece>} pieces
 * @param {string[]} squares the squares that matter
 * @param {{isLast?: boolean}} [options]
 * @returns {Scene}
 */
function scene(board, pieces, squares, { isLast = false } = {}) {
  const { own } = sides(board);
  const all = new Map(pieces);
  const trees = new Set(plantedFar(board, squares));
  const add = (/** @type {string} */ sign) => {
    const taken = [...squares, ...all.keys()];
    const far = (/** @type {string} */ square) =>
      Math.min(...taken.map((other) => stepsTo(square, other)));
    const [best] = board.variant.squares
      .filter((square) => isGround(board, square) && !trees.has(square))
      .sort((a, b) => far(b) - far(a));
    if (best && far(best) > 1) all.set(best, pieceOf(board, sign));
  };
  const count = (/** @type {string} */ seat) =>
    [...pieces.values()].filter((piece) => piece.seat === seat).length;
  const { enemy_reduced_to, pieces_needed_to_win } = board.variant.switches;
  const enemies = enemy_reduced_to + (isLast ? 0 : 1);
  for (let at = 0; at < enemies; at += 1) add("m");
  if (count(own) < pieces_needed_to_win) add("M");
  const { seats } = board.variant;
  const position = writePosition(board, {
    pieces: all,
    trees,
    turn: own,
    castleMoves: seats.map(() => 0),
    quiet: 0,
    round: 1,
  });
  return { position, squares };
}

/** Squares for the trees of all seats, far from the others. @param {Board} board @param {string[]} squares */
function plantedFar(board, squares) {
  const far = (/** @type {string} */ square) =>
    Math.min(...squares.map((other) => stepsTo(square, other)));
  return board.variant.seats.flatMap((seat) =>
    [...(board.variant.tree_squares[seat] ?? [])].sort((a, b) => far(b) - far(a)).slice(0, TREES),
  );
}

/**
 * A piece that can enter a castle over another one: the learner's goal over a friend, or the
 * learner's own castle over an enemy.
 * @param {Board} board
 * @param {"goals" | "castles"} which
 * @returns {Scene | null}
 */
export function castleScene(board, which) {
  const { own } = sides(board);
  for (const castle of board.variant[which][own] ?? []) {
    for (const [df, dr] of [...DIRECTIONS].sort(([a], [b]) => Math.abs(a) - Math.abs(b))) {
      const over = shifted(board, castle, df, dr);
      const from = shifted(board, castle, 2 * df, 2 * dr);
      if (!over || !from || !isGround(board, over) || !isGround(board, from)) continue;
      const pieces = new Map([
        [from, pieceOf(board, "M")],
        [over, pieceOf(board, which === "goals" ? "M" : "m")],
      ]);
      return scene(board, pieces, [from, over, castle]);
    }
  }
  return null;
}

/**
 * A position whose castle moves are spent, with another piece near the castle.
 * @param {Board} board
 * @param {string} position with a piece of the learner in its goal
 * @returns {Scene | null}
 */
export function spentScene(board, position) {
  const { own } = sides(board);
  const start = readPosition(board, position);
  const inside = [...start.pieces.keys()].find((square) => board.goalOf.get(square) === own);
  if (!inside) return null;
  const pieces = [...start.pieces].filter(
    ([square, { seat }]) => seat !== own || square === inside,
  );
  const near = board.variant.squares.find(
    (square) =>
      isGround(board, square) &&
      stepsTo(square, inside) === 3 &&
      pieces.every(([other]) => stepsTo(square, other) > 2),
  );
  if (!near) return null;
  const index = board.variant.seats.indexOf(own);
  const spent = {
    ...start,
    pieces: new Map([...pieces, [near, pieceOf(board, "M")]]),
    castleMoves: start.castleMoves.map((used, at) =>
      at === index ? board.variant.castle_moves : used,
    ),
  };
  return { position: writePosition(board, spent), squares: [inside, near] };
}

/**
 * The mirror image of a position, left for right; the same position on a board that is not
 * symmetric.
 * @param {Board} board
 * @param {Scene} of
 * @returns {Scene}
 */
export function mirrored(board, { position, squares }) {
  const { files } = board.variant;
  const image = (/** @type {string} */ square) => {
    const { file, rank } = placeOf(square);
    return squareAt(files - 1 - file, rank);
  };
  const isSymmetric =
    board.water.size === 0 &&
    board.variant.squares.every(
      (square) =>
        board.places.has(image(square)) &&
        board.castleOf.get(square) === board.castleOf.get(image(square)),
    );
  if (!isSymmetric) return { position, squares };
  const start = readPosition(board, position);
  const pieces = new Map([...start.pieces].map(([square, piece]) => [image(square), piece]));
  return { position: writePosition(board, { ...start, pieces }), squares: squares.map(image) };
}
