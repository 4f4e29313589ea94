// The choice of a language, and the catalogues of reasons against the server's schema.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { supported } from "../../app/src/core/i18n.js";
import { reasons as brazil } from "../../app/src/locales/pt-BR-server.js";
import { reasons } from "../../app/src/locales/pt-server.js";

/** The parameters of each reason. @type {Record<string, string[]>} */
const published = JSON.parse(
  readFileSync(new URL("../../types/reasons.json", import.meta.url), "utf8"),
);

it("every reason of the server has a Portuguese text", () => {
  assert.ok(Object.keys(published).length > 200, "the schema lists the reasons");
  assert.deepEqual(Object.keys(reasons).sort(), Object.keys(published).sort());
});

it("a Portuguese text has no parameter that its reason lacks", () => {
  for (const [reason, text] of [...Object.entries(reasons), ...Object.entries(brazil)]) {
    const holes = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const unknown = holes.filter((name) => !published[reason]?.includes(name));
    assert.deepEqual(unknown, [], reason);
  }
});

it("a Brazilian text of a reason differs from the Portuguese one", () => {
  /** @type {Record<string, string>} */
  const base = reasons;
  for (const [reason, text] of Object.entries(brazil)) assert.notEqual(text, base[reason], reason);
});

it("the language is that of the browser's region, else of its language, else English", () => {
  const tags = ["pt-BR", "pt-br", "pt-PT", "pt", "en-GB", "de", ""];
  assert.deepEqual(tags.map(supported), ["pt-BR", "pt-BR", "pt", "pt", "en", "en", "en"]);
});
