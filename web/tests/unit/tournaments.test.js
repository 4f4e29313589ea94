// The tournament pages' own computations: plans, brackets, tables.

import assert from "node:assert/strict";
import { it } from "node:test";
import { TIMES } from "../../app/src/core/clock.js";
import { loadTournamentWords } from "../../app/src/core/i18n.js";
import { layOut } from "../../app/src/pages/tournament/bracket-layout.js";
import {
  changedBy,
  currentRound,
  liveGame,
  matrixOf,
  resultSigns,
  streakOf,
} from "../../app/src/pages/tournament/tables.js";
import {
  changeFormat,
  namesIn,
  planOf,
  usualStage,
  usualWish,
} from "../../app/src/pages/tournaments/plan.js";
import {
  faultText,
  formatText,
  pointsText,
  stageText,
  tieBreakSign,
  tieBreakText,
} from "../../app/src/pages/tournaments/words.js";

await loadTournamentWords();

it("the default form makes a Swiss that a director starts", () => {
  const plan = planOf({ ...usualWish(), name: " Evening " }, [], (at) => `stage ${at}`);
  assert.deepEqual(plan, {
    name: "Evening",
    variant: "camelot",
    time: TIMES[3],
    rated: false,
    entry: [],
    stages: [
      {
        name: "stage 0",
        format: { kind: "swiss", rounds: 5 },
        series: { best_of: 1, decider: { kind: "drawn" } },
        tie_breaks: [
          { kind: "buchholz", cut_lowest: 1 },
          { kind: "buchholz" },
          { kind: "direct_encounter" },
        ],
        start: { by: "director" },
      },
    ],
  });
});

it("every field of the form is in the plan", () => {
  const [groups, last] = [usualStage("round_robin"), usualStage("knockout", 1)];
  Object.assign(groups, { groups: "4", double: true, start: "clock", pause: "2.5", noShow: "3" });
  Object.assign(last, { third: true, bestOf: "3", armageddon: true, name: "Finals" });
  const wish = {
    ...usualWish(),
    handicap: "c6, D6",
    kinds: "account,bot",
    atLeast: "1200",
    atMost: "1800",
    established: true,
    games: "10",
    days: "7",
    most: "32",
    lateUntil: "2",
    byes: "1",
    beginsAt: "2026-11-21T20:00",
    stages: [groups, last],
  };
  const plan = planOf(wish, ["id"], () => "");
  assert.deepEqual([plan.position, plan.handicap], [undefined, ["C6", "D6"]]);
  assert.deepEqual(plan.entry, [
    { kind: "kinds", kinds: ["account", "bot"] },
    { kind: "rating_at_least", rating: 1200 },
    { kind: "rating_at_most", rating: 1800 },
    { kind: "established" },
    { kind: "games_at_least", games: 10 },
    { kind: "days_at_least", days: 7 },
    { kind: "invited", players: ["id"] },
  ]);
  assert.equal(plan.most, 32);
  assert.deepEqual(plan.late, { until_round: 2, worth: "half" });
  assert.deepEqual(plan.byes, { most: 1, worth: "half", not_in_last: 1 });
  assert.equal(plan.begins_at, new Date("2026-11-21T20:00").toISOString());
  const [first, second] = plan.stages;
  assert.deepEqual(first.format, { kind: "round_robin", groups: 4, double: true });
  assert.deepEqual(first.start, { by: "clock", pause_ms: 150_000 });
  assert.equal(first.no_show_ms, 180_000);
  assert.equal(first.best_of_each_group, undefined);
  assert.deepEqual(second.format, { kind: "knockout", double: false, third_place: true });
  assert.deepEqual(second.series, {
    best_of: 3,
    decider: { kind: "armageddon", time: TIMES[3], first_extra_ms: 60_000 },
  });
  assert.equal(second.best_of_each_group, 2);
  assert.equal(second.name, "Finals");
});

it("a knockout game has a winner, and an arena pairing is one game", () => {
  const stage = usualStage("knockout");
  const made = () => planOf({ ...usualWish(), stages: [stage] }, [], () => "x").stages[0];
  assert.deepEqual(made().series, { best_of: 1, decider: { kind: "replay" } });
  Object.assign(stage, { bestOf: "3", double: true, third: true });
  assert.deepEqual(made().format, { kind: "knockout", double: true, third_place: false });
  changeFormat(stage, "arena");
  assert.deepEqual(made().series, { best_of: 1, decider: { kind: "drawn" } });
  assert.deepEqual(made().format, { kind: "arena", length_ms: 3_600_000, wave_ms: 10_000 });
  assert.deepEqual(made().tie_breaks, []);
  assert.deepEqual(namesIn(" Arthur, Bors\nLynette,, "), ["Arthur", "Bors", "Lynette"]);
});

