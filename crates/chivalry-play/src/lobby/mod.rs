//! The lobby: open seeks, which pair as soon as they are compatible, and challenges.
//!
//! [`Lobby`] is a plain value. Time, ratings and random numbers are arguments.
//! [`Lobby::changes_since`] compares two states.

mod arrangement;
mod challenge;
mod challenges;
mod featured;
mod ids;
mod limits;
mod open_match;
mod pairing;
mod refusal;
mod seat_assignment;
mod seek;
mod seeks;
#[cfg(test)]
mod tests;

pub use arrangement::{
    ARRANGED_WITHIN, Arrangement, ArrangementRefusal, ArrangementStatus, BEGINS_WITHIN,
    MAX_ARRANGEMENTS, MAX_PROPOSED_TIMES, REMINDED_BEFORE, proposed_times,
};
pub use challenge::{Challenge, ChallengeEnd, DeclineReason, NewChallenge};
pub use featured::{FeaturedChannel, FeaturedMatch, FeaturedMatches};
pub use ids::{ArrangementId, ChallengeId, ConnectionId, SeekId};
pub use limits::{MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES, MAX_SEEKS};
pub use open_match::{OpenMatch, PeoplePlaying};
pub use pairing::{Pairing, PairingOrigin, SeekOutcome};
pub use refusal::LobbyRefusal;
pub use seek::{RatingRange, Seek, SeekParty, SeekPreferences, Seeker, Terms};
pub use seeks::{Lobby, SeekChanges};
