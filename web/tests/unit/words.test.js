// What the server says, in Portuguese: every sentence of its refusals has one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { said } from "../../app/src/locales/pt-server.js";

const SOURCES = new URL("../../../src/", import.meta.url);

/** Where the server keeps what it says to players. */
const SPOKEN = [
  "live/analysis.rs",
  "lobby/refusal.rs",
  "matches/command.rs",
  "matches/line.rs",
  "rules/handicap.rs",
  "rules/setup.rs",
  "rules/game.rs",
  "rules/notation/move_text.rs",
  "rules/notation/record/fault.rs",
  "rules/notation/record/replay.rs",
  "tournament/command.rs",
  "tournament/plan.rs",
];

/** Refused fields that players fill in. */
const FIELDS = ["protocol/identity.rs"];

it("every refusal of the server's has its sentence in Portuguese", () => {
  const read = (/** @type {string} */ path) => readFileSync(new URL(path, SOURCES), "utf8");
  const errors = SPOKEN.flatMap((path) =>
    [...read(path).matchAll(/#\[error\("((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text),
  );
  const fields = FIELDS.flatMap((path) =>
    [...read(path).matchAll(/"([a-z][^"]* [^"]* [^"]*)"/g)].map(([, text]) => text),
  );
  assert.ok(errors.length > 50 && fields.length >= 3, "they are found");
  const known = new Set(Object.keys(said).map((text) => text.toLowerCase()));
  const missing = [...errors, ...fields]
    .map((text) => text.replaceAll('\\"', '"').replace(/\{[^}]*\}/g, "{}"))
    .filter((text) => !/^(\{\})+$/.test(text) && !known.has(text.toLowerCase()));
  assert.deepEqual(missing, []);
});

it("a translation has as many holes as its sentence", () => {
  const holes = (/** @type {string} */ text) => text.split("{}").length - 1;
  for (const [from, to] of Object.entries(said)) {
    const wanted = from === "there is no such {}" ? 0 : holes(from);
    assert.equal(holes(to), wanted, from);
  }
});
