// The WebSocket connection. It reconnects automatically, resumes every subscription, and resends
// unanswered commands with the same id, which makes them idempotent.

import { redraw } from "./dom.js";
import { keep, session } from "./session.js";

/** A refused command. */
export class Refused extends Error {
  /** @param {Refusal} frame */
  constructor(frame) {
    super(frame.detail ?? frame.code);
    this.code = String(frame.code);
    this.rule = frame.rule;
    this.section = frame.section;
    this.reason = frame.reason;
    this.params = frame.params;
    this.retryAfter = frame.retry_after_ms;
    this.frame = frame;
  }
}

/** @typedef {{legal: boolean, chat: boolean, onFrame: (frame: Frame) => void, onRefused?: (error: Refused) => void}} Reader */
/**
 * A subscription to a match, shared by all its readers.
 * @typedef {{match: string, v: number, readers: Set<Reader>}} Watch
 */
/** @typedef {{tournament: string, v: number, onFrame: (frame: Frame) => void}} Follow */
/** @typedef {{text: string, resolve: (frame: Answer) => void, reject: (error: Error) => void}} Waiting */

/** Match frames outside the log: their `v` is the version that the client has. */
const AROUND = new Set([
  "watchers",
  "presence",
  "rated",
  "renamed",
  "premove",
  "premove_dropped",
  "chat",
  "chat_history",
  "chat_hidden",
]);

/** Frames that name a match but do not belong to a subscription. */
const NOT_OF_A_WATCH = new Set(["ok", "err", "paired", "called"]);

/** The subprotocol that the server selects. */
const PROTOCOL = "chivalry.v1";

/** The form of tokens. A `WebSocket` throws an error for a subprotocol with other characters. */
const IS_TOKEN = /^[\w-]+$/;

const PING_EVERY = 10_000;
const ANSWER_WITHIN = 8_000;

/** The longest wait between two attempts. It adds to the duration of an outage. */
const LONGEST_WAIT = 2_500;

