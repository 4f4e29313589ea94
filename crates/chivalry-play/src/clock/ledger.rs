//! What a move did to its seat's clock.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most lag that one move is credited.
pub const MAX_LAG: Duration = Duration::from_millis(500);

/// The lag that a seat can be credited at the start, and never more at once.
pub const LAG_QUOTA: Duration = Duration::from_millis(1_000);

/// What the quota gets back with each move.
pub const LAG_REFILL: Duration = Duration::from_millis(200);

/// What one move did to its seat's clock, kept in the log with the move: it
/// was received at the time of its event, `used_ms` after the turn began.
///
/// What the seat had before, less `charged_ms`, and `added_ms` added, is
/// `left_ms`, for every kind of clock. Used time that is neither credited as
/// lag nor charged was free: the first move's, or a simple delay's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// What is left to the seat: of its budget, or of the byo-yomi period
    /// that its next move begins with.
    pub left_ms: u64,
    /// How long the turn had lasted when the move was received, without what
    /// the server was away for.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub used_ms: u64,
    /// How much of that was the line's, not the player's, as measured by the
    /// server and within the quota.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub lag_ms: u64,
    /// What the move cost.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub charged_ms: u64,
    /// What it brought: an increment, what Bronstein's delay gives back, the
    /// periods begun and made whole again, the next stage, new days.
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub added_ms: u64,
    /// Byo-yomi periods still to come after what `left_ms` counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods_left: Option<u16>,
    /// The stage that the seat is in, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// Moves that the seat has made in that stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage_moves: Option<u16>,
}
