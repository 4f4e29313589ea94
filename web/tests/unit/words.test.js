// The choice of a language, and the catalogues of all languages: complete, used and well formed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES, preferred } from "../../app/src/core/i18n.js";
import {
  baseOf,
  catalogue,
  compile,
  compiled,
  KINDS,
  keyOf,
  LOCALES,
  languages,
  rulesIn,
} from "../../locales.js";

/** @typedef {import("../../locales.js").Kind} Kind */
/** @typedef {import("../../locales.js").Text} Text */

const SOURCES = fileURLToPath(new URL("../../app/src", import.meta.url));

/** The parameters of each reason. @type {Record<string, string[]>} */
const published = JSON.parse(
  readFileSync(new URL("../../types/reasons.json", import.meta.url), "utf8"),
);

/** The names of the rules that a move breaks. */
const rules = new Set(
  [
    ...readFileSync(
      new URL("../../../crates/chivalry-rules/src/moves/violation.rs", import.meta.url),
      "utf8",
    ).matchAll(/=> "([a-z_]+)"/g),
  ].map(([, name]) => name),
);

/** The texts of a language, with those of its base. @param {string} language @param {Kind} kind */
function texts(language, kind) {
  const base = baseOf(language);
  return { ...(base ? catalogue(base, kind) : {}), ...catalogue(language, kind) };
}

/** The forms of a text. @param {Text} text */
function forms(text) {
  if (typeof text === "string") return [text];
  return Object.entries(text).flatMap(([form, own]) => (form === "by" ? [] : [own]));
}

