// Animation of a move, leg by leg.

import { settings } from "../core/settings.js";
import { CELL } from "./geometry.js";

/** @typedef {import("./geometry.js").View} View */
/** @typedef {import("../rules/positions.js").Played} Played */

const LEG_MS = 170;
const LONGEST_MS = 1100;

export function isAnimated() {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Moves the drawn piece along its path and fades each captured piece as it is jumped.
 * @param {Element | null} drawing
 * @param {View} view
 * @param {Pick<Played, "legs" | "captured"> & {isDropped?: boolean}} made a dropped piece has
 *   arrived, and only the captures are animated
 * @returns {Promise<void>} resolves when the piece has arrived
 */
export async function animate(drawing, view, { legs, captured, isDropped = false }) {
  const to = legs.at(-1)?.to;
  const piece = drawing?.querySelector(`[data-piece="${to}"]`);
  if (!piece || legs.length === 0 || !("animate" in piece)) return;
  const squares = [legs[0].from, ...legs.map((leg) => leg.to)];
  const duration = Math.min(LONGEST_MS, LEG_MS * legs.length + 60);
  const frames = squares.map((square) => {
    const { x, y } = view.at.get(square) ?? { x: 0, y: 0 };
    return { transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" };
  });
  const running = isDropped ? [] : [piece.animate(frames, { duration })];
  for (const { square } of captured) {
    const leg = legs.findIndex(({ over, kind }) => over === square && kind === "jump");
    const delay = isDropped ? 0 : (duration * (leg + 0.5)) / legs.length;
    const ghost = drawing?.querySelector(`[data-ghost="${square}"]`);
    const fade = { delay, duration: 140, fill: /** @type {const} */ ("forwards") };
    if (ghost) running.push(ghost.animate([{ opacity: 1 }, { opacity: 0 }], fade));
  }
  await Promise.all(running.map(({ finished }) => finished.catch(() => {})));
}

/** The position of a pointer in the drawing's units. @param {SVGSVGElement} drawing @param {PointerEvent} event */
export function pointIn(drawing, event) {
  const matrix = drawing.getScreenCTM()?.inverse();
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = matrix ? point.matrixTransform(matrix) : point;
  return { x: x - CELL / 2, y: y - CELL / 2 };
}
