//! A match that waits for players, as the lobby shows it.

use crate::clock::{TimeControl, Timestamp};
use crate::matches::MatchId;
use crate::player::Player;
use chivalry_rules::{PerSeat, Variant};

/// A public match with a free seat.
#[derive(Clone, Debug)]
pub struct OpenMatch {
    /// The match.
    pub id: MatchId,
    /// The variant.
    pub variant: &'static Variant,
    /// The position it starts from, when not the usual array.
    pub position: Option<String>,
    /// The time control.
    pub time: TimeControl,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who sits where.
    pub seats: PerSeat<Option<Player>>,
    /// When it was made.
    pub created_at: Timestamp,
}
