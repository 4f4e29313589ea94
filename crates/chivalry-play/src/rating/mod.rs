//! How strong players are: Glicko-2 by a library, in pools of our own.
//!
//! Glicko-2 is Mark Glickman's, "Example of the Glicko-2 system". It rates by
//! periods: here each match is a period of its own, and the time between two
//! matches of a player counts as periods without any, in fractions of a
//! [`RATING_PERIOD`]. What a match does is known from its log, the accounts of its
//! players and what they had before ([`RatedGame`]); nothing here reads a clock.

mod pool;
mod rated_game;

use std::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::clock::Timestamp;

pub use pool::Pool;
pub use rated_game::{RatedAccount, RatedGame, RatingChange, SeatRating};

/// A period without matches. With this length, one who was last certain to a
/// deviation of 60 is at [`PROVISIONAL_ABOVE`] again after a year.
pub const RATING_PERIOD: Duration = Duration::from_secs(112 * 60 * 60);

/// A rating with a greater deviation is provisional.
pub const PROVISIONAL_ABOVE: f64 = 110.0;

/// How long after their last match a player stands on the leaderboard.
pub const ACTIVE_FOR: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The constraint on how fast volatility changes, as in Glickman's example.
const TAU: f64 = 0.5;

/// Where to stop looking for the new volatility, as in Glickman's example.
const TOLERANCE: f64 = 0.000_001;

/// What a point of Glicko-2's own scale is in points of a rating.
const SCALE: f64 = 173.7178;

/// What a player's strength is thought to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength; 1500 for one of whom nothing is known.
    pub value: f64,
    /// How uncertain that is: with 95 %, it is off by less than twice so much.
    pub deviation: f64,
    /// How erratic the player's results are.
    pub volatility: f64,
}

/// What a player got out of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

/// A rating as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicRating {
    /// The rating, in whole points.
    pub rating: u16,
    /// Whether it is still, or again, uncertain.
    pub provisional: bool,
}

/// What is known of a player in one pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingRecord {
    /// The rating after the last match.
    pub rating: Rating,
    /// Matches that were rated.
    pub games: u32,
    /// When the last of them ended.
    pub last_at: Timestamp,
}

impl Rating {
    /// Of a player of whom nothing is known.
    pub const NEW: Rating = Rating { value: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// After a period with these games, each against a player who had that
    /// rating before it.
    #[must_use]
    pub fn after_games(self, games: &[(Rating, Score)]) -> Rating {
        let games: Vec<(Glicko2Rating, Outcomes)> =
            games.iter().map(|(rating, score)| ((*rating).into(), (*score).into())).collect();
        let config = Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE };
        let Glicko2Rating { rating, deviation, volatility } =
            glicko2_rating_period(&self.into(), &games, &config);
        Rating { value: rating, deviation, volatility }
    }

    /// After so long without a match: less certain, but never less than of one
    /// of whom nothing is known.
    #[must_use]
    pub fn after_idle(self, idle: Duration) -> Rating {
        let periods = idle.as_secs_f64() / RATING_PERIOD.as_secs_f64();
        let grown = self.deviation.hypot(self.growth() * periods.sqrt());
        Rating { deviation: grown.min(Rating::NEW.deviation), ..self }
    }

    /// Whether it is uncertain.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    /// For how long it stays certain without a match; `None` when it is not.
    #[must_use]
    pub fn time_to_provisional(self) -> Option<Duration> {
        if self.is_provisional() {
            return None;
        }
        let room = PROVISIONAL_ABOVE.powi(2) - self.deviation.powi(2);
        Duration::try_from_secs_f64(room / self.growth().powi(2) * RATING_PERIOD.as_secs_f64()).ok()
    }

    /// As others see it.
    #[must_use]
    pub fn strength(self) -> PublicRating {
        let rating = self.value.round().clamp(0.0, f64::from(u16::MAX)) as u16;
        PublicRating { rating, provisional: self.is_provisional() }
    }

