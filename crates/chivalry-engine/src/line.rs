//! Lines of moves, written out.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, MoveList, Position};

/// The texts of the moves of `line`, played from `position`, with the
/// pass-turns between them (`rules.md 6.2`, `6.4`).
#[must_use]
pub fn line_text(position: &Position, line: &[Effect]) -> Vec<String> {
    let mut position = *position;
    let mut list = MoveList::new();
    let mut texts = Vec::new();
    for effect in line {
        // Whoever moves next was preceded by seats that had to pass.
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
