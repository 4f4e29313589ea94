//! `chivalry train`: trains the network of a variant on self-play games.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, thread};

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY};
use chivalry_engine::training::{Samples, Training, self_play, train};
use chivalry_engine::{Evaluator, Network, Weights};
use chivalry_rules::Variant;

/// The seeds of the games of one seed of the command.
const SEEDS: u64 = 1 << 32;

/// The options of `train`.
#[derive(Debug, clap::Args)]
pub struct Train {
    /// The variant's name
    variant: String,
    /// The file that the network is written to
    #[arg(long)]
    output: PathBuf,
    /// Number of self-play games in each round
    #[arg(long, default_value_t = NonZeroU64::new(12_000).expect("a number above zero"))]
    games: NonZeroU64,
    /// Nodes to search for a move
    #[arg(long, default_value_t = NonZeroU64::new(500).expect("a number above zero"))]
    nodes: NonZeroU64,
    /// Number of rounds; each round plays with the network of the previous one, and trains on
    /// the positions of all rounds. The first round plays with the weights
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    /// Passes over the positions in each round
    #[arg(long, default_value_t = 8)]
    epochs: usize,
    /// Share of the game's result in what a position is worth; the search's score has the rest
    #[arg(long, default_value_t = 0.15, value_parser = read_share)]
    result_share: f64,
    /// Seed of the games and of the training. Equal seeds give equal networks, for any number of
    /// threads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time
    #[arg(long, default_value_t = 2)]
    threads: u64,
}

impl Train {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let Some(variant) = console.variant(&self.variant, false)? else { return Ok(FAULTY) };
        let mut evaluator = Evaluator::new(variant, Weights::built_in(variant));
        let mut samples = Samples::default();
        for round in 0..self.rounds.max(1) {
            samples.append(&self.play(&evaluator, round));
            console.write_remark(&format!(
                "round {}: {} positions of {} games",
                round + 1,
                samples.len(),
                self.games.get() * (round + 1)
            ))?;
            let network = match self.fit(variant, &samples, console)? {
                Ok(network) => Arc::new(network),
                Err(fault) => {
                    console.write_remark(&format!("chivalry: {fault}"))?;
                    return Ok(FAULTY);
                }
            };
            if let Err(error) = fs::write(&self.output, network.to_bytes()) {
                let path = self.output.display();
                console.write_remark(&format!("chivalry: {path}: {error}"))?;
                return Ok(FAULTY);
            }
            let weights = Weights::built_in(variant);
            if let Ok(next) = Evaluator::new(variant, weights).with_network(network) {
                evaluator = next;
            }
        }
        Ok(0)
    }

    fn fit(
        &self,
        variant: &'static Variant,
        samples: &Samples,
        console: &mut Console,
    ) -> Result<Result<Network, String>, CliError> {
        let Train { epochs, seed, result_share, .. } = *self;
        let training = Training { epochs, seed, result_share };
        let mut lines = Vec::new();
        let network = train(variant, samples, &training, &mut |epoch| {
            lines.push(format!(
                "pass {}: error {:.5}, {:.5} of other positions",
                epoch.number, epoch.training_error, epoch.validation_error
            ));
        });
        for line in lines {
            console.write_remark(&line)?;
        }
        Ok(network.map_err(|error| error.to_string()))
    }

    fn play(&self, evaluator: &Evaluator, round: u64) -> Samples {
        let games = self.games.get();
        let first = self.seed.wrapping_mul(SEEDS).wrapping_add(round * games);
        let part = games.div_ceil(self.threads.max(1));
        let mut samples = Samples::default();
        thread::scope(|scope| {
            let starts = (first..first + games).step_by(part as usize);
            let players: Vec<_> = starts
                .map(|start| {
                    let seeds = start..(start + part).min(first + games);
                    scope.spawn(move || self_play(evaluator, self.nodes.get(), seeds))
                })
                .collect();
            for player in players {
                samples.append(&player.join().unwrap_or_default());
            }
        });
        samples
    }
}

fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("a number from 0 to 1".to_owned())
}
