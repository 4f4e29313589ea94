export type { BackoffOptions } from "./backoff.js";
export { Client, type ClientOptions } from "./client.js";
export { Connection, type ConnectionOptions } from "./connection.js";
export * from "./errors.js";
export {
  Analysis,
  type AnalysisRequest,
  Channel,
  Lobby,
  Notices,
  TournamentEvents,
} from "./feeds.js";
export type {
  AnalysisFrame,
  Answer,
  Command,
  Frame,
  MatchEvent,
  MatchFrame,
  Notice,
} from "./frames.js";
export { Match, type MatchOptions, type Turn } from "./match.js";
export type { MatchState } from "./match_state.js";
export * from "./notation.js";
export {
  type AppTokens,
  OAuth,
  type PendingDevice,
  type PendingSignIn,
  SignInError,
} from "./oauth.js";
export { Board, type Piece, Position, type Variant } from "./position.js";
export type {
  Item,
  ListPath,
  Method,
  Path,
  RequestOptions,
  ResponseBody,
} from "./rest.js";
export type * as schema from "./schema.js";
export type { WebSocketConstructor, WebSocketLike } from "./socket.js";
export { Subscription } from "./subscription.js";
