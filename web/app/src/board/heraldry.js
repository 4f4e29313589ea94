// The page's own figures, and the charge of each seat, on a 40 by 40 grid.

import { svg } from "../core/dom.js";

/** @typedef {"cross" | "chevron" | "bar" | "roundel"} Charge */

/** The charge of each seat. The seats of one game have different charges. @type {Record<string, Charge>} */
export const CHARGES = {
  White: "cross",
  Black: "chevron",
  Red: "cross",
  Green: "chevron",
  Blue: "bar",
  Yellow: "roundel",
};

/** Charges around the origin. @type {Record<Charge, string>} */
const SHAPES = {
  cross: "M-1.7-5.6h3.4v3.9h3.9v3.4h-3.9v3.9h-3.4v-3.9h-3.9v-3.4h3.9z",
  chevron: "M0-5l6.2 6v4.4L0-.6l-6.2 6V1z",
  bar: "M-6.2-2.3H6.2v4.6H-6.2z",
  roundel: "M0-4.6a4.6 4.6 0 1 1 0 9.2a4.6 4.6 0 1 1 0-9.2z",
};

/** @param {Charge} charge @param {number} x @param {number} y @param {number} [scale] */
export function chargeAt(charge, x, y, scale = 1) {
  return svg`<path class="charge" data-charge=${charge} transform="translate(${x} ${y}) scale(${scale})" d=${SHAPES[charge]}/>`;
}

/** A shield-bearer: a round helm, wide shoulders and a shield. @param {Charge} charge */
export function shieldBearer(charge) {
  return svg`
    <path class="body" d="M4.8 33.4c-.5-8.6 2.2-14.6 9.2-15.6h12c7 1 9.7 7 9.2 15.6z"/>
    <path class="body" d="M20 5.8c4.5 0 7.4 3.2 7.4 7.6v5.6H12.6v-5.6c0-4.4 2.9-7.6 7.4-7.6z"/>
    <path class="slit" d="M15 11.6h10v2.3h-3.9v2.5h-2.2v-2.5H15z"/>
    <path class="body" d="M11 18.6h18v6.8c0 5-3.5 8.3-9 10.4-5.5-2.1-9-5.4-9-10.4z"/>
    ${chargeAt(charge, 20, 25.8, 0.9)}`;
}

/** A destrier under a caparison with a dagged hem. @param {Charge} charge */
export function destrier(charge) {
  return svg`
    <path class="body" d="M12.4 27h4l-.4 7.2 1 3.2h-4.8zM30.2 27h4.4l.2 7.2 1 3.2h-4.8z"/>
    <path class="body" d="M14.2 2l2.4 3.1c4.2 1.2 6.8 4.6 7.7 9.6 2.3.8 5 .3 7.7.3 3.2 0 4.6 2 4.8 4.8l.4 10-3.4 3.2-3.4-3.2-3.4 3.2-3.4-3.2-3.4 3.2-3.4-3.2-3.4 3.2-3.2-3.2.2-5c.2-3.4 1.7-6.4 3-9-1.4.8-3.2.9-4.8 1.5l-2.2.9c-1.5.6-2.8-.4-2.7-2 .1-1.6 1.3-2.8 2.3-4 1.2-1.6 2.2-3.6 3.6-5.4 1.2-1.6 2.7-2.8 4.6-4.8z"/>
    <circle class="eye fine" cx="11.6" cy="9.6" r="1.2"/>
    <path class="detail fine" d="M16.4 7c.2 3-.9 6-2.4 8.4"/>
    ${chargeAt(charge, 24, 23.4, 1.1)}`;
}

/** The shield-bearer, carved in wood and lit from the left. @param {Charge} charge */
export function carvedShieldBearer(charge) {
  return svg`${shieldBearer(charge)}
    <path class="shade" d="M35.2 33.4c.5-8.6-2.2-14.6-9.2-15.6h3v7.6c0 3.2-1 5.8-3 8zM20 5.8c4.5 0 7.4 3.2 7.4 7.6v4.8h-3.2v-4.8c0-3.8-1.4-6.6-4.2-7.6z"/>
    <path class="shine" d="M14.6 12.6c.2-2.4 1.4-4.2 3.4-4.9M12.8 20.6v4.4M7.4 28.6c.3-3.2 1.3-5.8 2.9-7.4"/>
    <path class="grain fine" d="M6.4 31.2c1.6-1 2.8-1 4.2-.4M29.6 30.800c1.8-.6 3.4-.4 4.8.4M17 9.600c2-1.2 4.2-1.2 6.2 0"/>`;
}

/** The destrier, carved in wood and lit from the left. @param {Charge} charge */
export function carvedDestrier(charge) {
  return svg`${destrier(charge)}
    <path class="shade" d="M36.8 19.500l.4 10-3.4 3.2-3.4-3.2-3.4 3.2-1.8-1.700c3.2-3.2 5.2-9.2 5.8-16.300h1c3.2 0 4.6 2 4.8 4.800zM24.3 14.700c-.9-5-3.5-8.4-7.7-9.600L14.2 2c3 5.2 5.4 7.6 7.3 12.400z"/>
    <path class="shine" d="M13.6 5c-1.2 1-2 2-2.8 3.200M7.6 13.200c-.6.8-1.2 1.5-1.6 2.300M13.2 22c-.4 2-.5 4-.5 6"/>
    <path class="grain fine" d="M15 19.500c2.8-1.8 6-1.6 8.6-.2M13.4 29.400c2.6-1.2 5-1.2 7.4.2M26 17.200c3-.8 6-.4 8.6.8"/>`;
}

/** @typedef {"vert" | "azure" | "or" | "gules" | "purpure" | "tenne"} Tint */

/** The colour of each game. @type {Record<string, Tint>} */
const TINTS = {
  camelot: "vert",
  cam: "azure",
  camette: "or",
  chivalry: "gules",
  "grand-cam": "purpure",
  "grand-camelot": "tenne",
  "chivalry-four-handed": "purpure",
  "chivalry-1887": "tenne",
  "river-camelot": "azure",
  "anti-camelot": "gules",
  "camelot-1931": "or",
  "camelot-all-knights": "tenne",
  "camette-all-knights": "purpure",
  "chivalry-four-singles": "gules",
};

/** The class that gives a part of the page the colour of its game. @param {{name: string}} variant */
export function tintClass({ name }) {
  return `tint-${TINTS[name] ?? "vert"}`;
}
