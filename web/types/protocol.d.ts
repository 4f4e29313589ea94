// The server's JSON, as docs/protocol.md and the OpenAPI document describe it.

interface Switches {
  pieces_in_castle_to_win: number;
  pieces_needed_to_win: number;
  enemy_reduced_to: number;
  own_castle_jump_ends_turn: boolean;
  goal_is_opposite_only: boolean;
  castles_matter: boolean;
  object_reversed: boolean;
}

interface LessonView {
  topic: string;
  section: string;
  text: string;
  position: string;
  piece?: string;
  results: number;
  moves: string[];
}

interface RuleBook {
  variant: VariantView;
  about?: { section: string; text: string };
  lessons: LessonView[];
  ends: { section: string; text: string }[];
}

interface VariantView {
  name: string;
  pin: string;
  title: string;
  texts: Record<string, string>;
  aliases: string[];
  section: string;
  seats: string[];
  seat_names: string[];
  teams: string[];
  files: number;
  ranks: { rank: number; from: string; to: string }[];
  squares: string[];
  castles: Record<string, string[]>;
  goals: Record<string, string[]>;
  water: string[];
  tree_squares: Record<string, string[]>;
  castle_moves: number;
  switches: Switches;
  position: string;
  array: string | null;
}

interface PlayerView {
  id: string;
  name: string;
  kind: string;
}

/** A player with their rating in the pool of what is played; guests have none in a match. */
interface RatedPlayerView extends PlayerView {
  rating?: number;
  provisional?: boolean;
}

/** A player who looks for a game: who is new to its pool counts as any beginner does. */
interface SeekerView extends PlayerView {
  rating: number;
  provisional: boolean;
}

/** A player in a seat of a match. */
interface SeatedView extends RatedPlayerView {
  change?: number;
  out?: string;
}

interface RatingView {
  variant: string;
  speed: string;
  rated: boolean;
  bots: boolean;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  last_at: string;
  rank?: number;
}

interface RatingPoint {
  match: string;
  at: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  change: number;
}

interface LeaderView {
  rank: number;
  player: PlayerView;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  last_at: string;
}

interface EncounterView {
  variant: string;
  wins: number;
  losses: number;
  draws: number;
}

type TimeControl =
  | { kind: "unlimited" }
  | { kind: "fischer"; initial_ms: number; increment_ms: number }
  | { kind: "delay"; initial_ms: number; delay_ms: number; style?: string }
  | { kind: "byoyomi"; initial_ms: number; period_ms: number; periods: number }
  | { kind: "stages"; stages: { moves?: number; ms: number; increment_ms?: number }[] }
  | { kind: "correspondence"; days: number };

interface ClockView {
  left_ms: Record<string, number> | null;
  running: string | null;
  start_ms?: number;
  delay_ms?: number;
  periods_left?: Record<string, number>;
  stage?: Record<string, number>;
}

interface MatchView {
  match: string;
  v: number;
  now: string;
  variant: string;
  status: "open" | "playing" | "ended";
  seats: Record<string, SeatedView | null>;
  time: TimeControl;
  rated: boolean;
  private: boolean;
  start?: string;
  handicap?: string[];
  position: string;
  ply: number;
  moves: string[];
  clock: ClockView;
  paused: boolean;
  offers: { seat: string; offer: string }[];
  watchers?: number;
  premove?: { ply: number; line: unknown };
  names?: Record<string, string>;
  tags?: Record<string, string>;
  tournament?: FixtureView;
  result?: string;
  termination?: string;
  rematch?: string;
  presence?: Record<string, { gone: boolean; claim_in_ms?: number }>;
  legal?: string[];
}

interface MatchItem {
  match: string;
  variant: string;
  status: "open" | "playing" | "ended";
  seats: Record<string, PlayerView | null>;
  time: TimeControl;
  rated: boolean;
  private: boolean;
  start?: string;
  created_at: string;
  started_at?: string;
  ended_at?: string;
  result?: string;
  termination?: string;
  plies?: number;
  names?: Record<string, string>;
}

interface SeekView {
  seek: string;
  variant: string;
  time: TimeControl;
  rated: boolean;
  parties: {
    players: SeekerView[];
    invited?: PlayerView;
    seat?: string;
    rating?: [number, number];
    quick: boolean;
  }[];
  free: number;
  stays: boolean;
  created_at: string;
}

interface ChallengeView {
  challenge: string;
  by: SeekerView;
  to: SeekerView;
  variant: string;
  time: TimeControl;
  rated: boolean;
  seat?: string;
  created_at: string;
  expires_at: string;
  status: "open" | "accepted" | "declined" | "cancelled" | "expired";
  reason?: string;
  match?: string;
}

/** A frame of the server's; which fields it has, its type says. */
interface Frame {
  t: string;
  re?: string;
  match?: string;
  v?: number;
  now?: string;
  // biome-ignore lint/suspicious/noExplicitAny: frames are told apart by `t` at run time
  [field: string]: any;
}

interface LegalMoves {
  variant: string;
  position: string;
  results: [string, string, string[]][];
  moves: string[];
  outcome: string | null;
  truncated?: boolean;
}

type ScoreView = { hundredths: number } | { win: number } | { loss: number };

interface OpinionView {
  depth: number;
  score: ScoreView;
  chances: number;
  nodes: number;
  line: string[];
  done?: boolean;
}

interface JudgementView {
  ply: number;
  seat: string;
  move: string;
  before: ScoreView;
  after: ScoreView;
  chances: number;
  best: string[];
  lost: number;
  mark?: "inaccuracy" | "mistake" | "blunder";
}

type Checked =
  | { position: string; captured: string[]; outcome: string | null }
  | { rule: string; section: string; detail: string };

interface RecordVerdict {
  sound: boolean;
  variant?: string;
  plies?: number;
  position?: string;
  result?: string;
  fault?: string;
  detail?: string;
  ply?: number;
  move?: string;
  rule?: string;
  section?: string;
}

/** How a puzzle is solved, and where it was found. */
interface SolutionView {
  solution: string[];
  match?: string;
  ply?: number;
}

interface PuzzleView extends Partial<SolutionView> {
  puzzle: string;
  variant: string;
  position: string;
  seat: string;
  moves: number;
  tried: number;
  solved: number;
  attempt?: { solved: boolean; at: string };
}

interface EndedAttempt extends SolutionView {
  verdict: "solved" | "wrong";
  wrong?: number;
  counted: boolean;
}

type AttemptView = { verdict: "right"; replies: string[]; position: string } | EndedAttempt;

interface ModerationView {
  id: string;
  at: string;
  moderator: PlayerView;
  action: "timeout" | "end_timeout" | "hide";
  player: PlayerView;
  timeout?: { until: string; reason: string };
  match?: string;
  room?: string;
  line?: number;
}
