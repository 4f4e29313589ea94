// Checks that the style sheets have no duplicate rules.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { it } from "node:test";

const STYLES = new URL("../../app/style/", import.meta.url);
/** Number of common declarations from which two rules count as duplicates. */
const ALIKE = 4;

/** @typedef {{selector: string, within: string, declarations: string[]}} Rule */

/** @param {string} text a style sheet @returns {Rule[]} */
function rulesOf(text) {
  /** @type {Rule[]} */
  const rules = [];
  /** @type {string[]} */
  const open = [];
  const plain = text.replace(/\/\*.*?\*\//gs, "").replace(/\s+/g, " ");
  for (const [, before, brace] of plain.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === "{") {
      open.push(before.trim());
      continue;
    }
    const selector = open.pop() ?? "";
    const declarations = before.split(/;(?![^(]*\))/).map((each) => each.trim());
    if (!selector.startsWith("@")) {
      rules.push({ selector, within: open.join(" "), declarations: declarations.filter(Boolean) });
    }
  }
  return rules;
}

const rules = readdirSync(STYLES).flatMap((name) =>
  rulesOf(readFileSync(new URL(name, STYLES), "utf8")),
);

it("no two rules have the same declarations", () => {
  assert.ok(rules.length > 300, `${rules.length} rules`);
  /** @type {string[]} */
  const alike = [];
  for (const [index, rule] of rules.entries()) {
    const said = new Set(rule.declarations);
    for (const other of rules.slice(index + 1)) {
      const common = other.declarations.filter((each) => said.has(each));
      if (rule.within === other.within && common.length >= ALIKE)
        alike.push(`${rule.selector} | ${other.selector}: ${common.join("; ")}`);
    }
  }
  assert.deepEqual(alike, []);
});

it("no rule repeats a declaration or a value", () => {
  for (const { selector, declarations } of rules) {
    const names = declarations.map((each) => each.split(":")[0]);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    assert.deepEqual(twice, [], selector);
  }
});

it("sides are those of the writing direction, so that pages work from right to left", () => {
  // A box in the middle, and the room at the edges of a screen.
  const isNeutral = (/** @type {string} */ declaration) =>
    declaration === "left: 50%" || declaration.includes("env(safe-area-inset-left)");
  const sided =
    /^(left|right|float|clear|(margin|padding)-(left|right)|border-(left|right).*|text-align): ?.*$/;
  const isSided = (/** @type {string} */ each) =>
    sided.test(each) && !(each.startsWith("text-align") && !/left|right/.test(each));
  /** A short form in which left and right differ. @param {string} each */
  const isLopsided = (each) => {
    const [, values] = /^(?:margin|padding|inset|border-width): ?(.*)$/.exec(each) ?? [];
    const parts = values?.replaceAll(/\([^()]*(\([^()]*\)[^()]*)*\)/g, "()").split(" ") ?? [];
    return parts.length === 4 && parts[1] !== parts[3];
  };
  const found = rules.flatMap(({ selector, declarations }) =>
    declarations
      .filter((each) => (isSided(each) || isLopsided(each)) && !isNeutral(each))
      .map((each) => `${selector}: ${each}`),
  );
  assert.deepEqual(found, []);
});
