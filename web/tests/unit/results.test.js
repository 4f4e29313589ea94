// Results as words of records, teams, and the computers of a match.

import assert from "node:assert/strict";
import { it } from "node:test";
import { seatsWithComputers } from "../../app/src/core/seats.js";
import { hasPartners, isFreeForAll, resultOf, winnersOf } from "../../app/src/rules/results.js";

const FOUR = { seats: ["R", "G", "B", "Y"], seat_names: ["Red", "Green", "Blue", "Yellow"] };
const partners = { ...FOUR, teams: ["RB", "GY"] };
const singles = { ...FOUR, teams: ["R", "G", "B", "Y"] };
const two = { seats: ["W", "B"], seat_names: ["White", "Black"], teams: ["W", "B"] };

it("writes and reads the result of every winner", () => {
  for (const [variant, words] of /** @type {const} */ ([
    [two, ["1-0", "0-1"]],
    [partners, ["RB", "GY"]],
    [singles, ["Red", "Green", "Blue", "Yellow"]],
  ])) {
    variant.teams.forEach((team, index) => {
      assert.equal(resultOf(variant, team), words[index]);
      assert.equal(winnersOf(variant, words[index]), team);
    });
    assert.equal(resultOf(variant, "draw"), "1/2-1/2");
    assert.equal(resultOf(variant, null), "*");
    for (const none of ["1/2-1/2", "*", undefined, null, "Purple"]) {
      assert.equal(winnersOf(variant, none), "");
    }
  }
});

it("tells partners from players who play each for himself", () => {
  assert.deepEqual([two, partners, singles].map(hasPartners), [false, true, false]);
  assert.deepEqual([two, partners, singles].map(isFreeForAll), [false, false, true]);
});

it("gives three computers different levels", () => {
  for (const variant of [partners, singles]) {
    for (const level of [1, 4, 8]) {
      const view = /** @type {VariantView} */ (/** @type {unknown} */ (variant));
      const taken = Object.values(seatsWithComputers(view, "G", level));
      assert.equal(new Set(taken).size, 4, `${variant.teams} ${level}: ${taken}`);
      assert.ok(taken.includes("me"));
    }
  }
});
