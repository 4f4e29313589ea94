// Consequences of bad moves in words.

import assert from "node:assert/strict";
import { it } from "node:test";
import { consequence, lostIn } from "../../app/src/parts/consequence.js";
import { boardOf } from "../../app/src/rules/boards.js";
import { played, readPosition } from "../../app/src/rules/positions.js";
import { variant } from "./camette.js";

/** @typedef {import("../../app/src/rules/positions.js").Played} Played */

const board = boardOf(variant);

/** Plays a line. @param {string} position @param {string[]} moves */
function lineFrom(position, moves) {
  /** @type {Played[]} */
  const line = [];
  for (const move of moves) {
    line.push(played(board, line.at(-1)?.after ?? readPosition(board, position), move));
  }
  return line;
}

/** @param {Partial<JudgementView>} part @returns {JudgementView} */
const judgement = (part) => ({
  ply: 1,
  seat: "W",
  move: "B3-B4",
  before: { hundredths: 0 },
  after: { hundredths: -100 },
  chances: 0.4,
  best: [],
  lost: 0.2,
  ...part,
});

const EVEN = { hundredths: 0 };
/** White steps beside Black's piece, which captures a Man or the Knight. */
const MAN = lineFrom("1/3/1b3/5/1w3/1W1/1 w 0,0 0 1", ["B3-B4", "B5xB3"]);
const KNIGHT = lineFrom("1/3/1b3/5/1W3/1w1/1 w 0,0 0 1", ["B3-B4", "B5xB3"]);
const EXCHANGE = lineFrom("1/3/1b3/5/1W3/w2/1 w 0,0 0 1", ["B3-B4", "B5xB3", "B2xB4"]);
const QUIET = lineFrom("1/3/5/b4/1w3/1W1/1 w 0,0 0 1", ["B3-C4"]);

it("counts pieces lost and captured by the mover", () => {
  assert.deepEqual(lostIn(board, "W", MAN), { knights: 0, men: 1 });
  assert.deepEqual(lostIn(board, "B", MAN), { knights: 0, men: -1 });
  assert.deepEqual(lostIn(board, "W", EXCHANGE), { knights: 1, men: -1 });
});

it("names the pieces that a move loses", () => {
  const words = (/** @type {Played[]} */ line, /** @type {Played[]} */ better = []) =>
    consequence(board, judgement({}), { played: line, better, answer: EVEN });
  assert.equal(words(MAN), "B3-B4 loses 1 Man.");
  assert.equal(words(KNIGHT), "B3-B4 loses 1 Knight.");
  assert.equal(words(EXCHANGE), "B3-B4 loses 1 Knight for 1 Man.");
  const gain = lineFrom("1/3/5/1b3/1w3/1W1/1 w 0,0 0 1", ["B3xB5"]);
  assert.equal(words(QUIET, gain), "B3-B4 misses a gain of 1 Man.");
  assert.equal(words(QUIET), "B3-B4 lowers the winning chances of White from 60 % to 40 %.");
});

it("names a castle that is opened, a win that is given and a win that is missed", () => {
  const entering = lineFrom("1/3/5/w4/5/1b1/1 w 0,0 0 1", ["A4-A5", "C2-C1"]);
  const lost = judgement({ move: "A4-A5", after: { loss: 1 }, chances: 0 });
  const lines = { better: [], answer: { win: 1 } };
  assert.equal(
    consequence(board, lost, { ...lines, played: entering }),
    "A4-A5 lets Black into the castle in 1 move.",
  );
  assert.equal(
    consequence(board, lost, { ...lines, played: MAN, answer: { win: 2 } }),
    "A4-A5 lets Black win in 2 moves.",
  );
  assert.equal(
    consequence(board, judgement({ before: { win: 3 } }), { ...lines, played: MAN, answer: EVEN }),
    "B3-B4 misses a win for White in 3 moves.",
  );
});
