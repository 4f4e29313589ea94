// The art of the images that the server draws, and the style sheet applied outside a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { rulesOf, styleOf } from "../../bundler/cascade.js";

/** @type {any} */
const art = JSON.parse(
  readFileSync(new URL("../../app/bundle/board.json", import.meta.url), "utf8"),
);

/** @param {string} text such as `g.square` @returns {import("../../bundler/cascade.js").Element} */
function element(text) {
  const [name, ...classes] = text.split(".");
  return { name, classes, isFirst: false };
}

it("the more specific rule wins, and the later one of two equal ones", () => {
  const rules = rulesOf(`
    /* Not a rule: .a { fill: none; } */
    .a .b { fill: red; stroke: green; }
    .b { fill: blue; stroke: black; opacity: 0.5; }
    .a { --paint: gold; fill: white; }
    .c, .b { opacity: 0.7; }
    [role="grid"] .b { opacity: 0; }`);
  const style = styleOf(rules, [element("g.a"), element("path.b")]);
  assert.deepEqual(Object.fromEntries(style), {
    "--paint": "gold",
    fill: "red",
    stroke: "green",
    opacity: "0.7",
  });
});

it("every colour of the art is in each theme or of each seat", () => {
  const markup = JSON.stringify([art.drawn, art.fine, art.coarse]);
  const used = new Set([...markup.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name));
  assert.ok(used.size > 8, [...used].join());
  for (const name of used) {
    const isOfSeat = name.startsWith("piece");
    const palettes = isOfSeat
      ? Object.values(art.seats)
      : Object.values(art.themes).flatMap(({ light, dark }) => [light, dark]);
    for (const palette of palettes) assert.match(palette[name], /^#\w{3,6}$/, name);
  }
});

it("a figure has attributes instead of classes, and a small one has no fine lines", () => {
  for (const figures of [art.fine, art.coarse]) {
    for (const figure of Object.values(figures).flatMap((one) => Object.values(one))) {
      assert.doesNotMatch(String(figure), /class=|data-|undefined|var\(/);
    }
  }
  assert.match(art.fine.knight.cross, /<circle/);
  assert.doesNotMatch(art.coarse.knight.cross, /<circle/);
  assert.match(art.fine.man.cross, /^<g><path fill="\{piece\}" stroke="\{piece-edge\}"/);
});
