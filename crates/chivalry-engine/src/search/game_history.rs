//! Draws by repetition and by lack of progress.

use chivalry_rules::{Game, Position, QUIET_TURNS, Variant};

/// The number of plies without progress that draws a game of `variant`.
pub(crate) fn no_progress_limit(variant: &Variant) -> u32 {
    QUIET_TURNS * variant.seat_count() as u32
}

/// Hashes of the positions before the current node, since the last
/// irreversible move of the game.
#[derive(Debug, Default)]
pub(super) struct GameHistory {
    hashes: Vec<u64>,
    /// The number of hashes that precede the root of the search.
    root: usize,
}

impl GameHistory {
    /// Replaces the history by that of `game`, without its current position.
    pub(super) fn reset(&mut self, game: &Game) {
        self.hashes.clear();
        let (_, before) = game.repetition_hashes().split_last().unwrap_or((&0, &[]));
        self.hashes.extend_from_slice(before);
        self.root = self.hashes.len();
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.hashes.pop();
    }

    /// True if `position` is a draw by repetition or by lack of progress
    /// (`rules.md 5.5`). One repetition of a position within the search
    /// suffices, because the player who allowed it can repeat it again.
    pub(super) fn is_draw(&self, position: &Position) -> bool {
        let quiet = position.quiet();
        if quiet < 4 {
            return false;
        }
        if quiet >= no_progress_limit(position.variant()) {
            return true;
        }
        let hash = position.hash();
        let first = self.hashes.len().saturating_sub(quiet as usize);
        let root = self.root.max(first);
        if self.hashes[root..].contains(&hash) {
            return true;
        }
        self.hashes[first..root].iter().filter(|&&other| other == hash).count() >= 2
    }
}
