//! Tests of complete searches.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::num::NonZeroUsize;

use chivalry_rules::{Game, MoveList, Position, Team, Variant, read_variant_file};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::iterative_deepening::{Search, SearchResult};
use super::limits::{STOP_CHECK_INTERVAL, SearchLimits};
use super::other_lines::SearchLine;
use super::transposition_table::TranspositionTable;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::weights::Weights;
use crate::proof::{Proof, prove};
use crate::score::{Score, Window};

fn search(variant: &'static Variant) -> Search {
    let evaluator = Evaluator::new(variant, Weights::built_in(variant));
    Search::new(evaluator, TranspositionTable::new(1 << 20))
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), depth: None }
}

fn run(search: &mut Search, game: &Game, limits: SearchLimits) -> Option<SearchResult> {
    search.run(game, &limits, &mut || false, &mut |_| {})
}

/// Calls `visit` for `count` positions of random games.
fn visit_random_games(variant: &'static Variant, count: usize, mut visit: impl FnMut(&Game)) {
    let mut rng = StdRng::seed_from_u64(11);
    let mut list = MoveList::new();
    let mut visited = 0;
    while visited < count {
        let mut game = Game::new(Position::start(variant));
        while game.ending().is_none() && visited < count {
            if game.pass().is_ok() {
                continue;
            }
            visit(&game);
            visited += 1;
            game.position().legal_moves(&mut list);
            let effect = list.get(rng.random_range(0..list.len())).unwrap().effect;
            game.play(&effect);
        }
    }
}

#[test]
fn every_best_move_is_legal() {
    let mut list = MoveList::new();
    for variant in Variant::all() {
        let mut search = search(variant);
        visit_random_games(variant, 11_112, |game| {
            let result = run(&mut search, game, nodes(12)).expect("a move");
            game.position().legal_moves(&mut list);
            let best = result.pv[0];
            assert!(list.iter().any(|legal| legal.effect == best), "{:?}", game.position());
        });
    }
}

#[test]
fn every_principal_variation_is_playable() {
    let mut list = MoveList::new();
    for variant in Variant::all() {
        let mut search = search(variant);
        visit_random_games(variant, 60, |game| {
            let mut game = game.clone();
            for effect in run(&mut search, &game, nodes(2_000)).expect("a move").pv {
                while game.pass().is_ok() {}
                game.position().legal_moves(&mut list);
                assert!(list.iter().any(|legal| legal.effect == effect));
                game.play(&effect);
            }
        });
    }
}

#[test]
fn equal_positions_and_node_limits_give_equal_results() {
    for variant in Variant::all() {
        let (mut one, mut other) = (search(variant), search(variant));
        visit_random_games(variant, 10, |game| {
            one.new_game();
            other.new_game();
            let first = run(&mut one, game, nodes(3_000)).unwrap();
            let second = run(&mut other, game, nodes(3_000)).unwrap();
            assert_eq!((first.pv, first.score), (second.pv, second.score));
        });
    }
}

#[test]
fn a_stopped_search_ends_at_the_next_check() {
    let variant = Variant::named("camelot").unwrap();
    let game = Game::new(Position::start(variant));
    let mut checks = 0;
    let mut stop = || {
        checks += 1;
        checks == 5
    };
    let limits = SearchLimits::default();
    let result = search(variant).run(&game, &limits, &mut stop, &mut |_| {}).unwrap();
    assert!(result.nodes <= 5 * STOP_CHECK_INTERVAL, "{} nodes", result.nodes);
    assert!(!result.pv.is_empty());
}

/// A search with `threads` threads.
fn with_threads(threads: usize, variant: &'static Variant) -> Search {
    let mut search = search(variant);
    search.set_threads(NonZeroUsize::new(threads).unwrap());
    search
}

#[test]
fn several_threads_find_legal_moves_and_short_wins() {
    for variant in Variant::all() {
        let mut search = with_threads(3, variant);
        let mut legal = MoveList::new();
        visit_random_games(variant, 30, |game| {
            let limits = SearchLimits { depth: Some(4), nodes: Some(20_000) };
            let found = run(&mut search, game, limits).unwrap();
            game.position().legal_moves(&mut legal);
            let is_legal = legal.iter().any(|it| it.effect == found.pv[0]);
            assert!(is_legal, "{}", game.position());
            if matches!(prove(game.position(), 1, 1_000), Proof::Win { .. }) && found.depth > 1 {
                assert_eq!(found.score.decided_in(), Some(1), "{}", game.position());
            }
        });
    }
}

