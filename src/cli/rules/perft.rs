//! `chivalry perft`: counts the results of all games to a given depth.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::error::CliError;
use chivalry_rules::{perft, perft_divide};

/// The options of `perft`.
#[derive(Debug, clap::Args)]
pub struct Perft {
    /// The variant's name
    variant: String,
    /// The depth, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// The position; if omitted, each line of standard input, or the array if there are none
    position: Option<String>,
    /// Print a separate count for each result of the first ply
    #[arg(long)]
    divide: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// A count and the time it took.
#[derive(Serialize)]
struct PerftView {
    variant: &'static str,
    position: String,
    depth: u32,
    results: u64,
    seconds: f64,
    results_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<(String, u64)>>,
}

impl Perft {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let depth = self.depth;
        console.each_position(
            &self.variant,
            self.position.as_deref(),
            self.json,
            |out, position| {
                let start = Instant::now();
                let parts = (self.divide && depth > 0).then(|| perft_divide(position, depth));
                let results = match &parts {
                    Some(parts) => parts.iter().map(|part| part.1).sum(),
                    None => perft(position, depth),
                };
                let seconds = start.elapsed().as_secs_f64();
                let rate = (results as f64 / seconds.max(1e-9)) as u64;
                if self.json {
                    return out.json(&PerftView {
                        variant: position.variant().name(),
                        position: position.to_string(),
                        depth,
                        results,
                        seconds,
                        results_per_second: rate,
                        divide: parts,
                    });
                }
                for (turn, results) in parts.iter().flatten() {
                    writeln!(out, "{turn} {results}")?;
                }
                writeln!(
                    out,
                    "{results} results at depth {depth} in {seconds:.3} s, {rate} results a second"
                )
            },
        )
    }
}
