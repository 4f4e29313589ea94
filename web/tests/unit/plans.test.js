// Plans: a tree of moves, and what the server takes of it.

import assert from "node:assert/strict";
import { it } from "node:test";
import { branchesOf, countOf, planOf } from "../../app/src/rules/plans.js";
import { readPosition } from "../../app/src/rules/positions.js";
import { follow, rootOf } from "../../app/src/rules/tree.js";
import { board, variant } from "./camette.js";

const start = readPosition(board, variant.position);

it("writes a tree as the server takes it, without what has no answer", () => {
  const root = rootOf(start);
  const first = follow(board, root, "C3-C4");
  const answer = follow(board, first, "C5xC3xC1");
  const later = follow(board, answer, "B3-B4");
  follow(board, root, "B3-B4");
  assert.deepEqual(branchesOf(root, "B"), [{ if: "C3-C4", then: "C5xC3xC1" }]);
  follow(board, later, "B5-A5");
  const other = follow(board, root, "D3-D4");
  follow(board, other, "D5-E5");
  const branches = branchesOf(root, "B");
  assert.deepEqual(branches, [
    { if: "C3-C4", then: "C5xC3xC1", next: [{ if: "B3-B4", then: "B5-A5" }] },
    { if: "D3-D4", then: "D5-E5" },
  ]);
  assert.equal(countOf(branches), 3);
  const again = planOf(board, start, branches);
  assert.deepEqual(branchesOf(again, "B"), branches);
});

it("leaves the pass-turns of others out, and finds them again", () => {
  const root = rootOf(start);
  const first = follow(board, root, "C3-C4");
  const answer = follow(board, first, "C5xC3xC1");
  const passed = follow(board, answer, "pass");
  assert.equal(passed.position.turn, "B");
  follow(board, passed, "D5-E5");
  // After a pass-turn of the others it is our turn at once: a plan ends there.
  assert.deepEqual(branchesOf(root, "B"), [{ if: "C3-C4", then: "C5xC3xC1" }]);
  const met = planOf(board, answer.position, [{ if: "D5-E5", next: [] }]);
  assert.deepEqual(
    [met.children[0].made?.text, met.children[0].children[0].made?.text],
    ["pass", "D5-E5"],
  );
});
