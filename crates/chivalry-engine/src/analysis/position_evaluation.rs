//! Evaluation of single positions, under a key that suits a cache.

use std::fmt;

use chivalry_rules::{Game, Position, Team, Variant};

use crate::evaluation::evaluator::Evaluator;
use crate::score::Score;
use crate::search::game_history::no_progress_limit;
use crate::search::iterative_deepening::{Search, SearchResult};
use crate::search::limits::{SearchLimits, StopSignal};
use crate::search::other_lines::SearchLine;
use crate::search::principal_variation::line_text;
use crate::search::transposition_table::TranspositionTable;

/// A key contains the count of plies without progress if the draw is less
/// than this number of plies away.
const DRAW_HORIZON: u32 = 40;

/// The size of the transposition table per node of the search, in bytes.
const TABLE_BYTES_PER_NODE: u64 = 32;

/// The minimum and maximum size of the transposition table, in bytes.
const TABLE_BYTES: (u64, u64) = (1 << 20, 64 << 20);

/// The engine's evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The score for the team to move.
    pub score: Score,
    /// The completed depth, in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// True if more nodes cannot change the evaluation: the game is decided,
    /// or only one move is legal.
    pub is_final: bool,
    /// The principal variation in notation, pass-turns included.
    pub pv: Vec<String>,
    /// The lines after the best one, best first, if the search has several
    /// ([`Search::set_lines`]).
    pub others: Vec<EvaluatedLine>,
}

/// A line from an evaluated position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatedLine {
    /// The score for the team to move.
    pub score: Score,
    /// The line in notation, pass-turns included.
    pub pv: Vec<String>,
}

/// A position without its game, as the key of a cached evaluation.
///
/// The key omits the earlier positions of the game, and the count of plies
/// without progress while a draw is far away. Equal positions of different
/// games therefore share a key. [`fmt::Display`] writes it as text that is
/// unique within the variant.
#[derive(Clone, Debug)]
pub struct AnalysisKey {
    game: Game,
}

/// Creates a search for analysis, with a transposition table that fits a
/// search of `nodes` nodes.
#[must_use]
pub fn analysis_search(variant: &'static Variant, nodes: u64) -> Search {
    search_with(Evaluator::built_in(variant), nodes)
}

/// Creates a search like [`analysis_search`] with another evaluator.
pub(crate) fn search_with(evaluator: Evaluator, nodes: u64) -> Search {
    let bytes = nodes.saturating_mul(TABLE_BYTES_PER_NODE).clamp(TABLE_BYTES.0, TABLE_BYTES.1);
    Search::new(evaluator, TranspositionTable::new(bytes as usize))
}

impl Evaluation {
    /// True if a search of `nodes` nodes would not improve the evaluation.
    #[must_use]
    pub fn covers(&self, nodes: u64) -> bool {
        self.is_final || self.nodes >= nodes
    }

    /// The score for `team` in a position where `mover` is to move.
    pub(super) fn score_for(&self, team: Team, mover: Team) -> Score {
        if mover == team { self.score } else { -self.score }
    }
}

impl AnalysisKey {
    /// Returns the key of the position of `game`, or `None` if the game is
    /// over or ends by pass-turns alone.
    #[must_use]
    pub fn of(game: &Game) -> Option<AnalysisKey> {
        let position = game.position();
        let draw_is_near = position.quiet() + DRAW_HORIZON > no_progress_limit(position.variant());
        let quiet = if draw_is_near { position.quiet() } else { 0 };
        let mut alone = Game::new(position.with_reset_counts(quiet));
        for (seat, is_withdrawn) in game.withdrawn().iter() {
            if *is_withdrawn {
                alone.withdraw(seat);
            }
        }
        after_passes(&alone).ending().is_none().then_some(AnalysisKey { game: alone })
    }

    /// The variant of the position.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.position().variant()
    }

    /// Evaluates the position with a search of at most `nodes` nodes. Calls
    /// `on_depth` after each completed depth but the last. Returns `None` if
    /// `stop` ended the search before the first depth was complete.
    pub fn evaluate(
        &self,
        search: &mut Search,
        nodes: u64,
        stop: &mut dyn StopSignal,
        on_depth: &mut dyn FnMut(Evaluation),
    ) -> Option<Evaluation> {
        let game = after_passes(&self.game);
        let limits = SearchLimits { nodes: Some(nodes), depth: None };
        let mut is_stopped = false;
        let mut stop = || {
            is_stopped |= stop.should_stop();
            is_stopped
        };
        let mut previous: Option<Evaluation> = None;
        let result = search.run(&game, &limits, &mut stop, &mut |result| {
            if let Some(previous) = previous.replace(self.evaluation(&game, result)) {
                on_depth(previous);
            }
        })?;
        let is_final = !is_stopped && result.nodes < nodes;
        let nodes = if is_stopped { result.nodes } else { result.nodes.max(1) };
        (result.depth > 0).then(|| Evaluation {
            is_final,
            nodes,
            ..self.evaluation(&game, &result)
        })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Converts the result of a search of `game`, which is the position after
    /// pass-turns, to an evaluation of the position before them.
    fn evaluation(&self, game: &Game, result: &SearchResult) -> Evaluation {
        let (seat, mover) = (self.position().turn(), game.position().turn());
        let variant = game.position().variant();
        let is_same_team = variant.team_of(seat) == variant.team_of(mover);
        let for_seat = |score: Score| if is_same_team { score } else { -score };
        let line = |line: &SearchLine| EvaluatedLine {
            score: for_seat(line.score),
            pv: line_text(self.position(), &line.pv),
        };
        Evaluation {
            score: for_seat(result.score),
            depth: result.depth as u32,
            nodes: result.nodes,
            is_final: false,
            pv: line_text(self.position(), &result.pv),
            others: result.others.iter().map(line).collect(),
        }
    }
}

