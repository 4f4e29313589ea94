//! Self-play games from random openings.

use std::ops::Range;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use chivalry_rules::{Effect, Game, Outcome, Position, Team};

use super::samples::Samples;
use crate::arena::random_plies;
use crate::evaluation::evaluator::Evaluator;
use crate::network::inputs::Inputs;
use crate::search::iterative_deepening::Search;
use crate::search::limits::SearchLimits;
use crate::search::transposition_table::TranspositionTable;

/// The numbers of random rounds of an opening.
const OPENING_ROUNDS: Range<usize> = 2..6;

/// The largest absolute score after an opening, in hundredths of a man.
const MAX_OPENING_SCORE: i32 = 300;

/// The nodes of the search that judges an opening.
const OPENING_NODES: u64 = 500;

/// The largest absolute score of a sample, in hundredths of a man.
const MAX_SAMPLE_SCORE: i32 = 1_500;

/// The size of the transposition table.
const TABLE_BYTES: usize = 1 << 20;

/// Plays one game per seed with `nodes` nodes per move and returns the quiet
/// positions. A game ends when the search finds a forced win. Equal arguments
/// give equal samples. A variant that no network fits gives none.
#[must_use]
pub fn self_play(evaluator: &Evaluator, nodes: u64, seeds: Range<u64>) -> Samples {
    let mut samples = Samples::default();
    let Some(inputs) = Inputs::for_variant(evaluator.variant()) else { return samples };
    let mut search = Search::new(evaluator.clone(), TranspositionTable::new(TABLE_BYTES));
    let limits = SearchLimits { nodes: Some(nodes), depth: None };
    for seed in seeds {
        search.new_game();
        let game = opening(&mut search, seed);
        play_and_sample(&mut search, inputs, &limits, game, &mut samples);
    }
    samples
}

/// Returns a game after random plies that is near balance.
fn opening(search: &mut Search, seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let limits = SearchLimits { nodes: Some(OPENING_NODES), depth: None };
    let variant = search.variant();
    let seats = variant.seat_count();
    loop {
        let plies = seats * rng.random_range(OPENING_ROUNDS) + rng.random_range(0..seats);
        let game = random_plies(variant, plies, &mut rng).game().clone();
        let result = search.run(&game, &limits, &mut || false, &mut |_| {});
        if result.is_some_and(|result| result.score.hundredths().abs() <= MAX_OPENING_SCORE) {
            return game;
        }
    }
}

/// Plays a game until it is decided and appends its quiet positions.
fn play_and_sample(
    search: &mut Search,
    inputs: &Inputs,
    limits: &SearchLimits,
    mut game: Game,
    samples: &mut Samples,
) {
    let variant = search.variant();
    let first = samples.len();
    let mut teams = Vec::new();
    let outcome = loop {
        if let Some(ending) = game.ending() {
            break ending.outcome;
        }
        if game.pass().is_ok() {
            continue;
        }
        let position = *game.position();
        let team = variant.team_of(position.turn());
        let Some(result) = search.run(&game, limits, &mut || false, &mut |_| {}) else {
            break Outcome::Draw;
        };
        let Some(best) = result.pv.first() else { break Outcome::Draw };
        if let Some(plies) = result.score.decided_in() {
            let winner = if plies > 0 { Some(team) } else { variant.other_team(team) };
            break winner.map_or(Outcome::Draw, Outcome::Win);
        }
        let score = result.score.hundredths();
        if is_quiet(&position, best) && score.abs() <= MAX_SAMPLE_SCORE {
            samples.push(inputs, &position, score as i16, 1);
            teams.push(team);
        }
        game.play(best);
    };
    let half_points: Vec<u8> = teams.into_iter().map(|team| half_points(outcome, team)).collect();
    samples.set_half_points(first, &half_points);
}

/// True if no capture is compulsory and `best` is neither a capture nor an entry
/// into the goal.
fn is_quiet(position: &Position, best: &Effect) -> bool {
    let goal = position.variant().goal(position.turn());
    !position.is_forced() && best.captured().is_empty() && !goal.contains(best.to())
}

fn half_points(outcome: Outcome, team: Team) -> u8 {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == team => 2,
        Outcome::Win(_) => 0,
    }
}
