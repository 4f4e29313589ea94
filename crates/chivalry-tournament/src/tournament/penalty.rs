//! Penalties and pauses as values of events.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;

/// The maximum length of an announcement, in characters.
pub const MAX_ANNOUNCEMENT_LENGTH: usize = 500;

/// The maximum length of the reason of a penalty, in characters.
pub const MAX_REASON_LENGTH: usize = 200;

/// The maximum time that one penalty takes, in milliseconds: a day.
pub const MAX_PENALTY_MS: u64 = 86_400_000;

/// A penalty for an entrant in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Penalty {
    /// A warning.
    Warning {},
    /// Time taken from the clock of each player of the entrant. At least a second is left.
    Time {
        /// The time in milliseconds: up to a day.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 86_400_000))]
        ms: u64,
    },
    /// The loss of the game. At a table the entrant is out, and the others play on.
    Loss {},
}

/// A pause of the rounds under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPause {
    /// Its beginning.
    pub since: Timestamp,
    /// The time at which play continues at the latest.
    pub until: Timestamp,
}
