// The tournament pages' own computations: plans, brackets, tables.

import assert from "node:assert/strict";
import { it } from "node:test";
import { TIMES } from "../../app/src/core/clock.js";
import { loadTournamentWords } from "../../app/src/core/i18n.js";
import { performanceOf, recordOf } from "../../app/src/pages/tournament/arena-figures.js";
import { layOut, roundsOf } from "../../app/src/pages/tournament/bracket-layout.js";
import { roundTitle } from "../../app/src/pages/tournament/bracket-names.js";
import { knockoutResult } from "../../app/src/pages/tournament/knockout-results.js";
import { arenaMoment, championOf, prospectOf } from "../../app/src/pages/tournament/moments.js";
import {
  changedBy,
  currentRound,
  entrantsOf,
  isOf,
  liveGame,
  matrixOf,
  resultSigns,
  streakOf,
  tableResult,
} from "../../app/src/pages/tournament/tables.js";
import { podiumOf } from "../../app/src/pages/tournaments/places.js";
import {
  changeFormat,
  fitTables,
  formatsOf,
  namesIn,
  planOf,
  usualStage,
  usualWish,
} from "../../app/src/pages/tournaments/plan.js";
import {
  fullWish,
  nextEvening,
  usualShortWish,
} from "../../app/src/pages/tournaments/templates.js";
import {
  countdownText,
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
    edition: "fide-2026",
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

it("a plan for more than two sides has only what tables have", () => {
  const wish = { ...usualWish(), stages: [usualStage("arena"), usualStage("knockout", 1)] };
  wish.stages[1].tieBreaks = ["buchholz", "average_rating"];
  fitTables(wish);
  const plan = planOf(wish, [], () => "x");
  assert.equal("edition" in plan, false);
  assert.deepEqual(
    plan.stages.map(({ format }) => format.kind),
    ["arena", "swiss"],
  );
  for (const { series } of plan.stages) {
    assert.deepEqual(series, { best_of: 1, decider: { kind: "drawn" } });
  }
  assert.deepEqual(plan.stages[0].tie_breaks, []);
  assert.deepEqual(plan.stages[1].tie_breaks, [{ kind: "average_rating" }]);
  assert.deepEqual(formatsOf(true), ["swiss", "arena"]);
  assert.equal(formatsOf(false).length, 4);
});

it("a table has an entrant, a place and a sign for each seat", () => {
  const pairing = { first: 4, second: 2, others: [7, 1] };
  assert.deepEqual(entrantsOf(pairing), [4, 2, 7, 1]);
  const view = /** @type {PairingView} */ (pairing);
  assert.deepEqual([isOf(view, 7), isOf(view, 3), isOf(view, undefined)], [true, false, false]);
  assert.deepEqual(resultSigns({ how: "placed", places: [2, 1, 3, 4] }, 4), ["2", "1", "3", "4"]);
  const absent = /** @type {const} */ ({ how: "forfeit", absent: "third" });
  assert.deepEqual(resultSigns(absent, 4), ["+", "+", "−", "+"]);
  const form = new FormData();
  form.set("result", "placed");
  for (const place of ["2", "1", "4", "3"]) form.append("place", place);
  assert.deepEqual(tableResult(form), { how: "placed", places: [2, 1, 4, 3] });
  form.set("result", "absent_2");
  assert.deepEqual(tableResult(form), absent);
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

it("a template fills the full form, and its start is a whole minute", () => {
  const now = new Date(2026, 10, 21, 18, 30, 20).getTime();
  const planFor = (
    /** @type {import("../../app/src/pages/tournaments/templates.js").Template} */ template,
  ) => {
    const short = { ...usualShortWish(template, "cam"), name: "Mine" };
    return planOf(fullWish(short, now), [], () => "x");
  };
  const arena = planFor("arena");
  assert.deepEqual(arena.stages[0].format, {
    kind: "arena",
    length_ms: 2_700_000,
    wave_ms: 10_000,
  });
  assert.equal(arena.begins_at, new Date(2026, 10, 21, 18, 46).toISOString());
  assert.deepEqual([arena.name, arena.variant, arena.rated], ["Mine", "cam", false]);
  const swiss = planFor("swiss");
  assert.equal(swiss.begins_at, new Date(2026, 10, 21, 20, 0).toISOString());
  assert.deepEqual(swiss.stages[0].start, { by: "clock", pause_ms: 60_000 });
  assert.deepEqual(planFor("cup").stages[0].format, {
    kind: "knockout",
    double: false,
    third_place: true,
  });
  assert.equal(planFor("cup").begins_at, undefined);
  assert.deepEqual(planFor("league").stages[0].start, { by: "agreement" });
  const late = new Date(2026, 10, 21, 19, 50).getTime();
  assert.equal(nextEvening(late).getTime(), new Date(2026, 10, 22, 20, 0).getTime());
});

it("a countdown shows seconds up to a day, rounded up", () => {
  const texts = [-5, 0, 1, 6_001, 3_600_000, 86_399_000].map(countdownText);
  assert.deepEqual(texts, ["0:00", "0:00", "0:01", "0:07", "1:00:00", "23:59:59"]);
  assert.equal(countdownText(93_600_000), "1 d 2 h");
});

/** @param {[number, number, boolean][]} pairs first, second, decided */
const roundsWith = (pairs) => [
  /** @type {RoundView} */ (
    /** @type {unknown} */ ({
      pairings: pairs.map(([first, second, decided]) => ({ first, second, decided })),
    })
  ),
];

it("an arena knows who waits, who meets whom again, and its next pairing", () => {
  const began = Date.parse("2026-11-21T20:00:00Z");
  const format = /** @type {const} */ ({ kind: "arena", length_ms: 60_000, wave_ms: 10_000 });
  const entrants = [1, 2, 3, 4].map((entrant) => ({ entrant, withdrawn: entrant === 4 }));
  const at = (/** @type {number} */ ms, /** @type {[number, number, boolean][]} */ pairs) =>
    arenaMoment({
      entrants,
      beganAt: new Date(began).toISOString(),
      format,
      rounds: roundsWith(pairs),
      now: began + ms,
    });
  const early = at(11_000, [[1, 2, false]]);
  assert.deepEqual([early.nextAt, early.endsAt], [began + 20_000, began + 60_000]);
  assert.deepEqual([early.waiting, early.playing], [[3], 2]);
  assert.equal(prospectOf(early, 3), "alone");
  const after = at(51_000, [[1, 2, true]]);
  assert.equal(after.nextAt, null, "no pairing begins at the end");
  assert.equal(prospectOf(after, 1), "next");
  const again = at(30_000, [
    [1, 2, true],
    [3, 1, true],
    [2, 3, false],
  ]);
  assert.equal(prospectOf(again, 1), "alone");
  const two = arenaMoment({
    entrants: entrants.slice(0, 2),
    beganAt: new Date(began).toISOString(),
    format,
    rounds: roundsWith([[1, 2, true]]),
    now: began,
  });
  assert.equal(prospectOf(two, 1), "rematch");
});

it("an arena of tables waits for as many players as a game has seats", () => {
  const at = (/** @type {number} */ count, /** @type {any[]} */ pairings) =>
    arenaMoment({
      entrants: [1, 2, 3, 4, 5].slice(0, count).map((entrant) => ({ entrant, withdrawn: false })),
      beganAt: new Date(0).toISOString(),
      format: { kind: "arena", length_ms: 60_000, wave_ms: 10_000 },
      rounds: [{ pairings }],
      now: 15_000,
      seats: 4,
    });
  const table = (/** @type {boolean} */ decided) => ({
    first: 1,
    second: 2,
    others: [3, 4],
    decided,
  });
  assert.deepEqual(at(5, [table(false)]).waiting, [5]);
  assert.equal(at(5, [table(false)]).playing, 4);
  assert.equal(prospectOf(at(3, []), 1), "alone");
  assert.equal(prospectOf(at(4, []), 1), "next");
  assert.equal(prospectOf(at(4, [table(true)]), 1), "rematch");
  assert.equal(prospectOf(at(5, [table(true)]), 1), "next");
});

it("a podium has shared places, and none before anything is decided", () => {
  const places = [1, 2, 3, 3, 5].map((place, at) => ({ place, entrant: at + 10 }));
  assert.deepEqual(podiumOf(places), [
    { place: 1, entrants: [10] },
    { place: 2, entrants: [11] },
    { place: 3, entrants: [12, 13] },
  ]);
  const shared = [1, 1, 3, 4].map((place, entrant) => ({ place, entrant }));
  assert.deepEqual(
    podiumOf(shared).map(({ place, entrants }) => [place, entrants.length]),
    [
      [1, 2],
      [3, 1],
    ],
  );
  assert.deepEqual(podiumOf(places.map((each) => ({ ...each, place: 1 }))), []);
});

it("rounds of a bracket have titles from the end, and results tell the last game", () => {
  const nodes = [
    nodeOf(0, "winners", 1, [
      { seed: 1, entrant: 5 },
      { seed: 4, bye: true },
    ]),
    {
      ...nodeOf(1, "winners", 1, [
        { seed: 2, entrant: 6 },
        { seed: 3, entrant: 7 },
      ]),
      winner: 7,
    },
    {
      ...nodeOf(2, "winners", 2, [
        { winner_of: 0, entrant: 5 },
        { winner_of: 1, entrant: 7 },
      ]),
      round: 10,
    },
  ];
  assert.deepEqual(
    nodes.map((node) => roundTitle(nodes, node)),
    ["Semifinals", "Semifinals", "Final"],
  );
  assert.equal(championOf(nodes), undefined);
  assert.deepEqual(
    [knockoutResult(nodes, 6).state, knockoutResult(nodes, 5).state],
    ["lost", "open"],
  );
  const over = [nodes[0], nodes[1], { ...nodes[2], winner: 5 }];
  assert.equal(championOf(over), 5);
  const { isChampion, state, opponent } = knockoutResult(over, 5);
  assert.deepEqual([isChampion, state, opponent], [true, "won", 7]);
  const shown = roundsOf(layOut(nodes).placed);
  assert.deepEqual(
    shown.map(({ column, placed }) => [column, placed.length]),
    [
      [0, 1],
      [1, 1],
    ],
  );
});

it("the second final of a double elimination decides it", () => {
  const final = nodeOf(0, "final", undefined, [{ entrant: 1 }, { entrant: 2 }]);
  const again = nodeOf(1, "final_again", undefined, [{ entrant: 1 }, { entrant: 2 }]);
  assert.equal(championOf([{ ...final, winner: 1 }, again]), 1);
  assert.equal(championOf([{ ...final, winner: 2 }, again]), undefined);
  assert.equal(
    championOf([
      { ...final, winner: 2 },
      { ...again, winner: 2 },
    ]),
    2,
  );
});

it("a performance needs three rated opponents", () => {
  const game = (/** @type {number} */ opponent, /** @type {[number, number]} */ score) =>
    /** @type {OutingView} */ ({ round: 1, kind: "played", points: score[0], opponent, score });
  const ratings = new Map([
    [1, 1500],
    [2, 1600],
    [3, 1700],
  ]);
  const games = [game(1, [1, 0]), game(2, [0.5, 0.5]), game(3, [1, 0])];
  assert.equal(performanceOf(games, ratings), 1867);
  assert.equal(performanceOf(games.slice(1), ratings), null);
  assert.equal(performanceOf([...games, game(9, [1, 0])], ratings), null);
  assert.deepEqual(recordOf(games), { won: 2, drawn: 1, lost: 0 });
});
