//! Challenges: one player asks another.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::player::PlayerId;
use chivalry_rules::Seat;

use super::seek::{Seeker, Terms};
use super::{ChallengeId, ConnectionId};

/// How long a challenge by a clock stands, unless said otherwise.
const MINUTES: Duration = Duration::from_secs(5 * 60);

/// How long one that is played over days stands, unless said otherwise.
const WEEKS: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// A challenge to be sent.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// Names it.
    pub id: ChallengeId,
    /// Who challenges.
    pub by: Seeker,
    /// Who is challenged.
    pub to: Seeker,
    /// What is to be played.
    pub terms: Terms,
    /// The seat that the challenger wants; any when not said.
    pub seat: Option<Seat>,
    /// How long it stands; as long as is usual when not said.
    pub expires_in: Option<Duration>,
    /// The connection with which it lives, when it is by a clock.
    pub home: Option<ConnectionId>,
}

/// A challenge that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Names it.
    pub id: ChallengeId,
    /// Who challenges.
    pub by: Seeker,
    /// Who is challenged.
    pub to: Seeker,
    /// What is to be played.
    pub terms: Terms,
    /// The seat that the challenger wants; any when not said.
    pub seat: Option<Seat>,
    /// When it was sent.
    pub at: Timestamp,
    /// When it is over without an answer.
    pub expires_at: Timestamp,
    /// The connection with which it lives.
    pub home: Option<ConnectionId>,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclineReason {
    /// Not now: ask again later.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Another time control would do.
    TimeControl,
    /// It should be rated.
    Rated,
    /// It should not be rated.
    Casual,
    /// Another variant would do.
    Variant,
    /// No reason is given.
    Generic,
}

/// How a challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeEnd {
    /// It was accepted: there is a match.
    Accepted,
    /// It was declined.
    Declined(DeclineReason),
    /// It was taken back.
    Cancelled,
    /// Nobody answered in time.
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
            home: self.home.filter(|_| !stays),
        }
    }
}

impl Challenge {
    /// Whether `player` made it or is asked by it.
    #[must_use]
    pub fn involves(&self, player: PlayerId) -> bool {
        self.by.player.id == player || self.to.player.id == player
    }

    /// Whether `new` asks for the same thing.
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

    /// Why it was declined.
    #[must_use]
    pub const fn reason(self) -> Option<DeclineReason> {
        match self {
            ChallengeEnd::Declined(reason) => Some(reason),
            ChallengeEnd::Accepted | ChallengeEnd::Cancelled | ChallengeEnd::Expired => None,
        }
    }
}
