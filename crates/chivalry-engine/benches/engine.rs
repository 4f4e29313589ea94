//! How fast the engine is, and how soon it stops: `cargo bench --bench engine`.

#![expect(clippy::print_stderr, reason = "a longest time is no mean, which is all that is shown")]

use std::cell::Cell;
use std::time::Instant;

use chivalry_engine::analysis::analyst;
use chivalry_engine::{Limits, Search};
use chivalry_rules::{Game, Position, Variant};
use divan::Bencher;
use divan::counter::ItemsCount;

/// Positions that one sample looks at.
const NODES: u64 = 50_000;

/// Plies played before a game counts as one in its middle.
const INTO_THE_GAME: u32 = 30;

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    Variant::all().iter().map(Variant::name)
}

fn array(variant: &str) -> Game {
    Game::new(Position::start(Variant::named(variant).expect("a built-in variant")))
}

/// A game after some plies, each the best of a short look: the same at every
/// run.
fn middle(variant: &str) -> Game {
    let mut game = array(variant);
    let mut search = analyst(game.position().variant(), 1_000);
    while game.plies() < INTO_THE_GAME {
        let mut next = game.clone();
        if next.pass().is_err() {
            let limits = Limits { nodes: Some(1_000), ..Limits::default() };
            let found = search.run(&game, &limits, &mut || false, &mut |_| {});
            let Some(found) = found else { return game };
            next.play(&found.line[0]);
        }
        if next.ending().is_some() {
            return game;
        }
        game = next;
    }
    game
}

fn look(search: &mut Search, game: &Game) -> u64 {
    search.forget();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    search.run(game, &limits, &mut || false, &mut |_| {}).map_or(0, |found| found.nodes)
}

/// One item is one position looked at.
fn nodes(bencher: Bencher<'_, '_>, game: &Game) {
    let mut search = analyst(game.position().variant(), NODES);
    let looked_at = look(&mut search, game);
    bencher.counter(ItemsCount::new(looked_at)).bench_local(|| look(&mut search, game));
}

#[divan::bench(args = names(), sample_count = 10)]
fn nodes_from_the_array(bencher: Bencher<'_, '_>, variant: &str) {
    nodes(bencher, &array(variant));
}

#[divan::bench(args = names(), sample_count = 10)]
fn nodes_in_the_middle(bencher: Bencher<'_, '_>, variant: &str) {
    nodes(bencher, &middle(variant));
}

/// The longest time between two questions whether to stop, which is how late a
/// search can be that is told to. It is to be below ten milliseconds.
#[divan::bench(args = names(), sample_count = 10)]
fn longest_until_it_stops(bencher: Bencher<'_, '_>, variant: &str) {
    let game = middle(variant);
    let mut search = analyst(game.position().variant(), NODES);
    let longest = Cell::new(0_u128);
    bencher.bench_local(|| {
        search.forget();
        let mut asked = Instant::now();
        let mut halt = || {
            longest.set(longest.get().max(asked.elapsed().as_micros()));
            asked = Instant::now();
            false
        };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        search.run(&game, &limits, &mut halt, &mut |_| {})
    });
    eprintln!("{variant}: asked at least every {} µs", longest.get());
}
