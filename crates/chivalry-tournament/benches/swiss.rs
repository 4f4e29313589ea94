//! Measures the pairing time of Swiss rounds: the total and the maximum over
//! nine rounds with withdrawals and absences.
//!
//! `cargo bench --bench swiss -- 500 2000` sets the numbers of players. The
//! default is 1,000 and 1,001.

#![expect(clippy::print_stdout, reason = "stats are what this program is for")]

#[path = "../src/swiss/tests/simulation.rs"]
mod simulation;

use std::time::{Duration, Instant};

use chivalry_rules::Team;
use chivalry_tournament::swiss::{Float, PastRound, SwissInput, SwissPlayer, SwissRound, pair};
use chivalry_tournament::{Edition, EntrantId};
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use simulation::Simulation;

const ROUNDS: u16 = 9;

fn main() {
    let given: Vec<u32> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![1_000, 1_001] } else { given };
    for players in sizes {
        for edition in Edition::ALL {
            let mut simulation =
                Simulation::new(edition, players, ROUNDS, StdRng::seed_from_u64(9));
            let (mut sum, mut slowest) = (Duration::ZERO, Duration::ZERO);
            while let Some(input) = simulation.input() {
                let begin = Instant::now();
                let Ok(round) = pair(&input) else {
                    println!("{players} players: round {} has no pairing", input.round);
                    break;
                };
                let took = begin.elapsed();
                sum += took;
                slowest = slowest.max(took);
                simulation.play(&round);
            }
            let name = edition.as_str();
            println!(
                "{name}: {players} players, {ROUNDS} rounds: {sum:.0?}, the slowest {slowest:.0?}"
            );
        }
    }
}
