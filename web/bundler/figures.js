// The figures of the board as text, for the images that the server draws. Built for `art.js`.

import { gate, pennant } from "../app/src/board/castle.js";
import { TREE } from "../app/src/board/drawing.js";
import { CHARGES, destrier, shieldBearer } from "../app/src/board/heraldry.js";
import { SWORDS } from "../app/src/board/marks.js";
import { markup } from "./templates.js";

/** The figures with the classes of the style sheet. The seat of a pennant sets only its colours. */
export function figures() {
  const board = { variant: { seats: [], seat_names: [] } };
  const charges = [...new Set(Object.values(CHARGES))];
  /** @param {(charge: import("../app/src/board/heraldry.js").Charge) => unknown} piece */
  const each = (piece) =>
    Object.fromEntries(
      charges.map((charge) => [charge, `<g class="piece">${markup(piece(charge))}</g>`]),
    );
  return {
    charges: CHARGES,
    man: each(shieldBearer),
    knight: each(destrier),
    gate: markup(gate("")),
    tree: `<g class="board"><path class="tree" d="${TREE}"/></g>`,
    pennant: markup(pennant(/** @type {never} */ (board), "", "", "")),
    swords: `<path class="swords" d="${SWORDS}"/>`,
  };
}
