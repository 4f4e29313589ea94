// Checks of the files: unmodified libraries, complete catalogues, the division into files.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { en as enMain } from "../../app/src/locales/en.js";
import { en as enTournaments } from "../../app/src/locales/en-tournaments.js";
import { pt as ptMain } from "../../app/src/locales/pt.js";
import { ptBR as brazilMain } from "../../app/src/locales/pt-BR.js";
import { ptBR as brazilTournaments } from "../../app/src/locales/pt-BR-tournaments.js";
import { pt as ptTournaments } from "../../app/src/locales/pt-tournaments.js";
import { importsBelow, plan } from "../../bundler/layers.js";
import { html, markup, nothing, repeat } from "../../bundler/templates.js";
import { differences } from "../../vendor.js";

const en = { ...enMain, ...enTournaments };
const pt = { ...ptMain, ...ptTournaments };
const APP = fileURLToPath(new URL("../../app", import.meta.url));

it("vendored libraries are unmodified", () => {
  assert.deepEqual(differences(), []);
});

/** @param {string} text */
const holes = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

it("every catalogue entry is in both languages with the same parameters, and is used", () => {
  const count = Object.keys(enMain).length + Object.keys(enTournaments).length;
  assert.equal(Object.keys(en).length, count, "no word is in both catalogues");
  assert.deepEqual(Object.keys(ptTournaments), Object.keys(enTournaments));
  const portuguese = /** @type {Record<string, string>} */ (pt);
  for (const [word, text] of Object.entries(en)) {
    assert.ok(portuguese[word], word);
    assert.deepEqual(holes(portuguese[word]), holes(text), word);
    assert.equal(portuguese[word].split(" | ").length, text.split(" | ").length, word);
  }
  const sources = modules(join(APP, "src")).filter((path) => !path.includes("locales"));
  const code = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  const isUsed = (/** @type {string} */ word) =>
    code.includes(`"${word}"`) ||
    code.includes(`\`${word.replace(/\.[^.]*$/, ".")}\${`) ||
    /^(rules|about|theme|board_theme|pieces|lesson|settings)\./.test(word);
  const unused = Object.keys(en).filter((word) => !isUsed(word));
  assert.deepEqual(unused, []);
});

it("a Brazilian text differs from the Portuguese one, and has the same parameters", () => {
  /** @type {[Record<string, string>, Record<string, string>][]} */
  const pairs = [
    [brazilMain, ptMain],
    [brazilTournaments, ptTournaments],
  ];
  for (const [own, base] of pairs) {
    for (const [word, text] of Object.entries(own)) {
      assert.ok(base[word], word);
      assert.notEqual(text, base[word], word);
      assert.deepEqual(holes(text), holes(base[word]), word);
      assert.equal(text.split(" | ").length, base[word].split(" | ").length, word);
    }
  }
});

/** @param {string} folder @returns {string[]} */
function modules(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .map((path) => join(folder, path));
}

it("the first page is one script, and every other module is in one file", async () => {
  const app = `${APP}/`;
  const imports = await importsBelow(app);
  const layers = plan(imports);
  const [first] = layers;
  assert.equal(first.name, "main");
  assert.ok(first.modules.has("src/pages/home.js"));
  const all = layers.flatMap(({ modules }) => [...modules]);
  assert.deepEqual(all.sort(), [...imports.keys()].sort());
  const own = new Set(["match", "puzzles", "study", "tournament", "pt", "pt-BR", "shared"]);
  for (const { name, modules } of layers) {
    own.delete(name);
    const others = layers.filter((layer) => layer.modules !== modules);
    for (const path of modules)
      assert.ok(!others.some((other) => other.modules.has(path)), `${name}: ${path}`);
  }
  assert.deepEqual([...own], []);
});

it("a template is drawn as the markup that the page renders", () => {
  const [isOn, isOff] = [true, false];
  const list = repeat([1, 2], null, (n) => html`<li>${n}</li>`);
  const drawn = html`<a href=${"/?a&b"} class="x ${"y"}" title=${nothing} ?hidden=${isOff}
    ?open=${isOn} .checked=${isOn} @click=${() => {}}>${'<"'}${null}${list}</a>`;
  assert.equal(
    markup(drawn).replace(/\s+/g, " "),
    '<a href="/?a&amp;b" class="x y" open checked>&lt;&quot;<li>1</li><li>2</li></a>',
  );
});
