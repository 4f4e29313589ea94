// Positions and moves, compared with the vectors of the rules and with the server.

import { deepEqual, equal, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { capturedBy, movesBySquares, NotationError, parseMove, printMove } from "chivalry-client";
import { guest, randomOf, startServer } from "./helpers.js";

/** @typedef {{position: string, results: [string, string, string[]][]}} Vector */

const VECTORS = new URL("../../../crates/chivalry-rules/tests/vectors/", import.meta.url);

/** @type {import("chivalry-client").Client} */
let client;
/** @type {string[]} */
let variants;

before(async () => {
  client = await guest((await startServer()).url);
  const { items } = await client.request("GET", "/variants");
  variants = items.map(({ name }) => name);
});

/** @param {string} variant @returns {Vector[]} */
function vectorsOf(variant) {
  const text = readFileSync(new URL(`${variant}.jsonl`, VECTORS), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** @param {string} variant @param {string} position */
async function legalMoves(variant, position) {
  const { moves } = await client.request("POST", "/rules/moves", { body: { variant, position } });
  return moves;
}

test("every position of the vectors is printed as it was parsed", async () => {
  for (const variant of variants) {
    const board = await client.board(variant);
    equal(String(board.start), board.variant.position);
    for (const { position } of vectorsOf(variant)) {
      equal(String(board.position(position)), `${position} 0 1`);
    }
  }
});

test("moves have the squares and captures of the vectors", async () => {
  for (const variant of variants) {
    for (const { position, results } of vectorsOf(variant).slice(0, 12)) {
      const moves = await legalMoves(variant, position);
      const found = moves.map((text) => {
        const move = parseMove(text);
        equal(printMove(move), text);
        if (move.kind !== "move") throw new Error(text);
        return [move.from, move.legs.at(-1)?.to, capturedBy(move).sort()];
      });
      deepEqual(found.map(String).sort(), results.map(String).sort());
      const bySquares = movesBySquares(moves);
      const listed = [...bySquares.values()].flatMap((targets) => [...targets.values()].flat());
      deepEqual(listed.sort(), [...moves].sort());
    }
  }
});

test("a played move makes the position of the server", async () => {
  const random = randomOf(7);
  for (const variant of variants) {
    let position = (await client.board(variant)).start;
    for (let ply = 0; ply < 30; ply += 1) {
      const moves = await legalMoves(variant, String(position));
      const move = moves[Math.floor(random() * moves.length)];
      if (move === undefined) break;
      const body = { variant, position: String(position), move };
      const checked = await client.request("POST", "/rules/check", { body });
      if (!("position" in checked)) throw new Error(checked.detail);
      position = position.play(move);
      equal(String(position), checked.position, `${variant}: ${body.position} ${move}`);
      if (checked.outcome) break;
    }
  }
});

test("castle moves and entries into a goal castle count as the rules say", async () => {
  const board = await client.board("camelot");
  const start = board.position(`1W/8/10/${"12/".repeat(10)}10/b7/2 w 0,0 9 1`);
  equal(String(start.play("G16-F16")).split(" ").slice(2).join(" "), "1,0 10 1");
  const entry = board.position(`2/3W4/10/${"12/".repeat(10)}10/b7/2 w 0,0 9 1`);
  equal(String(entry.play("F15-F16")).split(" ").slice(2).join(" "), "0,0 0 1");
});

test("texts that are not notation are refused", async () => {
  const board = await client.board("camette");
  for (const text of ["", "C3", "C3-", "C3+C4", "33-C4", "C3-C4-", "A0-A1"]) {
    throws(() => parseMove(text), NotationError, text);
  }
  for (const text of [
    "",
    "1/3/5 w 0,0",
    "1/3/5/5/5/3/1 x 0,0",
    "1/3/5/5/5/3/1 w 0",
    "1/3/6/5/5/3/1 w 0,0",
  ]) {
    throws(() => board.position(text), NotationError, text);
  }
});
