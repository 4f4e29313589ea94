//! Challenges from one player to another.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::PlayerId;
use chivalry_rules::Seat;

use super::ids::{ChallengeId, ConnectionId};
use super::seek::{Seeker, Terms};

/// The default lifetime of a real-time challenge.
const MINUTES: Duration = Duration::from_secs(5 * 60);

/// The default and maximum lifetime of a persistent challenge.
const WEEKS: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// A challenge to send.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// The identifier.
    pub id: ChallengeId,
    /// The challenger.
    pub by: Seeker,
    /// The challenged player.
    pub to: Seeker,
    /// The terms of the match.
    pub terms: Terms,
    /// The challenger's seat; `None` for any.
    pub seat: Option<Seat>,
    /// The lifetime; `None` for the default.
    pub expires_in: Option<Duration>,
    /// The connection that keeps a real-time challenge alive.
    pub connection: Option<ConnectionId>,
}

/// A challenge without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The identifier.
    pub id: ChallengeId,
    /// The challenger.
    pub by: Seeker,
    /// The challenged player.
    pub to: Seeker,
    /// The terms of the match.
    pub terms: Terms,
    /// The challenger's seat; `None` for any.
    pub seat: Option<Seat>,
    /// The time at which the challenge was sent.
    pub at: Timestamp,
    /// The time at which the challenge expires.
    pub expires_at: Timestamp,
    /// The connection that keeps the challenge alive.
    pub connection: Option<ConnectionId>,
}

/// The reason for which a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclineReason {
    /// Not now; a later challenge is welcome.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Another time control is preferred.
    TimeControl,
    /// A rated match is preferred.
    Rated,
    /// A casual match is preferred.
    Casual,
    /// Another variant is preferred.
    Variant,
    /// No reason.
    Generic,
}

/// The way in which a challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeEnd {
    /// Accepted; a match is created.
    Accepted,
    /// Declined.
    Declined(DeclineReason),
    /// Cancelled by the challenger.
    Cancelled,
    /// Expired without an answer.
    Expired,
}

impl NewChallenge {
    pub(super) fn at(self, now: Timestamp) -> Challenge {
        let stays = self.terms.is_persistent();
        let usual = if stays { WEEKS } else { MINUTES };
        Challenge {
            id: self.id,
            by: self.by,
            to: self.to,
            terms: self.terms,
            seat: self.seat,
            at: now,
            expires_at: now + self.expires_in.unwrap_or(usual).min(WEEKS),
            connection: self.connection.filter(|_| !stays),
        }
    }
}

impl Challenge {
    /// True if `player` sent or received the challenge.
    #[must_use]
    pub fn involves(&self, player: PlayerId) -> bool {
        self.by.player.id == player || self.to.player.id == player
    }

    /// True if `new` is the same challenge.
    pub(super) fn is_for(&self, new: &NewChallenge) -> bool {
        self.by.player.id == new.by.player.id
            && self.to.player.id == new.to.player.id
            && self.terms == new.terms
            && self.seat == new.seat
    }
}

impl DeclineReason {
    /// Every reason.
    pub const ALL: [DeclineReason; 8] = [
        DeclineReason::Later,
        DeclineReason::TooFast,
        DeclineReason::TooSlow,
        DeclineReason::TimeControl,
        DeclineReason::Rated,
        DeclineReason::Casual,
        DeclineReason::Variant,
        DeclineReason::Generic,
    ];

    /// The reason's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            DeclineReason::Later => "later",
            DeclineReason::TooFast => "too_fast",
            DeclineReason::TooSlow => "too_slow",
            DeclineReason::TimeControl => "time_control",
            DeclineReason::Rated => "rated",
            DeclineReason::Casual => "casual",
            DeclineReason::Variant => "variant",
            DeclineReason::Generic => "generic",
        }
    }
}

impl ChallengeEnd {
    /// The end's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ChallengeEnd::Accepted => "accepted",
            ChallengeEnd::Declined(_) => "declined",
            ChallengeEnd::Cancelled => "cancelled",
            ChallengeEnd::Expired => "expired",
        }
    }

    /// Returns the reason if the challenge was declined.
    #[must_use]
    pub const fn reason(self) -> Option<DeclineReason> {
        match self {
            ChallengeEnd::Declined(reason) => Some(reason),
            ChallengeEnd::Accepted | ChallengeEnd::Cancelled | ChallengeEnd::Expired => None,
        }
    }
}
