import { NotationError } from "./errors.js";

/** A square as its file, from 0, and its rank, from 1. */
export interface Square {
  file: number;
  rank: number;
}

/** A leg of a move. A jump captures the piece that it crosses. */
export interface Leg {
  to: string;
  isJump: boolean;
}

export type Move =
  | { kind: "move"; from: string; legs: Leg[] }
  | { kind: "trees"; squares: string[] }
  | { kind: "pass" };

/** Parses the name of a square: `A5`. */
export function parseSquare(text: string): Square {
  const [, letter, rank] = /^([A-Za-z])([1-9][0-9]{0,2})$/.exec(text) ?? [];
  if (!letter || !rank) throw new NotationError(`not a square: ${JSON.stringify(text)}`);
  return { file: letter.toUpperCase().charCodeAt(0) - 65, rank: Number(rank) };
}

/** Writes the name of a square. */
export function printSquare({ file, rank }: Square): string {
  return `${String.fromCharCode(65 + file)}${rank}`;
}

/** Parses the text of a move: `C8-D9`, `H4xJ4xL6`, `C2,E6,K7`, `pass`. */
export function parseMove(text: string): Move {
  const square = (name: string) => printSquare(parseSquare(name));
  if (text === "pass") return { kind: "pass" };
  if (text.includes(",")) return { kind: "trees", squares: text.split(",").map(square) };
  const [from = "", ...rest] = text.split(/([-xX])/);
  if (rest.length < 2) throw new NotationError(`not a move: ${JSON.stringify(text)}`);
  const legs: Leg[] = [];
  for (let at = 0; at < rest.length; at += 2) {
    legs.push({ isJump: rest[at] !== "-", to: square(rest[at + 1] ?? "") });
  }
  return { kind: "move", from: square(from), legs };
}

/** Writes the text of a move. */
export function printMove(move: Move): string {
  if (move.kind === "pass") return "pass";
  if (move.kind === "trees") return move.squares.join(",");
  return move.from + move.legs.map((leg) => (leg.isJump ? "x" : "-") + leg.to).join("");
}

/** The squares of the pieces that a move captures, in the order of its legs. */
export function capturedBy(move: Move): string[] {
  if (move.kind !== "move") return [];
  const captured: string[] = [];
  let from = parseSquare(move.from);
  for (const { to: name, isJump } of move.legs) {
    const to = parseSquare(name);
    if (isJump) {
      const middle = { file: (from.file + to.file) / 2, rank: (from.rank + to.rank) / 2 };
      captured.push(printSquare(middle));
    }
    from = to;
  }
  return captured;
}

/** The legal moves by their starting square and their last square. */
export function movesBySquares(legal: readonly string[]): Map<string, Map<string, string[]>> {
  const moves = new Map<string, Map<string, string[]>>();
  for (const text of legal) {
    const move = parseMove(text);
    const last = move.kind === "move" ? move.legs.at(-1) : undefined;
    if (move.kind !== "move" || !last) continue;
    const targets = moves.get(move.from) ?? new Map<string, string[]>();
    targets.set(last.to, [...(targets.get(last.to) ?? []), text]);
    moves.set(move.from, targets);
  }
  return moves;
}
