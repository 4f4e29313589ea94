//! `chivalry train`: trains the network of a variant on self-play games.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, thread};

use crate::cli::console::Console;
use crate::cli::error::{CliError, FAULTY, file_fault};
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
    /// the positions of all rounds
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    /// The network that plays the first round, instead of the weights. Each round starts its
    /// training from the network of the previous one, instead of random weights
    #[arg(long)]
    network: Option<PathBuf>,
    /// File of the positions of earlier runs, which are learned too. Each round adds its positions
    #[arg(long)]
    positions: Option<PathBuf>,
    /// Passes over the positions in each round
    #[arg(long, default_value_t = 8)]
    epochs: usize,
    /// Share of the game's result in what a position is worth; the search's score has the rest
    #[arg(long, default_value_t = 0.15, value_parser = read_share)]
    result_share: f64,
    /// Weight decay: the share of a weight that it loses in each step at a learning rate of one.
    /// Fewer positions need more of it
    #[arg(long, default_value_t = 0.3, value_parser = read_decay)]
    weight_decay: f32,
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
        match self.run_rounds(variant, console)? {
            Ok(()) => Ok(0),
            Err(fault) => {
                console.write_remark(&format!("chivalry: {fault}"))?;
                Ok(FAULTY)
            }
        }
    }

    fn run_rounds(
        &self,
        variant: &'static Variant,
        console: &mut Console,
    ) -> Result<Result<(), String>, CliError> {
        let read = self.read_files(variant).and_then(|read| self.create_folders().map(|()| read));
        let (mut evaluator, mut samples) = match read {
            Ok(read) => read,
            Err(fault) => return Ok(Err(fault)),
        };
        for round in 0..self.rounds.max(1) {
            samples.append(&self.play(&evaluator, round));
            console.write_remark(&format!("round {}: {} positions", round + 1, samples.len()))?;
            let saved = self.positions.as_ref().map_or(Ok(()), |path| {
                fs::write(path, samples.to_bytes(variant)).map_err(|error| file_fault(path, error))
            });
            let network = match saved {
                Ok(()) => self.fit(&evaluator, &samples, console)?,
                Err(fault) => Err(fault),
            };
            let next = network.and_then(|network| {
                fs::write(&self.output, network.to_bytes())
                    .map_err(|error| file_fault(&self.output, error))?;
                with_network(variant, network)
            });
            match next {
                Ok(next) => evaluator = next,
                Err(fault) => return Ok(Err(fault)),
            }
        }
        Ok(Ok(()))
    }

    /// The player of the first round, and the positions of earlier runs.
    fn read_files(&self, variant: &'static Variant) -> Result<(Evaluator, Samples), String> {
        let evaluator = match &self.network {
            None => Evaluator::new(variant, Weights::built_in(variant)),
            Some(path) => {
                let bytes = fs::read(path).map_err(|error| file_fault(path, error))?;
                let network =
                    Network::read(&bytes, variant).map_err(|error| file_fault(path, error))?;
                with_network(variant, network)?
            }
        };
        let samples = match self.positions.as_ref().filter(|path| path.exists()) {
            None => Samples::default(),
            Some(path) => {
                let bytes = fs::read(path).map_err(|error| file_fault(path, error))?;
                Samples::read(&bytes, variant).map_err(|error| file_fault(path, error))?
            }
        };
        Ok((evaluator, samples))
    }

    /// Creates the folders of the files to write, so that no run fails after its games.
    fn create_folders(&self) -> Result<(), String> {
        let files = [Some(&self.output), self.positions.as_ref()].into_iter().flatten();
        let mut folders = files.filter_map(|file| file.parent());
        folders.try_for_each(|folder| {
            fs::create_dir_all(folder).map_err(|error| file_fault(folder, error))
        })
    }

    fn fit(
        &self,
        evaluator: &Evaluator,
        samples: &Samples,
        console: &mut Console,
    ) -> Result<Result<Network, String>, CliError> {
        let Train { epochs, seed, result_share, weight_decay, .. } = *self;
        let start = evaluator.network().filter(|_| self.network.is_some());
        let training = Training { epochs, seed, result_share, weight_decay, start };
        let mut lines = Vec::new();
        let network = train(evaluator.variant(), samples, &training, &mut |epoch| {
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

fn with_network(variant: &'static Variant, network: Network) -> Result<Evaluator, String> {
    let evaluator = Evaluator::new(variant, Weights::built_in(variant));
    evaluator.with_network(Arc::new(network)).map_err(|error| error.to_string())
}

fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("a number from 0 to 1".to_owned())
}

fn read_decay(text: &str) -> Result<f32, String> {
    let decay = text.parse().ok().filter(|decay| (0.0..=100.0).contains(decay));
    decay.ok_or("a number from 0 to 100".to_owned())
}
