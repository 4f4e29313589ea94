//! Players against each other: the same openings with both colours.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use skillratings::elo::{EloRating, expected_score};

use super::proof::{Proof, prove};
use super::search::{Limits, Search};
use chivalry_rules::{Effect, Game, MoveList, Outcome, Position, Team, Variant};

/// Somebody who can play: a search, or a yardstick for one.
pub trait Contender {
    /// What it plays in a game that is not over, with a seat that need not
    /// pass. A move that is not legal, or none, loses the game.
    fn choose(&mut self, game: &Game) -> Option<Effect>;

    /// A new game begins.
    fn begin_game(&mut self) {}
}

/// Plays any legal move.
#[derive(Debug)]
pub struct Random(pub StdRng);

/// Looks one ply ahead: it wins if it can, takes as many pieces as it can, and
/// else plays any legal move.
#[derive(Debug)]
pub struct Greedy(pub StdRng);

/// A search with its limits.
#[derive(Debug)]
pub struct Thinker {
    /// The search.
    pub search: Search,
    /// When it has to play.
    pub limits: Limits,
}

impl Contender for Random {
    fn choose(&mut self, game: &Game) -> Option<Effect> {
        let mut list = MoveList::new();
        game.position().legal_moves(&mut list);
        let count = list.len();
        (count > 0).then(|| list.get(self.0.random_range(0..count)).map(|legal| legal.effect))?
    }
}

impl Contender for Greedy {
    fn choose(&mut self, game: &Game) -> Option<Effect> {
        let mut list = MoveList::new();
        let position = game.position();
        position.legal_moves(&mut list);
        let team = Team::of(position.turn());
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

impl Contender for Thinker {
    fn choose(&mut self, game: &Game) -> Option<Effect> {
        let found = self.search.run(game, &self.limits, &mut || false, &mut |_| {})?;
        found.line.first().copied()
    }

    fn begin_game(&mut self) {
        self.search.forget();
    }
}

/// Openings are not decided within so many plies.
const OPEN_FOR: usize = 4;

/// The opening of that number: a few random legal plies, the same for the
/// same seed, after which neither side wins by force at once.
#[must_use]
pub fn opening(variant: &'static Variant, seed: u64) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut list = MoveList::new();
    loop {
        let mut game = Game::new(Position::start(variant));
        let plies = variant.seat_count() * rng.random_range(1..=3);
        while game.ending().is_none() && (game.plies() as usize) < plies {
            game.position().legal_moves(&mut list);
            let chosen = match list.len() {
                0 => None,
                count => list.get(rng.random_range(0..count)),
            };
            match chosen {
                Some(legal) => game.play(&legal.effect),
                None if game.pass().is_ok() => {}
                None => break,
            }
        }
        if game.ending().is_none() && !is_decided(game.position()) {
            return game;
        }
    }
}

/// Whether either team wins soon, the one to move by force, the other if the
/// turn were its own.
fn is_decided(position: &Position) -> bool {
    let wins = |position: &Position| matches!(prove(position, OPEN_FOR, 20_000), Proof::Win { .. });
    wins(position) || wins(&position.after_pass())
}

/// Plays a game to its end; `first` plays for the team that moves first. `turn`
/// hears of each position before it is played from.
pub fn play(
    mut game: Game,
    first: &mut dyn Contender,
    second: &mut dyn Contender,
    turn: &mut dyn FnMut(&Game),
) -> Outcome {
    first.begin_game();
    second.begin_game();
    loop {
        if let Some(ending) = game.ending() {
            return ending.outcome;
        }
        if game.pass().is_ok() {
            continue;
        }
        turn(&game);
        let team = Team::of(game.position().turn());
        let chosen = match team {
            Team::First => first.choose(&game),
            Team::Second => second.choose(&game),
        };
        match chosen.filter(|effect| is_legal(game.position(), effect)) {
            Some(effect) => game.play(&effect),
            None => return Outcome::Win(team.enemy()),
        }
    }
}

fn is_legal(position: &Position, effect: &Effect) -> bool {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.iter().any(|legal| legal.effect == *effect)
}

/// Games won, drawn and lost by the first of two contenders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by the first.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost by the first.
    pub lost: u32,
}

impl Tally {
    /// Counts a game in which the first contender played for `team`.
    pub fn count(&mut self, outcome: Outcome, team: Team) {
        match outcome {
            Outcome::Draw => self.drawn += 1,
            Outcome::Win(winner) if winner == team => self.won += 1,
            Outcome::Win(_) => self.lost += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The difference in Elo points that foretells the share; `None` when one
    /// won everything.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        let share = self.share();
        if share <= 0.0 || share >= 1.0 {
            return None;
        }
        let foretold =
            |elo| expected_score(&EloRating { rating: elo }, &EloRating { rating: 0.0 }).0;
        let (mut low, mut high) = (-4_000.0, 4_000.0);
        for _ in 0..50 {
            let middle = (low + high) / 2.0;
            if foretold(middle) < share { low = middle } else { high = middle }
        }
        Some((low + high) / 2.0)
    }

    /// The standard error of the share.
    #[must_use]
    pub fn error(&self) -> f64 {
        let games = f64::from(self.games().max(1));
        let share = self.share();
        let square = |points: f64, count: u32| (points - share).powi(2) * f64::from(count);
        let variance = square(1.0, self.won) + square(0.5, self.drawn) + square(0.0, self.lost);
        (variance / games / games).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::super::level::Level;
    use super::*;

    #[test]
    fn the_search_beats_who_plays_anything() {
        for variant in Variant::all() {
            let level = Level::ALL[4];
            let mut thinker = Thinker { search: level.search(variant), limits: level.limits() };
            let mut random = Random(StdRng::seed_from_u64(3));
            let mut tally = Tally::default();
            let start = Game::new(Position::start(variant));
            for _ in 0..2 {
                let outcome = play(start.clone(), &mut thinker, &mut random, &mut |_| {});
                tally.count(outcome, Team::First);
                let outcome = play(start.clone(), &mut random, &mut thinker, &mut |_| {});
                tally.count(outcome, Team::Second);
            }
            assert_eq!((tally.won, tally.games()), (4, 4), "{}", variant.name());
        }
    }

    #[test]
    fn openings_are_the_same_for_the_same_seed_and_undecided() {
        for variant in Variant::all() {
            let opening = |seed| opening(variant, seed).position().to_string();
            assert_eq!(opening(5), opening(5));
        }
    }

    #[test]
    fn a_tally_counts_points_and_how_sure_they_are() {
        let tally = Tally { won: 150, drawn: 0, lost: 50 };
        assert_eq!((tally.games(), tally.share()), (200, 0.75));
        assert!((tally.error() - 0.0306).abs() < 0.0001);
        assert_eq!(tally.elo().map(f64::round), Some(191.0));
        assert_eq!(Tally { won: 3, ..Tally::default() }.elo(), None);
    }
}
