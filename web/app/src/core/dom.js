// The one library that makes markup, and what the page adds to it.

export { repeat } from "../../vendor/lit-html/directives/repeat.js";
export { html, noChange, nothing, render, svg } from "../../vendor/lit-html/lit-html.js";

/** @type {() => void} */
let draw = () => {};
let isDue = false;

/** Says how the whole page is drawn. @param {() => void} how */
export function drawWith(how) {
  draw = how;
}

/** Draws the page anew before the next frame. Many calls draw once. */
export function redraw() {
  if (isDue) return;
  isDue = true;
  // A page in the background has no frames, and has to be right when it is looked at.
  if (document.hidden) setTimeout(now, 0);
  else requestAnimationFrame(now);
}

function now() {
  isDue = false;
  draw();
}

/** The drawn thing of that id, after the next drawing. @param {string} id */
export function focusSoon(id) {
  redraw();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}
