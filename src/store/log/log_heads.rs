//! The log heads of the matches that the writer appended to.

use std::collections::HashMap;

use sqlx::AnyConnection;

use chivalry_play::matches::{EntryHash, MatchId};

use crate::store::log::log_end::LogEnd;
use crate::store::sql::rows::is_sqlite;

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
/// not the last entry, and the database refuses the append.
#[derive(Debug, Default)]
pub(crate) struct LogHeads {
    heads: HashMap<MatchId, LogHead>,
    /// The end of the log in SQLite, if it is known.
    end: Option<LogEnd>,
}

impl LogHeads {
    /// Returns the match's entry `v`, if it is the last one that this writer stored.
    pub(crate) fn at(&self, match_id: MatchId, v: i64) -> Option<LogHead> {
        self.heads.get(&match_id).filter(|head| head.v == v).copied()
    }

    /// Caches the last stored entry of a match. An ended match is not cached.
    pub(crate) fn cache(&mut self, match_id: MatchId, has_ended: bool, head: LogHead) {
        if has_ended {
            self.heads.remove(&match_id);
            return;
        }
        if self.heads.len() >= MAX_HEADS {
            self.heads.clear();
        }
        self.heads.insert(match_id, head);
    }

    /// Reads the end of the log in SQLite, if it is not known. The heads are then unknown too.
    pub(crate) async fn refresh(&mut self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        if self.end.is_none() && is_sqlite(connection) {
            self.heads.clear();
            self.end = Some(LogEnd::read(connection).await?);
        }
        Ok(())
    }

    /// Returns the position of the next entry in SQLite.
    pub(crate) fn next_seq(&self) -> Option<i64> {
        self.end.map(|end| end.next)
    }

    /// Advances the end of the log after `entries` were written.
    pub(crate) fn advance(&mut self, entries: usize) {
        if let Some(end) = &mut self.end {
            end.next += entries as i64;
        }
    }

    /// Forgets the end of the log. Another connection has appended to it, or may have.
    pub(crate) fn forget_end(&mut self) {
        self.end = None;
    }

    /// The end of the log, if entries have to be indexed now.
    pub(crate) fn due_index(&mut self) -> Option<&mut LogEnd> {
        self.end.as_mut().filter(|end| end.is_index_due())
    }
}

/// The log head after an append.
#[derive(Debug)]
pub(crate) struct NewHead {
    /// The index of the append.
    pub(crate) append: usize,
    pub(crate) head: LogHead,
}
