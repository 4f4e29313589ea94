//! Commands from players.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::log::offer::Offer;
use chivalry_rules::notation::move_text::Turn;

/// A command to a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes a seat.
    Join {
        /// The letter of the seat; the first free seat if absent.
        seat: Option<char>,
        /// The key of an invite link, which a private match requires.
        key: Option<String>,
    },
    /// Makes a move.
    Move {
        /// The number that this ply will have, from 1. Pass-turns count.
        ply: u32,
        /// The move as written.
        turn: Turn,
        /// The network lag measured by the server; zero if unknown.
        lag: Duration,
    },
    /// Resigns (`rules.md 5.6`, `6.4`).
    Resign,
    /// Aborts a match in which not every seat has moved.
    Abort,
    /// Offers, accepts or declines a draw (`rules.md 5.6`), a takeback or a rematch.
    Offer(Offer, OfferAction),
    /// Offers to adjourn the match until a time, or until the latest possible time. Accepts the
    /// same offer of the other side.
    Adjourn {
        /// The time at which the match continues at the latest.
        until: Option<Timestamp>,
    },
    /// Claims the match because the other side is absent.
    Claim {
        /// True to claim a draw instead of a win.
        draw: bool,
        /// The time from which on the whole other side has been absent for longer than the grace
        /// period. `None` while a player of it is present.
        gone_at: Option<Timestamp>,
    },
    /// Adds time to the clocks of the other side, in milliseconds.
    AddTime(u64),
    /// Changes the invite link of a seat; for the match's creator only.
    ChangeInviteLink {
        /// The letter of the seat.
        seat: char,
        /// The change.
        change: InviteLinkChange,
    },
}

impl Command {
    /// True for an offer to adjourn the match, or its acceptance.
    #[must_use]
    pub const fn is_adjournment(&self) -> bool {
        matches!(
            self,
            Command::Adjourn { .. }
                | Command::Offer(Offer::Adjournment, OfferAction::Offer | OfferAction::Accept)
        )
    }

    /// True if both commands ask for the same. The measured lag and absences do not count.
    #[must_use]
    pub fn is_same_request(&self, other: &Command) -> bool {
        match (self, other) {
            (
                Command::Move { ply, turn, .. },
                Command::Move { ply: other_ply, turn: other_turn, .. },
            ) => (ply, turn) == (other_ply, other_turn),
            (Command::Claim { draw, .. }, Command::Claim { draw: other_draw, .. }) => {
                draw == other_draw
            }
            _ => self == other,
        }
    }
}

/// An action on an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferAction {
    /// Makes the offer, or accepts the same offer of the other side.
    Offer,
    /// Accepts the other side's offer.
    Accept,
    /// Declines the other side's offer, or withdraws the own offer.
    Decline,
}

impl OfferAction {
    /// Every action.
    pub const ALL: [OfferAction; 3] =
        [OfferAction::Offer, OfferAction::Accept, OfferAction::Decline];

    /// The action's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            OfferAction::Offer => "offer",
            OfferAction::Accept => "accept",
            OfferAction::Decline => "decline",
        }
    }
}

/// A change of a seat's invite link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InviteLinkChange {
    /// Replaces the link.
    Renew {
        /// The key of the new link.
        key: String,
        /// The time at which the new link expires; `None` for never.
        expires_at: Option<Timestamp>,
    },
    /// Revokes the link.
    Revoke,
}
