// Tournaments in the server's JSON, as docs/protocol.md and the OpenAPI document describe them.

type TieBreakView = {
  kind:
    | "direct_encounter"
    | "wins"
    | "buchholz"
    | "sonneborn_berger"
    | "progressive"
    | "average_rating"
    | "second_side_games"
    | "castle_entries"
    | "captures_difference";
  cut_lowest?: number;
  cut_highest?: number;
};

type FormatView =
  | { kind: "round_robin"; groups: number; double: boolean }
  | { kind: "swiss"; rounds: number }
  | { kind: "knockout"; double: boolean; third_place: boolean }
  | { kind: "arena"; length_ms: number; wave_ms: number };

type StartView = { by: "director" } | { by: "clock"; pause_ms: number } | { by: "agreement" };

type DeciderView =
  | { kind: "drawn" }
  | { kind: "replay" }
  | { kind: "armageddon"; time: TimeControl; first_extra_ms: number };

type ConditionView =
  | { kind: "rating_at_least" | "rating_at_most"; rating: number }
  | { kind: "established" }
  | { kind: "games_at_least"; games: number }
  | { kind: "days_at_least"; days: number }
  | { kind: "kinds"; kinds: string[] }
  | { kind: "invited"; players: string[] };

type ByeWorth = "zero" | "half" | "full";

interface StagePlanView {
  name: string;
  format: FormatView;
  best_of_each_group?: number;
  series?: {
    best_of: number;
    draws_count?: boolean;
    all_games?: boolean;
    decider?: DeciderView;
  };
  tie_breaks?: TieBreakView[];
  start?: StartView;
  no_show_ms?: number | null;
  time?: TimeControl | null;
}

interface PlanView {
  name: string;
  variant: string;
  position?: string;
  handicap?: string[];
  time: TimeControl;
  rated?: boolean;
  entry?: ConditionView[];
  most?: number;
  late?: { until_round: number; worth: ByeWorth } | null;
  byes?: { most: number; worth: ByeWorth; not_in_last?: number } | null;
  begins_at?: string | null;
  stages: StagePlanView[];
}

type TournamentStatus = "open" | "running" | "ended" | "cancelled";

interface TournamentItem {
  tournament: string;
  status: TournamentStatus;
  plan: PlanView;
  entrants: number;
  by: PlayerView | null;
  created_at: string;
}

interface EntrantView {
  entrant: number;
  players: PlayerView[];
  rating?: number;
  stage: number;
  at: string;
  withdrawn: boolean;
}

interface StageView {
  stage: number;
  began_at: string;
  groups: number[][];
  rounds: {
    round: number;
    paired_at: string;
    began_at?: string;
    pairings: number;
    decided: number;
  }[];
}

interface TournamentView {
  tournament: string;
  v: number;
  status: TournamentStatus;
  plan: PlanView;
  created_at: string;
  directors: PlayerView[];
  entrants: EntrantView[];
  seeded?: number[];
  forbidden: [number, number][];
  fixed: [number, number][];
  byes: { stage: number; round: number; entrant: number; worth: ByeWorth }[];
  stages: StageView[];
}

type GameResultView =
  | { how: "won"; side: "first" | "second" }
  | { how: "drawn" }
  | { how: "forfeit"; absent: "first" | "second" }
  | { how: "both_absent" }
  | { how: "void" };

interface PairingGameView {
  game: number;
  first: number;
  match?: string;
  result?: GameResultView;
}

interface PairingView {
  pairing: number;
  stage: number;
  round: number;
  table: number;
  group: number;
  node?: number;
  first: number;
  second: number;
  ready: number[];
  began_at?: string;
  games: PairingGameView[];
  score: [number, number];
  decided: boolean;
  winner?: number;
  forfeited: number[];
}

interface RoundView {
  stage: number;
  round: number;
  paired_at: string;
  began_at?: string;
  pairings: PairingView[];
  byes: { entrant: number; worth: ByeWorth; why: "pairing" | "asked" | "late" }[];
}

interface WorkingView {
  tie_break: TieBreakView;
  value: number | null;
  terms: { round: number; opponent?: number; amount: number; cut: boolean }[];
}

interface PlaceView {
  place: number;
  entrant: number;
  points: number;
  tie_breaks: WorkingView[];
}

interface OutingView {
  round: number;
  kind: "open" | "played" | "forfeit_won" | "forfeit_lost" | "bye" | "absent";
  points: number;
  pairing?: number;
  opponent?: number;
  side?: "first" | "second";
  score?: [number, number];
  bye?: string;
  worth?: ByeWorth;
}

interface CrossTableView {
  stage: number;
  group: number;
  rows: { number: number; entrant: number; points: number; outings: OutingView[] }[];
}

interface SideView {
  entrant?: number;
  bye: boolean;
  seed?: number;
  winner_of?: number;
  loser_of?: number;
}

interface NodeView {
  node: number;
  branch: "winners" | "losers" | "third_place" | "final" | "final_again";
  round: number;
  branch_round?: number;
  sides: [SideView, SideView];
  winner?: number;
  pairing?: number;
}

interface BracketView {
  stage: number;
  nodes: NodeView[];
}

/** An entry of a tournament's log. */
interface TournamentEntry {
  id: string;
  v: number;
  now: string;
  by?: PlayerView;
  action: number;
  // biome-ignore lint/suspicious/noExplicitAny: events are told apart by `t` at run time
  event: { t: string; [field: string]: any };
}

/** The game of a tournament that a match is. */
interface FixtureView {
  id: string;
  name: string;
  stage: number;
  round: number;
  pairing: number;
  game: number;
}

/** A player is to come and play. */
interface CalledView {
  tournament: string;
  name: string;
  stage: number;
  round: number;
  pairing: number;
  match?: string;
  seat?: string;
  until?: string;
  now: string;
}

interface VerdictView {
  player: string;
  condition: ConditionView;
  asked: string;
  met: boolean;
  has: string;
}
