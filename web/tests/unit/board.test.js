// Texts of the board that depend on the position, and squares ahead of a piece.

import assert from "node:assert/strict";
import { it } from "node:test";
import { whyNotTo } from "../../app/src/board/words.js";
import { t } from "../../app/src/core/i18n.js";
import { readPosition } from "../../app/src/rules/positions.js";
import { legalList, walksAhead } from "../../app/src/rules/walks.js";
import { board, variant } from "./camette.js";

const start = readPosition(board, variant.position);

it("counts Knights and Men in singular and plural", () => {
  const strength = (/** @type {number} */ knights, /** @type {number} */ men) =>
    t("player.strength", {
      knights: t("player.knights", { n: knights }),
      men: t("player.men", { n: men }),
    });
  assert.equal(strength(1, 3), "1 Knight, 3 Men");
  assert.equal(strength(0, 1), "0 Knights, 1 Man");
});

it("finds the squares that a piece could reach in its turn", () => {
  const ahead = walksAhead(board, start, "C2");
  assert.equal(ahead.get("C4")?.text, "C2-C4");
  assert.equal(ahead.get("D2")?.text, "C2-D2");
  assert.ok(!ahead.has("C2") && !ahead.has("C5"));
});

it("explains why a piece cannot go to a square", () => {
  const free = legalList(["D3-E3", "D3-E4"]);
  assert.match(whyNotTo(board, start, free, "D3", "A4"), /D3 .*reach A4/);
  assert.match(whyNotTo(board, start, free, "D3", "C5"), /D3 .*capture .* C5/);
  const capture = readPosition(board, "1/1B1/1b1b1/2b2/1www1/1W1/1 w 0,0 0 1");
  const must = legalList(["C3xC5"]);
  assert.match(whyNotTo(board, capture, must, "C3", "C4"), /behind/);
  assert.match(whyNotTo(board, capture, must, "C3", "A3"), /must capture/i);
});
