// Copies the library files that the page uses from `node_modules` into app/vendor, with their
// licences, and records their versions and hashes.
// `node vendor.js` after `npm ci`; `--check` fails if the copies differ.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The copied files, from the package's folder to the folder of the same name in app/vendor, with
 * their type declarations. */
const LIBRARIES = [
  {
    name: "lit-html",
    licence: "BSD-3-Clause",
    files: {
      LICENSE: "LICENSE.txt",
      "lit-html.js": "lit-html.js",
      "directive.js": "directive.js",
      "directive-helpers.js": "directive-helpers.js",
      "directives/repeat.js": "directives/repeat.js",
    },
    types: {
      "lit-html": 'export * from "lit-html";\n',
      directive: 'export * from "lit-html/directive.js";\n',
      "directives/repeat": 'export * from "lit-html/directives/repeat.js";\n',
    },
  },
  {
    name: "lean-qr",
    licence: "MIT",
    files: { LICENSE: "LICENSE.txt", "index.mjs": "lean-qr.js" },
    types: {
      "lean-qr": `export function generate(text: string): {
  size: number;
  get(x: number, y: number): boolean;
};
`,
    },
  },
  {
    name: "gifenc",
    licence: "MIT",
    files: { "LICENSE.md": "LICENSE.txt", "dist/gifenc.esm.js": "gifenc.js" },
    types: {
      gifenc: `export type Palette = number[][];
export function GIFEncoder(): {
  writeFrame(
    index: Uint8Array,
    width: number,
    height: number,
    options: { palette?: Palette; delay?: number },
  ): void;
  finish(): void;
  bytes(): Uint8Array<ArrayBuffer>;
};
export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
`,
    },
  },
];

/** Every file of app/vendor with its text. */
export function vendored() {
  const files = new Map();
  let list = "Libraries of others, copied by `node vendor.js`; not to be edited.\n";
  for (const { name, licence, files: taken, types } of LIBRARIES) {
    const folder = join(here, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    list += `\n${name} ${version} (${licence})\n`;
    for (const [from, to] of Object.entries(taken)) {
      const text = readFileSync(join(folder, from), "utf8").replace(
        /\n?\/\/# sourceMapping.*/g,
        "",
      );
      files.set(`${name}/${to}`, text);
      list += `  ${createHash("sha256").update(text).digest("hex")}  ${to}\n`;
    }
    for (const [module, text] of Object.entries(types)) {
      files.set(`${name}/${module}.d.ts`, text);
    }
  }
  files.set("LIBRARIES.txt", list);
  return files;
}

/** The files of app/vendor that differ from the libraries. */
export function differences() {
  const read = (/** @type {string} */ path) => {
    try {
      return readFileSync(join(here, "app/vendor", path), "utf8");
    } catch {
      return null;
    }
  };
  return [...vendored()].filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const different = differences();
    if (different.length > 0) {
      process.stderr.write(`not as vendored: ${different.join(", ")}\n`);
      process.exit(1);
    }
  } else {
    for (const [path, text] of vendored()) {
      mkdirSync(dirname(join(here, "app/vendor", path)), { recursive: true });
      writeFileSync(join(here, "app/vendor", path), text);
    }
  }
}