class Connection extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, Watch>} */
  #watches = new Map();
  /** @type {Set<Follow>} */
  #follows = new Set();
  #lobbyReaders = 0;
  #attempts = 0;
  /** The node that the server named for the next attempt. @type {string | null} */
  #place = null;
  #lastId = 0;
  #prefix = Math.random().toString(36).slice(2, 8);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  #pingSentAt = 0;
  #heardAt = 0;
  /** @type {{offset: number, trip: number}[]} */
  #samples = [];

  /** @type {"connecting" | "online" | "offline"} */
  state = "connecting";
  /** The last round trip in milliseconds. @type {number | null} */
  trip = null;
  isEntered = false;

  constructor() {
    super();
    setInterval(() => this.#beat(), 2_000);
    addEventListener("online", () => this.#hurry());
    addEventListener("offline", () => this.#dropped());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#hurry();
    });
  }

  /** Connects, unless a connection was started. */
  start() {
    if (!this.#socket && this.#attempts === 0) this.#open();
  }

  /** Reconnects as another player. */
  restart() {
    this.#attempts = 0;
    this.#place = null;
    this.#socket?.close();
    this.#open();
  }

  /** Waits for `hello`. @returns {Promise<void>} */
  greeted() {
    this.start();
    if (this.state === "online") return Promise.resolve();
    return new Promise((resolve) => {
      this.addEventListener("hello", () => resolve(), { once: true });
    });
  }

  /** The estimated server time in milliseconds. */
  now() {
    return Date.now() + this.offset();
  }

  /** Offset of the server's clock, from the fastest of the last pings. */
  offset() {
    let best = { offset: 0, trip: Number.POSITIVE_INFINITY };
    for (const sample of this.#samples) if (sample.trip <= best.trip) best = sample;
    return best.offset;
  }

  /**
   * Sends a command and waits for the answer, across reconnections.
   * @param {string} t
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<Answer>}
   */
  say(t, fields = {}) {
    this.start();
    this.#lastId += 1;
    const id = `${this.#prefix}${this.#lastId}`;
    const text = JSON.stringify({ t, id, ...fields });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { text, resolve, reject });
      if (this.state === "online") this.#socket?.send(text);
    });
  }

  /**
   * Subscribes to a match, starting with a snapshot. Existing readers of the same match may receive
   * another snapshot.
   * @param {string} match
   * @param {{legal?: boolean, chat?: boolean, onFrame: (frame: Frame) => void, onRefused?: (error: Refused) => void}} options
   * @returns {() => void} stops following
   */
  watch(match, { legal = true, chat = false, onFrame, onRefused }) {
    this.start();
    const reader = { legal, chat, onFrame, onRefused };
    const watch = this.#watches.get(match) ?? { match, v: 0, readers: new Set() };
    this.#watches.set(match, watch);
    watch.readers.add(reader);
    watch.v = 0;
    if (this.state === "online") this.#sendWatch(watch);
    return () => {
      watch.readers.delete(reader);
      if (watch.readers.size > 0 || this.#watches.get(match) !== watch) return;
      this.#watches.delete(match);
      if (this.state === "online") this.say("unwatch", { match }).catch(() => {});
    };
  }

  /**
   * Subscribes to a tournament, starting after event `v`.
   * @param {string} tournament
   * @param {{v: number, onFrame: (frame: Frame) => void}} options
   * @returns {() => void} stops following
   */
  follow(tournament, { v, onFrame }) {
    this.start();
    const follow = { tournament, v, onFrame };
    this.#follows.add(follow);
    if (this.state === "online") this.#sendFollow(follow);
    return () => {
      this.#follows.delete(follow);
      const isFollowed = [...this.#follows].some((other) => other.tournament === tournament);
      if (this.state === "online" && !isFollowed)
        this.say("tournament", { tournament, on: false }).catch(() => {});
    };
  }

  /** @param {Follow} follow */
  #sendFollow({ tournament, v }) {
    this.say("tournament", { tournament, on: true, since: v }).catch(() => {});
  }

  /** @param {Frame} frame */
  #toFollows(frame) {
    const { id, v = 0 } = frame;
    for (const follow of this.#follows) {
      if (follow.tournament !== id || v <= follow.v) continue;
      follow.v = v;
      follow.onFrame(frame);
    }
  }

  /** Subscribes to the lobby. @returns {() => void} ends the subscription */
  enterLobby() {
    this.#lobbyReaders += 1;
    if (this.#lobbyReaders === 1) this.#sendLobby(true);
    else if (this.state === "online") this.#sendLobby(true);
    return () => {
      this.#lobbyReaders -= 1;
      if (this.#lobbyReaders === 0) this.#sendLobby(false);
    };
  }

  /** @param {boolean} on */
  #sendLobby(on) {
    this.start();
    if (this.state === "online") this.say("lobby", { on }).catch(() => {});
  }

  /** Requests the union of the readers' options. @param {Watch} watch */
  #sendWatch(watch) {
    const { match, v } = watch;
    const readers = [...watch.readers];
    const legal = readers.some((reader) => reader.legal);
    const chat = readers.some((reader) => reader.chat);
    const since = v > 0 ? { since: v } : {};
    const answer = this.say("watch", { match, legal, chat, ...since }).then(({ watchers }) => {
      if (watchers === undefined) return;
      const frame = /** @type {FrameOf<"watchers">} */ ({ t: "watchers", match, count: watchers });
      for (const { onFrame } of watch.readers) onFrame(frame);
    });
    answer.catch((error) => {
      if (!(error instanceof Refused)) return;
      if (v > 0 && error.frame.field === "since") {
        // The server lost versions that this client has: it was restored from a backup.
        watch.v = 0;
        this.#sendWatch(watch);
        return;
      }
      for (const { onFrame, onRefused } of readers) {
        if (onRefused && v === 0) onRefused(error);
        else onFrame(/** @type {any} */ ({ ...error.frame, match }));
      }
    });
  }

  #open() {
    clearTimeout(this.#again);
    this.#attempts += 1;
    this.#set("connecting");
    const address = (this.#place ?? location.origin).replace(/^http/, "ws");
    // If this attempt fails, the next one goes to the first address.
    this.#place = null;
    // The token is a subprotocol, because proxies log addresses.
    const protocols = [PROTOCOL];
    if (session.token && IS_TOKEN.test(session.token)) protocols.push(`token.${session.token}`);
    const socket = new WebSocket(`${address}/api/v1/ws`, protocols);
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#take(JSON.parse(data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#dropped();
    };
  }

  #dropped() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#set("offline");
    clearTimeout(this.#again);
    const wait = this.#place ? 0 : Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempts);
    this.#again = setTimeout(() => this.#open(), wait * (0.5 + Math.random() / 2));
  }

  /** Reconnects immediately. */
  #hurry() {
    if (this.state === "online") this.#ping();
    else if (!this.#socket || this.state === "offline") this.#open();
  }

  #beat() {
    if (this.state !== "online") return;
    const now = Date.now();
    const isLate = this.#pingSentAt > this.#heardAt && now - this.#pingSentAt > ANSWER_WITHIN;
    if (isLate) this.#dropped();
    else if (now - this.#pingSentAt > PING_EVERY) this.#ping();
  }

  async #ping() {
    const sent = Date.now();
    this.#pingSentAt = sent;
    const { now } = await this.say("ping").catch(() => ({ now: undefined }));
    const received = Date.now();
    // A ping that was delayed by a reconnection is no measurement.
    if (!now || this.#pingSentAt !== sent || received - sent > ANSWER_WITHIN) return;
    this.trip = received - sent;
    this.#samples.push({ offset: Date.parse(now) - (sent + received) / 2, trip: this.trip });
    if (this.#samples.length > 12) this.#samples.shift();
    redraw();
  }

  /** @param {Frame} frame */
  #take(frame) {
    this.#heardAt = Date.now();
    if (frame.t === "hello") return this.#greeted(frame);
    if (frame.t === "bye") this.#place = frame.at ?? null;
    const { re } = frame;
    const waiting = re === undefined ? undefined : this.#waiting.get(re);
    if (re !== undefined && waiting) {
      this.#waiting.delete(re);
      if (frame.t === "err") waiting.reject(new Refused(frame));
      else if (frame.t === "ok" || frame.t === "pong") waiting.resolve(frame);
    }
    if (frame.t === "err" && frame.code === "unauthorized" && !re) keep(null, null);
    if (frame.match && !NOT_OF_A_WATCH.has(frame.t)) this.#toWatch(frame);
    if (frame.t === "tournament") this.#toFollows(frame);
    this.dispatchEvent(new CustomEvent(frame.t, { detail: frame }));
    redraw();
  }

  /** @param {Frame} frame */
  #toWatch(frame) {
    const watch = this.#watches.get(frame.match ?? "");
    if (!watch) return;
    const { v = 0, t } = frame;
    if (t === "snapshot") {
      watch.v = v;
    } else if (!AROUND.has(t)) {
      // The previous connection delivered this event.
      if (v <= watch.v) return;
      watch.v = v;
    }
    for (const { onFrame } of watch.readers) onFrame(frame);
  }

  /** @param {Frame} frame */
  #greeted(frame) {
    if (!frame.player) {
      // The token is no longer valid: reconnect as a new guest.
      keep(null, null);
      this.#open();
      return;
    }
    keep(frame.player, frame.token ?? session.token);
    this.#attempts = 1;
    this.#set("online");
    const unanswered = [...this.#waiting];
    this.#ping();
    if (this.#lobbyReaders > 0) this.#sendLobby(true);
    for (const watch of this.#watches.values()) this.#sendWatch(watch);
    for (const follow of this.#follows) this.#sendFollow(follow);
    for (const [id, { text, resolve }] of unanswered) {
      if (/"t":"(ping|watch|unwatch|lobby|tournament)"/.test(text)) {
        this.#waiting.delete(id);
        resolve({ t: "ok" });
      } else {
        this.#socket?.send(text);
      }
    }
    this.dispatchEvent(new CustomEvent("hello", { detail: frame }));
    redraw();
  }

  /** @param {"connecting" | "online" | "offline"} state */
  #set(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
    redraw();
  }
}

export const connection = new Connection();

/**
 * Subscribes to the frames of one type.
 * @template {Frame["t"]} T
 * @param {T} t
 * @param {(frame: FrameOf<T>) => void} listener
 * @returns {() => void} ends the subscription
 */
export function hear(t, listener) {
  const heard = (/** @type {Event} */ event) =>
    listener(/** @type {CustomEvent<FrameOf<T>>} */ (event).detail);
  connection.addEventListener(t, heard);
  return () => connection.removeEventListener(t, heard);
}
