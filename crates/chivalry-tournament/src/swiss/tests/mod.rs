//! Random tournaments against an independent checker, and small ones against an
//! exhaustive search ([`exhaustive`]).

mod checker;
mod differences;
mod exhaustive;
mod exhaustive_2026;
mod simulation;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use chivalry_rules::Team;

use super::method::Method;
use super::pair::pair_with;
use super::*;
use crate::ids::EntrantId;
use crate::plan::edition::Edition;
use simulation::Simulation;

/// Returns the number of tournaments, which an environment variable overrides.
fn tournaments(usual: u64) -> u64 {
    let asked = std::env::var("CHIVALRY_TOURNAMENTS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Returns the pairing of the exhaustive search by the edition of the input.
fn as_written(input: &SwissInput) -> Option<(exhaustive::Pairs, Option<EntrantId>)> {
    match input.edition {
        Edition::Fide2017 => exhaustive::pair(input),
        Edition::Fide2026 => exhaustive_2026::pair(input),
    }
}

#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn check_random_tournaments(edition: Edition) {
    let (mut rounds, mut unpairable) = (0, 0);
    for seed in 0..tournaments(60) {
        let mut random = StdRng::seed_from_u64(seed);
        let players = if seed % 4 == 0 { 200 } else { 40 };
        let players = random.random_range(8..=players);
        let mut simulation = Simulation::new(edition, players, random.random_range(3..=11), random);
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
    println!("{edition:?}: {rounds} rounds kept every rule; {unpairable} had no pairing");
}

#[test]
fn random_tournaments_keep_every_rule_of_2017() {
    check_random_tournaments(Edition::Fide2017);
}

#[test]
fn random_tournaments_keep_every_rule_of_2026() {
    check_random_tournaments(Edition::Fide2026);
}

#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn check_small_tournaments(edition: Edition, count: u64) {
    let (mut rounds, mut different) = (0, 0);
    for seed in 0..tournaments(count) {
        let mut random = StdRng::seed_from_u64(1_000_000 + seed);
        let players = random.random_range(4..=8);
        let mut simulation = Simulation::new(edition, players, random.random_range(2..=7), random);
        while let Some(input) = simulation.input() {
            let expected = as_written(&input);
            let found = pair(&input).ok();
            let pairs = found.as_ref().map(exhaustive::sorted_pairs);
            assert_eq!(pairs, expected, "seed {seed}, {input:#?}\n{found:#?}");
            let other = Edition::ALL.into_iter().find(|other| *other != edition).unwrap();
            let other = pair(&SwissInput { edition: other, ..input }).ok();
            different += u32::from(other.as_ref().map(exhaustive::sorted_pairs) != pairs);
            let Some(round) = found else { break };
            simulation.play(&round);
            rounds += 1;
        }
    }
    println!("{edition:?}: {rounds} rounds as written, {different} of them differ by edition");
}

#[test]
fn small_tournaments_match_the_exhaustive_search_of_2017() {
    check_small_tournaments(Edition::Fide2017, 150);
}

#[test]
fn small_tournaments_match_the_exhaustive_search_of_2026() {
    check_small_tournaments(Edition::Fide2026, 150);
}

#[test]
fn a_bracket_of_2026_is_paired_the_same_together_with_all_players_below() {
    let mut rounds = 0;
    for seed in 0..tournaments(25) {
        let mut random = StdRng::seed_from_u64(2_000_000 + seed);
        let players = random.random_range(9..=48);
        let length = random.random_range(4..=9);
        let mut simulation = Simulation::new(Edition::Fide2026, players, length, random);
        while let Some(input) = simulation.input() {
            let Ok(round) = pair(&input) else { break };
            let whole =
                pair_with(&input, Method { always_with_rest: true, is_plain: false }).unwrap();
            assert_eq!(exhaustive::sorted_pairs(&whole), exhaustive::sorted_pairs(&round));
            simulation.play(&round);
            rounds += 1;
        }
    }
    assert!(rounds > 50);
}

#[test]
fn the_same_input_gives_the_same_pairing() {
    for edition in Edition::ALL {
        let mut simulation = Simulation::new(edition, 31, 6, StdRng::seed_from_u64(5));
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
}

#[test]
fn a_thousand_players_are_paired_by_every_rule() {
    for edition in Edition::ALL {
        let mut simulation = Simulation::new(edition, 1_001, 5, StdRng::seed_from_u64(9));
        while let Some(input) = simulation.input() {
            let round = pair(&input).unwrap();
            checker::check(&input, &round);
            simulation.play(&round);
        }
    }
}

/// Returns the pairs with their colors and the bye.
fn outcome(round: SwissRound) -> (Vec<(EntrantId, EntrantId)>, Option<EntrantId>) {
    (round.pairs.iter().map(|pair| (pair.first, pair.second)).collect(), round.bye)
}

fn large_simulation(seed: u64) -> Simulation {
    let edition = Edition::ALL[seed as usize % 2];
    let mut random = StdRng::seed_from_u64(seed);
    let players = random.random_range(200..=360);
    Simulation::new(edition, players, random.random_range(5..=9), random)
}

/// Asserts that the shortcuts of the pairing do not change the rounds of a
/// tournament. Returns the number of rounds.
fn check_without_shortcuts(seed: u64, mut simulation: Simulation) -> u32 {
    let mut rounds = 0;
    while let Some(input) = simulation.input() {
        let Ok(round) = pair(&input) else { break };
        simulation.play(&round);
        let plain = pair_with(&input, Method { is_plain: true, always_with_rest: false });
        assert_eq!(plain.map(outcome), Ok(outcome(round)), "seed {seed}, {input:#?}");
        rounds += 1;
    }
    rounds
}

#[test]
#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn large_tournaments_are_paired_the_same_without_shortcuts() {
    let mut rounds = 0;
    for seed in 0..tournaments(4) {
        let mut simulation = large_simulation(3_000_000 + seed);
        simulation.draws = [0.25, 0.6, 0.1][seed as usize % 3];
        simulation.absences = [0.03, 0.15][seed as usize / 2 % 2];
        if seed % 5 == 3 {
            simulation.divide_into_clubs(15);
        }
        rounds += check_without_shortcuts(seed, simulation);
    }
    println!("{rounds} rounds were paired the same");
}

/// Players are exchanged over large distances, and several at once.
#[test]
#[expect(clippy::print_stdout, reason = "how much was looked at")]
fn exchanges_are_the_same_without_shortcuts() {
    let mut rounds = 0;
    for seed in 0..tournaments(6) {
        let mut simulation = large_simulation(5_000_000 + seed);
        if seed % 4 < 2 {
            simulation.divide_into_clubs(3);
        } else {
            (simulation.forfeits, simulation.absences) = (1.0, 0.0);
            simulation.loses_by_table = true;
        }
        rounds += check_without_shortcuts(seed, simulation);
    }
    println!("{rounds} rounds were paired the same");
}
