// Checks of the files: unmodified libraries, the division into files.

import assert from "node:assert/strict";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { importsBelow, plan } from "../../bundler/layers.js";
import { html, markup, nothing, repeat } from "../../bundler/templates.js";
import { differences } from "../../vendor.js";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

it("vendored libraries are unmodified", () => {
  assert.deepEqual(differences(), []);
});

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
