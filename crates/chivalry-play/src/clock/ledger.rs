//! The effect of a move on its seat's clock.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The maximum lag credit of one move.
pub const MAX_LAG: Duration = Duration::from_millis(500);

/// The initial and maximum lag quota of a seat.
pub const LAG_QUOTA: Duration = Duration::from_millis(1_000);

/// The amount that each move returns to the lag quota.
pub const LAG_REFILL: Duration = Duration::from_millis(200);

/// The effect of a move on its seat's clock, recorded in the log.
///
/// For every kind of clock, the time before, minus `charged_ms`, plus `added_ms`, is `left_ms`.
/// Used time that is neither charged nor credited as lag was free: the first move or a simple
/// delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// The time left in milliseconds: of the budget, or of the byo-yomi period in which the next
    /// move begins.
    pub left_ms: u64,
    /// The duration of the turn in milliseconds, without time in which the server was down.
    #[serde(default, skip_serializing_if = "super::timestamp::is_zero")]
    pub used_ms: u64,
    /// The lag credit in milliseconds, measured by the server and limited by the quota.
    #[serde(default, skip_serializing_if = "super::timestamp::is_zero")]
    pub lag_ms: u64,
    /// The charged time in milliseconds.
    #[serde(default, skip_serializing_if = "super::timestamp::is_zero")]
    pub charged_ms: u64,
    /// The added time in milliseconds: increment, Bronstein delay, restored periods, next stage
    /// or new days.
    #[serde(default, skip_serializing_if = "super::timestamp::is_zero")]
    pub added_ms: u64,
    /// The number of byo-yomi periods after `left_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods_left: Option<u16>,
    /// The stage of the seat, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// The number of moves made in the stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage_moves: Option<u16>,
}
