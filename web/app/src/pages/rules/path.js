// The guided path through the rules of a variant: its steps, the move that each step teaches, and
// the player's progress, which the browser stores.

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/positions.js").Played} Played */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** The topics in the order of the path, which begins with the goal of the game. */
const ORDER = [
  "goal",
  "plain",
  "canter",
  "jump",
  "compulsion",
  "charge",
  "must_charge",
  "castle_move",
  "exit",
  "trees",
];

/** Topics with a text for a legal move of another kind. */
const ALMOST = ["canter", "goal", "castle_move"];

const KEY = "chivalry.learned";

/**
 * The topics of a variant's path. The goal is a step of every game.
 * @param {string[]} topics the topics of the variant's lessons
 */
export function pathOf(topics) {
  const rank = (/** @type {string} */ topic) => (ORDER.indexOf(topic) + 100) % 100;
  return [...new Set(["goal", ...topics])].sort((a, b) => rank(a) - rank(b));
}

/**
 * True if a move is of the kind that a topic teaches.
 * @param {Board} board
 * @param {string} topic
 * @param {Played} made
 */
export function isTaught(board, topic, { legs, seat }) {
  const has = (/** @type {string} */ kind) => legs.some((leg) => leg.kind === kind);
  const isGoal = (/** @type {string | undefined} */ square) =>
    square !== undefined && board.goalOf.get(square) === seat;
  const entersGoal = isGoal(legs.at(-1)?.to);
  switch (topic) {
    case "plain":
      return has("step");
    case "canter":
      return has("canter");
    case "jump":
    case "compulsion":
      return has("jump");
    case "charge":
    case "must_charge":
      return has("canter") && has("jump");
    case "goal":
      return entersGoal && !isGoal(legs[0]?.from);
    case "castle_move":
      return entersGoal && isGoal(legs[0]?.from);
    default:
      return true;
  }
}

/**
 * The text for a legal move that the topic does not teach.
 * @param {string} topic
 * @param {Played} made
 * @returns {Word}
 */
export function almostWord(topic, { captured, piece }) {
  if (topic === "charge" || topic === "must_charge")
    return captured.length > 0 && piece && !piece.knight
      ? "lesson.almost_charge_man"
      : "lesson.almost_charge";
  return ALMOST.includes(topic) ? /** @type {Word} */ (`lesson.almost_${topic}`) : "lesson.almost";
}

/** The topics that the player has learned in a variant. @param {string} variant @returns {Set<string>} */
export function learned(variant) {
  const topics = kept()[variant];
  return new Set(Array.isArray(topics) ? topics : []);
}

/** @param {string} variant @param {string} topic */
export function markLearned(variant, topic) {
  const all = kept();
  all[variant] = [...learned(variant).add(topic)];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage the path starts anew on the next visit.
  }
}

/** @returns {Record<string, unknown>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
