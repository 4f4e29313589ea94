//! Search speed and stop latency: `cargo bench -p chivalry-engine`.

#![expect(clippy::print_stderr, reason = "divan reports means, but the stop latency is a maximum")]

use std::cell::Cell;
use std::time::Instant;

use chivalry_engine::analysis::analysis_search;
use chivalry_engine::{Search, SearchLimits};
use chivalry_rules::{Game, Position, Variant};
use divan::Bencher;
use divan::counter::ItemsCount;

/// Nodes per sample.
const NODES: u64 = 50_000;

/// Nodes per move of the game that leads to a middlegame position.
const OPENING_NODES: u64 = 1_000;

/// The number of plies before a middlegame position.
const OPENING_PLIES: u32 = 30;

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    Variant::all().iter().map(Variant::name)
}

fn start(variant: &str) -> Game {
    Game::new(Position::start(Variant::named(variant).expect("a built-in variant")))
}

/// A middlegame position, the same in every run.
fn middlegame(variant: &str) -> Game {
    let mut game = start(variant);
    let mut search = analysis_search(game.position().variant(), OPENING_NODES);
    let limits = SearchLimits { nodes: Some(OPENING_NODES), ..SearchLimits::default() };
    while game.plies() < OPENING_PLIES {
        let mut next = game.clone();
        if next.pass().is_err() {
            let result = search.run(&game, &limits, &mut || false, &mut |_| {});
            let Some(result) = result else { return game };
            next.play(&result.pv[0]);
        }
        if next.ending().is_some() {
            return game;
        }
        game = next;
    }
    game
}

fn search_once(search: &mut Search, game: &Game) -> u64 {
    search.new_game();
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    search.run(game, &limits, &mut || false, &mut |_| {}).map_or(0, |result| result.nodes)
}

/// Measures one search. One item is one node.
fn nodes(bencher: Bencher<'_, '_>, game: &Game) {
    let mut search = analysis_search(game.position().variant(), NODES);
    let visited = search_once(&mut search, game);
    bencher.counter(ItemsCount::new(visited)).bench_local(|| search_once(&mut search, game));
}

#[divan::bench(args = names(), sample_count = 10)]
fn nodes_from_start(bencher: Bencher<'_, '_>, variant: &str) {
    nodes(bencher, &start(variant));
}

#[divan::bench(args = names(), sample_count = 10)]
fn nodes_in_middlegame(bencher: Bencher<'_, '_>, variant: &str) {
    nodes(bencher, &middlegame(variant));
}

/// Reports the longest time between two checks of the stop signal, which
/// bounds the stop latency. The target is below ten milliseconds.
#[divan::bench(args = names(), sample_count = 10)]
fn stop_latency(bencher: Bencher<'_, '_>, variant: &str) {
    let game = middlegame(variant);
    let mut search = analysis_search(game.position().variant(), NODES);
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let longest = Cell::new(0_u128);
    bencher.bench_local(|| {
        search.new_game();
        let mut checked = Instant::now();
        let mut stop = || {
            longest.set(longest.get().max(checked.elapsed().as_micros()));
            checked = Instant::now();
            false
        };
        search.run(&game, &limits, &mut stop, &mut |_| {})
    });
    eprintln!("{variant}: stop signal checked at least every {} µs", longest.get());
}
