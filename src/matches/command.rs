//! What players and the server's own timers ask of a match, and how it says
//! no.

use std::time::Duration;

use crate::clock::{TimeControl, Timestamp};
use crate::rules::notation::move_text::Turn;
use crate::rules::{Position, Seat, Variant, Violation};

use super::event::Offer;

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
    /// Speak of a draw (`rules.md 5.6`).
    Draw(Say),
    /// Change the link by which a seat is taken: for the match's maker.
    Link {
        /// The letter of the seat.
        seat: char,
        /// What becomes of its link.
        change: LinkChange,
    },
}

/// What a seat says about an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Say {
    /// Make it, or meet the other side's.
    Offer,
    /// Accept the other side's.
    Accept,
    /// Decline the other side's.
    Decline,
}

impl Say {
    /// Everything that can be said.
    pub const ALL: [Say; 3] = [Say::Offer, Say::Accept, Say::Decline];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Say::Offer => "offer",
            Say::Accept => "accept",
            Say::Decline => "decline",
        }
    }
}

/// What can become of a seat's link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkChange {
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
    /// The position to start from, when not the usual array.
    pub position: Option<Position>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it is kept out of lists and joined by link only.
    pub private: bool,
    /// The seat that its maker takes, if any.
    pub seat: Option<Seat>,
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
    /// Links are the affair of the match's maker.
    #[error("only the player who made the match may do that")]
    NotTheMaker,
    /// There is no offer to answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The player's own offer stands already.
    #[error("the offer stands already")]
    AlreadyOffered,
    /// Every side has moved.
    #[error("a match can be called off until every seat has moved; after that, resign")]
    CannotAbort,
}

/// What an accepted command did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The version of the event that it caused.
    pub v: u32,
    /// Plies played with it.
    pub ply: u32,
    /// The letter of the seat of the player who asked.
    pub seat: Option<char>,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Offer; 1] = [Offer::Draw];

    /// The offer's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Offer::Draw => "draw",
        }
    }
}
