//! Lines by endgame tables, without a search.

use std::num::NonZeroUsize;

use chivalry_rules::{Effect, Game, Outcome};

use super::context::{SearchContext, exact_score};
use super::other_lines::SearchLine;
use crate::score::Score;
use crate::tables::Tables;

/// The best line by the tables and the lines after it, best first. A best line
/// that the history of `game` would draw is left to the search.
pub(super) fn exact_lines(
    context: &SearchContext,
    game: &Game,
    lines: NonZeroUsize,
) -> Option<(SearchLine, Vec<SearchLine>)> {
    let tables = context.tables.as_ref()?;
    let best = exact_line(tables, game, None, context.exact_score(0)?)?;
    let values = if lines.get() > 1 { tables.move_values(game.position()).ok()? } else { None };
    let others = values.iter().flatten().filter(|other| other.effect != best.pv[0]);
    let others = others.filter_map(|other| {
        exact_line(tables, game, Some(other.effect), exact_score(other.value, 0))
    });
    let others = others.take(lines.get() - 1).collect();
    Some((best, others))
}

/// The best line that begins with the move `first`, or with the best move.
/// `None` if the history of `game` gives it another result than `score`.
fn exact_line(
    tables: &Tables,
    game: &Game,
    first: Option<Effect>,
    score: Score,
) -> Option<SearchLine> {
    let position = first.map_or(*game.position(), |effect| game.position().after(&effect));
    let mut after = game.clone();
    let mut pv = Vec::new();
    for effect in first.into_iter().chain(tables.best_line(&position).ok()?) {
        if after.ending().is_some() {
            break;
        }
        after.play(&effect);
        while after.pass().is_ok() {}
        pv.push(effect);
    }
    let is_draw = after.ending().is_none_or(|ending| ending.outcome == Outcome::Draw);
    let is_as_expected = !pv.is_empty() && is_draw == (score == Score::DRAW);
    is_as_expected.then_some(SearchLine { score, pv })
}
