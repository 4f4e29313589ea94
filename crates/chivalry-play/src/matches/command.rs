//! What players and the server's own timers ask of a match, and how it says
//! no.

use std::time::Duration;

use crate::clock::{TimeControl, Timestamp};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Seat, Variant, Violation};

use super::event::Offer;
use super::premove_tree::PremoveTreeError;
use super::start_position::StartPosition;
use super::tournament_game::TournamentGame;

/// Something asked of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take a seat.
    Join {
        /// The letter of the seat wanted; the first free one when not said.
        seat: Option<char>,
        /// The secret of a seat's link, which a private match asks for.
        key: Option<String>,
    },
    /// Make a move.
    Move {
        /// The number that this ply will have, from 1; pass-turns count.
        ply: u32,
        /// The move as written.
        turn: Turn,
        /// The lag of the line over which it came, as the server measured it;
        /// zero where it could not.
        lag: Duration,
    },
    /// Give the match up (`rules.md 5.6`, `6.4`).
    Resign,
    /// Call off a match that has hardly begun.
    Abort,
    /// Speak of a draw (`rules.md 5.6`), a takeback or a rematch.
    Offer(Offer, OfferAction),
    /// Claim the match: the other side has gone.
    Claim {
        /// Whether it is to be a draw, and not a win.
        draw: bool,
        /// From when on the whole other side has been away for long enough,
        /// as the server knows it; `None` while somebody of it is there.
        gone_at: Option<Timestamp>,
    },
    /// Add so many milliseconds to the clocks of the other side.
    AddTime(u64),
    /// Change the link by which a seat is taken: for the match's maker.
    ChangeInviteLink {
        /// The letter of the seat.
        seat: char,
        /// What becomes of its link.
        change: InviteLinkChange,
    },
}

/// What a seat says about an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferAction {
    /// Make it, or meet the other side's.
    Offer,
    /// Accept the other side's.
    Accept,
    /// Decline the other side's, or take back one's own.
    Decline,
}

impl OfferAction {
    /// Everything that can be said.
    pub const ALL: [OfferAction; 3] =
        [OfferAction::Offer, OfferAction::Accept, OfferAction::Decline];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            OfferAction::Offer => "offer",
            OfferAction::Accept => "accept",
            OfferAction::Decline => "decline",
        }
    }
}

/// What can become of a seat's link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InviteLinkChange {
    /// It is replaced by another.
    Renew {
        /// The new link's secret.
        key: String,
        /// From when on the new link is worth nothing; `None` is never.
        expires_at: Option<Timestamp>,
    },
    /// It is worth nothing any more.
    Revoke,
}

/// A match made by a player.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The variant.
    pub variant: &'static Variant,
    /// Where it starts, when not from the usual array.
    pub position: Option<StartPosition>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it is kept out of lists and joined by link only.
    pub private: bool,
    /// Whether a partner plays on when the other resigns or flags
    /// (`rules.md 6.4`): in games for four.
    pub partner_plays_on: bool,
    /// The seat that its maker takes, if any.
    pub seat: Option<Seat>,
    /// By how many milliseconds everybody but the players sees it late: up to
    /// [`MAX_SPECTATOR_DELAY`](super::MAX_SPECTATOR_DELAY).
    pub watch_delay_ms: u32,
    /// The game of a tournament that it is, if it is one.
    pub tournament_game: Option<TournamentGame>,
}

impl NewMatch {
    /// A casual game from the usual array, for everybody to see as it is
    /// played, with every seat free.
    #[must_use]
    pub fn plain(variant: &'static Variant, time: TimeControl) -> NewMatch {
        NewMatch {
            variant,
            position: None,
            time,
            rated: false,
            private: false,
            partner_plays_on: false,
            seat: None,
            watch_delay_ms: 0,
            tournament_game: None,
        }
    }
}

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

/// What an accepted command did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandAck {
    /// The version of the event that it caused.
    pub v: u32,
    /// Plies played with it.
    pub ply: u32,
    /// The letter of the seat of the player who asked.
    pub seat: Option<char>,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Offer; 3] = [Offer::Draw, Offer::Takeback, Offer::Rematch];

    /// The offer's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Rematch => "rematch",
        }
    }
}