    /// By what the deviation grows in a period, were there none before.
    fn growth(self) -> f64 {
        SCALE * self.volatility
    }
}

impl PublicRating {
    /// Of a player of whom nothing is known.
    pub const UNKNOWN: PublicRating = PublicRating { rating: 1500, provisional: true };
}

impl RatingRecord {
    /// The rating by `now`.
    #[must_use]
    pub fn rating_at(self, now: Timestamp) -> Rating {
        self.rating.after_idle(now.since(self.last_at))
    }

    /// Until when the player stands on the leaderboard without another match;
    /// `None` while the rating is provisional.
    #[must_use]
    pub fn listed_until(self) -> Option<Timestamp> {
        Some(self.last_at + self.rating.time_to_provisional()?.min(ACTIVE_FOR))
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { value, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating: value, deviation, volatility }
    }
}

impl From<Score> for Outcomes {
    fn from(score: Score) -> Outcomes {
        match score {
            Score::Win => Outcomes::WIN,
            Score::Draw => Outcomes::DRAW,
            Score::Loss => Outcomes::LOSS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

    fn rated(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, ..Rating::NEW }
    }

    /// The paper rounds on the way: its 1464.06 is what its own -0.2069 comes
    /// to, where without rounding it is 1464.0507.
    #[test]
    fn the_example_of_glickmans_paper_comes_out_to_its_last_digit() {
        let games = [
            (rated(1400.0, 30.0), Score::Win),
            (rated(1550.0, 100.0), Score::Loss),
            (rated(1700.0, 300.0), Score::Loss),
        ];
        let after = rated(1500.0, 200.0).after_games(&games);
        let round = |value: f64, digits: i32| (value * 10f64.powi(digits)).round();
        let (value, deviation) = ((after.value - 1500.0) / SCALE, after.deviation / SCALE);
        assert_eq!((round(value, 4), round(deviation, 4)), (-2069.0, 8722.0));
        let printed = [1500.0 + SCALE * round(value, 4) / 1e4, after.deviation];
        assert_eq!(printed.map(|number| format!("{number:.2}")), ["1464.06", "151.52"]);
        assert_eq!((after.volatility * 1e5).floor(), 5_999.0, "0.05999, and cut");
        assert!((after.value - 1464.0507).abs() < 1e-4, "{after:?}");
    }

    #[test]
    fn a_rating_grows_uncertain_with_time_and_no_more_than_to_the_beginning() {
        let settled = rated(1700.0, 60.0);
        assert_eq!(settled.after_idle(Duration::ZERO), settled);
        let year = settled.after_idle(365 * DAY);
        assert!((year.deviation - PROVISIONAL_ABOVE).abs() < 0.1, "{year:?}");
        assert_eq!((year.value, year.volatility), (settled.value, settled.volatility));
        let halves = settled.after_idle(100 * DAY).after_idle(265 * DAY);
        assert!((halves.deviation - year.deviation).abs() < 1e-9, "fractions add up");
        assert_eq!(settled.after_idle(36_500 * DAY).deviation, Rating::NEW.deviation);
    }

    #[test]
    fn a_rating_is_certain_for_as_long_as_it_is_said() {
        let settled = rated(1700.0, 60.0);
        let time_to_provisional = settled.time_to_provisional().unwrap();
        assert!(!settled.after_idle(time_to_provisional - DAY / 24).is_provisional());
        assert!(settled.after_idle(time_to_provisional + DAY / 24).is_provisional());
        assert_eq!(Rating::NEW.time_to_provisional(), None);
        let entry = RatingRecord { rating: settled, games: 30, last_at: Timestamp(0) };
        assert_eq!(entry.listed_until(), Some(Timestamp(0) + ACTIVE_FOR));
        let nearly = RatingRecord { rating: rated(1700.0, 109.9), ..entry };
        assert!(nearly.listed_until().unwrap() < Timestamp(0) + 3 * DAY);
        assert_eq!(RatingRecord { rating: Rating::NEW, ..entry }.listed_until(), None);
    }
}