#[test]
fn several_threads_keep_the_node_limit_and_the_stop() {
    let variant = Variant::named("camelot").unwrap();
    let game = Game::new(Position::start(variant));
    for threads in 1..=4 {
        let mut search = with_threads(threads, variant);
        let found = run(&mut search, &game, nodes(50_000)).unwrap();
        let most = 50_000 + threads as u64 * STOP_CHECK_INTERVAL;
        assert!((49_000..=most).contains(&found.nodes), "{threads} threads: {}", found.nodes);
        let mut checks = 0;
        let mut stop = || {
            checks += 1;
            checks >= 20
        };
        let limits = SearchLimits::default();
        assert!(search.run(&game, &limits, &mut stop, &mut |_| {}).is_some());
        assert_eq!(checks, 20);
    }
}

fn with_lines(lines: usize, variant: &'static Variant) -> Search {
    let mut search = search(variant);
    search.set_lines(NonZeroUsize::new(lines).unwrap());
    search
}

#[test]
fn the_first_of_several_lines_is_the_line_of_a_search_for_one() {
    for variant in Variant::all() {
        let (mut one, mut three) = (search(variant), with_lines(3, variant));
        visit_random_games(variant, 8, |game| {
            one.new_game();
            three.new_game();
            let mut depths = Vec::new();
            three.run(game, &nodes(6_000), &mut || false, &mut |it| depths.push(it.clone()));
            for several in &depths {
                let limits = SearchLimits { nodes: None, depth: Some(several.depth) };
                one.new_game();
                let single = run(&mut one, game, limits).unwrap();
                // A search for one line ends once its line is proved.
                if single.depth == several.depth {
                    assert_eq!((&single.pv, single.score), (&several.pv, several.score));
                }
                assert!(single.others.is_empty());
            }
        });
    }
}

#[test]
fn several_lines_are_legal_distinct_and_sorted() {
    let mut list = MoveList::new();
    for variant in Variant::all() {
        let mut search = with_lines(5, variant);
        visit_random_games(variant, 16, |game| {
            let result = run(&mut search, game, nodes(20_000)).unwrap();
            game.position().legal_moves(&mut list);
            let mut lines = result.others.clone();
            let (score, pv) = (result.score, result.pv);
            lines.insert(0, SearchLine { score, pv });
            // Only the first depth may be incomplete.
            if result.depth > 1 || result.nodes < 20_000 {
                assert_eq!(lines.len(), list.len().min(5), "{}", game.position());
            }
            assert!(lines.is_sorted_by_key(|line| Reverse(line.score)), "{lines:?}");
            let firsts: HashSet<_> = lines.iter().map(|line| format!("{:?}", line.pv[0])).collect();
            assert_eq!(firsts.len(), lines.len(), "{lines:?}");
            for line in lines {
                let mut game = game.clone();
                for effect in line.pv {
                    while game.pass().is_ok() {}
                    game.position().legal_moves(&mut list);
                    assert!(list.iter().any(|legal| legal.effect == effect));
                    game.play(&effect);
                }
            }
        });
    }
}

#[test]
fn lines_after_the_best_one_are_complete() {
    // With best play, several first moves of camette draw.
    let variant = Variant::named("camette").unwrap();
    let limits = SearchLimits { nodes: None, depth: Some(8) };
    let game = Game::new(Position::start(variant));
    let result = run(&mut with_lines(3, variant), &game, limits).unwrap();
    assert_eq!(result.others.len(), 2);
    for line in &result.others {
        assert!(line.pv.len() > 1, "{result:?}");
    }
}

#[test]
fn several_lines_are_deterministic_and_keep_the_limits() {
    let variant = Variant::named("camelot").unwrap();
    let (mut one, mut other) = (with_lines(4, variant), with_lines(4, variant));
    visit_random_games(variant, 12, |game| {
        one.new_game();
        other.new_game();
        let first = run(&mut one, game, nodes(5_000)).unwrap();
        let second = run(&mut other, game, nodes(5_000)).unwrap();
        assert!(first.nodes <= 5_000 + STOP_CHECK_INTERVAL, "{} nodes", first.nodes);
        assert_eq!(format!("{first:?}"), format!("{second:?}"));
    });
    // A stop takes effect at the next check, in each of the lines.
    let game = Game::new(Position::start(variant));
    for stopped_at in 1..40 {
        let mut checks = 0;
        let mut stop = || {
            checks += 1;
            checks >= stopped_at
        };
        let mut search = with_lines(5, variant);
        let result = search.run(&game, &SearchLimits::default(), &mut stop, &mut |_| {}).unwrap();
        let most = (stopped_at + 1) * STOP_CHECK_INTERVAL;
        assert!(result.nodes <= most, "{} nodes", result.nodes);
    }
}

