//! The list of reasons.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Declares the reasons, each with the names of its parameters. The English sentence of a reason
/// without a template is that of the error it stands for.
macro_rules! reasons {
    ($($name:ident $(($($param:ident),+))? $(= $template:literal)?,)*) => {
        /// The reason of an error or of a pairing, as a stable word.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema,
        )]
        #[serde(rename_all = "snake_case")]
        #[expect(missing_docs, reason = "the templates and the translations describe them")]
        pub enum Reason {
            $($name,)*
        }

        impl Reason {
            /// Every reason.
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// The names of its parameters.
            #[must_use]
            pub const fn params(self) -> &'static [&'static str] {
                match self {
                    $(Reason::$name => &[$($(stringify!($param)),+)?],)*
                }
            }

            /// The English sentence, with `{name}` for each parameter.
            pub(super) const fn template(self) -> &'static str {
                match self {
                    $(Reason::$name => concat!($($template)?),)*
                }
            }
        }
    };
}

reasons! {
    // Frames, bodies and parameters.
    NotJson(detail) = "a JSON object is expected: {detail}",
    UnknownFrameType(name) = "`{name}` is not a type of frame",
    FrameTypeMissing = "the type of the frame is missing",
    FrameIdLength = "an id has 1 to 64 bytes",
    FieldUnreadable(detail) = "{detail}",
    FieldMissing,
    NotUtf8 = "the body is not UTF-8",
    BodyUnreadable(detail) = "{detail}",
    UpgradeRefused(detail) = "{detail}",
    QueryUnreadable(detail) = "{detail}",
    UnknownParameter(name) = "`{name}` is not a parameter of this route",
    ParameterTwice(name) = "`{name}` is given twice",
    ParameterValue(name, expected) = "`{name}` is {expected}",
    ParameterMissing(name) = "`{name}` is missing",
    IdempotencyKeyLength = "a key has 1 to 64 characters of ASCII",
    EventIdForm = "an event's id is its `v`",
    MethodNotAllowed = "the route takes no such method",
    FrameTooLarge(most) = "a frame has at most {most} bytes",
    BodyTooLarge(most) = "a body has at most {most} bytes",
    TooManyRecords(most, count) = "a request has at most {most} records, not {count}",
    NoSuchThing(what) = "there is no such {what}",
    OutOfRange(field, least, most),
    UnknownReason(known) = "a reason is one of {known}",
    MatchVersion(v) = "the match has {v} events so far",
    TournamentVersion(v) = "the tournament has {v} events so far",
    // The server and its limits.
    TooManyCommands = "more commands than the limit in `hello` allows",
    TooManyConnections = "there is no room for more connections",
    TooManyConnectionsFromAddress = "too many connections are open from this address",
    TooManyRequestsFromAddress = "too many requests come from this address",
    TooManyCommandsOfPlayer = "too many commands of one player, over all connections",
    TooManyGuestsFromAddress = "too many guests come from this address",
    TooManyAccountsFromAddress = "too many accounts are made from this address",
    TooManySignInsFromAddress = "too many sign-ins are tried from this address",
    TooManySignInsToAccount = "too many sign-ins are tried to this account",
    TooMuchTalk = "five lines at once are enough: wait a moment",
    TooMuchImported = "that is more than a player may import in a day",
    TooManyOpenMatches(most) = "a player has at most {most} matches that are not over",
    TooManyMutes(most) = "a player mutes at most {most} others",
    TooManyWebhooks(most) = "a player has at most {most} webhooks: delete one first",
    TooManyTokens(most) = "a player has at most {most} tokens: delete one first",
    TooManyWatched = "one connection may not watch more matches",
    TooManyFollowed(most) = "one connection may follow {most} tournaments",
    Busy = "too many ask for that at once",
    ForeignOrigin = "a page of another site opens no connection here, unless the operator allows it",
    ServerDraining,
    DatabaseUnavailable = "the database does not answer: nothing is lost, try again",
    OwnerChanged,
    NodesUnreachable,
    OwnerUnreachable = "the node that has it cannot be reached just now",
    AnswerTimedOut = "the answer takes too long",
    TournamentConflict = "the tournament went on otherwise: try again",
    ServerFault = "the server is at fault",
    WorkFailed = "the work was not done",
    CountersUnwritable = "the counters cannot be written",
    PasswordUnstorable = "the password cannot be kept",
    MatchUnreadable = "the match cannot be read",
    MatchUnplayable = "the match cannot be replayed",
    MatchUnprovable = "the match's log cannot be proved",
    TournamentUnreadable = "the tournament cannot be read",
    PlayerNotInMatch = "the player is not in the match",
    // Accounts and tokens.
    TokenNeeded = "a token is needed: Authorization: Bearer TOKEN",
    TokenUnknown = "the token is not known",
    TokenNeededToPlay = "a known token is needed to play",
    ScopeMissing(scope) = "the token has no scope `{scope}`",
    ScopesEmpty = "a token has one scope at least",
    ExpiryForm = "`expires` is a time such as 2030-07-28T12:00:00Z",
    ExpiryRange = "a token expires later than now, within ten years",
    NameForm = "a name has 2 to 20 letters (A to Z), digits, `_` and `-`, a letter first",
    NameOfGuests = "names that begin with `guest` are for guests",
    NameOfErased = "names that begin with `ghost-` are nobody's",
    PasswordLength = "a password has 8 to 128 characters",
    PasswordNeeded = "the account's password is needed",
    PasswordWrong = "the password is not the account's",
    CredentialsWrong = "the name is not known, or the password is not its own",
    NameTaken = "the name is taken",
    HasAccount = "the player has an account already",
    BotNeedsAccount = "a bot is an account: sign up first",
    BotInSeek = "leave all seeks before becoming a bot",
    BotHasPlayed,
    ErasureUnderWay(matches, tournaments) = "something is under way: matches {matches}, tournaments {tournaments}",
    PlayerErased = "a player of the match has been erased",
    NoSuchPlayer = "there is no such player",
    UnknownPlayerName = "there is no player of that name",
    WebhooksForAccounts = "webhooks are for accounts",
    WebhookUrlLength = "an address has up to 2,000 bytes",
    WebhookUrlForm,
    WebhookUrlPrivate,
    WebhookUrlRefused(detail) = "{detail}",
    WebhookEventsEmpty = "a webhook is told one event at least",
    // Talk and moderation.
    LineLength = "a line has 1 to 300 characters",
    LineUnfit = "a line has no control characters, and does not turn its direction",
    NotYourRoom,
    TimedOut,
    TimeoutLength = "a timeout lasts 1 to 10,080 minutes",
    MutesThemselves = "a player does not mute themselves",
    ModeratorsOnly = "that is for moderators",
    // Matches.
    NoSuchMatch = "there is no such match",
    MatchOver,
    MoveTooLate,
    NotAPlayer,
    SeatOut,
    MatchNotBegun,
    NotYourTurn,
    StalePly(expected, given),
    IllegalMove,
    PassIsAutomatic,
    SeatTaken,
    NoSuchSeat = "this game has no such seat",
    WrongLinkKey,
    LinkExpired,
    AccountsOnly,
    RatedNoTakebacks,
    NotTheMaker,
    PresenceNotRequired,
    AbortInstead,
    OpponentPresent,
    OpponentMayReturn,
    LeftTooOften,
    NoClockToAddTo,
    NothingToTakeBack,
    RematchTooEarly,
    RematchMade,
    NoOffer,
    AlreadyOffered,
    OwnTurn,
    TournamentGame,
    CannotAbort,
    AddedTimeRange(least, most) = "{least} to {most} milliseconds are added",
    NoRecordYet = "a match that is open has no record: ask for `playing` or `ended`",
    PliesPlayed(plies) = "{plies} plies have been played in the match",
    NoProofYet = "a match has a proof once it is over",
    // Premoves.
    LineNeedsPly = "a line is bound to a ply",
    LineGameOver,
    LineBranchTwice,
    LineMoveMissing,
    LineOtherSeatNext,
    LineNobodyBetween,
    LineBranchMissing,
    LineTooManyBranches,
    LineTooDeep,
    // New matches.
    RatedNeedsClock = "a rated match is played by a clock",
    RatedNeedsArray = "a rated match starts from the usual array",
    PartnersForFour = "only games for four have partners",
    WatchDelayTooLong = "watchers are at most 900,000 milliseconds behind",
    SeatLetter = "a seat is one letter",
    UnknownOccupant = "a seat is given to `me` or to `computer:1` to `computer:8`, or left free",
    ComputerTwice = "a computer player has one seat in a match",
    PlayerTwice = "a player has one seat in a match",
    OneStart = "a match starts from one of `position`, `handicap`, `record` and `from`",
    PlyNeedsRecord = "a ply is one of `record`",
    VariantMissing = "a match is of a variant: see GET /variants",
    UnknownVariant(variant) = "there is no variant `{variant}`",
    VariantNotOffered(variant) = "the variant `{variant}` is not offered any more",
    OtherVariant(variant, named) = "the game is one of {variant}, not of {named}",
    GameHasPlies(plies) = "the game has {plies} plies",
    StartCrowded,
    StartIsOver,
    NoTime(field),
    TimeTooLong(field),
    StageMovesMissing(field),
    LastStageMoves(field),
    // The lobby.
    NoSuchSeek,
    AgainstThemselves,
    TooManySeeks(most),
    SeekNeedsConnection,
    NoPartner,
    NotWanted,
    SeatWanted,
    RatingRange = "the first rating is the lowest wanted, the second the highest",
    ChallengeForTwo,
    TooManyChallenges(most),
    TooManyChallengesReceived(most),
    ChallengeNotTaken,
    NoSuchChallenge,
    NotYourChallenge,
    // Positions, moves and records.
    PositionUnreadable(part, column, detail),
    WrongBoard(found, expected),
    BothSidesEmpty,
    PieceOnWater(square),
    TreeOutOfPlace(square),
    TreesImpossible,
    TooManyInGoal(square, most),
    TooManyCastleMoves(most, used),
    SeatNotInGame,
    HandicapNoPiece(square),
    HandicapBothSides,
    HandicapNothingLeft,
    SquareExpected(column),
    SeparatorExpected(column),
    MoveWithoutLegs,
    MoveTooLong,
    GameOver,
    PassNotDue,
    RecordTag(line),
    RecordMove(line, text),
    RecordMark(line),
    RecordSign(line, sign),
    RecordCommentOpen(line),
    RecordVariationOpen(line),
    RecordTooDeep(line),
    RecordTooLarge(line),
    RecordNotText(line),
    RecordEmpty(line),
    RecordSecondGame(line),
    RecordNoVariant,
    UnknownRules(rules, title),
    RecordPly(ply, move),
    RecordResult(result, because),
    RecordTermination(termination, because),
    NoGameInBody = "there is no game in the body",
    OneGameAtATime = "one game at a time can be asked about",
    // Analysis and puzzles.
    MatchOrRecord = "what is judged is one of `match` and `record`",
    MatchHasVariant = "a match says itself of which variant it is",
    GameTooLong(most) = "games of up to {most} plies are judged",
    NodesRange(least, most) = "`nodes` is {least} to {most}",
    NothingToChoose = "the game is over: there is nothing to choose",
    MatchNotSeen = "a match is analysed when it is over, and everybody has seen its end",
    AnalysisUnderWay,
    AnalysisQueueFull,
    PositionInPlay,
    PuzzleMovesMissing = "the moves to be judged, or `give_up`",
    PuzzleTooManyMoves = "there are more moves than are to be found",
    PuzzlePass = "pass-turns are made for you",
    // Tournaments.
    NoSuchTournament,
    NotADirector,
    NotTheServer,
    NotYours,
    Over,
    NotBegun,
    NotAdmitted,
    Full,
    Entered,
    TeamSize(count),
    TooLate,
    NoSuchEntrant,
    NoSuchPairing,
    NoSuchGame,
    NoSuchStage,
    NoSuchRound,
    NoMoreByes,
    NothingThere,
    NotAPair,
    NotPlaying,
    NotAnOrder,
    StillPlaying,
    NotEnough,
    GroupTooLarge(most),
    NotInThisFormat,
    NothingToPair,
    Unpairable,
    NothingToBegin,
    Decided,
    NotWaiting,
    SameResult,
    WouldTakeBack,
    LaterStage,
    NothingToUndo,
    GameBegunSince,
    RestsUpon(detail),
    EntrantMissing = "whoever has not entered says whom it is about",
    PlayerNotEntered = "the player has not entered",
    PlayerOrEntrant = "`player` or `entrant` says whose",
    EntrantSize = "one or two enter as one",
    TooManyDirectors(most) = "up to {most} direct a tournament besides its maker",
    BeginsAtForm = "`begins_at` is a time such as 2026-07-28T12:00:00Z",
    OnePlanStart = "games start from one of `position` and `handicap`",
    ReportNotSwiss,
    ReportLine(line, detail),
    ReportRound(player, round, detail),
    ReportPlayers(most) = "a report has 1 to {most} players, in lines `001`",
    PlanVariant(variant),
    PlanPosition(detail),
    TextLength(field, least, most),
    RatedPlanNeedsArray,
    RatedPlanNeedsClock,
    NoStageBefore,
    DrawWorthTooMuch,
    LossWorthTooMuch,
    KnockoutNeedsWinner,
    ThirdPlaceTwice,
    ArenaOneGame,
    ArenaScoring,
    BestOfOdd,
    AllGamesEndless,
    ExtraTimeNeedsClock,
    // Explanations of pairings.
    OddNumber,
    ByeOnRequest,
    ByeLateEntry,
    PairFixed,
    BergerPair(round, number, opponent),
    BergerBye(round, number),
    NodeOfWinners(node, round),
    NodeOfLosers(node, round),
    NodeOfThirdPlace(node),
    NodeOfFinal(node),
    NodeOfFinalAgain(node),
    ScoreBracket(points, residents, moved_down),
    MovedDown(points),
    PairingCompleted,
    CriterionNotKept(criterion, count),
    HadMet(entrant),
    PairForbidden(entrant),
    SameSideDue(entrant),
    SidesBothDue,
    SidesStronger,
    SidesAlternate,
    SidesHigher,
    SidesByLot,
    NearestPlaces(place, opponent, waited, cost),
    OtherVersion,
}

/// Adds the names of each reason's parameters to the schema of [`Reason`].
pub fn describe_params(schema: &mut Value) {
    let word = |reason: &Reason| json!(reason).as_str().map(str::to_owned);
    let params = Reason::ALL.iter().filter_map(|it| Some((word(it)?, json!(it.params()))));
    schema["x-params"] = params.collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_has_a_hole_for_each_parameter() {
        for reason in Reason::ALL.iter().filter(|reason| !reason.template().is_empty()) {
            let parts = reason.template().split('{').skip(1);
            let mut holes: Vec<&str> = parts.filter_map(|part| part.split('}').next()).collect();
            let mut params = reason.params().to_vec();
            holes.sort_unstable();
            params.sort_unstable();
            assert_eq!(holes, params, "{reason:?}");
        }
    }
}
