// Replays the documented transcripts: the clients send the commands and requests, and must receive
// every frame and answer as written.

import { deepEqual } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Client, Refusal } from "chivalry-client";
import { options, startServer } from "./helpers.js";
import { Bindings, parsePattern } from "./pattern.js";

/** @typedef {import("chivalry-client").Frame} Frame */

const FOLDER = new URL("../../../docs/transcripts/", import.meta.url);
/** Frames that arrive at times of their own. */
const UNPREDICTABLE = ["watchers", "presence", "rated"];

/** One speaker of a transcript: a client, its frames and its answers over REST. */
class Speaker {
  /** @type {AsyncIterableIterator<Frame> | undefined} */
  frames;
  /** @type {Promise<{status: number, body: unknown}>[]} */
  answers = [];
  /** The outcomes of the commands, by id. @type {Map<string, Promise<object>>} */
  outcomes = new Map();

  /** @param {string} url @param {string | undefined} token */
  constructor(url, token) {
    this.client = new Client(url, { ...options, token });
  }

  connect() {
    this.frames = this.client.connection.frames();
  }

  /** Sends a command. Its outcome must equal the frame that answers it. @param {any} frame */
  send(frame) {
    const outcome = this.client.command(frame).then(
      ({ re: _, ...answer }) => answer,
      (error) => ({ t: "err", ...problemOf(error) }),
    );
    this.outcomes.set(frame.id, outcome);
  }

  /** The next frame that is not a disturbance. @param {any} expected @returns {Promise<any>} */
  async next(expected) {
    for (;;) {
      /** @type {any} */
      const frame = (await this.frames?.next())?.value;
      if (isDisturbance(frame, expected)) continue;
      if (frame.t === "ok" || frame.t === "err") {
        const { re, ...answer } = frame;
        deepEqual(await this.outcomes.get(re), answer);
      }
      return frame;
    }
  }

  /** @param {any} method @param {string} path @param {any} body */
  ask(method, path, body) {
    const [route, search] = path.split("?");
    const query = Object.fromEntries(new URLSearchParams(search));
    // The path is complete, so the types of the routes do not apply.
    const request = /** @type {any} */ (this.client).request(method, route, { query, body });
    this.answers.push(
      request.then(
        (/** @type {unknown} */ answer) => ({ status: 0, body: answer }),
        (/** @type {unknown} */ error) => {
          const { status, ...problem } = problemOf(error);
          return { status, body: { ...problem, status } };
        },
      ),
    );
  }

  /** Fails if a frame waits that the transcript does not have. */
  async finish() {
    if (this.frames) {
      const end = this.client.command({ t: "ping" });
      const pong = /** @type {any} */ (await this.next({}));
      deepEqual(pong, await end);
    }
    await this.client.close();
  }
}

/** @param {unknown} error @returns {any} */
function problemOf(error) {
  if (!(error instanceof Refusal)) throw error;
  return error.problem;
}

/** True for a frame whose time is not defined, unless it is expected. @param {any} frame @param {any} expected */
function isDisturbance(frame, expected) {
  if (frame.t === "analysis") return frame.done !== expected.done;
  if (frame.t === "rated" && expected.t === "rated") {
    const hasChange = (/** @type {any} */ it) => it.ratings.W.change !== undefined;
    return hasChange(frame) !== hasChange(expected);
  }
  return UNPREDICTABLE.includes(frame.t) && frame.t !== expected.t;
}

/** The lines of a transcript: a speaker and an action. @param {string} text */
function linesOf(text) {
  const blocks = [...text.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map((block) => block[1] ?? "");
  return blocks
    .join("")
    .split("\n")
    .filter((line) => line !== "");
}

/** @param {string} url @param {string} text */
async function replay(url, text) {
  const bound = new Bindings();
  /** @type {Map<string, Speaker>} */
  const speakers = new Map();
  /** @param {string} who */
  const speakerOf = (who) => {
    const known = speakers.get(who);
    const token = bound.values.get(who);
    if (known && (known.frames || known.client.token === token)) return known;
    const speaker = new Speaker(url, token);
    speaker.answers = known?.answers ?? [];
    speakers.set(who, speaker);
    return speaker;
  };
  try {
    await replayLines(bound, speakerOf, speakers, text);
  } finally {
    for (const speaker of speakers.values()) await speaker.client.close();
  }
}

/**
 * @param {Bindings} bound
 * @param {(who: string) => Speaker} speakerOf
 * @param {Map<string, Speaker>} speakers
 * @param {string} text
 */
async function replayLines(bound, speakerOf, speakers, text) {
  for (const line of linesOf(text)) {
    const [, who = "", action = "", rest = ""] = /^(\S+) (\S+) ?([\s\S]*)$/.exec(line) ?? [];
    const speaker = speakerOf(who);
    try {
      await step(bound, speaker, action, rest);
    } catch (error) {
      throw new Error(line, { cause: error });
    }
    if (action === "leaves") speakers.delete(who);
  }
  for (const speaker of speakers.values()) await speaker.finish();
}

/** @param {Bindings} bound @param {Speaker} speaker @param {string} action @param {string} rest */
async function step(bound, speaker, action, rest) {
  if (action === "connects") speaker.connect();
  else if (action === "leaves") await speaker.finish();
  else if (rest.startsWith("{")) {
    const pattern = parsePattern(rest);
    if (action === ">") speaker.send(bound.fill(pattern));
    else bound.match(pattern, await speaker.next(pattern));
  } else if (action === ">") {
    const [, method = "", path = "", body = ""] = /^(\S+) (\S+) ?(.*)$/.exec(rest) ?? [];
    speaker.ask(method, bound.fill(path), body ? bound.fill(parsePattern(body)) : undefined);
  } else {
    const [, status = "", body = ""] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
    const answer = await speaker.answers.shift();
    // A success has no status in the client.
    deepEqual(answer?.status, Number(status) < 300 ? 0 : Number(status));
    if (body) bound.match(parsePattern(body), answer?.body);
  }
}

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".md") && name !== "README.md");

for (const name of names) {
  test(`the transcript ${name} replays as written`, async () => {
    const server = await startServer();
    await replay(server.url, readFileSync(new URL(name, FOLDER), "utf8"));
  });
}
