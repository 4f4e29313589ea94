// The page's own handling of positions, moves and records.

import assert from "node:assert/strict";
import { it } from "node:test";
import { turnsFor, viewOf } from "../../app/src/board/geometry.js";
import { boardOf } from "../../app/src/rules/boards.js";
import {
  legsOf,
  played,
  readMove,
  readPosition,
  treeSquares,
  treesOf,
  writePosition,
} from "../../app/src/rules/positions.js";
import { readRecord, writeRecord } from "../../app/src/rules/records.js";
import {
  cut,
  follow,
  lineTo,
  promote,
  rootOf,
  treeOf,
  treeText,
} from "../../app/src/rules/tree.js";
import { aheadText, legalList, nextLegs, walkFrom, ways } from "../../app/src/rules/walks.js";
import { board, variant } from "./camette.js";

const start = readPosition(board, variant.position);

it("reads and writes positions, and refuses other text", () => {
  assert.equal(start.pieces.size, 8);
  assert.deepEqual(start.pieces.get("C2"), { seat: "W", knight: true });
  for (const text of [variant.position, "1/3/5/1wB2/5/3/W b 0,0 12 34"]) {
    assert.equal(writePosition(board, readPosition(board, text)), text);
  }
  for (const text of ["", "5/5 w", "1/3/5/6/5/3/1 w", "1/3/5/1x3/5/3/1 w", "1/3/5/5/5/3/1 y"]) {
    assert.throws(() => readPosition(board, text), text);
  }
});

it("plays the moves that the server has accepted", () => {
  assert.deepEqual(readMove(" c3xe5-a1 "), { squares: ["C3", "E5", "A1"], marks: ["x", "-"] });
  assert.equal(readMove("C3"), null);
  assert.deepEqual(
    legsOf("C2-C4xC6").map(({ kind, over }) => [kind, over]),
    [
      ["canter", "C3"],
      ["jump", "C5"],
    ],
  );
  const first = played(board, start, "C3-C4");
  assert.equal(writePosition(board, first.after), "1/1B1/1bbb1/2w2/1w1w1/1W1/1 b 0,0 1 1");
  const second = played(board, first.after, "C5xC3xC1");
  assert.deepEqual(
    second.captured.map(({ square }) => square),
    ["C4", "C2"],
  );
  assert.equal(writePosition(board, second.after), "1/1B1/1b1b1/5/1w1w1/3/b w 0,0 0 2");
  const pass = played(board, first.after, "pass");
  assert.deepEqual([pass.captured, pass.after.turn], [[], "W"]);
});

it("walks a move leg by leg", () => {
  const position = readPosition(board, "1/3/2b2/3b1/2w2/1W1/1 w");
  const list = legalList(["C2-C4xC6", "C3xE5"]);
  assert.ok(list.mustCapture);
  const first = ways(board, position, list, "C2", walkFrom("C2"));
  assert.deepEqual([...first.legs.keys()], ["C4"]);
  assert.deepEqual(first.ends.get("C6"), ["C2-C4xC6"]);
  assert.equal(first.complete, null);
  const canter = first.legs.get("C4");
  assert.ok(canter);
  const second = ways(board, position, list, "C2", canter);
  assert.deepEqual([second.complete, [...second.legs.keys()]], [null, ["C6"]]);
  const last = second.legs.get("C6");
  assert.ok(last);
  assert.equal(ways(board, position, list, "C2", last).complete, "C2-C4xC6");
  assert.equal(ways(board, position, list, "B3", walkFrom("B3")).legs.size, 0);
});

it("finds the other route to a result of the list", () => {
  // B2 to D4 over B3 and C4, or over C2 and D3.
  const position = readPosition(board, "1/1B1/5/2w2/1w1w1/ww1/1 w");
  const list = legalList(["B2-B4-D4"]);
  const { legs } = ways(board, position, list, "B2", walkFrom("B2"));
  assert.deepEqual([...legs.keys()].sort(), ["B4", "D2"]);
  const aside = legs.get("D2");
  assert.ok(aside);
  assert.deepEqual([...ways(board, position, list, "B2", aside).ends.values()].flat(), [
    "B2-D2-D4",
  ]);
});

it("writes a premove", () => {
  assert.equal(aheadText(board, start, "C3", "C4"), "C3-C4");
  assert.equal(aheadText(board, start, "C2", "C4"), "C2-C4");
  assert.equal(aheadText(board, start, "B3", "D5"), "B3xD5");
  assert.equal(aheadText(board, start, "C2", "A7"), null);
});

