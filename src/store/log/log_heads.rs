//! How far the logs are that the writer has written to.

use std::collections::HashMap;

use chivalry_play::matches::{EntryHash, MatchId};

use crate::store::log::append::Rows;

/// Matches remembered at most.
const MOST: usize = 65_536;

/// Where a log ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogHead {
    /// The version of the last entry.
    pub(crate) v: i64,
    /// The hash of the last entry.
    pub(crate) hash: EntryHash,
    /// How many plies have been made and not taken back, where that is known.
    pub(crate) plies: Option<u32>,
}

/// The last entry of each match that this writer has stored. A log only grows,
/// so that none need be asked for again; but another node may have written to it
/// since, and then it is not the last.
#[derive(Debug, Default)]
pub(crate) struct LogHeads(HashMap<MatchId, LogHead>);

impl LogHeads {
    /// The match's entry of version `v`, if that is the last one that this
    /// writer has stored.
    pub(crate) fn at(&self, match_id: MatchId, v: i64) -> Option<LogHead> {
        self.0.get(&match_id).filter(|tip| tip.v == v).copied()
    }

    /// Remembers what is stored from now on: the last entry of `append`.
    pub(crate) fn remember(&mut self, append: &Rows, tip: LogHead) {
        if append.ends() {
            self.0.remove(&append.match_id);
            return;
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(append.match_id, tip);
    }
}
