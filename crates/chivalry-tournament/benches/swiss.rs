//! Measures the pairing time of each Swiss round of events with withdrawals and
//! absences: the processor time of each round, and the slowest of all events.
//!
//! `cargo bench --bench swiss -- 500 2000` sets the numbers of players. The
//! default is 1,000 and 1,001. Further options: `events=3` of each size,
//! `rounds=11`, `draws=60`, `absences=10` and `forfeits=100` in percent, and
//! `clubs=40`, whose members do not meet.

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

fn main() {
    let numbers: Vec<u32> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let sizes = if numbers.is_empty() { vec![1_000, 1_001] } else { numbers };
    for players in sizes {
        for edition in Edition::ALL {
            let events = u64::from(option("events").unwrap_or(1));
            let slowest = (9..9 + events).map(|seed| measure_event(edition, players, seed)).max();
            let slowest = slowest.unwrap_or_default();
            println!("{}: {players} players: the slowest {slowest:.1?}", edition.as_str());
        }
    }
}

/// Returns the value of an option such as `rounds=11`.
fn option(name: &str) -> Option<u32> {
    std::env::args().find_map(|text| text.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
}

/// Prints the time of each round of an event, and returns that of the slowest.
fn measure_event(edition: Edition, players: u32, seed: u64) -> Duration {
    let rounds = option("rounds").unwrap_or(9) as u16;
    let mut simulation = Simulation::new(edition, players, rounds, StdRng::seed_from_u64(seed));
    let share = |name| option(name).map(|percent| f64::from(percent) / 100.0);
    simulation.draws = share("draws").unwrap_or(simulation.draws);
    simulation.absences = share("absences").unwrap_or(simulation.absences);
    simulation.forfeits = share("forfeits").unwrap_or(simulation.forfeits);
    if let Some(clubs) = option("clubs") {
        simulation.divide_into_clubs(clubs);
    }
    let mut times = Vec::new();
    while let Some(input) = simulation.input() {
        let begin = ProcessorTime::now();
        let Ok(round) = pair(&input) else {
            println!("{players} players: round {} has no pairing", input.round);
            break;
        };
        times.push(begin.elapsed());
        simulation.play(&round);
    }
    let sum: Duration = times.iter().sum();
    let milliseconds: Vec<u128> = times.iter().map(Duration::as_millis).collect();
    let name = edition.as_str();
    println!("{name}: {players} players, seed {seed}: {sum:.0?}, by round in ms {milliseconds:?}");
    times.into_iter().max().unwrap_or_default()
}

/// A point of the processor time of the thread, where the system reports it.
/// Otherwise a point in time.
enum ProcessorTime {
    Used(Duration),
    Elapsed(Instant),
}

impl ProcessorTime {
    fn now() -> ProcessorTime {
        match used() {
            Some(used) => ProcessorTime::Used(used),
            None => ProcessorTime::Elapsed(Instant::now()),
        }
    }

    fn elapsed(&self) -> Duration {
        match self {
            ProcessorTime::Used(before) => used().unwrap_or_default().saturating_sub(*before),
            ProcessorTime::Elapsed(begin) => begin.elapsed(),
        }
    }
}

/// The processor time of the thread on Linux.
fn used() -> Option<Duration> {
    // The system updates the time when it schedules.
    std::thread::yield_now();
    let stats = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stats.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