it("turns the board so that a seat's army is at the bottom", () => {
  assert.deepEqual([turnsFor(board, "W"), turnsFor(board, "B")], [0, 2]);
  const lowest = (/** @type {string} */ seat) => viewOf(board, seat).grid.at(-1);
  assert.deepEqual([lowest("W"), lowest("B")], [["C1"], ["C7"]]);
  assert.equal(viewOf(board, "W").labels.length, 7 + 5);
});

const RECORD = `[Event "A \\"great\\" day"]
[Variant "camette"]
[Result "0-1"]

{Before it.} 1. C3-C4 {[%clk 0:05:00] bold} (1. B3-B4 $6 {slow} c5-c4 (1... D5-E5)) C5xC3xC1!? $22 ; the end
0-1

[Event "Another"]

1. B3-B4 *`;

it("reads records with tags, comments, clocks, variations and marks", () => {
  const { tags, line, result } = readRecord(RECORD);
  assert.equal(tags.Event, 'A "great" day');
  assert.equal(result, "0-1");
  assert.deepEqual(line.lead, ["Before it."]);
  assert.deepEqual(
    line.turns.map(({ move, marks, comments }) => ({ move, marks, comments })),
    [
      { move: "C3-C4", marks: [], comments: ["[%clk 0:05:00] bold"] },
      { move: "C5xC3xC1", marks: [5, 22], comments: ["the end"] },
    ],
  );
  const [variation] = line.turns[0].variations;
  assert.deepEqual(
    variation.turns.map(({ move }) => move),
    ["B3-B4", "C5-C4"],
  );
  assert.equal(variation.turns[1].variations[0].turns[0].move, "D5-E5");
  const loose = readRecord("1.c3-c4 2....C5xC3xC1 3. pass");
  assert.deepEqual(
    loose.line.turns.map(({ move }) => move),
    ["C3-C4", "C5xC3xC1", "pass"],
  );
  for (const text of [
    "what is this",
    "1. C3-C4 )",
    "(1. C3-C4)",
    `1. C3-C4 ${"(B3-B4".repeat(40)}`,
  ]) {
    assert.throws(() => readRecord(text), text);
  }
});

it("writes a game with its annotations as it was read", () => {
  const { tags, line, result } = readRecord(RECORD);
  const root = treeOf(board, start, line);
  const turns = treeText(variant, root);
  assert.equal(
    turns,
    "{Before it.} 1. C3-C4 {[%clk 0:05:00] bold} (1. B3-B4 $6 {slow} 1... C5-C4 (1... D5-E5)) 1... C5xC3xC1 $5 $22 {the end}",
  );
  const again = readRecord(writeRecord(variant, { turns, result, tags }));
  assert.deepEqual(again.line, line);
  assert.deepEqual(again.tags, tags);
});

it("keeps variations beside the game", () => {
  const root = rootOf(start);
  const main = follow(board, follow(board, root, "C3-C4"), "C5xC3xC1");
  const other = follow(board, root, "B3-B4");
  assert.equal(follow(board, root, "B3-B4"), other);
  assert.equal(treeText(variant, root), "1. C3-C4 (1. B3-B4) 1... C5xC3xC1");
  promote(other);
  assert.equal(treeText(variant, root), "1. B3-B4 (1. C3-C4 C5xC3xC1)");
  assert.deepEqual(
    lineTo(main).map(({ made }) => made?.text),
    ["C3-C4", "C5xC3xC1"],
  );
  assert.equal(cut(main), root.children[1]);
  assert.equal(treeText(variant, root), "1. B3-B4 (1. C3-C4)");
});

it("places trees, which block later moves", () => {
  const grove = boardOf({
    ...variant,
    water: ["A4"],
    tree_squares: { W: ["A3", "B2", "D2"], B: ["E5", "B6", "D6"] },
  });
  const bare = readPosition(grove, variant.position);
  assert.deepEqual(treeSquares(grove, bare), ["A3", "B2", "D2"]);
  assert.deepEqual([treesOf("b2,d2"), treesOf("B2-D2")], [["B2", "D2"], []]);
  const { after } = played(grove, bare, "A3,B2,D2");
  const text = "1/1B1/1bbb1/5/^www1/^W^/1 b 0,0 1 1";
  assert.equal(writePosition(grove, after), text);
  assert.deepEqual(readPosition(grove, text).trees, after.trees);
  assert.deepEqual(treeSquares(grove, { ...after, turn: "W" }), []);
  // No step or leap ends on a tree or on water.
  const landings = nextLegs(grove, after, "B3", walkFrom("B3")).map(({ square }) => square);
  assert.deepEqual(
    landings.sort(),
    ["A2", "B4", "C4"].filter((s) => grove.places.has(s)),
  );
});
