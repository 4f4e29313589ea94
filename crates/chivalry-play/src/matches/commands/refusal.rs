//! Refusals of commands.

use std::time::Duration;

use crate::matches::premoves::tree::PremoveTreeError;
use chivalry_rules::Violation;

/// The reason for which a command was refused. The match is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The player gave the id to another command before.
    #[error("the id was given to another command before: use a new one")]
    IdReused,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The move was received after the seat's time ran out.
    #[error("the seat's time ran out before the move")]
    TooLate,
    /// The player has no seat in the match.
    #[error("only a player of this match may do that")]
    NotAPlayer,
    /// The player's seat is out.
    #[error("the seat is out, and others play on")]
    SeatOut,
    /// A seat is still free.
    #[error("the match has not started: a seat is free")]
    NotBegun,
    /// Another seat is to move.
    #[error("it is another seat's turn")]
    NotYourTurn,
    /// The move is for another ply.
    #[error("the next ply is {expected}, not {given}")]
    StalePly {
        /// The number of the next ply.
        expected: u32,
        /// The number in the command.
        given: u32,
    },
    /// The move breaks a rule (`rules.md 7`).
    #[error("{0}")]
    IllegalMove(Violation),
    /// Players cannot pass; the server passes for them (`rules.md 6.2`).
    #[error("the server passes automatically for a seat without a legal move")]
    PassIsAutomatic,
    /// The seat is taken, or the player already has a seat.
    #[error("{0}")]
    SeatTaken(&'static str),
    /// The variant has no seat of that letter.
    #[error("this game has no such seat")]
    NoSuchSeat,
    /// The key of the invite link is missing or wrong.
    #[error("joining this match requires the key of an invite link")]
    WrongKey,
    /// The invite link has expired.
    #[error("the link has expired")]
    LinkExpired,
    /// Rated matches require an account.
    #[error("only players with an account may play rated matches")]
    AccountsOnly,
    /// Rated matches allow no takeback.
    #[error("a rated match has no takebacks")]
    NoTakebacks,
    /// Only the creator may change invite links.
    #[error("only the player who made the match may do that")]
    NotTheCreator,
    /// The match is not played in real time, so absence has no effect.
    #[error("a correspondence match cannot be abandoned")]
    NotClaimable,
    /// A claim was made before every seat moved.
    #[error("before every seat has moved, abort the match instead")]
    ClaimTooEarly,
    /// A claim was made while a player of the other side was present.
    #[error("a player of the other side is present")]
    OpponentPresent,
    /// A claim was made during the grace period. The duration remains.
    #[error("the opponent may still return")]
    OpponentMayReturn(Duration),
    /// The player has to wait before the next pairing, because of infractions
    /// ([`penalty_until`](crate::matches::penalty_until)). The duration remains.
    #[error("too many matches were left or aborted: the next pairing has to wait")]
    PenaltyActive(Duration),
    /// The match has no real-time clock to add time to.
    #[error("time can be added only to real-time clocks")]
    NotRealTime,
    /// The match is adjourned.
    #[error("the match is adjourned")]
    Adjourned,
    /// The directors of the tournament have paused the round.
    #[error("the directors have paused the round")]
    RoundPaused,
    /// The operator has switched the calendar off.
    #[error("vacations, rest hours, adjournments and arranged games are switched off")]
    CalendarOff,
    /// The match is not adjourned.
    #[error("the match is not adjourned")]
    NotAdjourned,
    /// The time at which an adjourned match shall continue is not in the next 30 days.
    #[error("an adjourned match continues within 30 days")]
    AdjournmentTime,
    /// The seat has not moved.
    #[error("the seat has no move to take back")]
    NothingToTakeBack,
    /// A rematch was offered before the end.
    #[error("a rematch can be offered only after the match")]
    NotOver,
    /// The rematch has been created.
    #[error("the rematch already exists")]
    RematchMade,
    /// There is no offer to answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The player's own offer is pending.
    #[error("the same offer is already pending")]
    AlreadyOffered,
    /// A premove was sent in the seat's own turn.
    #[error("it is the seat's own turn: send the move instead of a premove")]
    OwnTurn,
    /// A premove cannot be set.
    #[error("{fault}")]
    InvalidPremove {
        /// The path of the invalid branch: `line[0].next[1].then`.
        at: String,
        /// The error.
        fault: PremoveTreeError,
    },
    /// The chat room belongs to the other group.
    #[error("this chat room is closed to you until the match is over")]
    WrongChatRoom,
    /// A moderator muted the player.
    #[error("a moderator has set a chat timeout: see `retry_after_ms`")]
    ChatTimeout {
        /// The remaining duration.
        wait: Duration,
    },
    /// Players may not do this in a tournament game.
    #[error("players of a tournament game may not do that")]
    ForbiddenInTournament,
    /// Every seat has moved.
    #[error("a match can be aborted only before every seat has moved: resign instead")]
    CannotAbort,
}
