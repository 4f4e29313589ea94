//! Glicko-2 ratings.

use std::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::clock::Timestamp;

/// The length of a period without matches. A deviation of 60 grows to [`PROVISIONAL_ABOVE`] in a
/// year.
pub const RATING_PERIOD: Duration = Duration::from_secs(112 * 60 * 60);

/// A rating with a greater deviation is provisional.
pub const PROVISIONAL_ABOVE: f64 = 110.0;

/// The time for which a player stays on the leaderboard after the last match.
pub const ACTIVE_FOR: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// The constraint on the change of volatility, as in Glickman's example.
const TAU: f64 = 0.5;

/// The convergence tolerance of the volatility, as in Glickman's example.
const TOLERANCE: f64 = 0.000_001;

/// The number of rating points per unit of the Glicko-2 scale.
const SCALE: f64 = 173.7178;

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in points; 1500 for a new player.
    pub value: f64,
    /// The standard deviation in points. The true strength is within two deviations with a
    /// probability of 95 %.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

/// A player's score in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

/// A rating as shown to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicRating {
    /// The rating in whole points.
    pub rating: u16,
    /// True if the rating is uncertain.
    pub provisional: bool,
}

/// A player's rating in one pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingRecord {
    /// The rating after the last match.
    pub rating: Rating,
    /// The number of rated matches.
    pub games: u32,
    /// The end of the last rated match.
    pub last_at: Timestamp,
}

impl Rating {
    /// The rating of a new player.
    pub const NEW: Rating = Rating { value: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// Returns the rating after a period with these games, each against an opponent with that
    /// rating before the period.
    #[must_use]
    pub fn after_games(self, games: &[(Rating, Score)]) -> Rating {
        let games: Vec<(Glicko2Rating, Outcomes)> =
            games.iter().map(|(rating, score)| ((*rating).into(), (*score).into())).collect();
        let config = Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE };
        let Glicko2Rating { rating, deviation, volatility } =
            glicko2_rating_period(&self.into(), &games, &config);
        Rating { value: rating, deviation, volatility }
    }

    /// Returns the rating after a time without matches. Its deviation grows up to that of a new
    /// player.
    #[must_use]
    pub fn after_idle(self, idle: Duration) -> Rating {
        let periods = idle.as_secs_f64() / RATING_PERIOD.as_secs_f64();
        let grown = self.deviation.hypot(self.growth() * periods.sqrt());
        Rating { deviation: grown.min(Rating::NEW.deviation), ..self }
    }

    /// True if the rating is uncertain.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    /// Returns the time without matches after which the rating becomes provisional. `None` if it
    /// is provisional.
    #[must_use]
    pub fn time_to_provisional(self) -> Option<Duration> {
        if self.is_provisional() {
            return None;
        }
        let room = PROVISIONAL_ABOVE.powi(2) - self.deviation.powi(2);
        Duration::try_from_secs_f64(room / self.growth().powi(2) * RATING_PERIOD.as_secs_f64()).ok()
    }

    /// Returns the rating as shown to others.
    #[must_use]
    pub fn strength(self) -> PublicRating {
        let rating = self.value.round().clamp(0.0, f64::from(u16::MAX)) as u16;
        PublicRating { rating, provisional: self.is_provisional() }
    }

    /// Returns the growth of the deviation per period, from zero.
    fn growth(self) -> f64 {
        SCALE * self.volatility
    }
}

impl PublicRating {
    /// The rating of a new player.
    pub const UNKNOWN: PublicRating = PublicRating { rating: 1500, provisional: true };
}

impl RatingRecord {
    /// Returns the rating at `now`.
    #[must_use]
    pub fn rating_at(self, now: Timestamp) -> Rating {
        self.rating.after_idle(now.since(self.last_at))
    }

    /// Returns the time until which the player stays on the leaderboard without another match.
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

    /// The paper rounds intermediate results: its 1464.06 follows from -0.2069. Without rounding
    /// the value is 1464.0507.
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
    fn a_rating_becomes_provisional_at_the_predicted_time() {
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
