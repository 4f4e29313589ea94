//! Games between computer players, with balanced openings.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use skillratings::elo::{EloRating, expected_score};

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Game, LegalMove, MoveList, Outcome, Position, Team, Variant};

use crate::level::Handicap;
use crate::proof::{Proof, prove};
use crate::search::iterative_deepening::Search;
use crate::search::limits::SearchLimits;
use crate::tables::{TableValue, Tables};

/// A computer player in the arena.
pub trait ArenaPlayer {
    /// Returns the move to play in a game that is not over, for a seat that
    /// need not pass. An illegal move or `None` loses the game.
    fn choose_move(&mut self, game: &Game) -> Option<Effect>;

    /// Prepares for a new game.
    fn new_game(&mut self) {}
}

/// A game from the array, with its turns in the notation of records.
#[derive(Clone, Debug)]
pub struct ArenaGame {
    game: Game,
    turns: Vec<String>,
}

impl ArenaGame {
    /// Starts a game from the array.
    #[must_use]
    pub fn new(variant: &'static Variant) -> ArenaGame {
        ArenaGame { game: Game::new(Position::start(variant)), turns: Vec::new() }
    }

    /// The state of the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves and pass-turns.
    #[must_use]
    pub fn turns(&self) -> &[String] {
        &self.turns
    }

    fn play(&mut self, legal: &LegalMove<'_>) {
        self.turns.push(self.game.position().move_text(legal));
        self.game.play(&legal.effect);
    }

    /// Passes the turn if the seat to move must. Returns false otherwise.
    fn pass(&mut self) -> bool {
        let is_passed = self.game.pass().is_ok();
        if is_passed {
            self.turns.push(Turn::Pass.to_string());
        }
        is_passed
    }
}

/// Plays a random legal move.
#[derive(Debug)]
pub struct RandomPlayer(pub StdRng);

/// Plays a random move among those that win at once, else among those that
/// capture the most pieces.
#[derive(Debug)]
pub struct GreedyPlayer(pub StdRng);

/// Plays the best move of a search.
#[derive(Debug)]
pub struct SearchPlayer {
    /// The search.
    pub search: Search,
    /// The limits of each search.
    pub limits: SearchLimits,
}

impl SearchPlayer {
    /// Creates a player with a handicap.
    #[must_use]
    pub fn with_handicap(handicap: Handicap, variant: &'static Variant) -> SearchPlayer {
        SearchPlayer { search: handicap.new_search(variant), limits: handicap.limits() }
    }
}

impl ArenaPlayer for RandomPlayer {
    fn choose_move(&mut self, game: &Game) -> Option<Effect> {
        let mut list = MoveList::new();
        game.position().legal_moves(&mut list);
        let count = list.len();
        (count > 0).then(|| list.get(self.0.random_range(0..count)).map(|legal| legal.effect))?
    }
}

impl ArenaPlayer for GreedyPlayer {
    fn choose_move(&mut self, game: &Game) -> Option<Effect> {
        let mut list = MoveList::new();
        let position = game.position();
        position.legal_moves(&mut list);
        let team = position.variant().team_of(position.turn());
        let gain = |effect: &Effect| {
            let ending = position.after(effect).ending();
            match ending.map(|ending| ending.outcome) {
                Some(Outcome::Win(winner)) if winner == team => usize::MAX,
                _ => effect.captured().len(),
            }
        };
        let most = list.iter().map(|legal| gain(&legal.effect)).max()?;
        let best: Vec<Effect> =
            list.iter().map(|legal| legal.effect).filter(|effect| gain(effect) == most).collect();
        best.get(self.0.random_range(0..best.len())).copied()
    }
}

