// Positions as text (docs/notation.md, "Positions"), and the effect of a move that the server has
// accepted. This module does not check legality.

import { placeOf, squareAt } from "./boards.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {{seat: string, knight: boolean}} Piece */

/**
 * @typedef {object} Position
 * @property {Map<string, Piece>} pieces by square
 * @property {Set<string>} trees squares of trees
 * @property {string} turn the seat to move
 * @property {number[]} castleMoves used by each seat, in turn order
 * @property {number} quiet
 * @property {number} round
 */

/** @typedef {"step" | "canter" | "jump"} LegKind */
/** @typedef {{from: string, to: string, kind: LegKind, over: string | null}} Leg */
/** @typedef {{square: string, piece: Piece}} Captured */

/**
 * A played move.
 * @typedef {object} Played
 * @property {string} text
 * @property {Leg[]} legs none for a pass-turn
 * @property {Piece | null} piece
 * @property {string} seat
 * @property {Captured[]} captured
 * @property {Position} after
 */

/** @param {Board} board @param {string} text @returns {Position} */
export function readPosition(board, text) {
  const [rows, turn = "", castleMoves = "", quiet = "0", round = "1"] = text.trim().split(/\s+/);
  const { seats } = board.variant;
  /** @type {Map<string, Piece>} */
  const pieces = new Map();
  const trees = new Set();
  const fromTheTop = [...board.ranks].reverse();
  const written = rows.split("/");
  if (written.length !== fromTheTop.length) throw new Error("position: ranks");
  for (const [index, squares] of fromTheTop.entries()) {
    let at = 0;
    for (const sign of written[index].match(/\d+|[a-z^]/gi) ?? []) {
      if (/\d/.test(sign)) {
        at += Number(sign);
        continue;
      }
      if (sign === "^" && at < squares.length) {
        trees.add(squares[at]);
        at += 1;
        continue;
      }
      const seat = sign.toUpperCase();
      if (!seats.includes(seat) || at >= squares.length) throw new Error("position: piece");
      pieces.set(squares[at], { seat, knight: sign === seat });
      at += 1;
    }
    if (at !== squares.length) throw new Error("position: squares");
  }
  const seat = turn.toUpperCase() || seats[0];
  if (!seats.includes(seat)) throw new Error("position: seat");
  const used = castleMoves === "" ? [] : castleMoves.split(",").map(Number);
  return {
    pieces,
    trees,
    turn: seat,
    castleMoves: seats.map((_, index) => used[index] || 0),
    quiet: Number(quiet) || 0,
    round: Number(round) || 1,
  };
}

/** @param {Board} board @param {Position} position */
export function writePosition(board, position) {
  const rows = [...board.ranks].reverse().map((squares) => {
    let row = "";
    let empty = 0;
    for (const square of squares) {
      const piece = position.pieces.get(square);
      if (!piece && !position.trees.has(square)) {
        empty += 1;
        continue;
      }
      const letter = piece?.knight ? piece.seat : piece?.seat.toLowerCase();
      row += (empty || "") + (letter ?? "^");
      empty = 0;
    }
    return row + (empty || "");
  });
  const { turn, castleMoves, quiet, round } = position;
  return `${rows.join("/")} ${turn.toLowerCase()} ${castleMoves.join(",")} ${quiet} ${round}`;
}

/** @param {string} text @returns {{squares: string[], marks: string[]} | null} */
export function readMove(text) {
  const clean = text.trim().toUpperCase().replaceAll("X", "x");
  if (!/^[A-Z]\d{1,2}([-x][A-Z]\d{1,2})+$/.test(clean)) return null;
  return { squares: clean.split(/[-x]/), marks: clean.match(/[-x]/g) ?? [] };
}

/** The squares of the trees that a move places; empty for any other move. @param {string} text @returns {string[]} */
export function treesOf(text) {
  const clean = text.trim().toUpperCase();
  return /^[A-Z]\d{1,2}(,[A-Z]\d{1,2})+$/.test(clean) ? clean.split(",") : [];
}

/**
 * The squares on which the seat to move may place a tree; empty after it has placed its trees.
 * @param {Board} board
 * @param {Position} position
 * @returns {string[]}
 */
export function treeSquares(board, { pieces, trees, turn }) {
  const own = board.variant.tree_squares[turn] ?? [];
  return own.some((square) => trees.has(square)) ? [] : own.filter((square) => !pieces.has(square));
}

/** @param {string} text @returns {Leg[]} */
export function legsOf(text) {
  const move = readMove(text);
  if (!move) return [];
  return move.marks.map((mark, index) => legOf(move.squares[index], move.squares[index + 1], mark));
}

/** @param {string} from @param {string} to @param {string} mark @returns {Leg} */
export function legOf(from, to, mark) {
  const over = between(from, to);
  if (!over) return { from, to, kind: "step", over };
  return { from, to, kind: mark === "x" ? "jump" : "canter", over };
}

/** The square between two squares that are two steps apart; null otherwise. @param {string} from @param {string} to */
export function between(from, to) {
  const [a, b] = [placeOf(from), placeOf(to)];
  const [df, dr] = [b.file - a.file, b.rank - a.rank];
  const isLeap = Math.max(Math.abs(df), Math.abs(dr)) === 2 && df % 2 === 0 && dr % 2 === 0;
  return isLeap ? squareAt(a.file + df / 2, a.rank + dr / 2) : null;
}

/**
 * Applies a move.
 * @param {Board} board
 * @param {Position} position
 * @param {string} text
 * @returns {Played}
 */
export function played(board, position, text) {
  const { seats } = board.variant;
  const legs = legsOf(text);
  const seat = position.turn;
  const pieces = new Map(position.pieces);
  const trees = new Set([...position.trees, ...treesOf(text)]);
  /** @type {Captured[]} */
  const captured = [];
  const piece = legs.length > 0 ? (pieces.get(legs[0].from) ?? null) : null;
  let { quiet } = position;
  quiet += 1;
  const castleMoves = [...position.castleMoves];
  if (piece) {
    const [from, to] = [legs[0].from, legs[legs.length - 1].to];
    pieces.delete(from);
    for (const { kind, over } of legs) {
      const victim = over ? pieces.get(over) : null;
      if (kind !== "jump" || !over || !victim) continue;
      captured.push({ square: over, piece: victim });
      pieces.delete(over);
    }
    pieces.set(to, piece);
    const wasInGoal = board.goalOf.get(from) === seat;
    const isInGoal = board.goalOf.get(to) === seat;
    if (captured.length > 0 || (isInGoal && !wasInGoal)) quiet = 0;
    if (wasInGoal && isInGoal) castleMoves[seats.indexOf(seat)] += 1;
  }
  const next = (seats.indexOf(seat) + 1) % seats.length;
  const round = position.round + (next === 0 ? 1 : 0);
  return {
    text,
    legs,
    piece,
    seat,
    captured,
    after: { pieces, trees, turn: seats[next], castleMoves, quiet, round },
  };
}

/**
 * The number of pieces of each kind of a seat.
 * @param {Position} position
 * @param {string} seat
 */
export function strength(position, seat) {
  let [knights, men] = [0, 0];
  for (const piece of position.pieces.values()) {
    if (piece.seat !== seat) continue;
    if (piece.knight) knights += 1;
    else men += 1;
  }
  return { knights, men };
}
