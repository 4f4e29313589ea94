//! Ids as bound values.

use uuid::Uuid;

use chivalry_engine::puzzles::PuzzleId;
use chivalry_play::lobby::{ArrangementId, ChallengeId, SeekId};
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_tournament::{ScheduleId, TournamentId};

use crate::store::log::append::NodeId;

/// An id, which is stored as its 16 bytes.
pub(crate) trait Key {
    fn key(&self) -> &[u8];
}

impl Key for Uuid {
    fn key(&self) -> &[u8] {
        self.as_bytes()
    }
}

macro_rules! keys {
    ($($id:ident),+) => {
        $(impl Key for $id {
            fn key(&self) -> &[u8] {
                self.0.as_bytes()
            }
        })+
    };
}

keys!(
    ArrangementId,
    ChallengeId,
    MatchId,
    NodeId,
    PlayerId,
    PuzzleId,
    ScheduleId,
    SeekId,
    TournamentId
);
