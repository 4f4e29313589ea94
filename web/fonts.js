// Makes the fonts of the page from the packages in `node_modules`: subsets of Latin letters, with
// the features that the page uses, in app/fonts with their licences.
// `node fonts.js` after `npm ci`; `--check` fails if the files differ.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{targetFormat: "woff2" | "truetype", keepFeatures: string[], noHinting: boolean,
 *   variationAxes?: Record<string, {min: number, max: number} | number>}} SubsetOptions
 */

/** @type {(font: Buffer, letters: string, options: SubsetOptions) => Promise<Buffer>} */
const subsetFont = createRequire(import.meta.url)("subset-font");

const here = fileURLToPath(new URL(".", import.meta.url));
const FOLDER = join(here, "app/fonts");

/** The most that all fonts together may weigh, in bytes. */
const MOST = 60_000;

/** @param {number} first @param {number} last */
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
    "",
  );

/** The letters of each file. The rules `unicode-range` in base.css name the same. */
const LETTERS = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœ–—‘’‚“”„•…‹›€™←→−`,
  "latin-ext": `${range(0x100, 0x130)}${range(0x132, 0x151)}${range(0x154, 0x17f)}ȘșȚțẞ`,
};

/** Features of the layout tables that the page uses. */
const FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum"];

/** Each font: its package, the name of its files, and the weights that are kept. */
const FONTS = [
  { name: "grenze", from: "@fontsource/grenze", file: "600-normal", axes: undefined },
  {
    name: "hanken-grotesk",
    from: "@fontsource-variable/hanken-grotesk",
    file: "wght-normal",
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** The weight of the letters in images that the server draws. */
const IMAGE_WEIGHT = 600;

/** Every file of app/fonts with its content. @returns {Promise<Map<string, Buffer>>} */
export async function fonts() {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const { name, from, file, axes } of FONTS) {
    const folder = join(here, "node_modules", from);
    files.set(`${name}-LICENSE.txt`, readFileSync(join(folder, "LICENSE")));
    for (const [part, letters] of Object.entries(LETTERS)) {
      const whole = readFileSync(join(folder, "files", `${name}-${part}-${file}.woff2`));
      const font = await subsetFont(whole, letters, {
        targetFormat: "woff2",
        keepFeatures: FEATURES,
        noHinting: true,
        ...(axes ? { variationAxes: axes } : {}),
      });
      files.set(`${name}-${part}.woff2`, font);
      if (!axes) continue;
      const ofImages = await subsetFont(whole, letters, {
        targetFormat: "truetype",
        keepFeatures: [],
        noHinting: true,
        variationAxes: { wght: IMAGE_WEIGHT },
      });
      files.set(`${name}-${part}-${IMAGE_WEIGHT}.ttf`, ofImages);
    }
  }
  return files;
}

/** The files of app/fonts that differ from the packages, and the weight of the fonts if too large. */
export async function fontDifferences() {
  const made = await fonts();
  const read = (/** @type {string} */ name) => {
    try {
      return readFileSync(join(FOLDER, name));
    } catch {
      return null;
    }
  };
  const different = [...made].filter(([name, bytes]) => !read(name)?.equals(bytes));
  const weight = [...made]
    .filter(([name]) => name.endsWith(".woff2"))
    .reduce((sum, [, bytes]) => sum + bytes.length, 0);
  return [
    ...different.map(([name]) => name),
    ...(weight > MOST ? [`${weight} bytes together`] : []),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const different = await fontDifferences();
    if (different.length > 0) {
      process.stderr.write(`not as made by fonts.js: ${different.join(", ")}\n`);
      process.exit(1);
    }
  } else {
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, bytes] of await fonts()) {
      writeFileSync(join(FOLDER, name), bytes);
      process.stdout.write(`${name}: ${bytes.length} bytes\n`);
    }
  }
}
