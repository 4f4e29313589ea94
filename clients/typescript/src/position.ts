import { NotationError } from "./errors.js";
import { capturedBy, parseMove, parseSquare } from "./notation.js";
import type { VariantView } from "./schema.js";

export interface Piece {
  seat: string;
  kind: "knight" | "man";
}

/** The parts of a variant that determine its board. */
export type Variant = Pick<
  VariantView,
  "name" | "seats" | "squares" | "goals" | "castles" | "position"
>;

/** The board of a variant: its squares, seats and castles. */
export class Board {
  readonly squares: ReadonlySet<string>;
  /** The squares of each rank, from the highest rank down, each from the lowest file. */
  readonly ranks: readonly (readonly string[])[];

  constructor(readonly variant: Variant) {
    this.squares = new Set(variant.squares);
    const ranks = new Map<number, string[]>();
    for (const square of variant.squares) {
      const { rank } = parseSquare(square);
      ranks.set(rank, [...(ranks.get(rank) ?? []), square]);
    }
    const ordered = [...ranks].sort(([a], [b]) => b - a);
    this.ranks = ordered.map(([, row]) => row.sort((a, b) => file(a) - file(b)));
  }

  /** The seats, in turn order. */
  get seats(): readonly string[] {
    return this.variant.seats;
  }

  /** The starting position. */
  get start(): Position {
    return this.position(this.variant.position);
  }

  /** Parses a position. */
  position(text: string): Position {
    const [placement = "", turn = "", castleMoves = "", quiet = "0", round = "1"] = text.split(" ");
    const seat = turn.toUpperCase();
    if (!this.seats.includes(seat)) throw new NotationError(`not a seat: ${JSON.stringify(turn)}`);
    const used = castleMoves.split(",").map(number);
    if (used.length !== this.seats.length) {
      throw new NotationError(`not the castle moves of ${this.seats.length} seats: ${castleMoves}`);
    }
    const { pieces, trees } = this.#placement(placement);
    return new Position(this, pieces, trees, seat, used, number(quiet), number(round));
  }

  #placement(text: string) {
    const rows = text.split("/");
    if (rows.length !== this.ranks.length) {
      throw new NotationError(`${rows.length} ranks instead of ${this.ranks.length}`);
    }
    const pieces = new Map<string, Piece>();
    const trees = new Set<string>();
    for (const [at, squares] of this.ranks.entries()) {
      const row = rows[at] ?? "";
      let next = 0;
      for (const part of row.match(/[0-9]+|./g) ?? []) {
        const square = squares[next];
        if (/^[0-9]/.test(part)) next += Number(part);
        else if (square !== undefined) {
          next += 1;
          if (part === "^") trees.add(square);
          else pieces.set(square, this.#piece(part));
        } else next += 1;
      }
      if (next !== squares.length) throw new NotationError(`not ${squares.length} squares: ${row}`);
    }
    return { pieces, trees };
  }

  #piece(letter: string): Piece {
    const seat = letter.toUpperCase();
    if (!this.seats.includes(seat)) throw new NotationError(`not a piece: ${letter}`);
    return { seat, kind: letter === seat ? "knight" : "man" };
  }
}

/** A position. It does not change: a move makes another one. */
export class Position {
  constructor(
    readonly board: Board,
    readonly pieces: ReadonlyMap<string, Piece>,
    readonly trees: ReadonlySet<string>,
    /** The seat to move. */
    readonly turn: string,
    /** The castle moves that each seat has used, in turn order. */
    readonly castleMoves: readonly number[],
    /** The plies since the last capture or entry into a goal castle. */
    readonly quiet: number,
    /** The number of the round, from 1. */
    readonly round: number,
  ) {}

  /** The piece on a square. */
  at(square: string): Piece | undefined {
    return this.pieces.get(square);
  }

  /** The position after a move that the server accepted. Its legality is not checked. */
  play(text: string): Position {
    const move = parseMove(text);
    const { seats, variant } = this.board;
    const mover = seats.indexOf(this.turn);
    const turn = seats[(mover + 1) % seats.length] ?? this.turn;
    const round = this.round + (turn === seats[0] ? 1 : 0);
    const next = (
      pieces: ReadonlyMap<string, Piece>,
      trees: ReadonlySet<string>,
      castleMoves: readonly number[],
      quiet: number,
    ) => new Position(this.board, pieces, trees, turn, castleMoves, quiet, round);
    if (move.kind === "pass") {
      return next(this.pieces, this.trees, this.castleMoves, this.quiet + 1);
    }
    if (move.kind === "trees") {
      const trees = new Set([...this.trees, ...move.squares]);
      return next(this.pieces, trees, this.castleMoves, this.quiet + 1);
    }
    const piece = this.pieces.get(move.from);
    const to = move.legs.at(-1)?.to;
    if (!piece || !to) throw new NotationError(`there is no piece on ${move.from}`);
    const captured = capturedBy(move);
    const pieces = new Map(this.pieces);
    for (const square of [...captured, move.from]) pieces.delete(square);
    pieces.set(to, piece);
    const goal = variant.goals[this.turn] ?? [];
    const isCastleMove = goal.includes(move.from);
    const castleMoves = this.castleMoves.map((used, seat) =>
      seat === mover && isCastleMove ? used + 1 : used,
    );
    const isQuiet = captured.length === 0 && (isCastleMove || !goal.includes(to));
    return next(pieces, this.trees, castleMoves, isQuiet ? this.quiet + 1 : 0);
  }

  /** The text of the position. */
  toString(): string {
    const rows = this.board.ranks.map((squares) => {
      const letters = squares.map((square) => this.#letter(square)).join("");
      return letters.replace(/ +/g, (empty) => String(empty.length));
    });
    const used = this.castleMoves.join(",");
    return `${rows.join("/")} ${this.turn.toLowerCase()} ${used} ${this.quiet} ${this.round}`;
  }

  #letter(square: string): string {
    const piece = this.pieces.get(square);
    if (!piece) return this.trees.has(square) ? "^" : " ";
    return piece.kind === "knight" ? piece.seat : piece.seat.toLowerCase();
  }
}

function file(square: string): number {
  return parseSquare(square).file;
}

function number(text: string): number {
  if (!/^[0-9]+$/.test(text)) throw new NotationError(`not a number: ${JSON.stringify(text)}`);
  return Number(text);
}
