// The templating library and the page's helpers for it.

export { Directive, directive } from "../../vendor/lit-html/directive.js";
export { repeat } from "../../vendor/lit-html/directives/repeat.js";
export { html, noChange, nothing, render, svg } from "../../vendor/lit-html/lit-html.js";

/** @type {() => void} */
let draw = () => {};
let isDue = false;
/** Called after the next rendering. @type {(() => void)[]} */
let followers = [];

/** Sets the function that renders the page. @param {() => void} how */
export function drawWith(how) {
  draw = how;
}

/** Renders the page before the next frame. Repeated calls render once. */
export function redraw() {
  if (isDue) return;
  isDue = true;
  // A background page has no animation frames but must be current when it becomes visible.
  if (document.hidden) setTimeout(now, 0);
  else requestAnimationFrame(now);
}

/**
 * Renders the page before the next frame, and calls `follow` after the rendering, before anything
 * else sees the page.
 * @param {() => void} follow
 */
export function redrawThen(follow) {
  followers.push(follow);
  redraw();
}

function now() {
  isDue = false;
  const due = followers;
  followers = [];
  draw();
  for (const follow of due) follow();
}

/** Focuses the element with that id after the next rendering. @param {string} id */
export function focusSoon(id) {
  redraw();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}
