import type { BackoffOptions } from "./backoff.js";
import { Connection, type ConnectionOptions, type TokenStore } from "./connection.js";
import {
  Analysis,
  type AnalysisRequest,
  Channel,
  Lobby,
  Notices,
  TournamentEvents,
} from "./feeds.js";
import type { Answer, Command } from "./frames.js";
import { Match, type MatchOptions } from "./match.js";
import { playerEvents } from "./player_events.js";
import { Board } from "./position.js";
import {
  type AnyOptions,
  type Arguments,
  type Item,
  type ListPath,
  type Method,
  type Path,
  type RequestOptions,
  type ResponseBody,
  Rest,
} from "./rest.js";
import type { PlayerMessage } from "./schema.js";

export interface ClientOptions extends ConnectionOptions {
  /** The token of the player: of a guest, a sign-in or a program. */
  token?: string | undefined;
}

/** A player on one server, over REST and one WebSocket, which the first use opens. */
export class Client {
  readonly url: string;
  readonly connection: Connection;
  readonly #tokens: TokenStore;
  readonly #rest: Rest;
  readonly #backoff: BackoffOptions | undefined;
  readonly #stopped = new AbortController();
  readonly #boards = new Map<string, Promise<Board>>();

  /** A client without a token becomes a guest when its WebSocket opens. */
  constructor(url: string, options: ClientOptions = {}) {
    this.url = url.replace(/\/+$/, "");
    this.#tokens = { token: options.token };
    this.#backoff = options.backoff;
    this.#rest = new Rest(this.url, this.#tokens, options.backoff);
    this.connection = new Connection(this.url, this.#tokens, options);
  }

  /** A client of a new guest. */
  static async guest(url: string, options: Omit<ClientOptions, "token"> = {}): Promise<Client> {
    const { token } = await new Client(url).request("POST", "/guests");
    return new Client(url, { ...options, token });
  }

  /** A client that is signed in to an account. */
  static async signIn(
    url: string,
    credentials: { name: string; password: string },
    options: Omit<ClientOptions, "token"> = {},
  ): Promise<Client> {
    const { token } = await new Client(url).request("POST", "/sessions", { body: credentials });
    return new Client(url, { ...options, token });
  }

  /** The token of the player. Whoever has it can play as the player. */
  get token(): string | undefined {
    return this.#tokens.token;
  }

  /** Sets the token of later requests and connections. */
  set token(token: string | undefined) {
    this.#tokens.token = token;
  }

  /**
   * Sends a request to a route below `/api/v1`. It is repeated when the network fails, if the server
   * carries it out once.
   */
  request<M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...[options]: Arguments<RequestOptions<M, P>>
  ): Promise<ResponseBody<M, P>> {
    const answer = this.#rest.request(method, path, options as AnyOptions | undefined);
    return answer as Promise<ResponseBody<M, P>>;
  }

  /** The items of a list, from all of its pages. */
  async *items<P extends ListPath>(
    path: P,
    ...[options]: Arguments<RequestOptions<"GET", P>>
  ): AsyncGenerator<Item<P>, void, undefined> {
    let cursor: { cursor?: string } = {};
    for (;;) {
      const { query, ...given }: AnyOptions = options ?? {};
      const page = await this.#rest.request("GET", path, {
        ...given,
        query: { ...query, ...cursor },
      });
      const { items, next } = page as { items: Item<P>[]; next?: string | null };
      yield* items;
      if (!next) return;
      cursor = { cursor: next };
    }
  }

  /** Sends a command over the WebSocket until it is answered. */
  command<F extends Command>(frame: F): Promise<Answer<F["t"]>> {
    return this.connection.command(frame);
  }

  /** Takes a free seat of a match, by its id or by a link. */
  join(match: string, seat?: string): Promise<Answer<"join">> {
    const link = URL.canParse(match) ? new URL(match) : undefined;
    const id = link?.pathname.split("/").at(-1) ?? match;
    const key = link?.searchParams.get("key");
    return this.command({ t: "join", match: id, ...(key && { key }), ...(seat && { seat }) });
  }

  /** The events and the state of a match. */
  match(id: string, options?: MatchOptions): Match {
    return new Match(this.connection, id, options);
  }

  /** The open seeks and matches. */
  lobby(): Lobby {
    return new Lobby(this.connection);
  }

  /** The events of a tournament after the version `since`. */
  tournament(id: string, since?: number): TournamentEvents {
    return new TournamentEvents(this.connection, id, since);
  }

  /** The featured matches of a variant, or of all. */
  channel(variant?: string): Channel {
    return new Channel(this.connection, variant);
  }

  /** Pairings, invitations, challenges and calls of the player. */
  notices(): Notices {
    return new Notices(this.connection);
  }

  /** The evaluation of a position, depth by depth. */
  analyse(request: AnalysisRequest): Analysis {
    return new Analysis(this.connection, request);
  }

  /** The events of all matches of the player, over HTTP. */
  playerEvents(query: { legal?: boolean } = {}): AsyncGenerator<PlayerMessage, void, undefined> {
    return playerEvents(this.#rest, query, this.#backoff, this.#stopped.signal);
  }

  /** The board of a variant. It is requested once. */
  board(variant: string): Promise<Board> {
    const known = this.#boards.get(variant);
    if (known) return known;
    const view = this.request("GET", "/variants/{variant}", { path: { variant } });
    const board = view.then((it) => new Board(it));
    board.catch(() => this.#boards.delete(variant));
    this.#boards.set(variant, board);
    return board;
  }

  /** Closes the WebSocket and ends all iterators. */
  async close(): Promise<void> {
    this.#stopped.abort();
    await this.connection.close();
  }
}