impl fmt::Display for AnalysisKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position();
        write!(f, "{position}")?;
        for (seat, _) in self.game.withdrawn().iter().filter(|(_, is_withdrawn)| **is_withdrawn) {
            write!(f, " {}", position.variant().seat_name(seat).letter())?;
        }
        Ok(())
    }
}

/// The game after all compulsory pass-turns.
pub(crate) fn after_passes(game: &Game) -> Game {
    let mut game = game.clone();
    while game.pass().is_ok() {}
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camette(text: &str) -> Game {
        Game::new(Position::read(text, Variant::named("camette").unwrap()).unwrap())
    }

    fn never() -> impl StopSignal {
        || false
    }

    #[test]
    fn equal_positions_of_different_games_share_a_key() {
        let key = |text| AnalysisKey::of(&camette(text)).unwrap().to_string();
        let plain = key("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0");
        assert_eq!(plain, key("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0 60 31"));
        assert_ne!(plain, key("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0 61 31"), "a draw is near");
        assert_ne!(plain, key("1/1B1/1b1b1/5/1w1w1/1W1/1 b 0,0"));
        assert!(AnalysisKey::of(&camette("1/3/5/5/5/bB1/1 b 0,0")).is_none(), "it is over");
    }

    #[test]
    fn a_withdrawn_seat_changes_the_key() {
        let mut game = Game::new(Position::start(Variant::named("grand-cam").unwrap()));
        let all = AnalysisKey::of(&game).unwrap();
        let first = game.position().turn();
        game.withdraw(first);
        let without = AnalysisKey::of(&game).unwrap();
        assert_ne!(all.to_string(), without.to_string());
        let mut search = analysis_search(all.variant(), 2_000);
        let evaluate = |key: &AnalysisKey, search: &mut Search| {
            key.evaluate(search, 2_000, &mut never(), &mut |_| {}).unwrap()
        };
        assert_ne!(evaluate(&all, &mut search).pv[0], "pass");
        let evaluation = evaluate(&without, &mut search);
        assert_eq!(evaluation.pv[0], "pass");
        assert_ne!(evaluation.pv[1], "pass");
    }

    #[test]
    fn a_decided_position_needs_no_deeper_search() {
        let won = AnalysisKey::of(&camette("1/3/2w2/4b/5/3/1 w 0,0")).unwrap();
        let mut search = analysis_search(won.variant(), 100_000);
        let evaluation = won.evaluate(&mut search, 100_000, &mut never(), &mut |_| {}).unwrap();
        assert!(evaluation.is_final && evaluation.covers(u64::MAX), "{evaluation:?}");
        let open = AnalysisKey::of(&camette("1/1B1/1b1b1/5/1w1w1/1W1/1 w 0,0")).unwrap();
        let mut depths = Vec::new();
        let evaluation = open
            .evaluate(&mut search, 3_000, &mut never(), &mut |it| depths.push(it.depth))
            .unwrap();
        assert!(evaluation.covers(3_000) && !evaluation.covers(3_001), "{evaluation:?}");
        assert!(
            depths.iter().copied().eq(1..evaluation.depth),
            "{depths:?} and {}",
            evaluation.depth
        );
    }

    #[test]
    fn a_stopped_search_visits_at_most_512_more_nodes() {
        for variant in Variant::all() {
            let mut search = analysis_search(variant, 1_000_000);
            let game = Game::new(Position::start(variant));
            let nodes_at_stop = std::cell::Cell::new(None);
            let mut stop = || nodes_at_stop.get().is_some();
            let mut on_depth = |result: &SearchResult| {
                if result.nodes > 2_000 && nodes_at_stop.get().is_none() {
                    nodes_at_stop.set(Some(result.nodes));
                }
            };
            let limits = SearchLimits::default();
            let result = search.run(&game, &limits, &mut stop, &mut on_depth).unwrap();
            let more = result.nodes - nodes_at_stop.get().unwrap();
            assert!(more <= 512, "{}: {more} more", variant.name());
        }
    }
}
