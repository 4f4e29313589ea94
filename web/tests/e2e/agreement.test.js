// The page's own computations against the server's: the position after a move, and the legs by
// which a move can be made. The page draws ahead of the server's answer and has to draw the
// same.

import assert from "node:assert/strict";
import { it } from "node:test";
import { boardOf } from "../../app/src/rules/boards.js";
import {
  played,
  readPosition,
  treeSquares,
  treesOf,
  writePosition,
} from "../../app/src/rules/positions.js";
import { legalList, walkFrom, ways } from "../../app/src/rules/walks.js";
import { startServer } from "./helpers.js";

const server = await startServer();

/** @param {string} path @param {unknown} [body] */
async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const options = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  return (await fetch(`${server.url}/api/v1${path}`, options)).json();
}

/** A seeded random number generator. @param {number} seed */
function chance(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

it("positions and walks agree with the server's in every variant", async () => {
  const { items } = await ask("/variants");
  assert.ok(items.length >= 11);
  for (const [seed, variant] of items.entries()) {
    const board = boardOf(variant);
    const pick = chance(seed + 1);
    let text = variant.position;
    for (let ply = 0; ply < 70; ply += 1) {
      const { moves, outcome } = await ask("/rules/moves", {
        variant: variant.name,
        position: text,
      });
      if (outcome !== null) break;
      const position = readPosition(board, text);
      assert.equal(writePosition(board, position), text);
      const list = legalList(moves);
      const groves = treeSquares(board, position);
      if (groves.length > 0) {
        const trees = new Set(moves.flatMap((/** @type {string} */ move) => treesOf(move)));
        assert.deepEqual([...trees].sort(), [...groves].sort());
      } else {
        for (const move of moves) assertWalkable(board, position, list, move);
      }
      // Prefers captures and long moves, so that the boards thin out and castles are entered.
      const lively = moves.filter(
        (/** @type {string} */ m) => m.includes("x") || m.split("-").length > 2,
      );
      const choice = lively.length > 0 && pick(3) > 0 ? lively : moves;
      const move = moves.length === 0 ? "pass" : choice[pick(choice.length)];
      const verdict = await ask("/rules/check", { variant: variant.name, position: text, move });
      const made = played(board, position, move);
      assert.equal(
        writePosition(board, made.after),
        verdict.position,
        `${variant.name} ${text} ${move}`,
      );
      assert.deepEqual(made.captured.map(({ square }) => square).sort(), verdict.captured);
      text = verdict.position;
    }
  }
});

/**
 * Checks that every listed move can be made leg by leg, and by its end square alone.
 * @param {import("../../app/src/rules/boards.js").Board} board
 * @param {import("../../app/src/rules/positions.js").Position} position
 * @param {import("../../app/src/rules/walks.js").LegalList} list
 * @param {string} move
 */
function assertWalkable(board, position, list, move) {
  const squares = move.split(/[-x]/);
  let walk = walkFrom(squares[0]);
  const first = ways(board, position, list, squares[0], walk);
  assert.ok(first.ends.get(squares[squares.length - 1])?.includes(move), move);
  for (const square of squares.slice(1)) {
    const next = ways(board, position, list, squares[0], walk).legs.get(square);
    assert.ok(next, `${move}: no leg to ${square}`);
    walk = next;
  }
  assert.equal(walk.text, move);
  assert.equal(ways(board, position, list, squares[0], walk).complete, move);
}
