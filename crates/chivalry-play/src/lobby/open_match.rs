//! Matches with a free seat, as the lobby lists them.

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
    /// The start position; `None` for the variant's array.
    pub position: Option<String>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match is rated.
    pub rated: bool,
    /// The players by seat.
    pub seats: PerSeat<Option<Player>>,
    /// The time of creation.
    pub created_at: Timestamp,
}
