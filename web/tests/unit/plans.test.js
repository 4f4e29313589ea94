// Conditional moves as a tree, and in the server's format.

import assert from "node:assert/strict";
import { it } from "node:test";
import { branchesOf, countOf, planOf } from "../../app/src/rules/plans.js";
import { readPosition } from "../../app/src/rules/positions.js";
import { follow, rootOf } from "../../app/src/rules/tree.js";
import { board, variant } from "./camette.js";

const start = readPosition(board, variant.position);

it("writes a tree in the server's format, without branches that have no reply", () => {
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

it("omits the pass-turns of other seats, and restores them", () => {
  const root = rootOf(start);
  const first = follow(board, root, "C3-C4");
  const answer = follow(board, first, "C5xC3xC1");
  const passed = follow(board, answer, "pass");
  assert.equal(passed.position.turn, "B");
  follow(board, passed, "D5-E5");
  // After the opponents' pass-turn the planning seat moves at once: a plan ends there.
  assert.deepEqual(branchesOf(root, "B"), [{ if: "C3-C4", then: "C5xC3xC1" }]);
  const met = planOf(board, answer.position, [{ if: "D5-E5", next: [] }]);
  assert.deepEqual(
    [met.children[0].made?.text, met.children[0].children[0].made?.text],
    ["pass", "D5-E5"],
  );
});
