// Line icons of the match page, on a 24 by 24 grid.

import { svg } from "../../core/dom.js";

const PATHS = {
  takeback: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3",
  draw: "M4 9h16M4 15h16M12 4v1M12 19v1",
  resign: "M6 22V3M6 4h11l-2.5 4L17 12H6",
  abort: "M6 6l12 12M18 6L6 18",
  flip: "M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  time: "M12 8v5l3 2M12 4a9 9 0 1 1 0 18 9 9 0 1 1 0-18M10 1h4",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  review: "M4 20V10M10 20V4M16 20v-8M21 20H3",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" data-icon=${name}><path d=${PATHS[name]} /></svg>`;
}
