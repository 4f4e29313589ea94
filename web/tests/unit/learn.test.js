// The path through the rules, the places of players around a board, and the titles of a bracket.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import {
  isInside,
  placesAround,
  seatsAround,
  viewOf,
  windowAround,
} from "../../app/src/board/geometry.js";
import { loadTournamentWords } from "../../app/src/core/i18n.js";
import { words } from "../../app/src/locales/compiled/en.js";
import { differences, groupsOf } from "../../app/src/pages/rules/differences.js";
import { almostWord, isTaught, praise, stepsOf, topicsOf } from "../../app/src/pages/rules/path.js";
import { gameNames } from "../../app/src/pages/tournament/bracket-names.js";
import { boardOf } from "../../app/src/rules/boards.js";
import { mirrored, sceneOf } from "../../app/src/rules/exercises.js";
import { played, readPosition } from "../../app/src/rules/positions.js";
import { suggested } from "../../app/src/rules/suggestion.js";
import { board, variant } from "./camette.js";

await loadTournamentWords();

/** The board of a variant for four, from its file. @param {string} name */
function boardForFour(name) {
  const file = new URL(`../../../crates/chivalry-rules/variants/${name}.variant`, import.meta.url);
  const text = readFileSync(file, "utf8");
  const value = (/** @type {string} */ key) =>
    text.match(new RegExp(`^${key}: (.*)$`, "m"))?.[1] ?? "";
  const rows = value("board")
    .split(" ")
    .flatMap((row) => {
      const [span, times = "1"] = row.split("*");
      const [from, to = from] = span.split("-");
      return Array.from({ length: Number(times) }, () => ({ from, to }));
    });
  const files = (/** @type {{from: string, to: string}} */ { from, to }) => {
    const first = from.charCodeAt(0);
    return Array.from({ length: to.charCodeAt(0) - first + 1 }, (_, at) =>
      String.fromCharCode(first + at),
    );
  };
  const seats = ["R", "G", "B", "Y"];
  return boardOf({
    ...variant,
    name,
    seats,
    seat_names: value("seats").split(" "),
    teams: ["RB", "GY"],
    files: Math.max(...rows.map(({ to }) => to.charCodeAt(0) - 64)),
    ranks: rows.map(({ from, to }, at) => ({
      rank: at + 1,
      from: `${from}${at + 1}`,
      to: `${to}${at + 1}`,
    })),
    squares: rows.flatMap((row, at) => files(row).map((letter) => `${letter}${at + 1}`)),
    castles: {},
    goals: {},
    position: `${value("array")} r 0,0,0,0 0 1`,
  });
}

it("partners are neighbours in Grand Cam and Grand Camelot, and opposite in Four-Handed Chivalry", () => {
  for (const name of ["grand-cam", "grand-camelot"]) {
    const four = boardForFour(name);
    const places = Object.fromEntries(placesAround(viewOf(four, "R")));
    assert.deepEqual(places, { R: "bottom", B: "left", G: "top", Y: "right" }, name);
    const turned = Object.fromEntries(placesAround(viewOf(four, "B")));
    assert.deepEqual(turned, { B: "bottom", G: "left", Y: "top", R: "right" }, name);
    const { above, below, isAtSides } = seatsAround(viewOf(four, "Y"));
    assert.deepEqual(
      above.map(([seat]) => seat),
      ["R", "B", "G"],
    );
    assert.deepEqual([below, isAtSides], [[["Y", "bottom"]], true]);
  }
  const corners = viewOf(boardForFour("chivalry-four-handed"), "G");
  const { above, below, isAtSides } = seatsAround(corners);
  const seats = [above, below].map((row) => row.map(([seat]) => seat));
  assert.deepEqual(
    [seats, isAtSides],
    [
      [
        ["B", "Y"],
        ["G", "R"],
      ],
      false,
    ],
  );
  const two = seatsAround(viewOf(board, "B"));
  assert.deepEqual([two.above, two.below], [[["W", "top"]], [["B", "bottom"]]]);
});

