// Chat as a fold of frames.

import assert from "node:assert/strict";
import { it } from "node:test";
import { Talk } from "../../app/src/core/talk.js";

const ann = { id: "1", name: "Ann", kind: "guest" };
/** A frame with only the fields that a test needs. @param {object} fields @returns {any} */
const frame = (fields) => fields;
const ben = { id: "2", name: "Ben", kind: "guest" };
const at = (/** @type {number} */ second) => `2026-11-21T12:00:0${second}.000Z`;

it("keeps lines in order without duplicates, and counts unread ones", () => {
  const talk = new Talk("m");
  const chat = { t: "chat", match: "m", v: 3, room: "players" };
  assert.ok(talk.take(frame({ ...chat, now: at(2), line: 2, player: ben, text: "two" })));
  const one = { line: 1, at: at(1), player: ann, text: "one" };
  const two = { line: 2, at: at(2), player: ben, text: "two" };
  assert.ok(
    talk.take(frame({ t: "chat_history", match: "m", room: "players", lines: [one, two] })),
  );
  const words = () => talk.lines.map(({ text }) => text);
  assert.deepEqual(words(), ["one", "two"]);
  assert.equal(talk.unread("1"), 1, "one's own lines are not new");
  talk.read();
  assert.equal(talk.unread("1"), 0);
  const other = { line: 1, at: at(1), player: ben, text: "aside" };
  talk.take(frame({ t: "chat_history", match: "m", room: "watchers", lines: [other] }));
  assert.deepEqual([words(), talk.unread("1")], [["one", "aside", "two"], 1]);
  assert.ok(talk.take(frame({ t: "chat_hidden", match: "m", room: "players", line: 1 })));
  assert.deepEqual(words(), [null, "aside", "two"]);
  assert.equal(talk.take(frame({ t: "moved" })), false);
});
