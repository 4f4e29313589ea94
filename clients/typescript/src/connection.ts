import { Backoff, type BackoffOptions, pause } from "./backoff.js";
import { Closed, NoAnswer, type Refusal, refusal, Unauthorized } from "./errors.js";
import type { Answer, Command, Frame } from "./frames.js";
import { Queue } from "./queue.js";
import type { PlayerView, ServerErr, ServerHello } from "./schema.js";
import { Socket, type WebSocketConstructor } from "./socket.js";

export interface ConnectionOptions {
  /** The WebSocket class. The global one is the default. */
  WebSocket?: WebSocketConstructor;
  backoff?: BackoffOptions;
  /** The time after which a command without an answer fails, in milliseconds. */
  answerTimeoutMs?: number;
}

/** The token of the player, shared with REST. */
export interface TokenStore {
  token: string | undefined;
}

/** A subscription, as the connection sees it. */
export interface Feed {
  /** The name of the subscription. A connection has one subscription of each name. */
  readonly key: string;
  /** The id of the command that began the subscription on the present connection. */
  begunBy: string | undefined;
  /** The command that begins or resumes the subscription, if it needs one. */
  begin(): Command | undefined;
  /** The command that ends the subscription. */
  end(): Command | undefined;
  /** Delivers a frame if it belongs to the subscription. */
  receive(frame: Frame): void;
  /** Ends the iterator after the frames that wait. */
  finish(error?: Error): void;
}

/** A command without an answer. */
interface Pending {
  frame: Command & { id: string };
  resolve: (answer: Frame) => void;
  reject: (error: Error) => void;
  timeout: ReturnType<typeof setTimeout>;
}

/** The most commands that wait for an answer. */
const MOST_PENDING = 1000;
const GREETING_TIMEOUT_MS = 10_000;
/** A refusal with a longer wait is left to the caller. */
const LONGEST_WAIT_MS = 10_000;
/** The close code for a token that is no longer valid. */
const POLICY_VIOLATION = 1008;

/**
 * A WebSocket that reconnects. Subscriptions resume behind the last event. Commands keep their id
 * until they are answered, so that the server carries out each one once.
 */
export class Connection {
  /** The player of the connection, after the first greeting. */
  player: PlayerView | null = null;
  readonly #url: string;
  readonly #tokens: TokenStore;
  readonly #options: ConnectionOptions;
  readonly #backoff: Backoff;
  readonly #pending = new Map<string, Pending>();
  readonly #subscriptions = new Map<string, Feed>();
  readonly #taps = new Set<Queue<Frame>>();
  readonly #stopped = new AbortController();
  #socket: Socket | undefined;
  #isGreeted = false;
  #address: string;
  #wait: number | undefined;
  #running: Promise<void> | undefined;
  #error: Error | undefined;

  constructor(url: string, tokens: TokenStore, options: ConnectionOptions = {}) {
    this.#url = url;
    this.#address = url;
    this.#tokens = tokens;
    this.#options = options;
    this.#backoff = new Backoff(options.backoff);
  }