#[test]
fn a_finished_game_has_no_search_result() {
    let variant = Variant::named("cam").unwrap();
    let over = Position::read("1/3/5/7/7/7/7/7/7/7/5/3/b w 0,0", variant).unwrap();
    assert!(run(&mut search(variant), &Game::new(over), nodes(100)).is_none());
}

#[test]
fn the_search_finds_the_win_that_the_proof_search_finds() {
    let variant = Variant::named("camette").unwrap();
    let position = Position::read("1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0", variant).unwrap();
    let result = run(&mut search(variant), &Game::new(position), nodes(300_000)).unwrap();
    assert_eq!(result.score, Score::win_in(7));
}

/// Games in which each plays for himself (`rules.md 6.5`).
fn free_for_all() -> [&'static Variant; 2] {
    [
        include_str!("../../../chivalry-rules/variants/chivalry-four-singles.variant"),
        include_str!("../../../../examples/variants/cam-for-three.variant"),
    ]
    .map(|text| &*Box::leak(Box::new(read_variant_file(text).unwrap())))
}

#[test]
fn each_for_himself_the_best_move_is_legal_and_the_same_again() {
    let mut list = MoveList::new();
    for variant in free_for_all() {
        let (mut one, mut other) = (search(variant), search(variant));
        visit_random_games(variant, 1_500, |game| {
            let result = run(&mut one, game, nodes(60)).expect("a move");
            game.position().legal_moves(&mut list);
            assert!(list.iter().any(|legal| legal.effect == result.pv[0]), "{}", game.position());
            let again = run(&mut other, game, nodes(60)).unwrap();
            assert_eq!(
                (again.pv, again.score, again.nodes),
                (result.pv, result.score, result.nodes)
            );
        });
    }
}

#[test]
fn the_search_agrees_with_paranoid_minimax() {
    for variant in free_for_all() {
        let evaluator = Evaluator::new(variant, Weights::built_in(variant));
        let mut searched = 0;
        visit_random_games(variant, 2_000, |game| {
            // Quiet positions two plies ahead, in which the search evaluates the same leaves.
            if searched >= 20 || game.plies() % 3 != 0 {
                return;
            }
            let position = *game.position();
            let root = variant.team_of(position.turn());
            let Some(expected) = paranoid(&evaluator, &position, root, 2) else { return };
            let limits = SearchLimits { nodes: None, depth: Some(2) };
            let result = run(&mut search(variant), game, limits).unwrap();
            assert_eq!(result.score, expected, "{position}");
            searched += 1;
        });
        assert_eq!(searched, 20, "{}", variant.name());
    }
}

/// The score of `root` if all others play against it, or `None` if a leaf is not quiet or the
/// game can end.
fn paranoid(evaluator: &Evaluator, position: &Position, root: Team, depth: usize) -> Option<Score> {
    if position.ending().is_some() || position.is_forced() || position.must_pass() {
        return None;
    }
    let variant = position.variant();
    let is_root = variant.team_of(position.turn()) == root;
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let goal = variant.goal(position.turn());
    if list
        .iter()
        .any(|legal| !legal.effect.captured().is_empty() || goal.contains(legal.effect.to()))
    {
        return None;
    }
    if depth == 0 {
        let open = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };
        let score = evaluator.evaluate_lazily(position, root, open);
        return Some(if is_root { score } else { -score });
    }
    let mut best: Option<Score> = None;
    for legal in list.iter() {
        let score = paranoid(evaluator, &position.after(&legal.effect), root, depth - 1)?;
        best = Some(match best {
            None => score,
            Some(best) if is_root => best.max(score),
            Some(best) => best.min(score),
        });
    }
    best
}

#[test]
fn each_for_himself_a_win_is_taken_and_a_loss_is_seen() {
    let [singles, three] = free_for_all();
    // Red captures the last Knights of both others.
    let text = "2/8/10/12/14/14/14/4Y9/14/4B9/4R9/14/12/10/8/2 r 0,0,0,0";
    let won = Game::new(Position::read(text, singles).unwrap());
    let result = run(&mut search(singles), &won, nodes(2_000)).unwrap();
    assert_eq!(result.score, Score::win_in(1));
    // Blue enters its goal next, whatever Red does far away.
    let text = "1/3/7/9/9/11/11b1/11/9/6r2/7/3/1 r 0,0,0 0 1";
    let lost = Game::new(Position::read(text, three).unwrap());
    let result = run(&mut search(three), &lost, nodes(2_000)).unwrap();
    assert_eq!(result.score, Score::loss_in(2));
}
