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
    /// A partner withdrew the entrant.
    #[error("a partner has withdrawn: only they, or a director, may return")]
    PartnerWithdrew,
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
    #[error("a player can enter only once")]
    Entered(PlayerId),
    /// Wrong number of partners.
    #[error("the number of players who enter this game together is {0}")]
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
    #[error("there is no such future round")]
    NoSuchRound,
    /// The plan allows no requested byes.
    #[error("entrants may not take byes in this tournament")]
    NoByes,
    /// The entrant has as many byes as the plan allows.
    #[error("an entrant may take {0} byes, and has taken them")]
    NoMoreByes(u16),
    /// The entrant has a bye in that round.
    #[error("the entrant has a bye in that round")]
    ByeTaken,
    /// The plan allows no byes in the last rounds.
    #[error("no byes are taken in the last {0} rounds")]
    ByeTooLate(u16),
    /// The plan gives byes another worth.
    #[error("only a director chooses the worth of a bye")]
    ByeWorth,
    /// Nothing to cancel or release.
    #[error("there is nothing to cancel or release")]
    NothingThere,
    /// Nobody meets themselves.
    #[error("a pair consists of two different entrants")]
    NotAPair,
    /// The director has forbidden the pair.
    #[error("the pair is forbidden: allow it first")]
    PairForbidden,
    /// The pair has met in this stage.
    #[error("the two have met in this stage")]
    HaveMet,
    /// An entrant of the pair does not play in the next round.
    #[error("an entrant of the pair does not play in the next round")]
    NotPlaying,
    /// The seeding does not contain every entrant once.
    #[error("an order names every entrant once")]
    NotAnOrder,
    /// Games are in progress.
    #[error("not all games have been played")]
    StillPlaying,
    /// Too few to play.
    #[error("every group needs {0} entrants")]
    NotEnough(usize),
    /// A round-robin group is too large.
    #[error("a group of a round robin has up to {0} entrants")]
    GroupTooLarge(usize),
    /// A Swiss has more rounds than its entrants can play without meeting
    /// twice.
    #[error("the entrants can play {0} rounds, and the plan has more")]
    TooManyRounds(u16),
    /// The format determines the pairs.
    #[error("the pairings of this format are fixed")]
    NotInThisFormat,
    /// Everything is paired.
    #[error("there is nothing to pair")]
    NothingToPair,
    /// No pairing satisfies the absolute criteria.
    #[error("no pairing of this round keeps the rules: allow a pair again, or end the stage")]
    Unpairable,
    /// The round is not paired, or has begun.
    #[error("no round can begin")]
    NothingToBegin,
    /// The pairing is decided.
    #[error("the pairing is decided")]
    Decided,
    /// The result is not one of a game with the seats of the pairing.
    #[error("the result does not fit the seats of the pairing")]
    ResultUnfit,
    /// The pairing does not wait for presence.
    #[error("the pairing is not waiting for players")]
    NotWaiting,
    /// The result is unchanged.
    #[error("the result is already recorded")]
    SameResult,
    /// Dependent pairings have started.
    #[error("later pairings depend on the result and have begun: confirm that they are unpaired")]
    WouldTakeBack(Vec<PairingId>),
    /// A round that would be taken back has a result.
    #[error("a later round has a result and cannot be taken back: correct without `take_back`")]
    LaterResult,
    /// A later stage depends on the result and has started.
    #[error("a later stage depends on the result and has begun")]
    LaterStage,
    /// The rounds under way are paused.
    #[error("the rounds are paused: resume them first")]
    Paused,
    /// The rounds under way are not paused.
    #[error("the rounds are not paused")]
    NotPaused,
    /// The action has changed clocks or games.
    #[error("pauses, time penalties and losses have changed games and cannot be undone")]
    NotUndoable,
    /// No action of a director has that number.
    #[error("there is no action of a director with that number")]
    NothingToUndo,
    /// A game has started since.
    #[error("a game began meanwhile")]
    GameBegunSince,
    /// A later event depends on it.
    #[error("a later event depends on it: {0}")]
    RestsUpon(String),
}
