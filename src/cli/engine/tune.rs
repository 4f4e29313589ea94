//! `chivalry tune`: improves evaluation weights by self-play.

use std::io::Write as _;
use std::num::NonZeroU64;
use std::thread;

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY};
use chivalry_engine::Weights;
use chivalry_engine::tuning::{Sample, fit, self_play};
use chivalry_rules::Variant;

/// The options of `tune`.
#[derive(Debug, clap::Args)]
pub struct Tune {
    /// The variant's name
    variant: String,
    /// Number of self-play games in each round
    #[arg(long, default_value_t = NonZeroU64::new(4_000).expect("a number above zero"))]
    games: NonZeroU64,
    /// Nodes to search for a move
    #[arg(long, default_value_t = NonZeroU64::new(1_000).expect("a number above zero"))]
    nodes: NonZeroU64,
    /// Number of rounds; each round plays with the weights of the previous one
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    /// Seed of the random openings. Equal seeds give equal weights, for any number of threads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time
    #[arg(long, default_value_t = 2)]
    threads: u64,
}

impl Tune {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, false)? else { return Ok(FAULTY) };
        if variant.is_free_for_all() {
            console.write_remark("chivalry: weights are fitted to games of two sides")?;
            return Ok(FAULTY);
        }
        let mut weights = Weights::built_in(variant);
        for round in 0..self.rounds {
            let samples = self.samples(variant, &weights, round);
            let (fitted, before, after) = fit(&samples, &weights);
            console.write_remark(&format!(
                "round {}: {} positions, error {before:.4} before, {after:.4} after",
                round + 1,
                samples.len()
            ))?;
            weights = fitted;
        }
        write!(console, "{}", weights.to_text(variant.name()))?;
        Ok(0)
    }

    fn samples(&self, variant: &'static Variant, weights: &Weights, round: u64) -> Vec<Sample> {
        let games = self.games.get();
        let first = self.seed.wrapping_mul(1 << 32) + round * games;
        let part = games.div_ceil(self.threads.max(1));
        thread::scope(|scope| {
            let starts = (first..first + games).step_by(part as usize);
            let players: Vec<_> = starts
                .map(|start| {
                    let seeds = start..(start + part).min(first + games);
                    scope.spawn(move || self_play(variant, weights, self.nodes.get(), seeds))
                })
                .collect();
            let played = players.into_iter().map(|player| player.join().unwrap_or_default());
            played.flatten().collect()
        })
    }
}
