// The look of the pieces, the marks of a move, and its sounds.

import "./document.js";

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { legEnds } from "../../app/src/board/animation.js";
import { isEntry, victors } from "../../app/src/board/castle.js";
import { CHARGES } from "../../app/src/board/heraldry.js";
import { kindOfLeg } from "../../app/src/board/marks.js";
import { soundsOf } from "../../app/src/board/move-sound.js";
import { chargeOf } from "../../app/src/board/pieces.js";
import { played, readPosition } from "../../app/src/rules/positions.js";
import { fontDifferences } from "../../fonts.js";
import { board, variant } from "./camette.js";

/** The least difference of two colours that are told apart at a glance (CIE 1976). */
const APART = 40;

/** Colour vision without one kind of cone, as matrices on linear colours (Machado, Oliveira and
 * Fernandes, 2009). @type {Record<string, number[][]>} */
const SIGHT = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** @param {string} hex @returns {number[]} */
const linear = (hex) =>
  (hex.match(/[\da-f]{2}/gi) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });

/** @param {number[][]} matrix @param {number[]} vector */
const times = (matrix, vector) =>
  matrix.map((row) => row.reduce((sum, part, index) => sum + part * vector[index], 0));

/** Lightness and colour as they are perceived. @param {number[]} color linear */
function lab(color) {
  const toXyz = [
    [0.4124, 0.3576, 0.1805],
    [0.2126, 0.7152, 0.0722],
    [0.0193, 0.1192, 0.9505],
  ];
  const clipped = color.map((part) => Math.min(1, Math.max(0, part)));
  const [x, y, z] = times(toXyz, clipped).map((part, index) => {
    const share = part / [0.9505, 1, 1.089][index];
    return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {string} one @param {string} other @param {number[][]} sight */
function difference(one, other, sight) {
  const [a, b] = [one, other].map((hex) => lab(times(sight, linear(hex))));
  return Math.hypot(...a.map((part, index) => part - b[index]));
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [a, b] = [one, other].map((hex) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0]);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const STYLE = readFileSync(new URL("../../app/style/board.css", import.meta.url), "utf8");

/** A colour of a seat. @param {string} seat @param {string} name */
function colorOf(seat, name) {
  const rule = STYLE.match(new RegExp(`\\.seat-${seat.toLowerCase()} \\{([^}]*)\\}`))?.[1] ?? "";
  return rule.match(new RegExp(`--${name}: (#[\\da-f]{6})`))?.[1] ?? assert.fail(`${seat} ${name}`);
}

const SEATS = [
  ["White", "Black"],
  ["Red", "Green", "Blue", "Yellow"],
];

it("the seats of a game differ by colour, and by charge for whom the colours are alike", () => {
  for (const seats of SEATS) {
    const charges = seats.map((seat) => CHARGES[seat]);
    assert.equal(new Set(charges).size, seats.length, `${charges}`);
    for (const [index, seat] of seats.entries()) {
      const [piece, charge] = ["piece", "piece-detail"].map((name) => colorOf(seat, name));
      assert.ok(contrast(piece, charge) >= 3, `the charge of ${seat}: ${contrast(piece, charge)}`);
      for (const other of seats.slice(index + 1)) {
        for (const [name, sight] of Object.entries(SIGHT)) {
          const apart = difference(piece, colorOf(other, "piece"), sight);
          const isTold = apart >= APART || (name !== "all" && CHARGES[seat] !== CHARGES[other]);
          assert.ok(isTold, `${seat} and ${other}, ${name}: ${apart.toFixed(1)}`);
        }
      }
    }
  }
  assert.deepEqual(
    variant.seats.map((seat) => chargeOf(variant, seat)),
    ["cross", "chevron"],
  );
});

it("the fonts are those of the packages, and light", async () => {
  assert.deepEqual(await fontDifferences(), []);
});

/** @param {string} position @param {string} move */
const make = (position, move) => played(board, readPosition(board, position), move);

const CHARGE = "1/3/1b3/2w2/1W3/3/1 w 0,0 0 1";

it("the kinds of legs are read from the position after the move", () => {
  const made = make(CHARGE, "B3-D5xB5");
  const end = "B5";
  assert.equal(kindOfLeg(made.after, "B3", "D5", { end }), "canter");
  assert.equal(kindOfLeg(made.after, "D5", "B5", { end }), "jump");
  assert.equal(kindOfLeg(made.after, "B3", "B4", { end: "B4" }), "step");
});

it("a charge accelerates, and each leg has its sound", () => {
  const [first, second, third] = legEnds([{ kind: "canter" }, { kind: "jump" }, { kind: "jump" }]);
  assert.ok(first > second - first && second - first > third - second);
  const names = (/** @type {string} */ position, /** @type {string} */ move) =>
    soundsOf(board, make(position, move)).map(({ name }) => name);
  assert.deepEqual(names(CHARGE, "B3-D5xB5"), ["charge", "canter", "capture"]);
  assert.deepEqual(names(variant.position, "D3-E3"), ["move"]);
  const times = soundsOf(board, make(CHARGE, "B3-D5xB5")).map(({ at }) => at);
  assert.ok(times[0] < times[1] && times[1] < times[2], `${times}`);
});

it("the entry into the castle and the victory have sounds of their own", () => {
  const [goal] = variant.goals.W;
  const [from] = variant.squares.filter((square) => square.endsWith("6"));
  const before = { ...readPosition(board, variant.position), turn: "W" };
  before.pieces = new Map([[from, { seat: "W", knight: false }]]);
  const made = played(board, before, `${from}-${goal}`);
  assert.ok(isEntry(board, made));
  assert.deepEqual(victors(board, made.after), [goal]);
  assert.deepEqual(
    soundsOf(board, made).map(({ name }) => name),
    ["move", "victory"],
  );
  const switches = { ...variant.switches, pieces_in_castle_to_win: 2 };
  const slower = { ...board, variant: { ...variant, switches } };
  assert.deepEqual(victors(slower, made.after), []);
  assert.equal(soundsOf(slower, made).at(-1)?.name, "castle");
  const reversed = { ...variant.switches, object_reversed: true };
  assert.deepEqual(
    victors({ ...board, variant: { ...variant, switches: reversed } }, made.after),
    [],
  );
});
