//! The transposition table.

use chivalry_rules::{Effect, Square};

use crate::score::{Score, Window};

/// One slot of the table. Four slots of 16 bytes share a cache line.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u64,
    score: i16,
    best: PackedMove,
    depth: u8,
    /// The bound in the low two bits, the generation in the others.
    bound_and_generation: u8,
}

/// A move in four bytes, which identifies it among the legal moves of its
/// position. The default is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedMove {
    from: u8,
    to: u8,
    captured: u16,
}

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The scores are equal.
    Exact,
}

/// The stored result of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    pub(super) score: Score,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) best: PackedMove,
}

impl TableEntry {
    /// True if the stored score decides a node with `window`.
    #[inline]
    pub(super) fn is_cutoff(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

/// A transposition table of fixed size, reused by the searches of one game.
#[derive(Clone, Debug)]
pub struct TranspositionTable {
    slots: Vec<Slot>,
    /// The age of new entries. Entries of earlier searches are replaced first.
    generation: u8,
}

const GENERATION_COUNT: u8 = 63;

impl TranspositionTable {
    /// Creates a table of at most `bytes` bytes, but at least one kibibyte.
    #[must_use]
    pub fn new(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<Slot>()).max(64);
        let count = if count.is_power_of_two() { count } else { count.next_power_of_two() / 2 };
        TranspositionTable { slots: vec![Slot::default(); count], generation: 0 }
    }

    /// Creates an empty table with as many slots.
    pub(super) fn of_equal_size(&self) -> TranspositionTable {
        TranspositionTable { slots: vec![Slot::default(); self.slots.len()], generation: 0 }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.generation = 0;
    }

    /// Marks all present entries as replaceable.
    pub(super) fn advance_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATION_COUNT;
    }

    /// Returns the entry of a position, with the score relative to the root of
    /// a search that reached it at `ply`.
    #[inline]
    pub(super) fn probe(&self, hash: u64, ply: usize) -> Option<TableEntry> {
        let slot = &self.slots[hash as usize & (self.slots.len() - 1)];
        let bound = match slot.bound_and_generation & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        (slot.hash == hash).then(|| TableEntry {
            score: Score(i32::from(slot.score)).relative_to_root(ply),
            depth: i32::from(slot.depth),
            bound,
            best: slot.best,
        })
    }

    /// Stores the result of a node at `ply`. A much deeper entry of another
    /// position in the same slot and generation is kept instead.
    #[inline]
    pub(super) fn store(&mut self, hash: u64, ply: usize, entry: &TableEntry) {
        let index = hash as usize & (self.slots.len() - 1);
        let slot = &mut self.slots[index];
        let depth = entry.depth.clamp(0, 255) as u8;
        let is_stale = slot.bound_and_generation >> 2 != self.generation;
        let is_same = slot.hash == hash;
        if !is_stale && !is_same && slot.depth > depth + 2 {
            return;
        }
        // An entry without a best move keeps the previous one.
        let best = if entry.best.is_none() && is_same { slot.best } else { entry.best };
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        *slot = Slot {
            hash,
            score: entry.score.relative_to_node(ply).0 as i16,
            best,
            depth,
            bound_and_generation: bound | self.generation << 2,
        };
    }
}

impl PackedMove {
    #[inline]
    pub(super) fn of(effect: &Effect) -> PackedMove {
        let mut captured = 0_u16;
        for square in effect.captured() {
            captured = captured.wrapping_mul(31).wrapping_add(square.index() as u16 + 1);
        }
        let byte = |square: Square| square.index() as u8;
        PackedMove { from: byte(effect.from()), to: byte(effect.to()), captured }
    }

    /// A hash of the move, for table keys.
    pub(super) fn hash(self) -> u64 {
        let bits = u64::from(self.from) << 24 | u64::from(self.to) << 16 | u64::from(self.captured);
        (bits + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// True if it stands for no move.
    pub(super) fn is_none(self) -> bool {
        self == PackedMove::default()
    }
}
