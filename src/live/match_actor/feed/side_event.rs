//! What happens around a match, and is not in its log: it is told to those
//! who are there, and kept nowhere.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, DropReason, MatchId, Premove};
use chivalry_rules::{Seat, Variant};

use crate::live::background::ratings::SeatRatings;
use crate::live::match_actor::feed::broadcast::FrameCounter;

/// Something around a match. It does not change the match, so it carries the
/// version at which its readers are, and is written out once for all of them.
#[derive(Debug)]
pub struct SideEvent {
    /// The match.
    pub match_id: MatchId,
    /// Its variant.
    pub variant: &'static Variant,
    /// The version of the match as those who are told know it.
    pub v: u32,
    /// When it was so.
    pub at: Timestamp,
    /// What there is to say.
    pub what: SideEventKind,
    written: FrameCounter,
    frame: OnceLock<Bytes>,
}

/// What can be said around a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideEventKind {
    /// So many connections watch it and hold no seat in it.
    Watchers {
        /// How many.
        count: u32,
    },
    /// Somebody said something.
    Said(Arc<ChatLine>),
    /// A moderator hid a line.
    Hidden {
        /// Where it stood.
        room: ChatRoom,
        /// Its number in the room.
        line: u32,
    },
    /// A player has gone, or is back.
    Presence {
        /// The player's seat.
        seat: Seat,
        /// From when on one who has gone has been away for so long that the
        /// other side can claim the match.
        gone_at: Option<Timestamp>,
    },
    /// Somebody sat down, or the match was rated.
    Rated {
        /// The ratings of those who sit in it, and what it did to them.
        ratings: SeatRatings,
    },
    /// What a player has ready for their coming ply: for them alone.
    Premove {
        /// What it is; `None` when there is nothing.
        premove: Option<Premove>,
    },
    /// What a player had ready came to nothing: for them alone.
    PremoveDropped {
        /// The ply to which it was bound.
        ply: u32,
        /// Why.
        why: DropReason,
    },
}

impl SideEventKind {
    /// Whether it would tell those who see the match late how it is now.
    pub(crate) const fn tells_of_now(&self) -> bool {
        match self {
            // A match that is seen late is rated when its end is seen.
            SideEventKind::Watchers { .. }
            | SideEventKind::Said(_)
            | SideEventKind::Hidden { .. }
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

    /// It written out, by `write` the first time it is asked for.
    pub fn frame(&self, write: impl FnOnce(&SideEvent) -> Vec<u8>) -> Bytes {
        self.frame.get_or_init(|| self.written.count(write(self))).clone()
    }
}
