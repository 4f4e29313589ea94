import type { Connection } from "./connection.js";
import type { Answer, Command, Frame, MatchFrame } from "./frames.js";
import { isMatchEvent, isMatchFrame } from "./frames.js";
import { foldMatch, type MatchState } from "./match_state.js";
import type { ClientClaim, ClientDraw, ClientPremove } from "./schema.js";
import { Subscription } from "./subscription.js";

export interface MatchOptions {
  /** True to receive the legal moves with every position. */
  legal?: boolean;
  /** True to receive the chat. */
  chat?: boolean;
}

/** The state of a match at a turn of the player, with the legal moves. */
export type Turn = MatchState & { legal: string[] };

type Say = ClientDraw["say"];

/** A match: the iterator of its frames, its state, and the commands of a player in it. */
export class Match extends Subscription<MatchFrame> {
  /**
   * The state as of the last frame that the iterator returned. The first frame is a snapshot, so the
   * state is undefined before it.
   */
  state: MatchState | undefined;
  /** The version of the last event that was delivered. */
  #v: number | undefined;
  /** Plies that the player's own moves have reached. */
  #played = 0;

  constructor(
    connection: Connection,
    readonly id: string,
    readonly options: MatchOptions = {},
  ) {
    super(connection, `match ${id}`);
  }

  /** The seat of the player of the connection, if there is one. */
  get seat(): string | undefined {
    const id = this.connection.player?.id;
    const seats = Object.entries(this.state?.seats ?? {});
    return id === undefined ? undefined : seats.find(([, player]) => player?.id === id)?.[0];
  }

  /** The seat to move, while the match is played. */
  get turn(): string | undefined {
    if (this.state?.status !== "playing") return undefined;
    return this.state.position.split(" ")[1]?.toUpperCase();
  }

  /** True if the player of the connection is to move. */
  get isMyTurn(): boolean {
    return this.turn !== undefined && this.turn === this.seat;
  }

  /**
   * The state at each turn of the player, until the match ends. It requires the option `legal`: the
   * position at the end of a match has a seat to move and no legal move.
   */
  async *turns(): AsyncGenerator<Turn, void, undefined> {
    if (!this.options.legal) throw new Error("turns() requires the option `legal`");
    for await (const frame of this) {
      const { state } = this;
      if (!state || state.status === "ended") return;
      const { legal = [] } = state;
      const isPosition = ["snapshot", "started", "moved", "took_back"].includes(frame.t);
      // A frame can be older than the answer to the player's last move.
      const isCurrent = isPosition && state.ply >= this.#played;
      if (isCurrent && this.isMyTurn && legal.length > 0) yield { ...state, legal };
    }
  }

  /** Plays a move as the next ply. */
  async move(text: string): Promise<Answer<"move">> {
    if (!this.state) throw new Error("the match has no state before its first frame");
    const frame = { t: "move", match: this.id, ply: this.state.ply + 1, move: text } as const;
    const answer = await this.connection.command(frame);
    this.#played = answer.ply;
    return answer;
  }

  /** Prepares a move, or a tree of replies, for the player's next ply. `null` removes it. */
  premove(ply: number, line: ClientPremove["line"]): Promise<Answer<"premove">> {
    return this.connection.command({ t: "premove", match: this.id, ply, line });
  }

  resign(): Promise<Answer<"resign">> {
    return this.connection.command({ t: "resign", match: this.id });
  }

  abort(): Promise<Answer<"abort">> {
    return this.connection.command({ t: "abort", match: this.id });
  }

  draw(say: Say): Promise<Answer<"draw">> {
    return this.connection.command({ t: "draw", match: this.id, say });
  }

  takeback(say: Say): Promise<Answer<"takeback">> {
    return this.connection.command({ t: "takeback", match: this.id, say });
  }

  rematch(say: Say): Promise<Answer<"rematch">> {
    return this.connection.command({ t: "rematch", match: this.id, say });
  }

  /** Claims a match that the other side has abandoned. */
  claim(result: NonNullable<ClientClaim["for"]> = "win"): Promise<Answer<"claim">> {
    return this.connection.command({ t: "claim", match: this.id, for: result });
  }

  chat(room: "players" | "watchers", text: string): Promise<Answer<"chat">> {
    return this.connection.command({ t: "chat", match: this.id, room, text });
  }

  override begin(): Command {
    const since = this.#v === undefined ? {} : { since: this.#v };
    return { t: "watch", match: this.id, ...this.options, ...since };
  }

  override end(): Command {
    return { t: "unwatch", match: this.id };
  }

  override receive(frame: Frame): void {
    if (!isMatchFrame(frame) || frame.match !== this.id) return;
    const isEvent = isMatchEvent(frame);
    if (frame.t !== "snapshot") {
      if (this.#v === undefined || (isEvent && frame.v <= this.#v)) return;
      if (isEvent && frame.v > this.#v + 1) {
        this.connection.resume(this);
        return;
      }
    }
    if (frame.t === "snapshot" || isEvent) this.#v = frame.v;
    this.deliver(frame);
  }

  protected override fold(frame: MatchFrame): void {
    if (frame.t === "took_back") this.#played = frame.ply;
    this.state = foldMatch(this.state, frame);
  }
}
