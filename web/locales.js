// Compiles the catalogues of the page from Fluent to modules with the smallest form of each text.
// `node locales.js` writes app/src/locales/compiled; `--check` fails if the files are not current.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lineOffset, parse } from "@fluent/syntax";

export const LOCALES = join(dirname(fileURLToPath(import.meta.url)), "app/src/locales");
const COMPILED = join(LOCALES, "compiled");

/** The English rules. */
const RULES = new URL("../docs/rules.md", import.meta.url);

/**
 * A text with `{name}` for each parameter, or its forms by plural category. `by` names the
 * parameter that selects the form, if it is not `n`.
 * @typedef {string | Record<string, string>} Text
 */
/** @typedef {Record<string, Text>} Catalogue */

/** Catalogues of a language, by the names of their files. */
export const KINDS = /** @type {const} */ ([
  "page",
  "tournaments",
  "refusals",
  "reasons",
  "previews",
  "letter",
]);
/** @typedef {typeof KINDS[number]} Kind */

/** A number of a plural category, or an exact number, as the name of a form. */
const FORM = /^(zero|one|two|few|many|other|\d+)$/;

/** The codes of the languages that have catalogues. */
export function languages() {
  const isLanguage = (/** @type {string} */ name) => /^[a-z]{2,3}(-[A-Z]{2})?$/.test(name);
  return readdirSync(LOCALES).filter(isLanguage).sort();
}

/** The language of whose texts a regional language replaces some; undefined for others. @param {string} language */
export function baseOf(language) {
  return language.includes("-") ? language.split("-")[0] : undefined;
}

/** The texts of a language's own file; none without the file. @param {string} language @param {Kind} kind */
export function catalogue(language, kind) {
  if (language === "en" && kind === "letter") return rulesIn(readFileSync(RULES, "utf8"));
  const name = `${kind}.ftl`;
  const folder = join(LOCALES, language);
  if (!readdirSync(folder).includes(name)) return {};
  const texts = compile(readFileSync(join(folder, name), "utf8"), `${language}/${name}`);
  const named = Object.entries(texts).map(([id, text]) => [keyOf(id, kind), text]);
  return /** @type {Catalogue} */ (Object.fromEntries(named));
}

/**
 * The rules by number, without their markup. A chapter has its title and the paragraphs that have
 * no number.
 * @param {string} source of `docs/rules.md`
 * @returns {Record<string, string>}
 */
