// The differences of a variant from Camelot, from the variant's data.

import { placesAround, viewOf } from "../../board/geometry.js";
import { seatName, teamName } from "../../board/words.js";
import { t } from "../../core/i18n.js";
import { teamOf } from "../../rules/boards.js";
import { readPosition, strength } from "../../rules/positions.js";
import { hasPartners, isFreeForAll } from "../../rules/results.js";

/** @typedef {import("../../rules/boards.js").Board} Board */

/** Maximum number of sentences. */
const MOST = 4;

/** The games in the order in which a newcomer plays them. */
const ORDER = [
  "camette",
  "camelot",
  "cam",
  "chivalry",
  "river-camelot",
  "anti-camelot",
  "camelot-all-knights",
  "camette-all-knights",
  "grand-cam",
  "grand-camelot",
  "chivalry-four-handed",
  "chivalry-four-singles",
  "chivalry-1887",
  "camelot-1931",
];

/** Number of games that a newcomer begins with. */
const FIRST = 3;

/** @typedef {"first" | "more" | "four" | "early"} Group */

/**
 * The games in groups, and those of a group in the order in which a newcomer plays them. An
 * operator's game comes after the others of its group.
 * @param {Board[]} boards
 * @returns {{group: Group, boards: Board[]}[]}
 */
export function groupsOf(boards) {
  const rank = (/** @type {Board} */ { variant }) =>
    (ORDER.indexOf(variant.name) + ORDER.length + 1) % (ORDER.length + 1);
  const sorted = [...boards].sort((a, b) => rank(a) - rank(b));
  /** @type {Group[]} */
  const groups = ["first", "more", "four", "early"];
  return groups
    .map((group) => ({ group, boards: sorted.filter((board) => groupOf(board) === group) }))
    .filter((each) => each.boards.length > 0);
}

/** @param {Board} board @returns {Group} */
function groupOf({ variant }) {
  const { enemy_reduced_to, own_castle_jump_ends_turn } = variant.switches;
  if (ORDER.slice(0, FIRST).includes(variant.name)) return "first";
  if (variant.seats.length > 2) return "four";
  return enemy_reduced_to > 0 || own_castle_jump_ends_turn ? "early" : "more";
}

/** @typedef {{words: string, step?: string}} Difference a sentence, and the step that teaches it */

/**
 * Two to four sentences on what is special in a variant.
 * @param {Board} board
 * @returns {Difference[]}
 */
export function differences(board) {
  const { variant } = board;
  const { switches, seats } = variant;
  /** @type {Difference[]} */
  const all = [];
  const add = (/** @type {string} */ words, /** @type {string} */ step = "") =>
    all.push(step ? { words, step } : { words });
  if (seats.length > 2) {
    add(teamWords(board));
    if (hasPartners(variant)) add(partnerWords(board));
  }
  if (switches.object_reversed) {
    add(t("differs.reversed"));
    add(t("differs.avoid"));
  }
  if (!switches.castles_matter) add(t("differs.no_castles"), "win");
  if (board.water.size > 0) add(t("differs.water"));
  if (Object.keys(variant.tree_squares).length > 0) add(t("differs.trees"), "trees");
  if (switches.enemy_reduced_to > 0) add(t("differs.reduced"), "win");
  if (switches.own_castle_jump_ends_turn) add(t("differs.own_castle_jump"), "exit");
  add(armyWords(board));
  if (switches.castles_matter && !switches.object_reversed) {
    const n = switches.pieces_in_castle_to_win;
    const isOpposite = hasPartners(variant);
    add(isOpposite ? t("differs.opposite", { n }) : t("differs.castle", { n }), "goal");
    const moves = variant.castle_moves;
    if (moves > 0) add(t("rules.castle_move_how", { n: moves }), "castle_move");
    else add(t("differs.no_castle_moves"));
  }
  return all.slice(0, MOST);
}

/** The number of squares and of pieces. @param {Board} board */
function armyWords(board) {
  const { variant } = board;
  const start = readPosition(board, variant.position);
  const { knights, men } = strength(start, variant.seats[0]);
  const squares = variant.squares.length;
  if (men === 0) return t("differs.knights_only", { squares, n: knights });
  return t("differs.army", {
    squares,
    knights: t("player.knights", { n: knights }),
    men: t("player.men", { n: men }),
  });
}

/** The place of the partner. @param {Board} board */
function partnerWords(board) {
  const [own] = board.variant.seats;
  const partner = [...teamOf(board, own)].find((seat) => seat !== own) ?? own;
  const places = placesAround(viewOf(board, own));
  const isBeside = places.get(partner) === "left" || places.get(partner) === "right";
  return t(isBeside ? "differs.beside" : "differs.partner_opposite");
}

/** The teams of a game for four in words. @param {Board} board */
function teamWords(board) {
  const [a, b] = board.variant.teams.map((team) => teamName(board, team));
  const order = board.variant.seats.map((seat) => seatName(board, seat)).join(", ");
  if (isFreeForAll(board.variant)) return t("differs.each", { order });
  return t("differs.teams", { a, b, order });
}
