//! Reasons for which a tournament refuses a command.

use chivalry_play::player::PlayerId;

use super::entrant::Verdict;
use super::event::Event;
use crate::ids::PairingId;

/// The result of a command: the events that it causes, or the reason of its refusal.
pub(crate) type Decision = Result<Vec<Event>, Refusal>;

/// A "no": the tournament is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is for directors.
    #[error("only a director of the tournament may do that")]
    NotADirector,
    /// It is for the server itself.
    #[error("only the server does that")]
    NotTheServer,
    /// It is for the players of an entrant.
    #[error("only the entrant, or a director, may do that")]
    NotYours,
    /// It is over.
    #[error("the tournament is over")]
    Over,
    /// It has not begun.
    #[error("the tournament has not begun")]
    NotBegun,
    /// Some condition is not met.
    #[error("not every condition of entry is met")]
    NotAdmitted(Vec<Verdict>),
    /// There is no room.
    #[error("the tournament is full")]
    Full,
    /// Somebody is in already.
    #[error("a player enters once")]
    Entered(PlayerId),
    /// Too many or too few players enter together.
    #[error("in this game, {0} enter together")]
    TeamSize(usize),
    /// It has begun, and is closed.
    #[error("it is too late to enter")]
    TooLate,
    /// No such entrant.
    #[error("there is no such entrant")]
    NoSuchEntrant,
    /// No such pairing.
    #[error("there is no such pairing")]
    NoSuchPairing,
    /// No such game, or none that could end.
    #[error("there is no such game")]
    NoSuchGame,
    /// No such stage.
    #[error("there is no such stage")]
    NoSuchStage,
    /// No such round, or it is paired already.
    #[error("there is no such round to come")]
    NoSuchRound,
    /// The plan has no byes, or the entrant has had them.
    #[error("there are no more byes to be had")]
    NoMoreByes,
    /// Nothing to give back or to let be.
    #[error("there is nothing of the kind")]
    NothingThere,
    /// Nobody meets themselves.
    #[error("a pair is two different entrants")]
    NotAPair,
    /// The entrant cannot be in the next round.
    #[error("an entrant of the pair does not play in the next round")]
    NotPlaying,
    /// The order is not one of all entrants.
    #[error("an order names every entrant once")]
    NotAnOrder,
    /// Games are still to be played.
    #[error("games are still to be played")]
    StillPlaying,
    /// Too few to play.
    #[error("every group needs two entrants")]
    NotEnough,
    /// Too many to all meet each other.
    #[error("a group of a round robin has up to {0} entrants")]
    GroupTooLarge(usize),
    /// The format decides who meets.
    #[error("who meets is fixed in this format")]
    NotInThisFormat,
    /// All is paired that can be.
    #[error("there is nothing to pair")]
    NothingToPair,
    /// No pairing keeps the rules.
    #[error("no pairing of this round keeps the rules: allow a pair again, or end the stage")]
    Unpairable,
    /// The round is not paired, or has begun.
    #[error("there is no round that could begin")]
    NothingToBegin,
    /// The pairing is decided.
    #[error("the pairing is decided")]
    Decision,
    /// The pairing does not wait for anybody.
    #[error("the pairing does not wait")]
    NotWaiting,
    /// The result is that already.
    #[error("that is the result already")]
    SameResult,
    /// Who should not have met has begun to play.
    #[error("later pairings rest upon the result and have begun: say that they are taken back")]
    WouldTakeBack(Vec<PairingId>),
    /// A later stage rests upon the result and has been played in.
    #[error("a later stage rests upon the result and has begun")]
    LaterStage,
    /// No director's action has that number.
    #[error("there is no director's action of that number to undo")]
    NothingToUndo,
    /// A game has begun since.
    #[error("a game has begun since")]
    GameBegunSince,
    /// Something else rests upon it.
    #[error("something later rests upon it: {0}")]
    RestsUpon(String),
}

impl Refusal {
    /// Its name on the wire, for ever.
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
            Refusal::Decision => "decided",
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
