// Patterns of transcripts: JSON in which `$name` binds a value and `...` matches the rest. The format
// is described in `docs/transcripts/README.md`.

import { deepEqual } from "node:assert/strict";

const REST = "...";

/** Parses JSON that may contain a bare `...`. @param {string} text @returns {any} */
export function parsePattern(text) {
  let json = "";
  let isQuoted = false;
  const open = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (!isQuoted && text.startsWith(REST, at)) {
      json += open.at(-1) === "{" ? '"...":null' : '"..."';
      at += REST.length - 1;
      continue;
    }
    if (letter === '"' && !json.endsWith("\\")) isQuoted = !isQuoted;
    if (!isQuoted && "{[".includes(letter)) open.push(letter);
    if (!isQuoted && "}]".includes(letter)) open.pop();
    json += letter;
  }
  return JSON.parse(json);
}

/** The values of the names of a transcript. */
export class Bindings {
  /** @type {Map<string, any>} */
  values = new Map();

  /** Replaces the names in `value` by their values. @param {any} value @returns {any} */
  fill(value) {
    if (typeof value === "string") {
      const whole = /^\$(\w+)$/.exec(value);
      if (whole) return this.#known(whole[1] ?? "");
      return value.replace(/\$(\w+)/g, (_, name) => String(this.#known(name)));
    }
    if (Array.isArray(value)) return value.map((item) => this.fill(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, this.fill(it)]));
  }

  /** Fails unless `actual` matches, and binds new names. @param {any} pattern @param {any} actual */
  match(pattern, actual) {
    if (pattern === REST) return;
    if (typeof pattern === "string") {
      this.#matchText(pattern, actual);
    } else if (Array.isArray(pattern) && Array.isArray(actual)) {
      const isOpen = pattern.at(-1) === REST;
      const items = isOpen ? pattern.slice(0, -1) : pattern;
      if (!isOpen || actual.length < items.length) deepEqual(actual.length, items.length);
      for (const [at, item] of items.entries()) this.match(item, actual[at]);
    } else if (isObject(pattern) && isObject(actual)) {
      const names = Object.keys(pattern).filter((name) => name !== REST);
      if (!(REST in pattern)) deepEqual(Object.keys(actual).sort(), names.sort());
      for (const name of names) this.match(pattern[name], actual[name]);
    } else {
      deepEqual(actual, pattern);
    }
  }

  /** @param {string} pattern @param {any} actual */
  #matchText(pattern, actual) {
    const whole = /^\$(\w+)$/.exec(pattern)?.[1];
    if (whole !== undefined) {
      if (!this.values.has(whole)) this.values.set(whole, actual);
      deepEqual(actual, this.values.get(whole));
      return;
    }
    /** @type {string[]} */
    const fresh = [];
    const source = pattern.split(/(\.\.\.|\$\w+)/).map((piece) => {
      if (piece === REST) return "[\\s\\S]*?";
      if (!piece.startsWith("$")) return quote(piece);
      const name = piece.slice(1);
      if (this.values.has(name)) return quote(String(this.values.get(name)));
      fresh.push(name);
      return "([\\s\\S]*?)";
    });
    const found = new RegExp(`^${source.join("")}$`).exec(actual);
    if (!found) deepEqual(actual, pattern);
    for (const [at, name] of fresh.entries()) this.values.set(name, found?.[at + 1]);
  }

  /** @param {string} name */
  #known(name) {
    if (!this.values.has(name)) throw new Error(`$${name} has no value yet`);
    return this.values.get(name);
  }
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {string} text */
function quote(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