it("plans are described in words", () => {
  assert.equal(formatText({ kind: "swiss", rounds: 7 }), "Swiss, 7 rounds");
  const groups = /** @type {const} */ ({ kind: "round_robin", groups: 2, double: true });
  assert.equal(formatText(groups), "Double round robin, 2 groups");
  const third = /** @type {const} */ ({ kind: "knockout", double: false, third_place: true });
  assert.equal(formatText(third), "Knockout, with a third-place game");
  const stage = { name: "x", format: third, no_show_ms: 60_000, series: { best_of: 3 } };
  assert.deepEqual(stageText(stage).slice(1), [
    "best of 3",
    "a director starts each round",
    "no-shows lose after 1 minute",
  ]);
  const cut = /** @type {const} */ ({ kind: "buchholz", cut_lowest: 1 });
  assert.equal(tieBreakText(cut), "Buchholz, lowest 1 dropped");
  assert.equal(tieBreakSign(cut), "BH-1");
  assert.equal(tieBreakSign({ ...cut, cut_highest: 1 }), "BHM1");
  assert.deepEqual([0, 0.5, 1, 2.25, 12.75].map(pointsText), ["0", "½", "1", "2¼", "12¾"]);
});

it("a server error is shown without the field's name, with times in minutes", () => {
  const field = "stages[0].format.rounds";
  const range = (/** @type {number} */ least, /** @type {number} */ most) => ({
    reason: /** @type {const} */ ("out_of_range"),
    params: { field, least, most },
  });
  assert.equal(faultText(field, range(1, 30)), "Enter a number from 1 to 30.");
  const length = "stages[0].format.length_ms";
  assert.equal(faultText(length, range(60_000, 86_400_000)), "Enter a number from 1 to 1440.");
  const name = {
    reason: /** @type {const} */ ("text_length"),
    params: { field: "name", least: 1, most: 80 },
  };
  assert.equal(faultText("name", name), "Enter 1-80 characters.");
  const message = "rated: a rated game requires a clock";
  const reason = "rated_plan_needs_clock";
  const rated = faultText("rated", { message, reason });
  assert.equal(rated, "A rated game requires a clock.");
});

/**
 * @param {number} node
 * @param {NodeView["branch"]} branch
 * @param {number | undefined} round
 * @param {Partial<SideView>[]} sides
 * @returns {NodeView}
 */
const nodeOf = (node, branch, round, sides) => ({
  node,
  branch,
  round: round ?? 9,
  branch_round: round,
  sides: /** @type {[SideView, SideView]} */ (sides.map((side) => ({ bye: false, ...side }))),
});

it("each node of a bracket is centred between its predecessors", () => {
  const nodes = [
    nodeOf(0, "winners", 1, [{ seed: 1 }, { seed: 4 }]),
    nodeOf(1, "winners", 1, [{ seed: 2 }, { seed: 3 }]),
    nodeOf(2, "winners", 2, [{ winner_of: 0 }, { winner_of: 1 }]),
    nodeOf(3, "third_place", undefined, [{ loser_of: 0 }, { loser_of: 1 }]),
  ];
  const { placed, joints, columns, rows } = layOut(nodes);
  const at = (/** @type {number} */ node) => placed.find((place) => place.node.node === node);
  assert.equal(columns, 2);
  assert.deepEqual(
    [0, 1, 2].map((node) => at(node)?.row),
    [0, 1, 0.5],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((node) => at(node)?.column),
    [0, 0, 1, 1],
  );
  assert.equal(at(3)?.row, 2);
  assert.equal(rows, 3);
  const pairs = joints.map(([from, to]) => [from.node.node, to.node.node]);
  assert.deepEqual(pairs, [
    [0, 2],
    [1, 2],
  ]);
});

