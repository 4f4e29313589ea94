import type { Connection } from "./connection.js";
import type { AnalysisFrame, Command, Frame, Notice } from "./frames.js";
import { isNotice } from "./frames.js";
import type {
  ClientAnalyse,
  MatchItem,
  SeekView,
  ServerFeatured,
  ServerLobby,
  ServerLobbyChanged,
  ServerTournament,
} from "./schema.js";
import { Subscription } from "./subscription.js";

/** The lobby: its frames, and its state as of the last frame that the iterator returned. */
export class Lobby extends Subscription<ServerLobby | ServerLobbyChanged> {
  /** The open seeks by id, oldest first. */
  readonly seeks = new Map<string, SeekView>();
  /** The public matches with a free seat by id, oldest first. */
  readonly matches = new Map<string, MatchItem>();
  #v: number | undefined;

  constructor(connection: Connection) {
    super(connection, "lobby");
  }

  override begin(): Command {
    this.#v = undefined;
    return { t: "lobby", on: true };
  }

  override end(): Command {
    return { t: "lobby", on: false };
  }

  override receive(frame: Frame): void {
    if (frame.t === "lobby_changed") {
      // Changes before the whole state belong to an earlier connection or to a gap.
      if (this.#v === undefined) return;
      if (frame.v !== this.#v + 1) {
        this.connection.resume(this);
        return;
      }
    } else if (frame.t !== "lobby") return;
    this.#v = frame.v;
    this.deliver(frame);
  }

  protected override fold(frame: ServerLobby | ServerLobbyChanged): void {
    if (frame.t === "lobby") {
      this.seeks.clear();
      this.matches.clear();
    } else {
      for (const id of frame.seeks_gone ?? []) this.seeks.delete(id);
      for (const id of frame.matches_gone ?? []) this.matches.delete(id);
    }
    for (const seek of frame.seeks ?? []) this.seeks.set(seek.seek, seek);
    for (const match of frame.matches ?? []) this.matches.set(match.match, match);
  }
}

/** The events of a tournament after the version `since`, each exactly once. */
export class TournamentEvents extends Subscription<ServerTournament> {
  #v: number;

  constructor(
    connection: Connection,
    readonly id: string,
    since = 0,
  ) {
    super(connection, `tournament ${id}`);
    this.#v = since;
  }

  override begin(): Command {
    return { t: "tournament", tournament: this.id, on: true, since: this.#v };
  }

  override end(): Command {
    return { t: "tournament", tournament: this.id, on: false };
  }

  override receive(frame: Frame): void {
    if (frame.t !== "tournament" || frame.id !== this.id || frame.v <= this.#v) return;
    if (frame.v > this.#v + 1) {
      this.connection.resume(this);
      return;
    }
    this.#v = frame.v;
    this.deliver(frame);
  }
}

/** The featured matches of one channel, or of all variants. */
export class Channel extends Subscription<ServerFeatured> {
  constructor(
    connection: Connection,
    readonly variant?: string,
  ) {
    super(connection, "channel");
  }

  override begin(): Command {
    return { t: "channel", on: true, ...(this.variant && { variant: this.variant }) };
  }

  override end(): Command {
    return { t: "channel", on: false };
  }

  override receive(frame: Frame): void {
    if (frame.t === "featured") this.deliver(frame);
  }
}

/** The frames that concern the player and no subscription. */
export class Notices extends Subscription<Notice> {
  constructor(connection: Connection) {
    super(connection, "notices");
  }

  override begin(): undefined {}

  override end(): undefined {}

  override receive(frame: Frame): void {
    if (isNotice(frame)) this.deliver(frame);
  }
}

export type AnalysisRequest = Omit<Extract<ClientAnalyse, { variant: string }>, "t" | "id">;

/** The evaluation of a position, depth by depth. It ends with the frame that is `done`. */
export class Analysis extends Subscription<AnalysisFrame> {
  constructor(
    connection: Connection,
    readonly request: AnalysisRequest,
  ) {
    super(connection, "analysis");
  }

  override begin(): Command {
    return { t: "analyse", ...this.request };
  }

  override end(): Command {
    return { t: "analyse", stop: true };
  }

  override receive(frame: Frame): void {
    if (frame.t !== "analysis" || frame.re !== this.begunBy) return;
    this.deliver(frame);
    if (!("done" in frame && frame.done) && !("code" in frame)) return;
    this.finish();
    this.connection.remove(this);
  }
}
