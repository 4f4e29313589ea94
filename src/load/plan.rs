//! What a run is to do.

use std::str::FromStr;
use std::time::Duration;

use chivalry_rules::Variant;

/// How much load, of which kind, for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Matches that are played at once.
    pub matches: usize,
    /// What is played in them.
    pub mix: Mix,
    /// Moves a second in all of them; as fast as they go without.
    pub rate: Option<f64>,
    /// How long the moves are counted.
    pub duration: Duration,
    /// Watchers of each match.
    pub watchers: usize,
    /// Connections that do nothing.
    pub idle: usize,
    /// Further matches under way that nobody is connected to.
    pub parked: usize,
    /// After how many moves of a match one of its players loses the
    /// connection and comes back; never without.
    pub reconnect_every: Option<u64>,
    /// Games of the computer player against itself beside the matches, for
    /// half of the time.
    pub engine_games: u32,
    /// How many times the moves are measured without those, and with them.
    pub pairs: u32,
}

impl Plan {
    /// The parts of the time, and whether engine games are played in each.
    pub(super) fn phases(&self) -> Vec<bool> {
        match self.engine_games {
            0 => vec![false],
            _ => [false, true].repeat(self.pairs as usize),
        }
    }

    /// How long each of them lasts.
    pub(super) fn phase_length(&self) -> Duration {
        self.duration.div_f64(self.phases().len() as f64)
    }
}

/// The variants of the matches, in turn.
#[derive(Clone, Debug)]
pub struct Mix(Vec<&'static Variant>);

impl Mix {
    /// The variants, of which there is at least one.
    #[must_use]
    pub fn variants(&self) -> &[&'static Variant] {
        &self.0
    }
}

/// A part of a mix that is no variant.
#[derive(Debug, thiserror::Error)]
#[error("there is no variant {0:?}")]
pub struct NoSuchVariant(String);

impl FromStr for Mix {
    type Err = NoSuchVariant;

    /// Names with commas between them.
    fn from_str(text: &str) -> Result<Mix, NoSuchVariant> {
        let named = |name: &str| Variant::named(name).ok_or_else(|| NoSuchVariant(name.to_owned()));
        text.split(',').map(named).collect::<Result<_, _>>().map(Mix)
    }
}
