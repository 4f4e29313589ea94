//! Perft: counts the tree of distinct results to verify and benchmark move generation.

use super::move_list::{LegalMove, MoveList};
use crate::position::state::Position;

/// The number of leaves of the tree of distinct results at `depth` plies.
///
/// A finished game has no children. A pass-turn is one child.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut lists = vec![MoveList::new(); depth.max(1) as usize];
    count(position, depth, &mut lists)
}

/// The [`perft`] count below each first move, in the order of [`MoveList::iter`].
#[must_use]
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(String, u64)> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let below = depth.saturating_sub(1);
    if list.is_empty() && position.must_pass() {
        return vec![("pass".to_owned(), perft(&position.after_pass(), below))];
    }
    let child = |legal: LegalMove<'_>| {
        (position.move_text(&legal), perft(&position.after(&legal.effect), below))
    };
    list.iter().map(child).collect()
}

fn count(position: &Position, depth: u32, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
    if depth == 1 {
        let count = position.count_legal_moves(list) as u64;
        return if count == 0 { u64::from(position.must_pass()) } else { count };
    }
    position.legal_moves(list);
    if list.is_empty() {
        let must_pass = position.must_pass();
        return if must_pass { count(&position.after_pass(), depth - 1, rest) } else { 0 };
    }
    list.iter().map(|legal| count(&position.after(&legal.effect), depth - 1, rest)).sum()
}
