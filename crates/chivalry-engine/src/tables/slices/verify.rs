//! The second pass over solved tables.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::tables::material::Material;
use crate::tables::position::bits::SquareBits;
use crate::tables::slices::parallel::for_each_chunk;
use crate::tables::slices::table_set::TableSet;
use crate::tables::value::VACANT;

/// The result of comparing every value of a slice with those of its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceCheck {
    /// The material of the slice.
    pub material: Material,
    /// Placements checked.
    pub checked: u64,
    /// Placements whose value differs from the best of their moves.
    pub wrong: u64,
}

/// Compares each value of the slice of `material` with the values of its
/// successors. The pass uses no predecessors and no rounds.
///
/// Values that pass are right: a win or loss follows from shorter ones, and a
/// draw from a move that keeps the draw and from the absence of a winning one.
///
/// `None` if the slice is missing.
pub(crate) fn verify_slice<B: SquareBits>(
    tables: &TableSet<B>,
    material: Material,
    threads: NonZeroUsize,
) -> Option<SliceCheck> {
    let slice = tables.slice(material)?;
    let (checked, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    for_each_chunk(threads, slice.index.len(), &|range| {
        let (mut seen, mut failed) = (0, 0);
        for number in range {
            let placement = slice.index.placement(number);
            let byte = slice.get(number);
            let expected = if slice.index.is_vacant(&tables.board, number, &placement) {
                VACANT
            } else {
                seen += 1;
                tables.value_by_successors(&placement)
            };
            failed += u64::from(byte != expected);
        }
        checked.fetch_add(seen, Ordering::Relaxed);
        wrong.fetch_add(failed, Ordering::Relaxed);
    });
    Some(SliceCheck { material, checked: checked.into_inner(), wrong: wrong.into_inner() })
}
