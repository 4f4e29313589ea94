//! Speeds of time controls, for start timers, ratings and lists.

use std::time::Duration;

use super::control::TimeControl;

/// The speed of a time control, by a seat's time for forty moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Speed {
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// At least 25 minutes, in one session.
    Classical,
    /// Days, for each move or for forty moves.
    Correspondence,
    /// No clock.
    Unlimited,
}

/// The number of moves for which the time is estimated.
const MOVES: u64 = 40;

impl Speed {
    /// Every speed, fastest first.
    pub const ALL: [Speed; 6] = [
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
        Speed::Unlimited,
    ];

    /// The speed's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
            Speed::Unlimited => "unlimited",
        }
    }

    /// Returns the time for a seat's first move, after which the match is aborted. `None` if
    /// players need not be present.
    #[must_use]
    pub const fn start_timer(self) -> Option<Duration> {
        match self {
            Speed::Bullet => Some(Duration::from_secs(15)),
            Speed::Blitz => Some(Duration::from_secs(20)),
            Speed::Rapid => Some(Duration::from_secs(30)),
            Speed::Classical => Some(Duration::from_secs(45)),
            Speed::Correspondence | Speed::Unlimited => None,
        }
    }
}

impl Speed {
    /// Returns the time a player may be absent before the other side can claim the match. `None`
    /// if players need not be present.
    #[must_use]
    pub const fn grace(self) -> Option<Duration> {
        match self {
            Speed::Bullet => Some(Duration::from_secs(15)),
            Speed::Blitz => Some(Duration::from_secs(30)),
            Speed::Rapid => Some(Duration::from_secs(60)),
            Speed::Classical | Speed::Unlimited => Some(Duration::from_secs(120)),
            Speed::Correspondence => None,
        }
    }
}

impl TimeControl {
    /// Returns the speed of the time control.
    #[must_use]
    pub fn speed(&self) -> Speed {
        let (budget, each_move) = match *self {
            TimeControl::Unlimited {} => return Speed::Unlimited,
            TimeControl::Correspondence { .. } => return Speed::Correspondence,
            TimeControl::Fischer { initial_ms, increment_ms } => (initial_ms, increment_ms),
            TimeControl::Delay { initial_ms, delay_ms, .. } => (initial_ms, delay_ms),
            TimeControl::Byoyomi { initial_ms, period_ms, .. } => (initial_ms, period_ms),
            TimeControl::Stages { stages } => (stages[0].ms, stages[0].increment_ms),
        };
        match budget.saturating_add(each_move.saturating_mul(MOVES)) {
            ..180_000 => Speed::Bullet,
            180_000..480_000 => Speed::Blitz,
            480_000..1_500_000 => Speed::Rapid,
            1_500_000..86_400_000 => Speed::Classical,
            86_400_000.. => Speed::Correspondence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{DelayStyle, Stage, Stages};

    #[test]
    fn a_speed_follows_from_forty_moves() {
        let fischer = |initial_ms, increment_ms| TimeControl::Fischer { initial_ms, increment_ms };
        assert_eq!(fischer(179_999, 0).speed(), Speed::Bullet);
        assert_eq!(fischer(60_000, 3_000).speed(), Speed::Blitz);
        assert_eq!(fischer(300_000, 5_000).speed(), Speed::Rapid);
        assert_eq!(fischer(0, 37_500).speed(), Speed::Classical);
        assert_eq!(fischer(86_400_000, 0).speed(), Speed::Correspondence);
        let delay = TimeControl::Delay {
            initial_ms: 300_000,
            delay_ms: 5_000,
            style: DelayStyle::Bronstein,
        };
        assert_eq!(delay.speed(), Speed::Rapid);
        let byoyomi = TimeControl::Byoyomi { initial_ms: 0, period_ms: 10_000, periods: 3 };
        assert_eq!(byoyomi.speed(), Speed::Blitz);
        let stage = Stage { moves: Some(40), ms: 9_000_000, increment_ms: 0 };
        let stages = Stages::new(&[stage, Stage { moves: None, ..stage }]).unwrap();
        assert_eq!(TimeControl::Stages { stages }.speed(), Speed::Classical);
        assert_eq!(TimeControl::days(1).speed(), Speed::Correspondence);
        assert_eq!(TimeControl::Unlimited {}.speed(), Speed::Unlimited);
    }
}