  /** Sends a command until it is answered. A refusal is thrown. */
  command<F extends Command>(frame: F): Promise<Answer<F["t"]>> {
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error);
      if (this.#pending.size >= MOST_PENDING) {
        return reject(new NoAnswer(`${MOST_PENDING} commands wait for an answer`));
      }
      const id = frame.id ?? newId();
      const timeoutMs = this.#options.answerTimeoutMs ?? 60_000;
      const expire = () => {
        this.#pending.delete(id);
        reject(new NoAnswer(`no answer to \`${frame.t}\` within ${timeoutMs} ms`));
      };
      const timeout = setTimeout(expire, timeoutMs);
      const settle = { resolve: resolve as (answer: Frame) => void, reject, timeout };
      this.#pending.set(id, { frame: { ...frame, id }, ...settle });
      this.#send({ ...frame, id });
      this.#start();
    });
  }

  /** Every frame of the server from this call on, answers included. Leaving a loop ends it. */
  frames(): AsyncIterableIterator<Frame> {
    const queue = new Queue<Frame>();
    this.#taps.add(queue);
    this.#start();
    return {
      next: () => queue.next(),
      return: async () => {
        queue.end();
        this.#taps.delete(queue);
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Begins a subscription, now and after each reconnection. */
  add(subscription: Feed): void {
    const { key } = subscription;
    if (this.#error) throw this.#error;
    if (this.#subscriptions.has(key)) throw new Error(`${key} is already subscribed`);
    this.#subscriptions.set(key, subscription);
    // The constructor of the subscription has not ended yet.
    queueMicrotask(() => {
      if (this.#isGreeted) this.resume(subscription);
    });
    this.#start();
  }

  /** Sends the command that begins or resumes a subscription. */
  resume(subscription: Feed): void {
    if (this.#subscriptions.get(subscription.key) !== subscription) return;
    const command = subscription.begin();
    if (!command) return;
    subscription.begunBy = newId();
    this.#send({ ...command, id: subscription.begunBy });
  }

  /** Ends a subscription. */
  remove(subscription: Feed): void {
    if (this.#subscriptions.get(subscription.key) !== subscription) return;
    this.#subscriptions.delete(subscription.key);
    const command = subscription.end();
    if (command) this.#send({ ...command, id: newId() });
  }

  /** Closes the connection. Commands without an answer are rejected. */
  async close(): Promise<void> {
    this.#fail(new Closed("the connection was closed"));
    await this.#running;
  }

  #send(frame: Command): void {
    if (this.#isGreeted) this.#socket?.send(frame);
  }

  #start(): void {
    if (!this.#error) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#error) {
      const attempted = this.#address;
      const end = await this.#connectOnce();
      if (end.code === POLICY_VIOLATION) {
        const problem = { code: "unauthorized", detail: end.reason || "the token is not valid" };
        this.#fail(new Unauthorized(problem));
      }
      // A node that is lost, or cannot be reached, is left for the first address.
      if (this.#address === attempted) this.#address = this.#url;
      const wait = this.#wait ?? this.#backoff.next();
      this.#wait = undefined;
      if (!this.#error) await pause(wait, this.#stopped.signal);
    }
  }

  async #connectOnce() {
    const webSocket = this.#options.WebSocket ?? globalThis.WebSocket;
    if (!webSocket) {
      this.#fail(new Error("there is no global WebSocket: pass one as an option"));
      return { code: 1006, reason: "" };
    }
    const url = `${this.#address.replace(/^http/, "ws")}/api/v1/ws`;
    const socket = new Socket(webSocket, url, this.#tokens.token, (it) => this.#receive(it));
    this.#socket = socket;
    const timeout = setTimeout(() => {
      if (!this.#isGreeted) socket.close("no greeting");
    }, GREETING_TIMEOUT_MS);
    const end = await socket.ended;
    clearTimeout(timeout);
    this.#isGreeted = false;
    return end;
  }

  #receive(frame: Frame): void {
    if (frame.t === "hello") this.#greeted(frame);
    else if (frame.t === "bye") {
      this.#wait = frame.retry_after_ms;
      if (frame.at) this.#address = frame.at.replace(/\/$/, "");
    } else if (frame.t === "err") this.#refused(frame);
    else if ((frame.t === "ok" || frame.t === "pong") && frame.re !== undefined) {
      this.#settle(frame.re)?.resolve(frame);
    }
    for (const subscription of this.#subscriptions.values()) subscription.receive(frame);
    for (const tap of this.#taps) tap.push(frame);
  }

  #greeted({ player, token }: ServerHello): void {
    if (token !== undefined) this.#tokens.token = token;
    this.player = player;
    this.#isGreeted = true;
    this.#backoff.reset();
    for (const subscription of this.#subscriptions.values()) this.resume(subscription);
    for (const { frame } of this.#pending.values()) this.#send(frame);
  }

  #refused({ t: _, re, ...problem }: ServerErr): void {
    const error = refusal(problem);
    if (re === undefined) {
      if (!this.#isGreeted && error instanceof Unauthorized) this.#fail(error);
      return;
    }
    const begun = [...this.#subscriptions.values()].find((it) => it.begunBy === re);
    if (begun) {
      this.#retry(error, () => begun.begunBy === re && this.resume(begun)) ||
        this.#drop(begun, error);
      return;
    }
    const pending = this.#pending.get(re);
    const again = () => pending && this.#pending.get(re) === pending && this.#send(pending.frame);
    if (pending && !this.#retry(error, again)) this.#settle(re)?.reject(error);
  }

  /** Sends a refused command again if the refusal is temporary. Returns false if it is not. */
  #retry({ code, retryAfterMs }: Refusal, again: () => unknown): boolean {
    // The next connection repeats the command.
    if (code === "server_draining") return true;
    const isTemporary = code === "unavailable" || (code === "rate_limited" && retryAfterMs);
    const wait = retryAfterMs ?? this.#backoff.next();
    if (!isTemporary || wait > LONGEST_WAIT_MS) return false;
    void pause(wait, this.#stopped.signal).then(again);
    return true;
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(pending?.timeout);
    return pending;
  }

  #drop(subscription: Feed, error: Error): void {
    this.#subscriptions.delete(subscription.key);
    subscription.finish(error);
  }

  #fail(error: Error): void {
    if (this.#error) return;
    this.#error = error;
    const end = error instanceof Closed ? undefined : error;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
    for (const subscription of this.#subscriptions.values()) subscription.finish(end);
    for (const tap of this.#taps) tap.end(end);
    this.#subscriptions.clear();
    this.#stopped.abort();
    this.#socket?.close("closed");
  }
}

/** A random id for a command or a key. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
