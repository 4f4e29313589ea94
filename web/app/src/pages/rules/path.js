// The guided path through the rules of a variant: its steps, their exercises, and the player's
// progress, which the browser stores.

import {
  castleScene,
  hasKnights,
  mirrored,
  sceneOf,
  spentScene,
  stepsTo,
} from "../../rules/exercises.js";
import { readPosition } from "../../rules/positions.js";

/** @typedef {import("../../rules/boards.js").Board} Board */
/** @typedef {import("../../rules/positions.js").Played} Played */
/** @typedef {import("../../rules/exercises.js").Scene} Scene */
/** @typedef {import("../../core/i18n.js").Word} Word */

/** Distance in squares up to which the surroundings of a lesson's piece are shown. */
const NEAR = 4;

/**
 * A kind of move that an exercise or a demonstration is about.
 * @typedef {"plain" | "knight" | "canter" | "two_hops" | "jump" | "charge" | "long_charge" | "goal"
 *   | "hop_in" | "castle_move" | "spent" | "jump_in" | "exit" | "trees" | "win"} Kind
 */

/**
 * @typedef {object} Exercise
 * @property {string} id
 * @property {Kind} kind
 * @property {Scene} scene
 */

/**
 * A step of the path.
 * @typedef {object} Step
 * @property {string} topic
 * @property {string[]} rules the topics of the rules that the step explains
 * @property {{kind: Kind, scene: Scene} | null} demonstration
 * @property {Exercise[]} exercises none for a step that is only read
 */

/** Lessons of the rules document that belong to the step of another topic. @type {Record<string, string[]>} */
const RULES = { charge: ["charge", "must_charge"], win: [] };

/** The topics of a variant's path, from the goal of the game to its end. @param {Board} board */
export function topicsOf(board) {
  const { switches, castle_moves, tree_squares } = board.variant;
  const has = {
    charge: hasKnights(board),
    castle_move: castle_moves > 0 && switches.castles_matter && !switches.object_reversed,
    exit: switches.castles_matter,
    trees: Object.keys(tree_squares).length > 0,
  };
  return [
    "goal",
    ...(has.trees ? ["trees"] : []),
    "plain",
    "canter",
    "jump",
    "compulsion",
    ...(has.charge ? ["charge"] : []),
    ...(has.castle_move ? ["castle_move"] : []),
    ...(has.exit ? ["exit"] : []),
    "win",
  ];
}

/**
 * The steps of a variant's path.
 * @param {Board} board
 * @param {LessonView[]} lessons of the variant's rules document
 * @returns {Step[]}
 */
export function stepsOf(board, lessons) {
  const scenes = new Map(lessons.map((lesson) => [lesson.topic, sceneOfLesson(board, lesson)]));
  return topicsOf(board).map((topic) => {
    const { demonstration, exercises } = contents(board, topic, scenes);
    const [kind, scene] = demonstration;
    return {
      topic,
      rules: RULES[topic] ?? [topic],
      demonstration: scene ? { kind, scene } : null,
      exercises: exercises.flatMap(([about, at], index) =>
        at ? [{ id: `${topic}.${index + 1}`, kind: about, scene: at }] : [],
      ),
    };
  });
}

/** @typedef {[Kind, Scene | null | undefined]} Part */

/**
 * The demonstration and the exercises of a topic. An exercise whose scene does not fit on the board
 * has none.
 * @param {Board} board
 * @param {string} topic
 * @param {Map<string, Scene>} scenes of the lessons, by topic
 * @returns {{demonstration: Part, exercises: Part[]}}
 */
function contents(board, topic, scenes) {
  const { switches } = board.variant;
  const lesson = scenes.get(topic);
  const image = lesson && mirrored(board, lesson);
  const mustCharge = scenes.get("must_charge");
  const spent = lesson && spentScene(board, lesson.position);
  const jumpIn = castleScene(board, "castles");
  const last = sceneOf(board, "one_jump", { isLast: true });
  // A game that is lost by entering the castle has no exercise in it.
  const hasGoal = switches.castles_matter && !switches.object_reversed;
  switch (topic) {
    case "goal":
      return {
        demonstration: ["goal", hasGoal ? lesson : null],
        exercises: hasGoal
          ? [
              ["goal", image],
              ["hop_in", castleScene(board, "goals")],
            ]
          : [],
      };
    case "plain":
      return {
        demonstration: ["plain", lesson],
        exercises: [
          ["plain", image],
          ["knight", sceneOf(board, "knight_step")],
        ],
      };
    case "canter":
      return {
        demonstration: ["canter", lesson],
        exercises: [
          ["canter", image],
          ["two_hops", sceneOf(board, "two_hops")],
        ],
      };
    case "jump":
      return {
        demonstration: ["jump", lesson],
        exercises: [
          ["jump", sceneOf(board, "one_jump")],
          ["jump", sceneOf(board, "two_jumps")],
        ],
      };
    case "compulsion":
      return {
        demonstration: ["jump", lesson],
        exercises: [
          ["jump", image],
          ["jump", sceneOf(board, "two_choices")],
        ],
      };
    case "charge":
      return {
        demonstration: ["charge", lesson],
        exercises: [
          ["charge", image],
          ["long_charge", sceneOf(board, "long_charge")],
          ["charge", mustCharge && mirrored(board, mustCharge)],
        ],
      };
    case "castle_move":
      return {
        demonstration: ["castle_move", lesson],
        exercises: [
          ["castle_move", image],
          ["spent", spent],
        ],
      };
    case "exit":
      return {
        demonstration: ["jump_in", jumpIn],
        exercises: [
          ["jump_in", jumpIn && mirrored(board, jumpIn)],
          ["exit", lesson],
        ],
      };
    case "trees":
      return { demonstration: ["trees", null], exercises: [["trees", lesson]] };
    case "win":
      return {
        demonstration: ["goal", hasGoal ? scenes.get("goal") : null],
        exercises: switches.object_reversed ? [] : [["win", last]],
      };
    default:
      return { demonstration: ["plain", null], exercises: [] };
  }
}

