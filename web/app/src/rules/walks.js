// Moves entered leg by leg. The server's list has one move for each legal result, and a walk is a
// sequence of legs to a result. Other routes to the same result are found by geometry, and the
// server checks the walk.

import { areFriends, DIRECTIONS, shifted } from "./boards.js";
import { between, legsOf } from "./positions.js";

/** @typedef {import("./boards.js").Board} Board */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./positions.js").Leg} Leg */

/**
 * The legal moves of a position, indexed by result.
 * @typedef {object} LegalList
 * @property {string[]} moves
 * @property {Map<string, string>} results a move for each result
 * @property {Map<string, string[]>} bySquare the moves of the piece on a square
 * @property {boolean} mustCapture true if every move captures
 */

/** @typedef {{square: string, taken: string[], stage: "start" | "step" | "canter" | "jump", text: string}} Walk */

/** Maximum number of nodes in a route search. */
const SEARCH_LIMIT = 3000;

/** @param {string[]} moves @returns {LegalList} */
export function legalList(moves) {
  /** @type {Map<string, string>} */
  const results = new Map();
  /** @type {Map<string, string[]>} */
  const bySquare = new Map();
  for (const move of moves) {
    const legs = legsOf(move);
    if (legs.length === 0) continue;
    results.set(resultOf(legs), move);
    const own = bySquare.get(legs[0].from);
    if (own) own.push(move);
    else bySquare.set(legs[0].from, [move]);
  }
  return { moves, results, bySquare, mustCapture: moves.length > 0 && moves.every(isCapture) };
}

/** @param {string} move */
export function isCapture(move) {
  return move.includes("x");
}

/** @param {Leg[]} legs @returns {string} a key that all routes to one result share */
export function resultOf(legs) {
  const taken = legs.filter((leg) => leg.kind === "jump").map((leg) => leg.over ?? "");
  return key(legs[0].from, legs[legs.length - 1].to, taken);
}

/** @param {string} from @param {string} to @param {string[]} taken */
function key(from, to, taken) {
  return `${from} ${to} ${[...taken].sort().join(",")}`;
}

/** @param {string} square @returns {Walk} */
export function walkFrom(square) {
  return { square, taken: [], stage: "start", text: square };
}

/**
 * The geometrically possible legs, without regard to other rules.
 * @param {Board} board
 * @param {Position} position
 * @param {string} from the start square of the piece
 * @param {Walk} walk
 * @returns {Walk[]}
 */
export function nextLegs(board, position, from, walk) {
  const piece = position.pieces.get(from);
  const { square, taken, stage, text } = walk;
  const arrived = stage !== "start" && piece && board.goalOf.get(square) === piece.seat;
  if (!piece || stage === "step" || arrived) return [];
  const at = (/** @type {string | null} */ s) =>
    s && s !== from && !taken.includes(s) ? position.pieces.get(s) : undefined;
  const isFree = (/** @type {string} */ s) => !at(s) && !position.trees.has(s);
  /** @type {Walk[]} */
  const legs = [];
  for (const [df, dr] of DIRECTIONS) {
    const over = shifted(board, square, df, dr);
    const to = shifted(board, square, 2 * df, 2 * dr);
    if (over && stage === "start" && isFree(over)) {
      legs.push({ square: over, taken, stage: "step", text: `${text}-${over}` });
    }
    const leapt = at(over);
    if (!over || !to || !leapt || !isFree(to)) continue;
    if (areFriends(board, leapt.seat, piece.seat)) {
      if (stage !== "jump")
        legs.push({ square: to, taken, stage: "canter", text: `${text}-${to}` });
    } else if (stage !== "canter" || piece.knight) {
      legs.push({ square: to, taken: [...taken, over], stage: "jump", text: `${text}x${to}` });
    }
  }
  return legs;
}

/**
 * The results of the list that a walk can still reach, each with its move.
 * @param {Board} board
 * @param {Position} position
 * @param {LegalList} list
 * @param {string} from
 * @param {Walk} walk
 * @returns {Map<string, string>}
 */
