//! `chivalry calibrate`: measures the handicaps of the levels.

use std::io::{self, Write as _};
use std::num::NonZeroU32;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY};
use chivalry_engine::{Calibration, calibrate};

/// The options of `calibrate`.
#[derive(Debug, clap::Args)]
pub struct Calibrate {
    /// The variant's name
    variant: String,
    /// Number of games of a measurement
    #[arg(long, default_value_t = NonZeroU32::new(200).expect("a number above zero"))]
    games: NonZeroU32,
    /// Share of the points that a level scores against the one below
    #[arg(long, default_value_t = 0.77, value_parser = read_share)]
    share: f64,
    /// Seed of the random openings. Equal seeds give equal handicaps
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Calibrate {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, false)? else { return Ok(FAULTY) };
        if variant.is_free_for_all() {
            console.write_remark("chivalry: levels are measured in games of two sides")?;
            return Ok(FAULTY);
        }
        let Calibrate { games, share, seed, .. } = self;
        let options = Calibration { games: games.get(), share, seed };
        let mut written: io::Result<()> = Ok(());
        let handicaps = calibrate(variant, &options, &mut |handicap, share| {
            let line = format!("handicap {}: {:.0} %", handicap.value(), 100.0 * share);
            written = console.write_remark(&line);
        });
        written?;
        write!(console, "{}", variant.name())?;
        for handicap in handicaps {
            write!(console, " {}", handicap.value())?;
        }
        writeln!(console)?;
        Ok(0)
    }
}

fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.51..=0.95).contains(share));
    share.ok_or("a number from 0.51 to 0.95".to_owned())
}
