// The hours of rest of a new correspondence game.

import assert from "node:assert/strict";
import { it } from "node:test";
import { withRest } from "../../app/src/core/rest.js";

/** @type {TimeControl} */
const DAYS = { kind: "correspondence", days: 3, vacation: true };

it("hours and weekends are those of the player's time zone", () => {
  const night = { hasWeekend: true, from: "22:30", until: "07:05" };
  const rest = {
    utc_offset_min: 180,
    days_off: ["saturday", "sunday"],
    from_min: 1_350,
    until_min: 425,
  };
  assert.deepEqual(withRest(DAYS, night, -180), { ...DAYS, rest });
  const weekends = { hasWeekend: true, from: "22:30", until: "" };
  const only = { ...rest, utc_offset_min: 0, from_min: 0, until_min: 0 };
  assert.deepEqual(withRest(DAYS, weekends, 0), { ...DAYS, rest: only });
});

it("a game without rest, or with a running clock, stays as it is", () => {
  for (const [from, until] of [
    ["", ""],
    ["08:00", "08:00"],
    ["08:00", ""],
  ])
    assert.equal(withRest(DAYS, { hasWeekend: false, from, until }), DAYS);
  /** @type {TimeControl} */
  const live = { kind: "fischer", initial_ms: 60_000, increment_ms: 0 };
  assert.equal(withRest(live, { hasWeekend: true, from: "22:00", until: "07:00" }), live);
});
