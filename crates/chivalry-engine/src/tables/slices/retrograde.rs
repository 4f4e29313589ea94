//! Retrograde analysis.
//!
//! Captures and castle moves lead to slices that are solved before. A slice
//! and the slice with the other seat to move are solved together, in rounds by
//! distance. Round `d` starts from the placements with the distance `d - 1` and
//! visits their predecessors:
//!
//! - The predecessors of a loss are wins in `d` plies.
//! - A predecessor of a win is a loss if all its moves lead to wins of the other
//!   seat. The longest of them determines the distance.
//!
//! Everything that no round decides is a draw.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::tables::material::Material;
use crate::tables::position::bits::SquareBits;
use crate::tables::position::moves::{Step, predecessors, successors};
use crate::tables::position::placement::Placement;
use crate::tables::slices::parallel::for_each_chunk;
use crate::tables::slices::table_set::{Slice, TableSet};
use crate::tables::value::{BestMove, DRAW, LONGEST, TooLong, VACANT, is_win};

/// Solves the slice of `material` and its flipped slice. All slices to which
/// captures and castle moves lead must be in `lower`.
///
/// # Errors
/// A win or loss is longer than the format allows.
pub(crate) fn solve_pair<B: SquareBits>(
    lower: &TableSet<B>,
    material: Material,
    threads: NonZeroUsize,
) -> Result<Vec<Slice<B>>, TooLong> {
    let mut slices = vec![Slice::undecided(&lower.board, material)];
    if material != material.flipped() {
        slices.push(Slice::undecided(&lower.board, material.flipped()));
    }
    let longest = AtomicU8::new(0);
    let pair = Pair { lower, slices, longest, is_too_long: AtomicBool::new(false) };
    for side in 0..pair.slices.len() {
        for_each_chunk(threads, pair.slices[side].index.len(), &|range| {
            pair.initialize(side, range)
        });
    }
    for plies in 1..=LONGEST {
        if plies > pair.longest.load(Ordering::Relaxed).saturating_add(1) {
            break;
        }
        for side in 0..pair.slices.len() {
            let len = pair.slices[side].index.len();
            for_each_chunk(threads, len, &|range| pair.advance(side, plies, range));
        }
    }
    let is_too_long = pair.is_too_long.load(Ordering::Relaxed);
    if is_too_long { Err(TooLong) } else { Ok(pair.slices) }
}

struct Pair<'a, B> {
    lower: &'a TableSet<B>,
    slices: Vec<Slice<B>>,
    /// The longest distance assigned so far.
    longest: AtomicU8,
    is_too_long: AtomicBool,
}

impl<B: SquareBits> Pair<'_, B> {
    /// The slice of the positions after a move without a capture or castle move.
    fn other(&self, side: usize) -> &Slice<B> {
        &self.slices[if self.slices.len() == 1 { 0 } else { 1 - side }]
    }

    fn assign(&self, slice: &Slice<B>, number: u64, byte: u8) {
        if byte == DRAW {
            return;
        }
        if byte > LONGEST {
            return self.is_too_long.store(true, Ordering::Relaxed);
        }
        slice.set(number, byte);
        // A shared maximum changes rarely. Reading first keeps its cache line shared.
        if self.longest.load(Ordering::Relaxed) < byte {
            self.longest.fetch_max(byte, Ordering::Relaxed);
        }
    }

    /// Decides what captures, castle moves and entries into the goal decide.
    fn initialize(&self, side: usize, range: Range<u64>) {
        let slice = &self.slices[side];
        let board = &self.lower.board;
        for number in range {
            let placement = slice.index.placement(number);
            if slice.index.is_vacant(board, number, &placement) {
                slice.set(number, VACANT);
                continue;
            }
            let mut best = BestMove::NONE;
            let _: ControlFlow<()> = successors(board, &placement, &mut |step| {
                match step {
                    Step::Wins => {
                        best.add_win();
                        return ControlFlow::Break(());
                    }
                    Step::Quiet(_) | Step::Draws => best.add(DRAW),
                    Step::Conversion(next) => best.add(self.lower.value(&next)),
                }
                ControlFlow::Continue(())
            });
            self.assign(slice, number, best.byte());
        }
    }

    /// One round for the placements of one side.
    fn advance(&self, side: usize, plies: u8, range: Range<u64>) {
        let slice = &self.slices[side];
        let board = &self.lower.board;
        let before = self.other(side);
        let values = &slice.values[range.start as usize..range.end as usize];
        for (number, value) in range.zip(values) {
            if value.load(Ordering::Relaxed) != plies - 1 {
                continue;
            }
            let placement = slice.index.placement(number);
            if is_win(plies) {
                predecessors(board, &placement, &mut |previous| {
                    let number = before.index.number(board, &previous);
                    if before.get(number) > plies {
                        self.assign(before, number, plies);
                    }
                });
            } else {
                predecessors(board, &placement, &mut |previous| {
                    let number = before.index.number(board, &previous);
                    if before.get(number) == DRAW {
                        self.assign_loss(before, slice, number, &previous, plies);
                    }
                });
            }
        }
    }

    /// Decides a placement if all its moves lose.
    fn assign_loss(
        &self,
        slice: &Slice<B>,
        after: &Slice<B>,
        number: u64,
        placement: &Placement<B>,
        plies: u8,
    ) {
        let board = &self.lower.board;
        let mut best = BestMove::NONE;
        let is_lost = successors(board, placement, &mut |step| {
            let byte = match step {
                Step::Wins | Step::Draws => return ControlFlow::Break(()),
                // A longer distance is not final before its round.
                Step::Quiet(next) => match after.value(board, &next) {
                    byte if byte < plies => byte,
                    _ => return ControlFlow::Break(()),
                },
                Step::Conversion(next) => self.lower.value(&next),
            };
            if !is_win(byte) {
                return ControlFlow::Break(());
            }
            best.add(byte);
            ControlFlow::Continue(())
        });
        if is_lost.is_continue() {
            self.assign(slice, number, best.byte());
        }
    }
}
