// The measures of the displayed board that the layout needs. The castles at the top and at the
// bottom leave corners free, in which the panels of the players have room.

import { CELL } from "../../board/geometry.js";

/** @typedef {import("../../board/geometry.js").View} View */

/**
 * Style properties in units of the drawing: its size, the heights of the rows of the castles, and
 * the width of the free corners.
 * @param {View} view
 */
export function sizes(view) {
  const { width, height, grid, at } = view;
  const place = (/** @type {string | undefined} */ square) =>
    at.get(square ?? "") ?? { x: 0, y: 0 };
  const ends = [grid[0], grid[grid.length - 1]];
  const free = ends.flatMap((row) => [place(row[0]).x, width - place(row.at(-1)).x - CELL]);
  const head = place(ends[0][0]).y + CELL;
  const foot = height - place(ends[1][0]).y;
  return `--view-wide:${width};--view-high:${height};--head:${head};--foot:${foot};--free:${Math.min(...free)}`;
}
