//! Games chosen before a run, so that choosing them costs no time while moves are measured.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use chivalry_rules::{Game, MoveList, Position, Variant};

/// Games of one variant in a book.
const GAMES_PER_BOOK: u64 = 32;

/// Maximum number of plies of a game. After them a player resigns.
const MAX_PLIES: u32 = 200;

/// Random games of one variant.
pub(super) struct Book {
    pub(super) variant: &'static Variant,
    /// The letters of its seats, in turn order.
    pub(super) seats: Vec<char>,
    games: Vec<BookGame>,
}

pub(super) struct BookGame {
    pub(super) turns: Vec<Turn>,
    /// True if the last turn ends the game by the rules.
    pub(super) is_over: bool,
}

/// A move, with the pass-turns that the server adds to it.
pub(super) struct Turn {
    /// The index of its seat in turn order.
    pub(super) seat: usize,
    pub(super) ply: u32,
    pub(super) text: String,
    pub(super) passes: usize,
}

impl Book {
    /// Generates the games. They are the same for every run.
    pub(super) fn of(variant: &'static Variant) -> Book {
        let letters = variant.seats().map(|seat| variant.seat_name(seat).letter());
        let games = (0..GAMES_PER_BOOK).map(|seed| BookGame::random(variant, seed));
        Book { variant, seats: letters.collect(), games: games.collect() }
    }

    /// Returns a game. Consecutive numbers give different games.
    pub(super) fn game(&self, number: usize) -> &BookGame {
        &self.games[number % self.games.len()]
    }
}

impl BookGame {
    fn random(variant: &'static Variant, seed: u64) -> BookGame {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = Game::new(Position::start(variant));
        let mut list = MoveList::new();
        let mut turns = Vec::new();
        while game.ending().is_none() && game.plies() < MAX_PLIES {
            game.position().legal_moves(&mut list);
            let chosen = list.get(rng.random_range(0..list.len()));
            let legal = chosen.expect("a seat without a move passes");
            let (turn, ply) = (game.position().turn(), game.plies() + 1);
            let seat = variant.seats().position(|seat| seat == turn);
            let seat = seat.expect("whose turn it is has a seat");
            let text = game.position().move_text(&legal).to_string();
            game.play(&legal.effect);
            let mut passes = 0;
            while game.must_pass() {
                game.pass().expect("it is due");
                passes += 1;
            }
            turns.push(Turn { seat, ply, text, passes });
        }
        BookGame { turns, is_over: game.ending().is_some() }
    }
}
