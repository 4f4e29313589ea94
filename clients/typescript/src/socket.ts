import type { Frame } from "./frames.js";

/** The parts of a WebSocket that the client uses. Browsers, Node 22 and the package `ws` have them. */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  addEventListener(
    type: "close",
    listener: (event: { code: number; reason: string }) => void,
  ): void;
  addEventListener(type: "error", listener: (event: unknown) => void): void;
}

export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

/** The cause of the end of a socket. */
export interface SocketEnd {
  code: number;
  reason: string;
}

/** A silent connection is checked after this time, and given up after twice as long. */
const SILENCE_MS = 15_000;

/** One connection to the server. It ends once, and never reconnects. */
export class Socket {
  /** Resolves when the connection has ended. */
  readonly ended: Promise<SocketEnd>;
  readonly #socket: WebSocketLike;
  readonly #keepalive: ReturnType<typeof setInterval>;
  #end: (end: SocketEnd) => void = () => {};
  #isOver = false;
  #silentChecks = 0;

  constructor(
    webSocket: WebSocketConstructor,
    url: string,
    token: string | undefined,
    onFrame: (frame: Frame) => void,
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#keepalive = setInterval(() => this.#checkSilence(), SILENCE_MS);
    const protocols = token === undefined ? [] : [`token.${token}`];
    this.#socket = new webSocket(url, ["chivalry.v1", ...protocols]);
    this.#socket.addEventListener("message", ({ data }) => {
      this.#silentChecks = 0;
      if (!this.#isOver) onFrame(JSON.parse(String(data)));
    });
    this.#socket.addEventListener("close", ({ code, reason }) => this.#finish({ code, reason }));
    this.#socket.addEventListener("error", () => this.#finish({ code: 1006, reason: "error" }));
  }

  send(frame: object): void {
    if (!this.#isOver) this.#socket.send(JSON.stringify(frame));
  }

  /** Ends the connection at once, without waiting for the server. */
  close(reason: string): void {
    this.#finish({ code: 1000, reason });
    this.#socket.close(1000);
  }

  #finish(end: SocketEnd): void {
    this.#isOver = true;
    clearInterval(this.#keepalive);
    this.#end(end);
  }

  /** Programs see no ping of the WebSocket, so silence is answered by a command. */
  #checkSilence(): void {
    this.#silentChecks += 1;
    if (this.#silentChecks > 2) this.close("silent");
    else if (this.#silentChecks === 2) this.send({ t: "ping" });
  }
}
