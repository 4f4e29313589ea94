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
import { almostWord, isTaught, pathOf } from "../../app/src/pages/rules/path.js";
import { gameNames } from "../../app/src/pages/tournament/bracket-names.js";
import { boardOf } from "../../app/src/rules/boards.js";
import { played, readPosition } from "../../app/src/rules/positions.js";
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

it("a path begins with the goal of the game", () => {
  const topics = ["plain", "canter", "jump", "charge", "must_charge", "compulsion", "exit", "goal"];
  const path = pathOf([...topics, "castle_move"]);
  assert.equal(
    path.join(" "),
    "goal plain canter jump compulsion charge must_charge castle_move exit",
  );
  assert.deepEqual(pathOf(["plain", "unheard_of"]), ["goal", "plain", "unheard_of"]);
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
  const kinds = { plain: step, canter, jump, charge };
  for (const [topic, right] of Object.entries(kinds)) {
    assert.ok(isTaught(board, topic, right), topic);
    const wrong = Object.values(kinds).filter((made) => !isTaught(board, topic, made));
    assert.ok(wrong.length >= 2, topic);
  }
  assert.equal(isTaught(board, "charge", jump), false);
  assert.equal(almostWord("charge", jump), "lesson.almost_charge_man");
  assert.equal(almostWord("charge", step), "lesson.almost_charge");
  assert.equal(almostWord("canter", step), "lesson.almost_canter");
  assert.equal(almostWord("jump", step), "lesson.almost");
  const entry = make("1/1w1/5/5/5/3/b w 0,0 0 1", "C6-C7");
  assert.deepEqual([isTaught(board, "goal", entry), isTaught(board, "goal", step)], [true, false]);
  assert.equal(isTaught(board, "castle_move", entry), false);
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
    "Quarter-final 1",
    "Quarter-final 2",
    "Quarter-final 3",
    "Semi-final 1",
    "Semi-final 2",
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