it("the window of a board has the squares around a piece", () => {
  const view = viewOf(board, "W");
  const window = windowAround(view, ["C2"], 1);
  const seen = variant.squares.filter((square) => isInside(view, square, window));
  assert.deepEqual(seen, ["C1", "B2", "C2", "D2", "B3", "C3", "D3"]);
});

/** The board of a variant without water, from its file. @param {string} name @param {Partial<VariantView["switches"]>} [switches] */
const boardWith = (name, switches = {}) => {
  const four = boardForFour(name);
  return boardOf({ ...four.variant, switches: { ...variant.switches, ...switches } });
};

it("a path leads from the goal of the game to its end, with the topics that the variant has", () => {
  assert.equal(topicsOf(board).join(" "), "goal plain canter jump compulsion charge exit win");
  const camelot = boardOf({ ...variant, castle_moves: 2 });
  assert.ok(topicsOf(camelot).includes("castle_move"));
  const reversed = { ...variant.switches, object_reversed: true };
  assert.ok(
    !topicsOf(boardOf({ ...variant, castle_moves: 2, switches: reversed })).includes("castle_move"),
  );
  const men = boardOf({ ...variant, position: variant.position.toLowerCase() });
  assert.ok(!topicsOf(men).includes("charge"), "Men do not charge");
  const four = topicsOf(boardWith("chivalry-four-handed", { castles_matter: false }));
  assert.ok(!four.includes("exit") && four.at(-1) === "win");
});

it("each exercise has a task", () => {
  const lessons = [
    "goal",
    "plain",
    "canter",
    "jump",
    "compulsion",
    "charge",
    "must_charge",
    "exit",
  ];
  const positions = lessons.map((topic) => ({
    topic,
    position: "1/3/5/2w2/5/3/1 w 0,0 0 1",
    piece: "C4",
    section: "2",
    text: "",
    results: 0,
    moves: [],
  }));
  const steps = stepsOf(board, positions);
  const ids = steps.flatMap(({ exercises }) => exercises.map(({ id }) => id));
  assert.ok(ids.length >= 15, `${ids}`);
  for (const id of [...ids, "castle_move.1", "castle_move.2", "trees.1"])
    assert.ok(`lesson.${id}` in words, id);
});

it("a scene is on the board, outside the castles, and its game is not over", () => {
  for (const name of /** @type {const} */ ([
    "knight_step",
    "two_hops",
    "one_jump",
    "two_jumps",
    "two_choices",
    "long_charge",
  ])) {
    const scene = sceneOf(board, name);
    assert.ok(scene, name);
    const { pieces, turn } = readPosition(board, scene.position);
    assert.equal(turn, "W");
    assert.ok(
      [...pieces.values()].some(({ seat }) => seat === "B"),
      `${name}: an enemy is left`,
    );
    for (const square of pieces.keys()) assert.ok(!board.castleOf.has(square), name);
  }
  const last = sceneOf(board, "one_jump", { isLast: true });
  assert.ok(last);
  const enemies = [...readPosition(board, last.position).pieces.values()].filter(
    ({ seat }) => seat === "B",
  );
  assert.equal(enemies.length, 1);
  const reduced = boardOf({
    ...variant,
    switches: { ...variant.switches, enemy_reduced_to: 1, pieces_needed_to_win: 2 },
  });
  const before = sceneOf(reduced, "one_jump", { isLast: true });
  assert.ok(before);
  const seats = [...readPosition(reduced, before.position).pieces.values()].map(({ seat }) => seat);
  assert.deepEqual(seats.sort(), ["B", "B", "W", "W"]);
});

it("a mirror image swaps left and right", () => {
  const scene = { position: "1/3/2b2/5/1b3/w2/1 w 0,0 0 1", squares: ["B2", "B3"] };
  const image = mirrored(board, scene);
  assert.equal(image.position, "1/3/2b2/5/3b1/2w/1 w 0,0 0 1");
  assert.deepEqual(image.squares, ["D2", "D3"]);
});

