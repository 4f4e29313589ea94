// Makes the files of the page that the server embeds, from the sources below `app`: scripts, one
// style sheet, and the shell of each language.
// `node bundle.js` writes app/bundle; `--check` fails if the files are not current.
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { scripts } from "./bundler/layers.js";
import { boardArt, drawn } from "./bundler/shell.js";
import { languages, makeLocales } from "./locales.js";

const WEB = dirname(fileURLToPath(import.meta.url));
const APP = join(WEB, "app");
const BUNDLE = join(APP, "bundle");

/** The languages of the shell, of which `core/i18n.js` offers the same. */
const LANGUAGES = languages();

/** The service worker, which is no module. */
const WORKER = "src/worker.js";

const STYLE = /\s*<link rel="stylesheet" href="\{folder\}\/(.+?)" \/>/g;
const THEME = /<script src="\{folder\}\/(.+?)"><\/script>/;
const MAIN = /<script type="module" src=".+?"><\/script>/;
const ICON = /(<link rel="icon" type="image\/svg\+xml" href=")\{folder\}\/(.+?)"/;
/** The fonts of the letters that most texts have. */
const FONT = /url\("?\.\.\/(fonts\/[\w-]+-latin\.woff2)"?\)/g;

/** The style sheets of the template as one. @param {string} template */
async function style(template) {
  const contents = [...template.matchAll(STYLE)].map(([, path]) => `@import "./${path}";\n`);
  const { outputFiles } = await build({
    absWorkingDir: APP,
    stdin: { contents: contents.join(""), resolveDir: APP, loader: "css" },
    bundle: true,
    minify: true,
    charset: "utf8",
    external: ["*.woff2"],
    outfile: "style.css",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0].text;
}

/**
 * The shells of a language, from the template.
 * @param {string} template
 * @param {import("./bundler/shell.js").Drawn} drawn
 * @param {string} css
 * @param {Map<string, string>} code
 */
async function shells(template, { language, home, other }, css, code) {
  const [theme, path] = THEME.exec(template) ?? ["", ""];
  const early = await transform(readFileSync(join(APP, path), "utf8"), { minify: true });
  const fonts = new Set([...css.matchAll(FONT)].map(([, font]) => font));
  // A regional language replaces some texts of another one.
  const languages = new Set([language.split("-")[0], language]);
  const texts = [...languages].map((name) => `${name}.js`).filter((name) => code.has(name));
  const head = [
    `<script>${early.code.trim()}</script>`,
    '<link rel="stylesheet" href="{folder}/bundle/style.css" />',
    ...[...fonts].map(
      (font) =>
        `<link rel="preload" as="font" type="font/woff2" href="{folder}/${font}" crossorigin />`,
    ),
    // The style sheet and the fonts, which the first paint needs, come first.
    '<script type="module" fetchpriority="low" src="{folder}/bundle/main.js"></script>',
    ...texts.map((name) => `<link rel="modulepreload" href="{folder}/bundle/${name}" />`),
  ];
  const icon = readFileSync(join(APP, ICON.exec(template)?.[2] ?? ""), "utf8").trim();
  const shell = (/** @type {string} */ content) =>
    template
      .replace(ICON, (_, start) => `${start}data:image/svg+xml,${encodeURIComponent(icon)}"`)
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(STYLE, "")
      .replace(MAIN, "")
      .replace(theme, () => `${head.join("\n    ")}{preloads}`)
      .replace('<div id="page"></div>', () => `<div id="page">${content}</div>{answers}`);
  return { home: shell(home), other: shell(other) };
}

/** The scripts that each script needs besides the main one, with itself. @param {Map<string, string>} code */
function needs(code) {
  const imported = (/** @type {string} */ text) =>
    [...text.matchAll(/from"\.\/([\w-]+\.js)"/g)].map(([, name]) => name);
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const name of code.keys()) {
    const all = new Set([name]);
    for (const each of all) for (const next of imported(code.get(each) ?? "")) all.add(next);
    all.delete("main.js");
    if (all.size > 0) found[name.replace(/\.js$/, "")] = [...all];
  }
  return found;
}

/** Every file of app/bundle with its text. @returns {Promise<Map<string, string>>} */
export async function bundled() {
  const template = readFileSync(join(APP, "index.html"), "utf8");
  const [code, css, all, art] = await Promise.all([
    scripts(APP),
    style(template),
    drawn(WEB, LANGUAGES),
    boardArt(WEB),
  ]);
  const files = new Map([...code, ["style.css", css]]);
  const words = Object.fromEntries(all.drawn.map((each) => [each.language, each.words]));
  const data = { requests: all.requests, scripts: needs(code), words };
  files.set("shell.json", `${JSON.stringify(data, null, 1)}\n`);
  files.set("embed.html", readFileSync(join(APP, "embed.html"), "utf8"));
  files.set("board.json", `${JSON.stringify(art, null, 1)}\n`);
  const worker = readFileSync(join(APP, WORKER), "utf8");
  files.set("worker.js", (await transform(worker, { minify: true, charset: "utf8" })).code);
  for (const each of all.drawn) {
    const { home, other } = await shells(template, each, css, code);
    files.set(`home.${each.language}.html`, home);
    files.set(`page.${each.language}.html`, other);
  }
  return files;
}

/** The text of a file of app/bundle; null without the file. @param {string} name */
function current(name) {
  try {
    return readFileSync(join(BUNDLE, name), "utf8");
  } catch {
    return null;
  }
}

/** The names of the files that are not as bundled. @param {Map<string, string>} files */
function outdated(files) {
  const extra = readdirSync(BUNDLE).filter((name) => !files.has(name) && !name.startsWith("."));
  return [...extra, ...[...files].filter(([name, text]) => current(name) !== text).map(([n]) => n)];
}

/** The sources of the bundle. */
const SOURCES = [
  "app/index.html",
  "app/embed.html",
  "app/src",
  "app/style",
  "app/vendor",
  "app/icons",
].concat(["bundle.js", "locales.js", "bundler", "types/variants.json", "package-lock.json"]);
/** Describes the sources and the bundle when they were made current last. */
const STAMP = join(WEB, "node_modules/.bundle");

/** Describes files and folders by sizes and times. @param {string[]} paths below the folder of the tools */
function described(paths) {
  const isFile = (/** @type {string} */ name) => !/(^|\/)\./.test(name);
  const below = (/** @type {string} */ path) =>
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter(isFile)
      .map((name) => join(path, name));
  const files = paths
    .map((path) => join(WEB, path))
    .flatMap((path) => (statSync(path).isDirectory() ? below(path) : [path]));
  const describe = (/** @type {string} */ path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return `${path} ${found?.mtimeMs} ${found?.size}`;
  };
  return files.sort().map(describe).join("\n");
}

/** Writes a file in one step, because other processes may read or write it. @param {string} path @param {string} text */
function replace(path, text) {
  const draft = join(dirname(path), `.draft.${randomBytes(6).toString("hex")}`);
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Makes app/bundle current, unless it is. Several processes may do so at once. */
export async function makeBundle() {
  mkdirSync(BUNDLE, { recursive: true });
  makeLocales();
  const sources = described(SOURCES);
  const stamp = () => `${sources}\n${described(["app/bundle"])}\n`;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp()) return;
  await writeBundle();
  replace(STAMP, stamp());
}

async function writeBundle() {
  const files = await bundled();
  for (const name of outdated(files)) {
    const text = files.get(name);
    if (text === undefined) {
      rmSync(join(BUNDLE, name), { force: true });
      continue;
    }
    replace(join(BUNDLE, name), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const names = outdated(await bundled());
    if (names.length > 0) {
      process.stderr.write(`not as bundled: ${names.join(", ")}: run node bundle.js\n`);
      process.exitCode = 1;
    }
  } else {
    mkdirSync(BUNDLE, { recursive: true });
    makeLocales();
    await writeBundle();
  }
}