/** The position of a lesson, with the squares around its piece. @param {Board} board @param {LessonView} lesson @returns {Scene} */
function sceneOfLesson(board, { position, piece }) {
  if (!piece) return { position, squares: [] };
  const { pieces } = readPosition(board, position);
  return { position, squares: [...pieces.keys()].filter((at) => stepsTo(at, piece) <= NEAR) };
}

/**
 * True if a move is of the kind that an exercise asks for.
 * @param {Board} board
 * @param {Kind} kind
 * @param {Played} made
 * @param {string | null} [outcome] of the game after the move
 */
export function isTaught(board, kind, { legs, seat, piece }, outcome = null) {
  const count = (/** @type {string} */ of) => legs.filter((leg) => leg.kind === of).length;
  const at = (/** @type {Map<string, string>} */ of, /** @type {string | undefined} */ square) =>
    square !== undefined && of.get(square) === seat;
  const [from, to] = [legs[0]?.from, legs.at(-1)?.to];
  const enters = at(board.goalOf, to) && !at(board.goalOf, from);
  switch (kind) {
    case "plain":
      return count("step") > 0;
    case "knight":
      return count("step") > 0 && piece?.knight === true;
    case "canter":
      return count("canter") > 0;
    case "two_hops":
      return count("canter") > 1;
    case "jump":
      return count("jump") > 0;
    case "charge":
      return count("canter") > 0 && count("jump") > 0;
    case "long_charge":
      return count("canter") > 0 && count("jump") > 1;
    case "goal":
      return enters;
    case "hop_in":
      return enters && count("canter") > 0;
    case "castle_move":
      return at(board.goalOf, to) && at(board.goalOf, from);
    case "jump_in":
      return count("jump") > 0 && at(board.castleOf, to);
    case "exit":
      return at(board.castleOf, from);
    case "win":
      return outcome?.includes(seat) === true;
    default:
      return true;
  }
}

/** Kinds with a text for a legal move of another kind. */
const ALMOST = ["knight", "canter", "two_hops", "long_charge", "goal", "hop_in", "castle_move"];

/**
 * The text for a legal move that the exercise does not ask for.
 * @param {Kind} kind
 * @param {Played} made
 * @returns {Word}
 */
export function almostWord(kind, { captured, piece }) {
  if (kind === "charge" || kind === "long_charge") {
    if (captured.length > 0 && piece && !piece.knight) return "lesson.almost_charge_man";
    if (captured.length === 0 || kind === "charge") return "lesson.almost_charge";
  }
  return ALMOST.includes(kind) ? /** @type {Word} */ (`lesson.almost_${kind}`) : "lesson.almost";
}

/**
 * The praise for a move that an exercise asks for.
 * @param {Board} board
 * @param {Played} made
 * @param {string | null} outcome
 * @returns {{word: Word, n: number}}
 */
export function praise(board, { legs, captured, seat }, outcome) {
  const hops = legs.filter(({ kind }) => kind === "canter").length;
  const [from, to] = [legs[0]?.from ?? "", legs.at(-1)?.to ?? ""];
  const n = captured.length;
  if (outcome?.includes(seat)) return { word: "praise.win", n };
  if (n > 0 && hops > 0) return { word: "praise.charge", n };
  if (n > 1) return { word: "praise.captures", n };
  if (n === 1) return { word: "praise.capture", n };
  const goal = (/** @type {string} */ square) => board.goalOf.get(square) === seat;
  if (goal(to) && !goal(from)) return { word: "praise.castle", n };
  if (hops > 1) return { word: "praise.hops", n: hops };
  return { word: "lesson.done", n };
}

const KEY = "chivalry.learned";

/** The topics that the player has learned in a variant, and the exercises that are done. @param {string} variant @returns {Set<string>} */
export function learned(variant) {
  const topics = kept()[variant];
  return new Set(Array.isArray(topics) ? topics : []);
}

/** @param {string} variant @param {string[]} topics all that are learned */
export function markLearned(variant, topics) {
  const all = { ...kept(), [variant]: topics };
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