it("a lesson is solved by the taught kind of move only", () => {
  const make = (/** @type {string} */ position, /** @type {string} */ move) =>
    played(board, readPosition(board, position), move);
  // A Knight on C2 behind a Man on C3; enemies on C5 and D4.
  const start = "1/3/2b2/3b1/2w2/1W1/1 w 0,0 0 1";
  const jump = make(start, "C3xE5");
  const charge = make(start, "C2-C4xC6");
  const canter = make(start, "C2-C4");
  const step = make(start, "C2-B3");
  const kinds = /** @type {const} */ ([
    ["plain", step],
    ["canter", canter],
    ["jump", jump],
    ["charge", charge],
  ]);
  for (const [kind, right] of kinds) {
    assert.ok(isTaught(board, kind, right), kind);
    const wrong = kinds.filter(([, made]) => !isTaught(board, kind, made));
    assert.ok(wrong.length >= 2, kind);
  }
  assert.equal(isTaught(board, "charge", jump), false);
  assert.equal(isTaught(board, "knight", make(start, "C3-B3")), false);
  assert.equal(isTaught(board, "two_hops", canter), false);
  assert.equal(isTaught(board, "long_charge", charge), false);
  assert.equal(almostWord("charge", jump), "lesson.almost_charge_man");
  assert.equal(almostWord("charge", step), "lesson.almost_charge");
  assert.equal(almostWord("long_charge", charge), "lesson.almost_long_charge");
  assert.equal(almostWord("canter", step), "lesson.almost_canter");
  assert.equal(almostWord("jump", step), "lesson.almost");
  const entry = make("1/1w1/5/5/5/3/b w 0,0 0 1", "C6-C7");
  assert.deepEqual([isTaught(board, "goal", entry), isTaught(board, "goal", step)], [true, false]);
  assert.equal(isTaught(board, "hop_in", entry), false);
  assert.equal(isTaught(board, "castle_move", entry), false);
  const inside = make("1/3/5/5/2w2/1b1/1 w 0,0 0 1", "C3xC1");
  assert.deepEqual(
    [isTaught(board, "jump_in", inside), isTaught(board, "jump_in", jump)],
    [true, false],
  );
  assert.equal(isTaught(board, "win", jump, null), false);
  assert.equal(isTaught(board, "win", jump, "B"), false);
  assert.equal(isTaught(board, "win", jump, "W"), true);
});

it("praise says what the move did", () => {
  const word = (/** @type {string} */ position, /** @type {string} */ move, outcome = "") =>
    praise(board, played(board, readPosition(board, position), move), outcome || null);
  const start = "1/3/2b2/3b1/2w2/1W1/1 w 0,0 0 1";
  assert.deepEqual(word(start, "C2-B3"), { word: "lesson.done", n: 0 });
  assert.deepEqual(word(start, "C3xE5"), { word: "praise.capture", n: 1 });
  assert.deepEqual(word(start, "C2-C4xC6"), { word: "praise.charge", n: 1 });
  assert.deepEqual(word("1/3/2b2/5/1b3/w2/1 w 0,0 0 1", "B2xB4xD6"), {
    word: "praise.captures",
    n: 2,
  });
  assert.deepEqual(word("1/3/5/3w1/1ww2/3/1 w 0,0 0 1", "B3-D3-D5"), { word: "praise.hops", n: 2 });
  assert.deepEqual(word("1/1w1/5/5/5/3/b w 0,0 0 1", "C6-C7"), { word: "praise.castle", n: 0 });
  assert.deepEqual(word("1/1w1/5/5/5/3/b w 0,0 0 1", "C6-C7", "W"), { word: "praise.win", n: 0 });
});

