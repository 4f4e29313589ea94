// Short global names for the generated types, for use in JSDoc comments.

type Switches = import("./openapi.d.ts").SwitchesView;
type LessonView = import("./openapi.d.ts").LessonView;
type RuleBook = import("./openapi.d.ts").RuleBook;
type VariantView = import("./openapi.d.ts").VariantView;
type ArrangementView = import("./openapi.d.ts").ArrangementView;
type VacationView = import("./openapi.d.ts").VacationView;
type AppSummary = import("./openapi.d.ts").AppSummary;
type AppView = import("./openapi.d.ts").AppView;
type CreationOptions = import("./openapi.d.ts").CreationOptions;
type IdentityView = import("./openapi.d.ts").IdentityView;
type MailAddressView = import("./openapi.d.ts").MailAddressView;
type ProviderFlowView = import("./openapi.d.ts").ProviderFlowView;
type ProviderSignUpView = import("./openapi.d.ts").ProviderSignUpView;
type SignInOptionsView = import("./openapi.d.ts").SignInOptionsView;
type PasskeyView = import("./openapi.d.ts").PasskeyView;
type NotificationKind = import("./openapi.d.ts").NotificationKind;
type NotificationSettings = import("./openapi.d.ts").NotificationSettings;
type NotificationView = import("./openapi.d.ts").NotificationView;
type PushView = import("./openapi.d.ts").PushView;
type RequestOptions = import("./openapi.d.ts").RequestOptions;
type ClientView = import("./openapi.d.ts").ClientView;
type SecurityEventView = import("./openapi.d.ts").SecurityEventView;
type SessionView = import("./openapi.d.ts").SessionView;
type SignInView = import("./openapi.d.ts").SignInView;
type PlayerView = import("./openapi.d.ts").PlayerView;
type SeekerView = import("./openapi.d.ts").SeekerView;
type SeatedView = import("./openapi.d.ts").SeatedView;
type RatingView = import("./openapi.d.ts").RatingView;
type RatingPoint = import("./openapi.d.ts").RatingPoint;
type LeaderView = import("./openapi.d.ts").LeaderView;
type ExplorerView = import("./openapi.d.ts").ExplorerView;
type ExplorerMove = import("./openapi.d.ts").ExplorerMove;
type EncounterView = import("./openapi.d.ts").EncounterView;
type TimeControl = import("./openapi.d.ts").TimeControl;
type ClockView = import("./openapi.d.ts").ClockView;
type MatchView = import("./openapi.d.ts").MatchView;
type MatchItem = import("./openapi.d.ts").MatchItem;
type SeekView = import("./openapi.d.ts").SeekView;
type PlayingView = import("./asyncapi.d.ts").PlayingView;
type ChallengeView = import("./openapi.d.ts").ChallengeView;
type LegalMoves = import("./openapi.d.ts").MovesView;
type ScoreView = import("./openapi.d.ts").ScoreView;
type OpinionView = import("./openapi.d.ts").OpinionView;
type EvaluationLineView = import("./openapi.d.ts").EvaluationLineView;
type ExactMoveView = import("./openapi.d.ts").ExactMoveView;
type JudgementView = import("./openapi.d.ts").JudgementView;
type Checked = import("./openapi.d.ts").CheckView;
type RecordVerdict = EachField<import("./openapi.d.ts").RecordVerdict>;
type SolutionView = import("./openapi.d.ts").SolutionView;
type PuzzleView = import("./openapi.d.ts").PuzzleView;
type DailyPuzzle = import("./openapi.d.ts").DailyPuzzleView;
type PuzzleStanding = import("./openapi.d.ts").PuzzleStandingView;
type CountedStanding = import("./openapi.d.ts").CountedView;
type EndedAttempt = Exclude<AttemptView, { verdict: "right" | "hint" }>;
type AttemptView = EachField<import("./openapi.d.ts").AttemptView>;
type ModerationView = import("./openapi.d.ts").ModerationView;
type TieBreakView = EachField<import("./openapi.d.ts").TieBreak>;
type FormatView = import("./openapi.d.ts").Format;
type StartView = import("./openapi.d.ts").StartPlan;
type DeciderView = import("./openapi.d.ts").Decider;
type ConditionView = import("./openapi.d.ts").Condition;
type ByeWorth = import("./openapi.d.ts").ByeWorth;
type StagePlanView = import("./openapi.d.ts").StagePlan;
type PlanView = import("./openapi.d.ts").PlanView;
type ScheduleStandingView = import("./openapi.d.ts").ScheduleStandingView;
type ScheduleView = import("./openapi.d.ts").ScheduleView;
type TournamentItem = import("./openapi.d.ts").TournamentItem;
type EntrantView = import("./openapi.d.ts").EntrantView;
type PartnerInvitationView = import("./openapi.d.ts").PartnerInvitationView;
type StageView = import("./openapi.d.ts").StageView;
type TournamentView = import("./openapi.d.ts").TournamentView;
type AnnouncementView = import("./openapi.d.ts").AnnouncementView;
type DeskGameView = import("./openapi.d.ts").DeskGameView;
type DeskView = import("./openapi.d.ts").DeskView;
type GameResultView = import("./openapi.d.ts").GameResult;
type PairingGameView = import("./openapi.d.ts").PairingGameView;
type PairingView = import("./openapi.d.ts").PairingView;
type RoundView = import("./openapi.d.ts").RoundView;
type WorkingView = import("./openapi.d.ts").WorkingView;
type PlaceView = import("./openapi.d.ts").PlaceView;
type OutingView = import("./openapi.d.ts").OutingView;
type CrossTableView = import("./openapi.d.ts").CrossTableView;
type SideView = import("./openapi.d.ts").SideView;
type NodeView = import("./openapi.d.ts").NodeView;
type BracketView = import("./openapi.d.ts").BracketView;
type FixtureView = import("./openapi.d.ts").FixtureView;
type CalledView = import("./openapi.d.ts").CalledView;
type VerdictView = import("./openapi.d.ts").VerdictView;
type TournamentStatus = TournamentItem["status"];
type TournamentEntry = Extract<import("./openapi.d.ts").TournamentFrame, { t: "tournament" }>;
/** The event of an entry in a tournament's log. */
type TournamentEvent = EachField<TournamentEntry["event"]>;
type Why = import("./openapi.d.ts").WhyView;
type Reason = import("./openapi.d.ts").Reason;
type LineView = import("./openapi.d.ts").LineView;
type RoomField = import("./openapi.d.ts").RoomField;
/** A branch of a premove as the server stores it. */
type PremoveBranch = import("./openapi.d.ts").Branch;
/** The body of an error response; `code` may also be one of the page's own. */
type ProblemBody = Partial<Omit<import("./openapi.d.ts").Problem, "code">> & { code?: string };

type KeyOf<U> = U extends unknown ? keyof U : never;
/** A union whose members all have every field, undefined where it belongs to another member. */
type EachField<U, K extends PropertyKey = KeyOf<U>> = U extends unknown
  ? U & { [P in Exclude<K, keyof U>]?: undefined }
  : never;

/** A frame that the server sends over the WebSocket. */
type Frame = EachField<
  import("./asyncapi.d.ts").ServerMessage | import("./asyncapi.d.ts").EventMessage
>;
type FrameOf<T extends string> = Extract<Frame, { t: T }>;
/** The frame that answers a command. */
type Answer = FrameOf<"ok" | "pong">;
/** The frame that refuses a command. */
type Refusal = FrameOf<"err">;