it("a node without entrants takes no room", () => {
  const { placed, joints, rows } = layOut([
    nodeOf(0, "winners", 1, [{ seed: 1 }, { seed: 4, bye: true }]),
    nodeOf(1, "winners", 1, [{ seed: 2 }, { seed: 3 }]),
    nodeOf(2, "winners", 2, [{ winner_of: 0 }, { winner_of: 1 }]),
  ]);
  assert.deepEqual(
    placed.map(({ isShown }) => isShown),
    [false, true, true],
  );
  assert.deepEqual([placed[1].row, placed[2].row, rows], [0, 0, 1]);
  assert.equal(joints.length, 1);
});

it("the losers' bracket is below, and the final after both", () => {
  const nodes = [
    nodeOf(0, "winners", 1, [{ seed: 1 }, { seed: 4 }]),
    nodeOf(1, "winners", 1, [{ seed: 2 }, { seed: 3 }]),
    nodeOf(2, "winners", 2, [{ winner_of: 0 }, { winner_of: 1 }]),
    nodeOf(3, "losers", 1, [{ loser_of: 0 }, { loser_of: 1 }]),
    nodeOf(4, "losers", 2, [{ winner_of: 3 }, { loser_of: 2 }]),
    nodeOf(5, "final", undefined, [{ winner_of: 2 }, { winner_of: 4 }]),
    nodeOf(6, "final_again", undefined, [{ winner_of: 5 }, { loser_of: 5 }]),
  ];
  const { placed, joints, columns } = layOut(nodes);
  const cells = placed.map(({ column, row }) => `${column} ${row}`);
  assert.equal(new Set(cells).size, nodes.length, "no two stand in one place");
  const losers = placed.filter(({ node }) => node.branch === "losers");
  assert.ok(losers.every(({ row }) => row > 1));
  assert.equal(losers[0].row, losers[1].row);
  assert.deepEqual(
    placed.slice(5).map(({ column }) => column),
    [2, 3],
  );
  assert.equal(columns, 4);
  assert.equal(joints.length, 6);
});

it("a table of rounds is turned into one of opponents", () => {
  const outing = (/** @type {number} */ round, /** @type {number} */ opponent) =>
    /** @type {OutingView} */ ({ round, kind: "played", points: 1, opponent });
  const rows = [
    { number: 1, entrant: 7, points: 2, outings: [outing(1, 9), outing(2, 9)] },
    { number: 2, entrant: 9, points: 0, outings: [outing(1, 7), outing(2, 7)] },
  ];
  const matrix = matrixOf(rows);
  assert.deepEqual(
    matrix[0].map((each) => each.length),
    [0, 2],
  );
  assert.deepEqual(
    matrix[1][0].map(({ round }) => round),
    [1, 2],
  );
});

it("derives streaks, results and live games", () => {
  const won = (/** @type {[number, number]} */ score) =>
    /** @type {OutingView} */ ({ round: 1, kind: "played", points: 1, score });
  assert.deepEqual(streakOf([won([0, 1]), won([1, 0])]), { wins: 1, isDouble: false });
  const open = /** @type {OutingView} */ ({ round: 4, kind: "open", points: 0 });
  assert.deepEqual(streakOf([won([1, 0]), won([1, 0]), open]), { wins: 2, isDouble: true });
  assert.deepEqual(streakOf([won([1, 0]), won([0.5, 0.5])]), { wins: 0, isDouble: false });
  assert.deepEqual(resultSigns({ how: "won", side: "second" }), ["0", "1"]);
  assert.deepEqual(resultSigns({ how: "forfeit", absent: "second" }), ["+", "−"]);
  assert.equal(resultSigns(undefined), null);
  const games = [
    { game: 1, first: 1, match: "a", result: /** @type {const} */ ({ how: "drawn" }) },
  ];
  const pairing = /** @type {PairingView} */ (
    /** @type {unknown} */ ({
      decided: false,
      games: [...games, { game: 2, first: 2, match: "b" }],
    })
  );
  assert.equal(liveGame(pairing)?.match, "b");
  assert.equal(liveGame({ ...pairing, decided: true }), undefined);
  const rounds = [true, false, false].map(
    (decided, at) =>
      /** @type {RoundView} */ ({ round: at + 1, pairings: [{ ...pairing, decided }] }),
  );
  assert.equal(currentRound(rounds).round, 2);
  assert.equal(currentRound(rounds.slice(0, 1)).round, 1);
  assert.deepEqual(changedBy("entered"), ["about"]);
  assert.deepEqual(changedBy("game_ended"), ["about", "rounds", "tables"]);
});