/** The parameters that a text has in some form. @param {Text} text */
const holes = (text) =>
  [...new Set(forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

/**
 * The parts of a rule that are the same in every language: numbers, squares, names of code and of
 * variants, and the number of paragraphs.
 * @param {Text} rule
 */
function exact(rule) {
  const text = String(rule);
  const parts = text.match(
    /\b[A-P](?:\d{1,2})?-[A-P](?:\d{1,2})?(?:×\d+)?|\b[A-P]\d{1,2}\b|\d+(?:\.\d+)?|\b[a-z]+(?:_[a-z]+)+\b|^[a-z\d-]+(?= \()|\n\n/g,
  );
  return (parts ?? []).sort();
}

/** The keys that a language must have. @param {string} language @param {Kind} kind */
function wanted(language, kind) {
  if (kind === "refusals") return language === "en" ? [] : [...rules].map((it) => `rule.${it}`);
  if (kind === "reasons" && language !== "en") return Object.keys(published);
  return Object.keys(catalogue("en", kind));
}

it("the page offers the languages that have catalogues", () => {
  assert.deepEqual(Object.keys(LANGUAGES).sort(), languages());
  assert.ok(languages().length >= 7, `${languages()}`);
});

it("every language has every text, and no other", () => {
  assert.ok(Object.keys(published).length > 200, "the schema lists the reasons");
  assert.ok(rules.size > 20, `${rules.size} rules`);
  for (const language of languages()) {
    for (const kind of KINDS) {
      const found = Object.keys(texts(language, kind)).sort();
      assert.deepEqual(found, wanted(language, kind).sort(), `${language}/${kind}`);
    }
  }
});

it("a translation has the parameters of the English text, or of its reason", () => {
  for (const language of languages()) {
    for (const kind of /** @type {const} */ (["page", "tournaments", "previews"])) {
      const english = catalogue("en", kind);
      for (const [key, text] of Object.entries(catalogue(language, kind)))
        assert.deepEqual(holes(text), holes(english[key]), `${language}/${kind}: ${key}`);
    }
    for (const [reason, text] of Object.entries(catalogue(language, "reasons"))) {
      const known = published[reason]?.map((name) => `{${name}}`) ?? [];
      const unknown = holes(text).filter((hole) => !known.includes(hole));
      assert.deepEqual(unknown, [], `${language}: ${reason}`);
    }
  }
});

it("the rules have every chapter and section of docs/rules.md in every language", () => {
  const source =
    "Preface.\n\n## 1 One\nText.\n\n1.1 **A**: `b`, [`c`](d).\n## 2 Two\n2.1 E.\n\nMore.\n";
  assert.deepEqual(rulesIn(source), {
    1: "One\n\nText.",
    1.1: "A: b, c.",
    2: "Two\n\nMore.",
    2.1: "E.",
  });
  const english = rulesIn(readFileSync(new URL("../../../docs/rules.md", import.meta.url), "utf8"));
  const chapters = Object.keys(english).filter((number) => !number.includes("."));
  assert.deepEqual(chapters, ["1", "2", "3", "4", "5", "6", "7", "8"]);
  assert.ok(Object.keys(english).length > 48, `${Object.keys(english).length} sections`);
  for (const language of languages()) {
    const own = texts(language, "letter");
    assert.deepEqual(Object.keys(own).sort(), Object.keys(english).sort(), language);
    for (const [number, text] of Object.entries(english))
      assert.deepEqual(exact(own[number]), exact(text), `${language}: rule ${number}`);
  }
});

it("a plural text has the forms of the plural categories of its language", () => {
  let count = 0;
  for (const language of languages()) {
    const plurals = new Intl.PluralRules(language === "pt" ? "pt-PT" : language);
    const possible = plurals.resolvedOptions().pluralCategories;
    // Some categories are only of millions, or of fractions.
    const needed = new Set(Array.from({ length: 1000 }, (_, n) => plurals.select(n)));
    for (const kind of KINDS) {
      for (const [key, text] of Object.entries(catalogue(language, kind))) {
        if (typeof text === "string") continue;
        const at = `${language}/${kind}: ${key}`;
        count += 1;
        assert.notEqual(kind, "previews", `${at}: the server does not select forms`);
        const { by = "n", ...own } = text;
        const params =
          kind === "reasons" ? published[key] : holes(text).map((it) => it.slice(1, -1));
        assert.ok(by === "n" || params.includes(by), `${at}: selects by ${by}`);
        const categories = Object.keys(own).filter((form) => !/^\d+$/.test(form));
        for (const form of categories)
          assert.ok(
            possible.some((it) => it === form),
            `${at}: no category ${form}`,
          );
        for (const form of [...needed, "other"])
          assert.ok(form in own, `${at}: lacks the form ${form}`);
      }
    }
  }
  assert.ok(count > 250, `${count} plural texts`);
});

it("every text is used", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const code = files
    .filter((path) => path.endsWith(".js") && !path.includes("locales"))
    .map((path) => readFileSync(join(SOURCES, path), "utf8"))
    .join("\n");
  const isUsed = (/** @type {string} */ word) =>
    code.includes(`"${word}"`) ||
    code.includes(`\`${word.replace(/\.[^.]*$/, ".")}\${`) ||
    /^(rules|about|theme|board_theme|pieces|lesson|settings)\./.test(word);
  const [page, tournaments] = [catalogue("en", "page"), catalogue("en", "tournaments")];
  const unused = Object.keys({ ...page, ...tournaments }).filter((word) => !isUsed(word));
  assert.deepEqual(unused, []);
  const twice = Object.keys(page).filter((word) => word in tournaments);
  assert.deepEqual(twice, [], "a word is in one catalogue");
});

it("a sentence is translated, and a regional text differs from that of its base", () => {
  for (const language of languages().filter((each) => each !== "en")) {
    for (const kind of KINDS) {
      const base = catalogue(baseOf(language) ?? "en", kind);
      for (const [key, text] of Object.entries(catalogue(language, kind))) {
        const isSentence = forms(text).some((form) => /\p{L}+ \p{L}+ \p{L}+/u.test(form));
        if (baseOf(language) || isSentence)
          assert.notDeepEqual(text, base[key], `${language}/${kind}: ${key}`);
      }
    }
  }
});

it("the compiled catalogues are current", () => {
  const folder = join(LOCALES, "compiled");
  const files = compiled();
  assert.deepEqual(readdirSync(folder).sort(), [...files.keys()].sort());
  for (const [name, text] of files)
    assert.equal(readFileSync(join(folder, name), "utf8"), text, `${name}: run node locales.js`);
});

it("a catalogue is compiled to the smallest form of its texts", () => {
  const source = `
# A comment.
plain = A text with { $name } and { "{" }.
days =
    Since { $n ->
        [0] today
        [one] { $n } day
       *[other] { $n } days
    }.
count = { $count ->
    [one] once
   *[other] { $count } times
}
`;
  assert.deepEqual(compile(source, "test"), {
    plain: "A text with {name} and {.",
    days: { 0: "Since today.", one: "Since {n} day.", other: "Since {n} days." },
    count: { by: "count", one: "once", other: "{count} times" },
  });
});

it("a hyphen in Fluent is a dot of a key, and two are a hyphen", () => {
  assert.equal(keyOf("home-page_title", "page"), "home.page_title");
  assert.equal(keyOf("edition-fide--2026", "tournaments"), "edition.fide-2026");
  assert.equal(keyOf("s8-10", "letter"), "8.10");
  assert.equal(keyOf("not_json", "reasons"), "not_json");
});

it("a catalogue with an error is refused with its line", () => {
  for (const [source, error] of /** @type {[string, RegExp][]} */ ([
    ["one = x\n\ntwo = { $a", /test:3: /],
    ["one = x\none = y", /test:2: one is there already/],
    ["one = { $n ->\n *[one] x\n }", /one.*the default is not \[other\]/],
    ["one = { $n ->\n [single] x\n *[other] y\n }", /\[single\] is no plural category/],
    ["one = { $n ->\n *[other] y\n } { $m ->\n *[other] y\n }", /selects once/],
    ["one = { two }", /MessageReference is not supported/],
    ["one = x\n    .title = y", /without attributes/],
  ])) {
    assert.throws(() => compile(source, "test"), error);
  }
});

it("the language is the first that is supported, by its region or by its first part", () => {
  const tags = ["pt-BR", "pt-br", "pt-PT", "pt", "en-GB", "de-AT", "es-419", "nl", "", null];
  assert.deepEqual(
    tags.map((tag) => preferred([tag])),
    ["pt-BR", "pt-BR", "pt", "pt", "en", "de", "es", "en", "en", "en"],
  );
  assert.equal(preferred([null, "", "nl-BE", "fr-BE", "de"]), "fr");
});
