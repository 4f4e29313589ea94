//! The triangular table of principal variations, and their notation.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, MoveList, Position};

use crate::score::MAX_PLY;

/// The best line from each ply of the current line of search.
#[derive(Debug)]
pub(super) struct PvTable(Vec<Vec<Effect>>);

impl PvTable {
    pub(super) fn new() -> PvTable {
        PvTable(vec![Vec::new(); MAX_PLY + 2])
    }

    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line at `ply` to `effect` followed by the line at the next ply.
    pub(super) fn update(&mut self, ply: usize, effect: Effect) {
        let (lines, rest) = self.0.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(effect);
        line.extend_from_slice(&rest[0]);
    }

    /// The best line from the root. `None` before a move raised alpha.
    pub(super) fn root(&self) -> Option<&Vec<Effect>> {
        self.0.first().filter(|line| !line.is_empty())
    }
}

/// Formats the moves of `line`, played from `position`, with the pass-turns
/// between them (`rules.md 6.2`, `6.4`).
#[must_use]
pub fn line_text(position: &Position, line: &[Effect]) -> Vec<String> {
    let mut position = *position;
    let mut list = MoveList::new();
    let mut texts = Vec::new();
    for effect in line {
        // Seats that cannot make this move had to pass.
        for _ in position.variant().seats() {
            let is_placement = effect.is_placement();
            if is_placement || position.pieces(position.turn()).contains(effect.from()) {
                break;
            }
            texts.push(Turn::Pass.to_string());
            position = position.after_pass();
        }
        position.legal_moves(&mut list);
        let Some(legal) = list.iter().find(|legal| legal.effect == *effect) else { break };
        texts.push(position.move_text(&legal));
        position = position.after(effect);
    }
    texts
}
