import type {
  ClientMessage,
  EventMessage,
  ServerAnalysis,
  ServerCalled,
  ServerChallenge,
  ServerChat,
  ServerChatHidden,
  ServerChatHistory,
  ServerChatTimeout,
  ServerInvited,
  ServerMessage,
  ServerOk,
  ServerPaired,
  ServerPong,
  ServerPremove,
  ServerPremoveDropped,
  ServerPresence,
  ServerRated,
  ServerRenamed,
  ServerSeekEnded,
  ServerSeeking,
  ServerSnapshot,
  ServerWatchers,
} from "./schema.js";

/** A frame from the client: a command. */
export type Command = ClientMessage;

/** A frame from the server. */
export type Frame = ServerMessage | EventMessage;

/** An event of the log of a match. */
export type MatchEvent = EventMessage;

/** A frame that a reader of a match receives. */
export type MatchFrame =
  | MatchEvent
  | ServerSnapshot
  | ServerWatchers
  | ServerPresence
  | ServerPremove
  | ServerPremoveDropped
  | ServerChat
  | ServerChatHistory
  | ServerChatHidden
  | ServerRated
  | ServerRenamed;

/** A frame that concerns the player and no subscription. */
export type Notice =
  | ServerPaired
  | ServerSeeking
  | ServerInvited
  | ServerSeekEnded
  | ServerChallenge
  | ServerCalled
  | ServerChatTimeout;

/** A frame of an analysis that makes progress. */
export type AnalysisFrame = ServerAnalysis;

/** The fields that the answer to each command always has. */
interface AnswerFields {
  create: "match" | "v" | "links";
  join: "match" | "v" | "seat";
  watch: "match" | "v" | "watchers";
  unwatch: "match";
  move: "match" | "v" | "ply" | "seat";
  premove: "match" | "seat";
  chat: "match" | "v" | "line";
  resign: "match" | "v" | "seat";
  abort: "match" | "v";
  draw: "match" | "v" | "seat";
  takeback: "match" | "v" | "seat";
  rematch: "match" | "v" | "seat";
  claim: "match" | "v" | "seat";
  add_time: "match" | "v" | "seat";
  seek: "seek";
  accept: "seek";
  challenge: "challenge";
  answer: "challenge";
  tournament: "tournament";
}

/** The answer to a command of the type `T`. */
export type Answer<T extends Command["t"]> = T extends "ping"
  ? ServerPong
  : T extends keyof AnswerFields
    ? ServerOk & Required<Pick<ServerOk, AnswerFields[T]>>
    : ServerOk;

const EVENTS: Record<MatchEvent["t"], true> = {
  created: true,
  joined: true,
  link: true,
  started: true,
  moved: true,
  offer: true,
  offer_ended: true,
  took_back: true,
  seat_out: true,
  time_added: true,
  time_taken: true,
  rematched: true,
  paused: true,
  resumed: true,
  vacation: true,
  adjourned: true,
  adjournment_ended: true,
  ended: true,
};

const MATCH_FRAMES: Record<Exclude<MatchFrame["t"], MatchEvent["t"]>, true> = {
  snapshot: true,
  watchers: true,
  presence: true,
  premove: true,
  premove_dropped: true,
  chat: true,
  chat_history: true,
  chat_hidden: true,
  rated: true,
  renamed: true,
};

const NOTICES: Record<Notice["t"], true> = {
  paired: true,
  seeking: true,
  invited: true,
  seek_ended: true,
  challenge: true,
  called: true,
  chat_timeout: true,
};

/** True if the frame is an event of the log of a match. */
export function isMatchEvent(frame: Frame): frame is MatchEvent {
  return Object.hasOwn(EVENTS, frame.t);
}

/** True if the frame goes to the readers of a match. */
export function isMatchFrame(frame: Frame): frame is MatchFrame {
  return isMatchEvent(frame) || Object.hasOwn(MATCH_FRAMES, frame.t);
}

/** True if the frame concerns the player and no subscription. */
export function isNotice(frame: Frame): frame is Notice {
  return Object.hasOwn(NOTICES, frame.t);
}
