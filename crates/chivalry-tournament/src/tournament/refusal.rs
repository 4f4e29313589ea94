//! Reasons for which a tournament refuses a command.

use chivalry_play::player::PlayerId;

use super::entrant::Verdict;
use super::event::Event;
use crate::ids::PairingId;

/// The events that a command causes, or the reason of its refusal.
pub(crate) type Decision = Result<Vec<Event>, Refusal>;

/// The reason of a refusal. The tournament is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Directors only.
    #[error("only a director of the tournament may do that")]
    NotADirector,
    /// Server only.
    #[error("only the server does that")]
    NotTheServer,
    /// Players of the entrant only.
    #[error("only the entrant, or a director, may do that")]
    NotYours,
    /// The tournament is over.
    #[error("the tournament is over")]
    Over,
    /// The tournament has not started.
    #[error("the tournament has not begun")]
    NotBegun,
    /// An entry condition is not met.
    #[error("not every condition of entry is met")]
    NotAdmitted(Vec<Verdict>),
    /// There is no room.
    #[error("the tournament is full")]
    Full,
    /// Somebody is in already.
    #[error("a player enters once")]
    Entered(PlayerId),
    /// Wrong number of partners.
    #[error("in this game, {0} enter together")]
    TeamSize(usize),
    /// Registration is closed.
    #[error("it is too late to enter")]
    TooLate,
    /// No such entrant.
    #[error("there is no such entrant")]
    NoSuchEntrant,
    /// No such pairing.
    #[error("there is no such pairing")]
    NoSuchPairing,
    /// Unknown game, or a game that cannot end now.
    #[error("there is no such game")]
    NoSuchGame,
    /// No such stage.
    #[error("there is no such stage")]
    NoSuchStage,
    /// Unknown round, or a round that is already paired.
    #[error("there is no such round to come")]
    NoSuchRound,
    /// No bye is available by the plan.
    #[error("there are no more byes to be had")]
    NoMoreByes,
    /// Nothing to cancel or release.
    #[error("there is nothing of the kind")]
    NothingThere,
    /// Nobody meets themselves.
    #[error("a pair is two different entrants")]
    NotAPair,
    /// An entrant of the pair does not play in the next round.
    #[error("an entrant of the pair does not play in the next round")]
    NotPlaying,
    /// The seeding does not contain every entrant once.
    #[error("an order names every entrant once")]
    NotAnOrder,
    /// Games are in progress.
    #[error("games are still to be played")]
    StillPlaying,
    /// Too few to play.
    #[error("every group needs two entrants")]
    NotEnough,
    /// A round-robin group is too large.
    #[error("a group of a round robin has up to {0} entrants")]
    GroupTooLarge(usize),
    /// The format determines the pairs.
    #[error("who meets is fixed in this format")]
    NotInThisFormat,
    /// Everything is paired.
    #[error("there is nothing to pair")]
    NothingToPair,
    /// No pairing satisfies the absolute criteria.
    #[error("no pairing of this round keeps the rules: allow a pair again, or end the stage")]
    Unpairable,
    /// The round is not paired, or has begun.
    #[error("there is no round that could begin")]
    NothingToBegin,
    /// The pairing is decided.
    #[error("the pairing is decided")]
    Decided,
    /// The pairing does not wait for presence.
    #[error("the pairing does not wait")]
    NotWaiting,
    /// The result is unchanged.
    #[error("that is the result already")]
    SameResult,
    /// Dependent pairings have started.
    #[error("later pairings rest upon the result and have begun: say that they are taken back")]
    WouldTakeBack(Vec<PairingId>),
    /// A later stage depends on the result and has started.
    #[error("a later stage rests upon the result and has begun")]
    LaterStage,
    /// No action of a director has that number.
    #[error("there is no director's action of that number to undo")]
    NothingToUndo,
    /// A game has started since.
    #[error("a game has begun since")]
    GameBegunSince,
    /// A later event depends on it.
    #[error("something later rests upon it: {0}")]
    RestsUpon(String),
}

impl Refusal {
    /// Returns the stable code on the wire.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotADirector => "not_a_director",
            Refusal::NotTheServer => "not_the_server",
            Refusal::NotYours => "not_yours",
            Refusal::Over => "over",
            Refusal::NotBegun => "not_begun",
            Refusal::NotAdmitted(_) => "not_admitted",
            Refusal::Full => "full",
            Refusal::Entered(_) => "entered",
            Refusal::TeamSize(_) => "team_size",
            Refusal::TooLate => "too_late",
            Refusal::NoSuchEntrant => "no_such_entrant",
            Refusal::NoSuchPairing => "no_such_pairing",
            Refusal::NoSuchGame => "no_such_game",
            Refusal::NoSuchStage => "no_such_stage",
            Refusal::NoSuchRound => "no_such_round",
            Refusal::NoMoreByes => "no_more_byes",
            Refusal::NothingThere => "nothing_there",
            Refusal::NotAPair => "not_a_pair",
            Refusal::NotPlaying => "not_playing",
            Refusal::NotAnOrder => "not_an_order",
            Refusal::StillPlaying => "still_playing",
            Refusal::NotEnough => "not_enough",
            Refusal::GroupTooLarge(_) => "group_too_large",
            Refusal::NotInThisFormat => "not_in_this_format",
            Refusal::NothingToPair => "nothing_to_pair",
            Refusal::Unpairable => "unpairable",
            Refusal::NothingToBegin => "nothing_to_begin",
            Refusal::Decided => "decided",
            Refusal::NotWaiting => "not_waiting",
            Refusal::SameResult => "same_result",
            Refusal::WouldTakeBack(_) => "would_take_back",
            Refusal::LaterStage => "later_stage",
            Refusal::NothingToUndo => "nothing_to_undo",
            Refusal::GameBegunSince => "game_begun_since",
            Refusal::RestsUpon(_) => "rests_upon",
        }
    }
}