it("a variant has two to four differences, and the games come in a newcomer's order", () => {
  const names = ["chivalry-four-handed", "cam", "camelot-1931", "camelot", "club-game", "camette"];
  const boards = names.map((name) => {
    const isFour = name === "chivalry-four-handed";
    const base = isFour ? boardForFour(name) : board;
    const enemy_reduced_to = name === "camelot-1931" ? 1 : 0;
    const switches = { ...variant.switches, castles_matter: !isFour, enemy_reduced_to };
    return boardOf({ ...base.variant, name, switches });
  });
  for (const each of boards) {
    const count = differences(each).length;
    assert.ok(count >= 2 && count <= 4, `${each.variant.name}: ${count}`);
  }
  const groups = groupsOf(boards).map(
    ({ group, boards: own }) => `${group}: ${own.map(({ variant: { name } }) => name).join(" ")}`,
  );
  assert.deepEqual(groups, [
    "first: camette camelot cam",
    "more: club-game",
    "four: chivalry-four-handed",
    "early: camelot-1931",
  ]);
  const words = (/** @type {string} */ name) =>
    differences(boardForFour(name))
      .map((each) => each.words)
      .join(" ");
  const beside = words("grand-cam");
  const opposite = words("chivalry-four-handed");
  assert.match(beside, /beside yours/);
  assert.match(opposite, /across the board/);
});

it("a suggestion takes the castle, then a piece, and no danger", () => {
  const best = (/** @type {string} */ position, /** @type {string[]} */ moves) =>
    suggested(board, readPosition(board, position), moves);
  assert.equal(best("1/1w1/5/5/5/3/b w 0,0 0 1", ["C6-B5", "C6-C7", "C6-D6"]), "C6-C7");
  assert.equal(best("1/3/5/2b2/2w2/3/1 w 0,0 0 1", ["C3-B4", "C3xC5"]), "C3xC5");
  // On C4 the Man could be captured by the one on C5.
  assert.equal(best("1/3/2b2/5/2w2/3/1 w 0,0 0 1", ["C3-C4", "C3-B3"]), "C3-B3");
  assert.equal(best("1/3/5/5/2w2/3/1 w 0,0 0 1", []), null);
});

/**
 * @param {number} node
 * @param {string} branch
 * @param {number | undefined} branch_round
 * @param {Partial<SideView>[]} sides
 * @returns {NodeView}
 */
const nodeOf = (node, branch, branch_round, sides) => ({
  node,
  branch,
  round: 1,
  branch_round,
  sides: /** @type {SideView[]} */ (sides.map((side) => ({ bye: false, ...side }))),
});

it("the games of a bracket have the names of its rounds", () => {
  const first = [0, 1, 2, 3].map((at) =>
    nodeOf(at, "winners", 1, [{ seed: at }, { seed: 7 - at, bye: at === 0 }]),
  );
  const single = [
    ...first,
    nodeOf(4, "winners", 2, [{ winner_of: 0 }, { winner_of: 1 }]),
    nodeOf(5, "winners", 2, [{ winner_of: 2 }, { winner_of: 3 }]),
    nodeOf(6, "winners", 3, [{ winner_of: 4 }, { winner_of: 5 }]),
    nodeOf(7, "third_place", undefined, [{ loser_of: 4 }, { loser_of: 5 }]),
  ];
  assert.deepEqual([...gameNames(single).values()].slice(1), [
    "Quarterfinal 1",
    "Quarterfinal 2",
    "Quarterfinal 3",
    "Semifinal 1",
    "Semifinal 2",
    "Final",
    "Third place",
  ]);
  const double = [
    nodeOf(0, "winners", 1, [{ seed: 1 }, { seed: 4 }]),
    nodeOf(1, "winners", 1, [{ seed: 2 }, { seed: 3 }]),
    nodeOf(2, "winners", 2, [{ winner_of: 0 }, { winner_of: 1 }]),
    nodeOf(3, "losers", 1, [{ loser_of: 0 }, { loser_of: 1 }]),
    nodeOf(4, "final", undefined, [{ winner_of: 2 }, { winner_of: 3 }]),
  ];
  const names = [...gameNames(double).values()];
  assert.equal(new Set(names).size, names.length, "each loser is of one game");
  assert.equal(names.at(-1), "Final");
});
