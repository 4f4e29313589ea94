//! The transposition table.

use std::iter::repeat_with;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chivalry_rules::{Effect, Square};

use crate::score::{Score, Window};

/// One slot of the table. Four slots of 16 bytes share a cache line.
///
/// Threads read and write the two words without a lock. The first word is the
/// hash, combined with the second by exclusive or. A slot whose words are of two
/// writes therefore has another hash, and is not found (Hyatt and Mann).
#[derive(Debug, Default)]
struct Slot {
    checked_hash: AtomicU64,
    content: AtomicU64,
}

/// The content of a slot.
#[derive(Clone, Copy, Debug)]
struct SlotContent {
    score: i16,
    best: PackedMove,
    depth: u8,
    /// The bound in the low two bits, the generation in the others.
    bound_and_generation: u8,
}

impl Slot {
    /// The hash and the content.
    #[inline]
    fn load(&self) -> (u64, SlotContent) {
        let content = self.content.load(Ordering::Relaxed);
        let hash = self.checked_hash.load(Ordering::Relaxed) ^ content;
        (hash, SlotContent::unpack(content))
    }

    #[inline]
    fn store(&self, hash: u64, content: SlotContent) {
        let content = content.pack();
        self.checked_hash.store(hash ^ content, Ordering::Relaxed);
        self.content.store(content, Ordering::Relaxed);
    }

    fn clear(&self) {
        self.checked_hash.store(0, Ordering::Relaxed);
        self.content.store(0, Ordering::Relaxed);
    }
}

impl SlotContent {
    #[inline]
    fn pack(self) -> u64 {
        let PackedMove { from, to, captured } = self.best;
        let [low, high] = self.score.to_le_bytes();
        let [first, second] = captured.to_le_bytes();
        let bytes = [low, high, from, to, first, second, self.depth, self.bound_and_generation];
        u64::from_le_bytes(bytes)
    }

    #[inline]
    fn unpack(word: u64) -> SlotContent {
        let [low, high, from, to, first, second, depth, bound_and_generation] = word.to_le_bytes();
        let best = PackedMove { from, to, captured: u16::from_le_bytes([first, second]) };
        let score = i16::from_le_bytes([low, high]);
        SlotContent { score, best, depth, bound_and_generation }
    }
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

/// A transposition table of fixed size, reused by the searches of one game. The
/// threads of a search share its slots.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Arc<[Slot]>,
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
        TranspositionTable::with_slots(count)
    }

    /// Creates an empty table with as many slots.
    pub(super) fn of_equal_size(&self) -> TranspositionTable {
        TranspositionTable::with_slots(self.slots.len())
    }

    /// Returns a table with the same slots, for another thread.
    pub(super) fn share(&self) -> TranspositionTable {
        TranspositionTable { slots: Arc::clone(&self.slots), generation: self.generation }
    }

    fn with_slots(count: usize) -> TranspositionTable {
        let slots = repeat_with(Slot::default).take(count).collect();
        TranspositionTable { slots, generation: 0 }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.iter().for_each(Slot::clear);
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
        let (found, slot) = self.slots[hash as usize & (self.slots.len() - 1)].load();
        let bound = match slot.bound_and_generation & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        (found == hash).then(|| TableEntry {
            score: Score(i32::from(slot.score)).relative_to_root(ply),
            depth: i32::from(slot.depth),
            bound,
            best: slot.best,
        })
    }

    /// Stores the result of a node at `ply`. A much deeper entry of another
    /// position in the same slot and generation is kept instead.
    #[inline]
    pub(super) fn store(&self, hash: u64, ply: usize, entry: &TableEntry) {
        let slot = &self.slots[hash as usize & (self.slots.len() - 1)];
        let (present_hash, present) = slot.load();
        let depth = entry.depth.clamp(0, 255) as u8;
        let is_stale = present.bound_and_generation >> 2 != self.generation;
        let is_same = present_hash == hash;
        if !is_stale && !is_same && present.depth > depth + 2 {
            return;
        }
        // An entry without a best move keeps the previous one.
        let best = if entry.best.is_none() && is_same { present.best } else { entry.best };
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let score = entry.score.relative_to_node(ply).0 as i16;
        let bound_and_generation = bound | self.generation << 2;
        slot.store(hash, SlotContent { score, best, depth, bound_and_generation });
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