export function reachable(board, position, list, from, walk) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const move of list.bySquare.get(from) ?? []) {
    if (move === walk.text || (move.startsWith(walk.text) && /[-x]/.test(move[walk.text.length]))) {
      found.set(resultOf(legsOf(move)), move);
    }
  }
  if (walk.stage === "start") return found;
  let queue = [walk];
  const seen = new Set();
  while (queue.length > 0 && seen.size < SEARCH_LIMIT) {
    /** @type {Walk[]} */
    const next = [];
    for (const here of queue) {
      const state = `${here.stage} ${key("", here.square, here.taken)}`;
      if (seen.has(state)) continue;
      seen.add(state);
      const result = key(from, here.square, here.taken);
      if (list.results.has(result) && !found.has(result)) found.set(result, here.text);
      for (const leg of nextLegs(board, position, from, here)) {
        if (leg.square !== from || leg.taken.length > 0) next.push(leg);
      }
    }
    queue = next;
  }
  return found;
}

/**
 * The possible continuations of a walk.
 * @typedef {object} Ways
 * @property {Map<string, Walk>} legs the next legs, by landing square
 * @property {Map<string, string[]>} ends moves that end on a square, by square
 * @property {string | null} complete the move, if the walk has reached a legal result
 */

/**
 * @param {Board} board
 * @param {Position} position
 * @param {LegalList} list
 * @param {string} from
 * @param {Walk} walk
 * @returns {Ways}
 */
export function ways(board, position, list, from, walk) {
  /** @type {Map<string, Walk>} */
  const legs = new Map();
  /** @type {Map<string, string[]>} */
  const ends = new Map();
  for (const leg of nextLegs(board, position, from, walk)) {
    // A walk that returns to its start without a capture is no move.
    if (leg.square === from && leg.taken.length === 0) continue;
    const ahead = reachable(board, position, list, from, leg);
    if (ahead.size > 0) legs.set(leg.square, leg);
  }
  const here = walk.stage === "start" ? null : key(from, walk.square, walk.taken);
  for (const [result, move] of reachable(board, position, list, from, walk)) {
    if (result === here) continue;
    const to = legsOf(move).at(-1)?.to ?? "";
    ends.set(to, [...(ends.get(to) ?? []), move]);
  }
  return { legs, ends, complete: here && list.results.has(here) ? walk.text : null };
}

/**
 * The shortest walk to each square that a piece could reach if it were its turn, without regard
 * to other rules.
 * @param {Board} board
 * @param {Position} position
 * @param {string} from
 * @returns {Map<string, Walk>}
 */
export function walksAhead(board, position, from) {
  /** @type {Map<string, Walk>} */
  const found = new Map();
  const seen = new Set();
  let queue = [walkFrom(from)];
  while (queue.length > 0 && seen.size < SEARCH_LIMIT) {
    /** @type {Walk[]} */
    const next = [];
    for (const here of queue) {
      if (here.square !== from && !found.has(here.square)) found.set(here.square, here);
      const state = `${here.stage} ${key("", here.square, here.taken)}`;
      if (seen.has(state)) continue;
      seen.add(state);
      next.push(...nextLegs(board, position, from, here));
    }
    queue = next;
  }
  return found;
}

/**
 * A premove as text: the shortest route on the current board, or a single leg if there is no
 * route. The server checks it.
 * @param {Board} board
 * @param {Position} position
 * @param {string} from
 * @param {string} to
 * @returns {string | null}
 */
export function aheadText(board, position, from, to) {
  const walk = walksAhead(board, position, from).get(to);
  if (walk) return walk.text;
  const over = between(from, to);
  const own = position.pieces.get(from);
  const leapt = over ? position.pieces.get(over) : undefined;
  if (!over) return isBeside(from, to) ? `${from}-${to}` : null;
  const isFriend = leapt && own && areFriends(board, leapt.seat, own.seat);
  return `${from}${isFriend ? "-" : "x"}${to}`;
}

/** @param {string} a @param {string} b */
function isBeside(a, b) {
  const files = Math.abs(a.charCodeAt(0) - b.charCodeAt(0));
  return Math.max(files, Math.abs(Number(a.slice(1)) - Number(b.slice(1)))) === 1;
}
