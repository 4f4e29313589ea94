//! TODO-DOC

use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::log::offer::Offer;
use chivalry_rules::notation::move_text::Turn;

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
