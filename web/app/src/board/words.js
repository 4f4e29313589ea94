// Text descriptions of squares, pieces, moves and the moves that the rules require.

import { languageNow, maybe, t } from "../core/i18n.js";
import { areFriends } from "../rules/boards.js";
import { legsOf, treeSquares, treesOf } from "../rules/positions.js";
import { nextLegs, walkFrom } from "../rules/walks.js";

/** @typedef {import("../rules/boards.js").Board} Board */
/** @typedef {import("../rules/positions.js").Position} Position */
/** @typedef {import("../rules/positions.js").Piece} Piece */
/** @typedef {import("../rules/positions.js").Played} Played */
/** @typedef {import("../rules/walks.js").LegalList} LegalList */

/** A one-sentence description of a variant. @param {VariantView} variant */
export function aboutWords({ texts }) {
  const [language] = languageNow().split("-");
  return texts[language] ?? texts.en ?? "";
}

/** @param {{variant: VariantView}} board @param {string} seat */
export function seatName(board, seat) {
  const { seats, seat_names } = board.variant;
  const name = seat_names[seats.indexOf(seat)] ?? seat;
  return maybe(`seat.${name.toLowerCase()}`) ?? name;
}

/** @param {Board} board @param {string} team letters of its seats */
export function teamName(board, team) {
  const names = [...team].map((seat) => seatName(board, seat));
  return names.length > 1 ? t("team.two", { a: names[0], b: names[1] }) : names[0];
}

/** @param {Board} board @param {Piece} piece */
export function pieceName(board, piece) {
  return t(piece.knight ? "piece.knight_of" : "piece.man_of", {
    seat: seatName(board, piece.seat),
  });
}

/** @param {Board} board @param {Position} position @param {string} square */
export function squareWords(board, position, square) {
  const piece = position.pieces.get(square);
  const castle = board.castleOf.get(square);
  const words = [square, piece ? pieceName(board, piece) : groundWords(board, position, square)];
  if (castle) words.push(t("square.castle_of", { seat: seatName(board, castle) }));
  return words.join(", ");
}

/** @param {Board} board @param {Position} position @param {string} square */
function groundWords(board, position, square) {
  if (position.trees.has(square)) return t("square.tree");
  return t(board.water.has(square) ? "square.water" : "square.empty");
}

/** A move in spoken form. @param {Board} board @param {Played} played */
export function moveWords(board, { seat, piece, legs, captured, text }) {
  const who = seatName(board, seat);
  const trees = treesOf(text);
  if (trees.length > 0) return t("say.trees", { seat: who, list: trees.join(", ") });
  if (text === "pass" || !piece || legs.length === 0) return t("say.pass", { seat: who });
  const what = t(piece.knight ? "piece.knight" : "piece.man");
  const ways = [];
  let kind = "";
  for (const leg of legs) {
    ways.push(
      leg.kind === kind ? t("say.then", { to: leg.to }) : t(`say.${leg.kind}`, { to: leg.to }),
    );
    kind = leg.kind;
  }
  const words = [
    t("say.move", { seat: who, piece: what, from: legs[0].from, way: ways.join(", ") }),
  ];
  if (captured.length > 0) {
    const list = captured.map(({ square, piece: victim }) =>
      t(victim.knight ? "say.knight_on" : "say.man_on", { square }),
    );
    words.push(t("say.captures", { list: list.join(", ") }));
  }
  const to = legs[legs.length - 1].to;
  const goal = board.goalOf.get(to) === seat && board.goalOf.get(legs[0].from) !== seat;
  if (goal) words.push(t("say.castle"));
  return words.join(" ");
}

/**
 * The move that the rules require of the seat to move, and the pieces for it; null if none.
 * @param {Board} board
 * @param {Position} position
 * @param {LegalList} list
 * @returns {{words: string, squares: string[]} | null}
 */
export function duty(board, position, list) {
  if (list.moves.length === 0) return null;
  if (treeSquares(board, position).length > 0) return { words: t("duty.trees"), squares: [] };
  const squares = [...list.bySquare.keys()];
  const inCastle = squares.filter((square) => board.castleOf.get(square) === position.turn);
  if (inCastle.length > 0 && inCastle.length === squares.length) {
    const words = list.mustCapture ? "duty.jump_out" : "duty.leave_castle";
    return { words: t(words, { square: inCastle.join(", ") }), squares };
  }
  if (!list.mustCapture) return null;
  const open = openJump(board, position);
  if (!open) return null;
  return { words: t("duty.capture", open), squares };
}

/**
 * A jump that the seat to move could make, for an explanation.
 * @param {Board} board
 * @param {Position} position
 * @returns {{from: string, over: string} | null}
 */
function openJump(board, position) {
  for (const [from, piece] of position.pieces) {
    if (piece.seat !== position.turn || board.goalOf.get(from) === piece.seat) continue;
    const jump = nextLegs(board, position, from, walkFrom(from)).find(
      (leg) => leg.stage === "jump",
    );
    if (jump) return { from, over: jump.taken[0] };
  }
  return null;
}

/**
 * Explains why the piece on a square has no move.
 * @param {Board} board
 * @param {Position} position
 * @param {LegalList} list
 * @param {string} square
 */
export function whyNot(board, position, list, square) {
  const piece = position.pieces.get(square);
  if (!piece) return "";
  const must = duty(board, position, list);
  if (must) return must.words;
  if (board.goalOf.get(square) === piece.seat) {
    const used = position.castleMoves[board.variant.seats.indexOf(piece.seat)] ?? 0;
    const all = board.variant.castle_moves;
    return used >= all && all > 0 ? t("why.castle_moves_spent", { n: all }) : t("why.in_goal");
  }
  return t("why.no_move", { square });
}

/**
 * Explains why the selected piece cannot go to a square.
 * @param {Board} board
 * @param {Position} position
 * @param {LegalList} list
 * @param {string} from
 * @param {string} square
 */
export function whyNotTo(board, position, list, from, square) {
  const isCaptured = (/** @type {string} */ move) =>
    legsOf(move).some(({ kind, over }) => kind === "jump" && over === square);
  if (list.bySquare.get(from)?.some(isCaptured)) return t("why.capture_beyond", { square });
  const must = duty(board, position, list);
  if (must) return must.words;
  const [own, other] = [position.pieces.get(from), position.pieces.get(square)];
  const isEnemy = own && other && !areFriends(board, own.seat, other.seat);
  return t(isEnemy ? "why.no_capture" : "why.no_way", { from, square });
}

/**
 * Explains why a walk has to continue.
 * @param {Board} board
 * @param {Position} position
 * @param {string} from
 * @param {import("../rules/walks.js").Walk} walk
 */
export function whyOn(board, position, from, walk) {
  const piece = position.pieces.get(from);
  const exposed = piece
    ? nextLegs(board, position, from, walk).find((leg) => leg.stage === "jump")
    : undefined;
  const over = exposed?.taken.at(-1);
  if (over && walk.stage === "canter") return t("why.must_charge", { square: walk.square, over });
  if (over) return t("why.must_continue", { over });
  return t("why.go_on");
}
