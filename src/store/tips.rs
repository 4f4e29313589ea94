//! How far the logs are that the writer has written to.

use std::collections::HashMap;

use crate::matches::{LinkHash, MatchId};

use super::append::Rows;

/// Matches remembered at most.
const MOST: usize = 65_536;

/// The last version of each match that this writer has stored, and its hash.
/// A log only grows, so that neither need be asked for again; but another node
/// may have written to it since, and then the version is not the last.
#[derive(Debug, Default)]
pub(super) struct Tips(HashMap<MatchId, (i64, LinkHash)>);

impl Tips {
    /// The hash of the match's entry of version `v`, if that is the last one
    /// that this writer has stored.
    pub(super) fn hash_of(&self, match_id: MatchId, v: i64) -> Option<LinkHash> {
        self.0.get(&match_id).filter(|(tip, _)| *tip == v).map(|(_, hash)| *hash)
    }

    /// Remembers what is stored from now on: the last entry of `append` has that
    /// version and that hash.
    pub(super) fn remember(&mut self, append: &Rows, v: i64, hash: LinkHash) {
        if append.ends() {
            self.0.remove(&append.match_id);
            return;
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(append.match_id, (v, hash));
    }
}
