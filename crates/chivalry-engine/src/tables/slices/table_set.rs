//! Solved slices in memory.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::tables::material::Material;
use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::TableBoard;
use crate::tables::position::placement::Placement;
use crate::tables::slices::index::SliceIndex;
use crate::tables::value::{BestMove, DRAW, VACANT, is_loss, is_win};

/// The values of all placements of one material.
#[derive(Debug)]
pub(crate) struct Slice<B> {
    pub(crate) index: SliceIndex<B>,
    pub(crate) values: Vec<AtomicU8>,
}

/// Figures of one slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceStats {
    /// Numbers that the slice assigns.
    pub numbers: u64,
    /// Won placements of the seat to move.
    pub wins: u64,
    /// Lost placements.
    pub losses: u64,
    /// Drawn placements.
    pub draws: u64,
    /// The longest win or loss in plies of the two seats. Pass-turns of other seats do not count.
    pub longest: u8,
}

impl<B: SquareBits> Slice<B> {
    /// A slice with every value undecided.
    pub(crate) fn undecided(board: &TableBoard<B>, material: Material) -> Slice<B> {
        let index = SliceIndex::new(board, material);
        let mut values = Vec::new();
        values.resize_with(index.len() as usize, || AtomicU8::new(DRAW));
        Slice { index, values }
    }

    /// A slice with values from a file. `None` if their number is wrong.
    pub(crate) fn from_bytes(
        board: &TableBoard<B>,
        material: Material,
        bytes: Vec<u8>,
    ) -> Option<Slice<B>> {
        let index = SliceIndex::new(board, material);
        if bytes.len() as u64 != index.len() {
            return None;
        }
        let values: Vec<AtomicU8> = bytes.into_iter().map(AtomicU8::new).collect();
        let slice = Slice { index, values };
        // A file does not mark vacant numbers.
        for number in 0..slice.index.len() {
            let placement = slice.index.placement(number);
            if slice.index.is_vacant(board, number, &placement) {
                slice.set(number, VACANT);
            }
        }
        Some(slice)
    }

    /// The material.
    pub(crate) fn material(&self) -> Material {
        self.index.material()
    }

    #[inline]
    pub(crate) fn get(&self, number: u64) -> u8 {
        self.values[number as usize].load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn set(&self, number: u64, byte: u8) {
        self.values[number as usize].store(byte, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn value(&self, board: &TableBoard<B>, placement: &Placement<B>) -> u8 {
        self.get(self.index.number(board, placement))
    }

    /// The values by number.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = u8> {
        self.values.iter().map(|value| value.load(Ordering::Relaxed))
    }

    /// Counts the values.
    pub(crate) fn stats(&self) -> SliceStats {
        let mut counts = [0_u64; 256];
        for byte in self.bytes() {
            counts[usize::from(byte)] += 1;
        }
        let mut stats = SliceStats { numbers: self.index.len(), ..SliceStats::default() };
        for (byte, &count) in (0..=u8::MAX).zip(&counts) {
            match byte {
                VACANT => {}
                DRAW => stats.draws = count,
                _ if is_win(byte) => stats.wins += count,
                _ => stats.losses += count,
            }
            if count > 0 && (is_win(byte) || is_loss(byte)) {
                stats.longest = byte;
            }
        }
        stats
    }
}

/// The solved slices of one board.
#[derive(Debug)]
pub(crate) struct TableSet<B> {
    pub(crate) board: TableBoard<B>,
    slices: Vec<Slice<B>>,
    /// The slice of each material key.
    by_key: Vec<u16>,
}

const ABSENT: u16 = u16::MAX;

impl<B: SquareBits> TableSet<B> {
    /// A set without slices.
    pub(crate) fn new(board: TableBoard<B>) -> TableSet<B> {
        TableSet { board, slices: Vec::new(), by_key: vec![ABSENT; Material::KEYS] }
    }

    /// The board.
    pub(crate) fn board(&self) -> &TableBoard<B> {
        &self.board
    }

    /// Adds a slice.
    pub(crate) fn insert(&mut self, slice: Slice<B>) {
        self.by_key[slice.material().key()] = self.slices.len() as u16;
        self.slices.push(slice);
    }

    /// The slices in the order of their insertion.
    pub(crate) fn slices(&self) -> &[Slice<B>] {
        &self.slices
    }

    /// The slice of `material`.
    pub(crate) fn slice(&self, material: Material) -> Option<&Slice<B>> {
        self.slices.get(usize::from(self.by_key[material.key()]))
    }

    /// The byte of a placement whose slice is in the set.
    ///
    /// # Panics
    /// If the slice is missing.
    #[inline]
    pub(crate) fn value(&self, placement: &Placement<B>) -> u8 {
        let slice =
            self.slice(placement.material(&self.board)).expect("slices are solved in order");
        slice.value(&self.board, placement)
    }

    /// The byte of a placement as its successors determine it. All slices that
    /// its moves reach must be in the set.
    pub(crate) fn value_by_successors(&self, placement: &Placement<B>) -> u8 {
        use crate::tables::position::moves::{Step, successors};
        use std::ops::ControlFlow;

        let mut best = BestMove::NONE;
        let _: ControlFlow<()> = successors(&self.board, placement, &mut |step| {
            match step {
                Step::Wins => best.add_win(),
                Step::Draws => best.add(DRAW),
                Step::Quiet(next) | Step::Conversion(next) => best.add(self.value(&next)),
            }
            ControlFlow::Continue(())
        });
        best.byte()
    }
}
