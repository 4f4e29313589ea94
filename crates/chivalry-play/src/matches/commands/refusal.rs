//! TODO-DOC

use std::time::Duration;

use crate::matches::premoves::tree::PremoveTreeError;
use chivalry_rules::Violation;

/// A player's "no": the match is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The player's time had run out before the move came.
    #[error("the move came after the seat's time had run out")]
    TooLate,
    /// The player has no seat in the match.
    #[error("only a player of this match may do that")]
    NotAPlayer,
    /// The player's seat plays no more.
    #[error("the seat is out, and its partner plays on")]
    SeatOut,
    /// Not all seats are taken yet.
    #[error("the match begins when every seat is taken")]
    NotBegun,
    /// Another seat is to move.
    #[error("it is another seat's turn")]
    NotYourTurn,
    /// The move was meant for another ply.
    #[error("the next ply is {expected}, not {given}")]
    StalePly {
        /// The number of the next ply.
        expected: u32,
        /// The number given.
        given: u32,
    },
    /// The move breaks a rule (`rules.md 7`).
    #[error("{0}")]
    IllegalMove(Violation),
    /// Passes are the server's own (`rules.md 6.2`).
    #[error("a seat passes when it has no legal move, and the server does that by itself")]
    PassIsAutomatic,
    /// The seat is taken, or the player has one already.
    #[error("{0}")]
    SeatTaken(&'static str),
    /// No seat of that letter.
    #[error("this game has no such seat")]
    NoSuchSeat,
    /// The link's secret is missing or wrong.
    #[error("a seat of this match is taken with the key of its link")]
    WrongKey,
    /// The link's time is over.
    #[error("the link has expired")]
    LinkExpired,
    /// A guest in a match that is rated.
    #[error("a rated match is for players with an account")]
    AccountsOnly,
    /// What was played in a rated match stays.
    #[error("in a rated match no move is taken back")]
    NoTakebacks,
    /// Links are the affair of the match's maker.
    #[error("only the player who made the match may do that")]
    NotTheCreator,
    /// Nobody is missed in a match that is not played at one sitting.
    #[error("nobody has to be there in a match by correspondence")]
    NotClaimable,
    /// A claim before every seat has moved.
    #[error("until every seat has moved, a match is called off instead")]
    ClaimTooEarly,
    /// A claim while a player of the other side is there.
    #[error("a player of the other side is there")]
    OpponentPresent,
    /// A claim before the other side has been away for long enough.
    #[error("the other side may still come back")]
    OpponentMayReturn(Duration),
    /// The player has let others down too often ([`penalty_until`](super::penalty_until)): so long
    /// they wait.
    #[error("matches were left or called off too often: the next with whoever comes is later")]
    PenaltyActive(Duration),
    /// The time of the match is not such that anybody could add to it.
    #[error("time is added only to clocks of a match played at one sitting")]
    NotRealTime,
    /// The seat has not moved yet.
    #[error("the seat has no move to take back")]
    NothingToTakeBack,
    /// A rematch before the end.
    #[error("a rematch is for when the match is over")]
    NotOver,
    /// The players play again already.
    #[error("the rematch is made already")]
    RematchMade,
    /// There is no offer to answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The player's own offer stands already.
    #[error("the offer stands already")]
    AlreadyOffered,
    /// The turn for which something is to be ready has come.
    #[error("it is the seat's own turn: send the move itself")]
    OwnTurn,
    /// What a seat wants to have ready cannot come about.
    #[error("{fault}")]
    InvalidPremove {
        /// The branch at fault: `line[0].next[1].then`.
        at: String,
        /// What is wrong with it.
        fault: PremoveTreeError,
    },
    /// The room is others' to talk in, or to hear.
    #[error("players and watchers talk among themselves until the match is over")]
    WrongChatRoom,
    /// A moderator told the player not to talk for a while.
    #[error("a moderator has asked for silence: read `retry_after_ms`")]
    ChatTimeout {
        /// For how long still.
        wait: Duration,
    },
    /// What concerns others too is not for the two who play.
    #[error("in a game of a tournament, players may not do that")]
    ForbiddenInTournament,
    /// Every side has moved.
    #[error("a match can be called off until every seat has moved; after that, resign")]
    CannotAbort,
}
