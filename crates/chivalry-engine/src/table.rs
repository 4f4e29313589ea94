//! What a search remembers of positions that it has seen.

use chivalry_rules::{Effect, Square};

use super::score::Score;

/// A remembered position. Sixteen bytes, so that four share a cache line.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    score: i16,
    mark: Mark,
    depth: u8,
    /// The bound in two bits, the generation in the others.
    kind: u8,
}

/// A move in four bytes: enough to know it again among the legal ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    from: u8,
    to: u8,
    captured: u16,
}

/// How a remembered score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// This.
    Exact,
}

/// What was remembered of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) best: Mark,
}

/// A transposition table of a fixed size. Searches of one match share it, one
/// after the other.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Entry>,
    generation: u8,
}

const GENERATIONS: u8 = 63;

impl Table {
    /// A table of about `bytes` bytes, and at least one kilobyte.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Entry>()).max(64);
        let count = if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        Table { entries: vec![Entry::default(); count], generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.generation = 0;
    }

    pub(super) fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    pub(super) fn recall(&self, hash: u64, ply: usize) -> Option<Memory> {
        let entry = &self.entries[hash as usize & (self.entries.len() - 1)];
        let bound = match entry.kind & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        (entry.key == hash).then(|| Memory {
            score: Score(i32::from(entry.score)).seen_from_root(ply),
            depth: i32::from(entry.depth),
            bound,
            best: entry.mark,
        })
    }

    #[inline]
    pub(super) fn keep(&mut self, hash: u64, ply: usize, memory: &Memory) {
        let slot = hash as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[slot];
        let depth = memory.depth.clamp(0, 255) as u8;
        let is_stale = entry.kind >> 2 != self.generation;
        let is_same = entry.key == hash;
        if !is_stale && !is_same && entry.depth > depth + 2 {
            return;
        }
        // A position without a best move keeps the one that it had.
        let mark = if memory.best == Mark::default() && is_same { entry.mark } else { memory.best };
        let bound = match memory.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        *entry = Entry {
            key: hash,
            score: memory.score.seen_from_here(ply).0 as i16,
            mark,
            depth,
            kind: bound | self.generation << 2,
        };
    }
}

impl Mark {
    #[inline]
    pub(super) fn of(effect: &Effect) -> Mark {
        let mut mixed = 0_u16;
        for square in effect.captured() {
            mixed = mixed.wrapping_mul(31).wrapping_add(square.index() as u16 + 1);
        }
        let byte = |square: Square| square.index() as u8;
        Mark { from: byte(effect.from()), to: byte(effect.to()), captured: mixed }
    }

    /// Whether it is no move at all.
    pub(super) fn is_none(self) -> bool {
        self == Mark::default()
    }
}
