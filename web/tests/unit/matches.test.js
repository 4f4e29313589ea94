// Match state as a fold of frames, and its clocks.

import assert from "node:assert/strict";
import { it } from "node:test";
import { clockText, leftOf, speedOf, startLeft, timeText } from "../../app/src/core/clock.js";
import { Contest, captures } from "../../app/src/core/contest.js";
import { seatsWithComputers } from "../../app/src/core/seats.js";
import { board, variant } from "./camette.js";

const NOW = "2026-11-21T12:00:00.000Z";
const AT = Date.parse(NOW);

/** A frame with only the fields that a test needs. @param {object} fields @returns {any} */
const frame = (fields) => fields;

const snapshot = () =>
  frame({
    t: "snapshot",
    match: "m",
    v: 4,
    now: NOW,
    variant: "camette",
    status: "playing",
    seats: {
      W: { id: "1", name: "Ann", kind: "guest" },
      B: { id: "2", name: "Ben", kind: "guest" },
    },
    time: { kind: "fischer", initial_ms: 60_000, increment_ms: 0 },
    rated: false,
    private: false,
    position: variant.position,
    ply: 0,
    moves: [],
    clock: { left_ms: { W: 60_000, B: 60_000 }, running: "W" },
    paused: false,
    offers: [],
    legal: ["C3-C4"],
  });

const moved = frame({
  t: "moved",
  match: "m",
  v: 5,
  now: NOW,
  ply: 1,
  seat: "W",
  move: "C3-C4",
  captured: [],
  position: "1/1B1/1bbb1/2w2/1w1w1/1W1/1 b 0,0 1 1",
  clock: { left_ms: { W: 59_000, B: 60_000 }, running: "B" },
  legal: ["C5xC3xC1"],
});

it("follows a match from a snapshot through its events", () => {
  const contest = new Contest("m", board);
  contest.take(snapshot());
  assert.deepEqual([contest.seatOf("2"), contest.seatOf("3"), contest.free], ["B", null, []]);
  assert.ok(contest.mayAbort);
  contest.take(frame({ t: "offer", seat: "B", offer: "draw" }));
  contest.take(moved);
  assert.equal(contest.offers.length, 1);
  contest.take(frame({ t: "offer_ended", seat: "B", offer: "draw", how: "lapsed" }));
  assert.deepEqual(contest.offers, []);
  assert.deepEqual([contest.position.turn, contest.legal], ["B", ["C5xC3xC1"]]);
  contest.take(moved);
  assert.equal(contest.plies.length, 1, "an event that comes twice counts once");
  const position = "1/1B1/1b1b1/5/1w1w1/3/b w 0,0 0 2";
  contest.take({ ...moved, v: 6, ply: 2, seat: "B", move: "C5xC3xC1", position });
  assert.equal(captures(contest.plies, 2).get("B")?.length, 2);
  contest.take(frame({ t: "took_back", ply: 1, position: moved.position, legal: ["C5xC3xC1"] }));
  assert.deepEqual([contest.plies.length, contest.position.turn], [1, "B"]);
  contest.take({ ...moved, v: 8, ply: 2, seat: "B", move: "C5xC3xC1", position });
  contest.take(
    frame({ t: "ended", result: "0-1", termination: "castle", clock: moved.clock, now: NOW }),
  );
  assert.deepEqual([contest.status, contest.result, contest.legal], ["ended", "0-1", []]);
  contest.take({
    ...snapshot(),
    presence: { W: { gone: false }, B: { gone: true, claim_in_ms: 5000 } },
  });
  assert.deepEqual([...contest.gone], [["B", { claimAt: AT + 5000 }]]);
  contest.take(frame({ t: "presence", seat: "B", gone: false, now: NOW }));
  assert.equal(contest.gone.size, 0);
  contest.take(frame({ t: "offer", seat: "B", offer: "draw" }));
  contest.take(frame({ t: "seat_out", seat: "W", how: "time", now: NOW }));
  assert.deepEqual([contest.seats.W?.out, contest.seats.B?.out], ["time", undefined]);
  assert.deepEqual(contest.offers, []);
  const rating = { rating: 1500, provisional: true };
  contest.take(frame({ t: "rated", ratings: { W: rating, B: { ...rating, change: -162 } } }));
  assert.deepEqual([contest.seats.W?.rating, contest.seats.W?.out], [1500, "time"]);
  assert.deepEqual([contest.seats.W?.change, contest.seats.B?.change], [undefined, -162]);
  contest.take(frame({ t: "rematched", rematch: "n" }));
  assert.equal(contest.rematch, "n");
  assert.equal(contest.take(frame({ t: "something_new" })), false);
  contest.take({ ...snapshot(), moves: ["C3-C4"] });
  assert.equal(contest.plies.length, 1, "a snapshot may go back");
});

it("reads clocks at a later time", () => {
  const stated = { clock: { left_ms: { W: 60_000, B: 50_000 }, running: "W" }, at: AT };
  assert.equal(leftOf(stated, "W", AT + 1500), 58_500);
  assert.equal(leftOf(stated, "B", AT + 1500), 50_000);
  assert.equal(leftOf(stated, "W", AT + 90_000), 0);
  const waiting = { ...stated, clock: { ...stated.clock, delay_ms: 5000 } };
  assert.equal(leftOf(waiting, "W", AT + 4000), 60_000);
  assert.equal(leftOf(waiting, "W", AT + 6000), 59_000);
  const starting = { ...stated, clock: { ...stated.clock, start_ms: 20_000 } };
  assert.equal(leftOf(starting, "W", AT + 4000), 60_000);
  assert.equal(startLeft(starting, AT + 4000), 16_000);
  assert.equal(leftOf({ clock: { left_ms: null, running: "W" }, at: AT }, "W", AT), null);
});

it("writes times as people read them", () => {
  for (const [ms, text] of /** @type {const} */ ([
    [0, "0:00.0"],
    [9_990, "0:09.9"],
    [10_000, "0:10"],
    [65_432, "1:05"],
    [3_600_000, "1:00:00"],
    [90_000_000, "1 d 1 h"],
  ])) {
    assert.equal(clockText(ms), text);
  }
  const fischer = /** @type {const} */ ({
    kind: "fischer",
    initial_ms: 90_000,
    increment_ms: 2000,
  });
  assert.deepEqual([timeText(fischer), speedOf(fischer)], ["1.5+2", "bullet"]);
  assert.equal(timeText({ kind: "correspondence", days: 1 }), "1 day");
  assert.equal(
    timeText({ kind: "byoyomi", initial_ms: 600_000, period_ms: 30_000, periods: 5 }),
    "10+5×30",
  );
  assert.equal(
    speedOf({ kind: "stages", stages: [{ moves: 40, ms: 9e6 }, { ms: 3.6e6 }] }),
    "classical",
  );
});

it("seats one computer a level, with the partner's between those of the opponents", () => {
  assert.deepEqual(seatsWithComputers(variant, "B", 8), { B: "me", W: "computer:8" });
  const four = { ...variant, seats: ["R", "G", "B", "Y"], teams: ["RB", "GY"] };
  const levels = (/** @type {number} */ level) => seatsWithComputers(four, "G", level);
  assert.deepEqual(levels(4), { G: "me", R: "computer:3", Y: "computer:4", B: "computer:5" });
  assert.deepEqual(levels(1), { G: "me", R: "computer:1", Y: "computer:2", B: "computer:3" });
  assert.deepEqual(levels(8), { G: "me", R: "computer:6", Y: "computer:7", B: "computer:8" });
});