impl ArenaPlayer for SearchPlayer {
    fn choose_move(&mut self, game: &Game) -> Option<Effect> {
        let result = self.search.run(game, &self.limits, &mut || false, &mut |_| {})?;
        result.pv.first().copied()
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}

/// The number of plies within which neither team may have a forced win after
/// an opening.
const BALANCED_PLIES: usize = 4;

/// The maximum number of nodes of the proof search for a forced win.
const BALANCE_NODES: u64 = 20_000;

/// Returns an opening of a few random legal plies, after which neither team
/// has a forced win of up to 4 plies. Equal seeds give equal openings.
#[must_use]
pub fn random_opening(variant: &'static Variant, seed: u64) -> ArenaGame {
    let mut rng = StdRng::seed_from_u64(seed);
    loop {
        let plies = variant.seat_count() * rng.random_range(1..=3);
        let opening = random_plies(variant, plies, &mut rng);
        if opening.game.ending().is_none() && !is_decided(opening.game.position()) {
            return opening;
        }
    }
}

/// Returns a game after `plies` random legal plies, or fewer if it ends.
pub(crate) fn random_plies(variant: &'static Variant, plies: usize, rng: &mut StdRng) -> ArenaGame {
    let mut list = MoveList::new();
    let mut played = ArenaGame::new(variant);
    while played.game.ending().is_none() && (played.game.plies() as usize) < plies {
        played.game.position().legal_moves(&mut list);
        let chosen = match list.len() {
            0 => None,
            count => list.get(rng.random_range(0..count)),
        };
        match chosen {
            Some(legal) => played.play(&legal),
            None if played.pass() => {}
            None => break,
        }
    }
    played
}

/// True if the team to move has a short forced win, or the other team would
/// have one on its turn.
fn is_decided(position: &Position) -> bool {
    let wins = |position: &Position| {
        matches!(prove(position, BALANCED_PLIES, BALANCE_NODES), Proof::Win { .. })
    };
    wins(position) || wins(&position.after_pass())
}

/// Plays a game to its end. `first` plays for the team that moves first, `second` for all others.
/// With `tables` a game ends at the first position whose result they know. `before_move` receives
/// the game before each move.
pub fn play_game(
    played: &mut ArenaGame,
    first: &mut dyn ArenaPlayer,
    second: &mut dyn ArenaPlayer,
    tables: Option<&Tables>,
    before_move: &mut dyn FnMut(&Game),
) -> Outcome {
    first.new_game();
    second.new_game();
    let mut list = MoveList::new();
    loop {
        if let Some(ending) = played.game.ending() {
            return ending.outcome;
        }
        if played.pass() {
            continue;
        }
        let position = played.game.position();
        let variant = position.variant();
        let team = variant.team_of(position.turn());
        let other = variant.teams().find(|&it| it != team);
        let loss = other.map_or(Outcome::Draw, Outcome::Win);
        if let Some(value) = tables.and_then(|tables| tables.probe_in_game(position).ok()?) {
            return match value {
                TableValue::Win { .. } => Outcome::Win(team),
                TableValue::Loss { .. } => loss,
                TableValue::Draw => Outcome::Draw,
            };
        }
        before_move(&played.game);
        position.legal_moves(&mut list);
        let chosen = match team {
            Team::First => first.choose_move(&played.game),
            _ => second.choose_move(&played.game),
        };
        match chosen.and_then(|effect| list.iter().find(|legal| legal.effect == effect)) {
            Some(legal) => played.play(&legal),
            None => return loss,
        }
    }
}

/// Games won, drawn and lost by the first of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won by the first player.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost by the first player.
    pub lost: u32,
}

impl Tally {
    /// Adds a game in which the first player played for `team`.
    pub fn add(&mut self, outcome: Outcome, team: Team) {
        match outcome {
            Outcome::Draw => self.drawn += 1,
            Outcome::Win(winner) if winner == team => self.won += 1,
            Outcome::Win(_) => self.lost += 1,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, from 0 to 1. A draw counts half.
    #[must_use]
    pub fn points_share(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The Elo difference whose expected score is the share of the points.
    /// `None` if one player scored all points.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        let share = self.points_share();
        if share <= 0.0 || share >= 1.0 {
            return None;
        }
        let expected =
            |elo| expected_score(&EloRating { rating: elo }, &EloRating { rating: 0.0 }).0;
        let (mut low, mut high) = (-4_000.0, 4_000.0);
        for _ in 0..50 {
            let middle = (low + high) / 2.0;
            if expected(middle) < share { low = middle } else { high = middle }
        }
        Some((low + high) / 2.0)
    }

    /// The standard error of the share of the points.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let games = f64::from(self.games().max(1));
        let share = self.points_share();
        let square = |points: f64, count: u32| (points - share).powi(2) * f64::from(count);
        let variance = square(1.0, self.won) + square(0.5, self.drawn) + square(0.0, self.lost);
        (variance / games / games).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn the_search_beats_a_random_player() {
        // A tally has two players.
        for variant in Variant::all().iter().filter(|variant| !variant.is_free_for_all()) {
            let handicap = Level::ALL[4].handicap(variant);
            let mut search = SearchPlayer::with_handicap(handicap, variant);
            let mut random = RandomPlayer(StdRng::seed_from_u64(3));
            let mut tally = Tally::default();
            let start = ArenaGame::new(variant);
            for _ in 0..2 {
                let outcome =
                    play_game(&mut start.clone(), &mut search, &mut random, None, &mut |_| {});
                tally.add(outcome, Team::First);
                let outcome =
                    play_game(&mut start.clone(), &mut random, &mut search, None, &mut |_| {});
                tally.add(outcome, Team::Second);
            }
            // A level does not always make progress within fifty moves in a won game.
            assert!(tally.lost == 0 && tally.won >= 3, "{}: {tally:?}", variant.name());
        }
    }

    #[test]
    fn equal_seeds_give_equal_openings() {
        for variant in Variant::all() {
            let opening = |seed| random_opening(variant, seed).turns().to_owned();
            assert_eq!(opening(5), opening(5));
        }
    }

    #[test]
    fn a_tally_gives_points_elo_and_standard_error() {
        let tally = Tally { won: 150, drawn: 0, lost: 50 };
        assert_eq!((tally.games(), tally.points_share()), (200, 0.75));
        assert!((tally.standard_error() - 0.0306).abs() < 0.0001);
        assert_eq!(tally.elo().map(f64::round), Some(191.0));
        assert_eq!(Tally { won: 3, ..Tally::default() }.elo(), None);
    }
}
