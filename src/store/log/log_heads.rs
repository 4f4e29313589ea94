//! The log heads of the matches that the writer appended to.

use std::collections::HashMap;

use chivalry_play::matches::{EntryHash, MatchId};

/// Maximum number of cached heads.
const MAX_HEADS: usize = 65_536;

/// The end of a log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogHead {
    /// The version of the last entry.
    pub(crate) v: i64,
    /// The hash of the last entry.
    pub(crate) hash: EntryHash,
    /// The number of plies, without plies taken back, if known.
    pub(crate) plies: Option<u32>,
}

/// The last entry of each match that this writer stored. Entries are immutable, so that a cached
/// head never has to be read again. Another node may have appended since; the cached head is then
/// not the last entry.
#[derive(Debug, Default)]
pub(crate) struct LogHeads(HashMap<MatchId, LogHead>);

impl LogHeads {
    /// Returns the match's entry `v`, if it is the last one that this writer stored.
    pub(crate) fn at(&self, match_id: MatchId, v: i64) -> Option<LogHead> {
        self.0.get(&match_id).filter(|head| head.v == v).copied()
    }

    /// Caches the last stored entry of a match. An ended match is not cached.
    pub(crate) fn cache(&mut self, match_id: MatchId, has_ended: bool, head: LogHead) {
        if has_ended {
            self.0.remove(&match_id);
            return;
        }
        if self.0.len() >= MAX_HEADS {
            self.0.clear();
        }
        self.0.insert(match_id, head);
    }
}

/// The log head after an append.
#[derive(Debug)]
pub(crate) struct NewHead {
    /// The index of the append.
    pub(crate) append: usize,
    pub(crate) head: LogHead,
}