export function rulesIn(source) {
  /** @type {Map<string, string[]>} */
  const sections = new Map();
  let chapter = "";
  for (const line of source.split("\n").filter(Boolean)) {
    const [, mark, number, text] = /^(## )?(\d+(?:\.\d+)?) (.+)$/.exec(line) ?? [];
    if (mark) chapter = number;
    if (number) sections.set(number, [text]);
    else sections.get(chapter)?.push(line);
  }
  const plain = (/** @type {string} */ text) =>
    text.replaceAll(/\[(.+?)\]\(.+?\)/g, "$1").replaceAll(/\*\*|\*|`/g, "");
  return Object.fromEntries(
    [...sections].map(([number, parts]) => [number, parts.map(plain).join("\n\n")]),
  );
}

/**
 * The key of a text: a dot is a hyphen in Fluent, a hyphen is two, and a section begins with a
 * letter.
 * @param {string} id
 * @param {Kind} kind
 */
export function keyOf(id, kind) {
  if (kind === "reasons" || kind === "previews") return id;
  const name = kind === "letter" ? id.replace(/^s/, "") : id;
  return name.replaceAll(/--|-/g, (sign) => (sign === "-" ? "." : "-"));
}

/**
 * The texts of a catalogue in Fluent.
 * @param {string} source
 * @param {string} name of the file, for errors
 * @returns {Catalogue}
 */
export function compile(source, name) {
  /** @type {Catalogue} */
  const texts = {};
  for (const entry of parse(source, { withSpans: true }).body) {
    const at = `${name}:${lineOffset(source, entry.span?.start ?? 0) + 1}`;
    if (entry.type === "Junk") throw new Error(`${at}: ${entry.annotations[0]?.message}`);
    if (entry.type === "Term") throw new Error(`${at}: terms are not supported`);
    if (entry.type !== "Message") continue;
    const id = entry.id.name;
    if (!entry.value || entry.attributes.length > 0)
      throw new Error(`${at}: ${id} is one text without attributes`);
    if (id in texts) throw new Error(`${at}: ${id} is there already`);
    texts[id] = textOf(entry.value, `${at}: ${id}`);
  }
  return texts;
}

/** @param {import("@fluent/syntax").Pattern} pattern @param {string} at @returns {Text} */
function textOf(pattern, at) {
  const selections = pattern.elements.flatMap((element) =>
    element.type === "Placeable" && element.expression.type === "SelectExpression"
      ? [element.expression]
      : [],
  );
  if (selections.length === 0) return plain(pattern.elements, at);
  const [{ selector, variants }] = selections;
  if (selections.length > 1 || selector.type !== "VariableReference")
    throw new Error(`${at}: a text selects once, by a parameter`);
  /** @type {Record<string, string>} */
  const forms = selector.id.name === "n" ? {} : { by: selector.id.name };
  for (const { key, value, default: isDefault } of variants) {
    const form = key.type === "Identifier" ? key.name : key.value;
    if (!FORM.test(form) || isDefault !== (form === "other"))
      throw new Error(`${at}: [${form}] is no plural category, or the default is not [other]`);
    const elements = pattern.elements.flatMap((element) =>
      element.type === "Placeable" && element.expression.type === "SelectExpression"
        ? value.elements
        : [element],
    );
    forms[form] = plain(elements, at);
  }
  return forms;
}

/** @param {import("@fluent/syntax").PatternElement[]} elements @param {string} at */
function plain(elements, at) {
  const parts = elements.map((element) => {
    if (element.type === "TextElement") return element.value;
    const { expression } = element;
    if (expression.type === "VariableReference") return `{${expression.id.name}}`;
    if (expression.type === "StringLiteral") return expression.parse().value;
    throw new Error(`${at}: ${expression.type} is not supported`);
  });
  return parts.join("");
}

/** The text of each compiled module, by name. @returns {Map<string, string>} */
export function compiled() {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {Record<string, Catalogue>} */
  const previews = {};
  for (const language of languages()) {
    const own = (/** @type {Kind} */ kind) => catalogue(language, kind);
    const words = { ...own("page"), ...own("refusals") };
    const [tournaments, reasons] = [own("tournaments"), own("reasons")];
    // The few English reasons are about entrants of tournaments.
    const isEnglish = language === "en";
    files.set(`${language}.js`, module(isEnglish ? { words } : { words, reasons }));
    const late = isEnglish ? { words: tournaments, reasons } : { words: tournaments };
    files.set(`${language}-tournaments.js`, module(late));
    files.set(`${language}-letter.js`, module({ words: own("letter") }));
    previews[language] = { ...previews[baseOf(language) ?? ""], ...own("previews") };
  }
  files.set("previews.js", module({ previews }));
  return files;
}

/** @param {Record<string, unknown>} exports */
function module(exports) {
  const lines = Object.entries(exports).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 1)};\n`,
  );
  return `// Compiled by locales.js from Fluent. Do not edit.\n\n${lines.join("\n")}`;
}

/** The names of the compiled modules that are not current. */
function outdated() {
  const files = compiled();
  mkdirSync(COMPILED, { recursive: true });
  const present = readdirSync(COMPILED);
  const isCurrent = (/** @type {string} */ name, /** @type {string} */ text) =>
    present.includes(name) && readFileSync(join(COMPILED, name), "utf8") === text;
  const changed = [...files].filter(([name, text]) => !isCurrent(name, text));
  return { changed, extra: present.filter((name) => !files.has(name)) };
}

/** Makes the compiled modules current. */
export function makeLocales() {
  const { changed, extra } = outdated();
  for (const [name, text] of changed) writeFileSync(join(COMPILED, name), text);
  for (const name of extra) rmSync(join(COMPILED, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const { changed, extra } = outdated();
    const names = [...changed.map(([name]) => name), ...extra];
    if (names.length > 0) {
      process.stderr.write(`not as compiled: ${names.join(", ")}: run node locales.js\n`);
      process.exitCode = 1;
    }
  } else makeLocales();
}
