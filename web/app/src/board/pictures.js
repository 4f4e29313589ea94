// Boards as image files, rendered in the browser from the displayed drawing.

import { applyPalette, GIFEncoder, quantize } from "../../vendor/gifenc/gifenc.js";
import { render } from "../core/dom.js";
import { boardDrawing } from "./drawing.js";

/** @typedef {import("./geometry.js").View} View */
/** @typedef {import("../rules/positions.js").Position} Position */

/** Style properties that are inlined, because an image file has no style sheet. */
const LOOK = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "opacity",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];

/** Marks that only the player at the board needs. */
const MARKS_OF_PLAY = ".square:not(.left, .last) .ring, .targets, .shapes, .walked";

const PNG_WIDTH = 1200;
const GIF_WIDTH = 480;
const GIF_DELAY_MS = 900;

/** @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
export async function pngOf(drawing) {
  const canvas = await painted(drawing, PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("png"))), "image/png");
  });
}

/**
 * A game as an animated GIF.
 * @param {View} view
 * @param {{position: Position, path: string[]}[]} positions
 */
export async function gifOf(view, positions) {
  const stage = document.createElement("div");
  stage.className = "visually-hidden";
  document.body.append(stage);
  const gif = GIFEncoder();
  try {
    for (const [index, { position, path }] of positions.entries()) {
      render(boardDrawing({ view, position, marks: { path }, label: "" }), stage);
      const drawing = stage.querySelector("svg");
      if (!drawing) continue;
      const canvas = await painted(drawing, GIF_WIDTH);
      const { width, height } = canvas;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
      if (!pixels) continue;
      const palette = quantize(pixels, 64);
      const isLast = index === positions.length - 1;
      const delay = isLast ? 3 * GIF_DELAY_MS : GIF_DELAY_MS;
      gif.writeFrame(applyPalette(pixels, palette), width, height, { palette, delay });
    }
  } finally {
    stage.remove();
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: "image/gif" });
}

/** @param {SVGSVGElement} drawing @param {number} width @returns {Promise<HTMLCanvasElement>} */
async function painted(drawing, width) {
  const { width: w, height: h } = drawing.viewBox.baseVal;
  const height = Math.round((width * h) / w);
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [originals, copies] = [drawing.querySelectorAll("*"), copy.querySelectorAll("*")];
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const name of LOOK) copies[index].setAttribute(name, style.getPropertyValue(name));
  }
  for (const extra of copy.querySelectorAll(MARKS_OF_PLAY)) extra.remove();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const text = new XMLSerializer().serializeToString(copy);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("canvas");
    context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}
