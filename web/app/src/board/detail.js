// The level of detail of a board: drawings with small squares leave out fine lines.

import { Directive, directive, noChange } from "../core/dom.js";
import { CELL } from "./geometry.js";

/** The least side of a square, in pixels, that shows all details. */
export const FINE_CELL = 28;

/** @type {ResizeObserver | null} */
let observer = null;

/** @param {ResizeObserverEntry[]} entries */
function measure(entries) {
  for (const { target, contentRect } of entries) {
    if (!(target instanceof SVGSVGElement)) continue;
    const { width, height } = target.viewBox.baseVal;
    const scale = Math.min(contentRect.width / width, contentRect.height / height);
    target.classList.toggle("coarse", scale * CELL < FINE_CELL);
  }
}

class Detail extends Directive {
  /** @type {Element | null} */
  #element = null;

  /** @override */
  render() {
    return noChange;
  }

  /** @override @param {import("../../vendor/lit-html/lit-html.js").Part} part */
  update(part) {
    const element = "element" in part ? part.element : null;
    if (element instanceof Element && element !== this.#element) {
      observer ??= new ResizeObserver(measure);
      observer.observe(element);
      this.#element = element;
    }
    return noChange;
  }
}

/** Placed in the tag of a drawing: sets the class `coarse` while its squares are small. */
export const detail = directive(Detail);
