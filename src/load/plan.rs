//! The plan of a load run.

use std::str::FromStr;
use std::time::Duration;

use chivalry_rules::Variant;

/// The amount, kind and duration of the load.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Number of concurrent matches.
    pub matches: usize,
    /// The variants of the matches.
    pub mix: Mix,
    /// Moves per second over all matches. `None` sends them as fast as possible.
    pub rate: Option<f64>,
    /// Duration of play before the measurement. All matches begin in it at once.
    pub warm_up: Duration,
    /// Duration of the measurement.
    pub duration: Duration,
    /// Watchers per match.
    pub watchers: usize,
    /// Number of idle connections.
    pub idle: usize,
    /// Number of parked matches, which have no connected players.
    pub parked: usize,
    /// Number of moves of a match between two reconnections of a player. `None` disables
    /// reconnections.
    pub reconnect_every: Option<u64>,
    /// Concurrent engine games, which are played during half of the measurement.
    pub engine_games: u32,
    /// Number of pairs of phases without and with engine games.
    pub pairs: u32,
    /// Number of equal parts of a measurement without engine games. Each is reported separately.
    pub parts: u32,
}

impl Plan {
    /// Returns the phases. True means that engine games are played.
    pub(super) fn phases(&self) -> Vec<bool> {
        match self.engine_games {
            0 => vec![false; self.parts as usize],
            _ => [false, true].repeat(self.pairs as usize),
        }
    }

    /// Returns the duration of a phase.
    pub(super) fn phase_length(&self) -> Duration {
        self.duration.div_f64(self.phases().len() as f64)
    }
}

/// The variants of the matches, assigned in turn.
#[derive(Clone, Debug)]
pub struct Mix(Vec<&'static Variant>);

impl Mix {
    /// Returns the variants, at least one.
    #[must_use]
    pub fn variants(&self) -> &[&'static Variant] {
        &self.0
    }
}

/// An unknown variant in a mix.
#[derive(Debug, thiserror::Error)]
#[error("there is no variant {0:?}")]
pub struct NoSuchVariant(String);

impl FromStr for Mix {
    type Err = NoSuchVariant;

    /// Parses variant names separated by commas.
    fn from_str(text: &str) -> Result<Mix, NoSuchVariant> {
        let named = |name: &str| Variant::named(name).ok_or_else(|| NoSuchVariant(name.to_owned()));
        text.split(',').map(named).collect::<Result<_, _>>().map(Mix)
    }
}
