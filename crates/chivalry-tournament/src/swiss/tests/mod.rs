//! Random tournaments against an independent checker, and small ones against an
//! exhaustive search ([`exhaustive`]).

mod checker;
mod exhaustive;
mod simulation;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use chivalry_rules::Team;

use super::*;
use crate::ids::EntrantId;
use simulation::Simulation;

/// Returns the number of tournaments, which an environment variable overrides.
fn tournaments(usual: u64) -> u64 {
    let asked = std::env::var("CHIVALRY_TOURNAMENTS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(usual)
}

#[test]
#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn random_tournaments_keep_every_rule() {
    let (mut rounds, mut unpairable) = (0, 0);
    for seed in 0..tournaments(60) {
        let mut random = StdRng::seed_from_u64(seed);
        let players = if seed % 4 == 0 { 200 } else { 40 };
        let players = random.random_range(8..=players);
        let mut simulation = Simulation::new(players, random.random_range(3..=11), random);
        while let Some(input) = simulation.input() {
            match pair(&input) {
                Ok(round) => {
                    checker::check(&input, &round);
                    simulation.play(&round);
                    rounds += 1;
                }
                Err(Unpairable) => {
                    assert!(checker::is_unpairable(&input), "seed {seed}: there is a pairing");
                    unpairable += 1;
                    break;
                }
            }
        }
    }
    println!("{rounds} rounds kept every rule; {unpairable} had no pairing");
}

#[test]
#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn small_tournaments_match_the_exhaustive_search() {
    let mut rounds = 0;
    for seed in 0..tournaments(150) {
        let mut random = StdRng::seed_from_u64(1_000_000 + seed);
        let players = random.random_range(4..=8);
        let mut simulation = Simulation::new(players, random.random_range(2..=7), random);
        while let Some(input) = simulation.input() {
            let expected = exhaustive::pair(&input);
            let found = pair(&input).ok();
            let pairs = found.as_ref().map(exhaustive::sorted_pairs);
            assert_eq!(pairs, expected, "seed {seed}, {input:#?}\n{found:#?}");
            let Some(round) = found else { break };
            simulation.play(&round);
            rounds += 1;
        }
    }
    println!("{rounds} rounds as written");
}

#[test]
fn the_same_input_gives_the_same_pairing() {
    let mut simulation = Simulation::new(31, 6, StdRng::seed_from_u64(5));
    while let Some(input) = simulation.input() {
        let mut other = input.clone();
        other.players.reverse();
        let round = pair(&input).unwrap();
        assert_eq!(pair(&other).unwrap(), round);
        let json = serde_json::to_string(&input).unwrap();
        assert_eq!(pair(&serde_json::from_str(&json).unwrap()).unwrap(), round);
        simulation.play(&round);
    }
}

#[test]
fn a_thousand_players_are_paired_by_every_rule() {
    let mut simulation = Simulation::new(1_001, 5, StdRng::seed_from_u64(9));
    while let Some(input) = simulation.input() {
        let round = pair(&input).unwrap();
        checker::check(&input, &round);
        simulation.play(&round);
    }
}
