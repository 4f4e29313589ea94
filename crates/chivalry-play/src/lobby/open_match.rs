//! Matches as the lobby shows them: those with a free seat, and the number of people who play.

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

/// The people who play public matches of one variant and time control. Bots do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeoplePlaying {
    /// The name of the variant.
    pub variant: String,
    /// The time control.
    pub time: TimeControl,
    /// The number of taken seats, at least 1.
    pub players: u32,
}
