//! Side events: match updates for present subscribers that are neither logged nor stored.

use std::sync::{Arc, OnceLock};

use crate::live::frame::Frame;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, DropReason, MatchId, Premove};
use chivalry_play::player::Player;
use chivalry_rules::{Seat, Variant};

use crate::live::frame::FrameCounter;
use crate::live::match_actor::seat_ratings::SeatRatings;

/// A side event. It leaves the match version unchanged, carries the version that its readers see,
/// and is encoded once for all of them.
#[derive(Debug)]
pub struct SideEvent {
    /// The match.
    pub match_id: MatchId,
    /// Its variant.
    pub variant: &'static Variant,
    /// The match version that the readers see.
    pub v: u32,
    /// The time of the side event.
    pub at: Timestamp,
    /// The content.
    pub what: SideEventKind,
    written: FrameCounter,
    frame: OnceLock<Frame>,
}

/// The content of a side event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideEventKind {
    /// The number of connections that watch without a seat.
    Watchers {
        /// The number.
        count: u32,
    },
    /// A chat line was sent.
    Said(Arc<ChatLine>),
    /// A moderator hid a line.
    Hidden {
        /// The room of the line.
        room: ChatRoom,
        /// Its number in the room.
        line: u32,
    },
    /// A player became absent or returned.
    Presence {
        /// The player's seat.
        seat: Seat,
        /// The time from which the other side can claim the match. `None` for a player who
        /// returned.
        gone_at: Option<Timestamp>,
        /// True while the directors of a tournament have paused the match.
        is_held: bool,
    },
    /// A player has another name.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The player with the new name.
        player: Player,
    },
    /// A player took a seat, or the match was rated.
    Rated {
        /// The ratings of the players and their changes by this match.
        ratings: SeatRatings,
    },
    /// The premove of a player. Sent to this player only.
    Premove {
        /// The premove. `None` after it was cleared.
        premove: Option<Premove>,
    },
    /// A premove was dropped. Sent to this player only.
    PremoveDropped {
        /// The ply for which it was set.
        ply: u32,
        /// The reason.
        why: DropReason,
    },
}

impl SideEventKind {
    /// True if the content would reveal the present to delayed spectators.
    pub(crate) const fn reveals_present(&self) -> bool {
        match self {
            // A delayed match is rated when spectators see its end.
            SideEventKind::Watchers { .. }
            | SideEventKind::Said(_)
            | SideEventKind::Hidden { .. }
            | SideEventKind::Renamed { .. }
            | SideEventKind::Rated { .. } => false,
            SideEventKind::Presence { .. }
            | SideEventKind::Premove { .. }
            | SideEventKind::PremoveDropped { .. } => true,
        }
    }
}

impl SideEvent {
    pub(crate) fn new(
        (match_id, variant): (MatchId, &'static Variant),
        v: u32,
        at: Timestamp,
        what: SideEventKind,
        written: &FrameCounter,
    ) -> Arc<SideEvent> {
        let (written, frame) = (written.clone(), OnceLock::new());
        Arc::new(SideEvent { match_id, variant, v, at, what, written, frame })
    }

    /// Returns the encoded side event. `write` encodes it on the first call.
    pub fn frame(&self, write: impl FnOnce(&SideEvent) -> String) -> Frame {
        self.frame.get_or_init(|| self.written.count(write(self))).clone()
    }
}
