// Draws the icons and the preview of links from icons/icon.svg and the page's board, into
// app/icons. `node icons.js` starts the built server for the board.
import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { applyPalette, quantize } from "./app/vendor/gifenc/gifenc.js";
import { launchBrowser, launchServer } from "./tests/e2e/server.js";

const FOLDER = new URL("./app/icons/", import.meta.url);
const ICON = readFileSync(new URL("icon.svg", FOLDER), "utf8");
const FAVICON = 32;
const TOUCH_ICON = 180;
/** The icons of the installed page. The system cuts them to its shape. */
const APP_ICONS = [192, 512];
const PREVIEW = { width: 1200, height: 630 };
/** Colours of the preview, which make it several times smaller. */
const COLORS = 64;

/** @param {string} type four letters @param {Uint8Array} data */
function chunk(type, data) {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(content));
  return Buffer.concat([length, content, sum]);
}

/** The checksum of a chunk (PNG specification, annex D). @param {Uint8Array} bytes */
function crc(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** An image with a palette. @param {Uint8ClampedArray} rgba @param {number} width @param {number} height */
function indexedPng(rgba, width, height) {
  const palette = quantize(rgba, COLORS);
  const pixels = applyPalette(rgba, palette);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, with a palette.
  head.set([8, 3], 8);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("PLTE", Uint8Array.from(palette.flatMap((color) => color.slice(0, 3)))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** An icon file with one image. @param {Uint8Array} png @param {number} size */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** @param {string} svg @param {number} size */
async function drawn(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

const LAYOUT = `
  .preview { display: flex; align-items: center; height: 630px; padding: 0 70px; gap: 70px; }
  .preview svg.board { flex: none; width: auto; height: 590px; max-height: none; }
  .preview p { flex: 1; margin: 0; font: 600 44px/1.4 var(--serif); }
  .preview strong { display: block; font-size: 104px; color: var(--accent); }`;

/** The board of Camelot beside the name, as pixels. */
async function preview() {
  const context = await browser.newContext({ viewport: PREVIEW, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${server.url}/study?variant=camelot`);
  await page.waitForSelector("#study-board svg.board .piece");
  await page.evaluate(() => {
    const board = document.querySelector("#study-board svg.board")?.cloneNode(true);
    const [name, words, preview] = ["strong", "p", "div"].map((tag) => document.createElement(tag));
    name.textContent = "Chivalry";
    words.append(name, "Camelot and its family");
    preview.className = "preview";
    preview.append(words, board ?? "");
    document.body.replaceChildren(preview);
  });
  await page.addStyleTag({ content: LAYOUT });
  await page.evaluate(() => document.fonts.ready);
  const png = (await page.screenshot()).toString("base64");
  const rgba = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    let letters = "";
    for (const value of pixels) letters += String.fromCharCode(value);
    return btoa(letters);
  }, png);
  await context.close();
  return Uint8ClampedArray.from(Buffer.from(rgba, "base64"));
}

/** @param {string} name @param {Uint8Array} bytes */
function write(name, bytes) {
  writeFileSync(new URL(name, FOLDER), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}

const server = await launchServer();
const browser = await launchBrowser();
try {
  write("favicon.ico", ico(await drawn(ICON, FAVICON), FAVICON));
  // The system rounds the corners.
  const square = ICON.replace(' rx="7"', "");
  write("apple-touch-icon.png", await drawn(square, TOUCH_ICON));
  for (const size of APP_ICONS) write(`icon-${size}.png`, await drawn(square, size));
  write("preview.png", indexedPng(await preview(), PREVIEW.width, PREVIEW.height));
} finally {
  await browser.close();
  await server.stop();
}
