// The Portuguese catalogue of reasons against the server's schema.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
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
  for (const [reason, text] of Object.entries(reasons)) {
    const holes = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const unknown = holes.filter((name) => !published[reason]?.includes(name));
    assert.deepEqual(unknown, [], reason);
  }
});
