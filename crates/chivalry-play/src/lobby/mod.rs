//! The lobby: open seeks, which pair as soon as they are compatible, and challenges.
//!
//! [`Lobby`] is a plain value. Time, ratings and random numbers are arguments.
//! [`Lobby::changes_since`] compares two states.

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

pub use challenge::{Challenge, ChallengeEnd, DeclineReason, NewChallenge};
pub use featured::{FeaturedChannel, FeaturedMatch, FeaturedMatches};
pub use ids::{ChallengeId, ConnectionId, SeekId};
pub use limits::{MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES, MAX_SEEKS};
pub use open_match::OpenMatch;
pub use pairing::{Pairing, PairingOrigin, SeekOutcome};
pub use refusal::LobbyRefusal;
pub use seek::{RatingRange, Seek, SeekParty, SeekPreferences, Seeker, Terms};
pub use seeks::{Lobby, SeekChanges};
