//! Arena pairing of games of more than two players.
//!
//! A wave fills as many tables as possible with waiting players. Those who have
//! waited longest are seated first. Tables have small differences in the
//! standings, and avoid recent opponents.

use serde::{Deserialize, Serialize};

use super::arena::{RECENT_OPPONENTS, REMATCH_WAIT};
use super::partition::{PairCosts, best_partition, take_seats};
use crate::ids::EntrantId;

/// The version of the pairing algorithm.
pub const ARENA_TABLES_VERSION: &str = "arena-tables/1";

/// Costs of a rematch in places, by the number of games since.
const REMATCH_COSTS: [i64; RECENT_OPPONENTS] = [400, 100, 50, 25];

/// Largest distance in places that counts. Larger distances cost the same.
const MAX_PLACE_DISTANCE: i64 = 1_000;

/// The cost of each wave that a player without a table has waited. It exceeds the other costs of a
/// player at a table of four.
const WAIT_COST: i64 = 3 * (MAX_PLACE_DISTANCE + REMATCH_COSTS[0]) + 1;

/// Largest number of waves that counts.
const MAX_WAITED: u32 = 10_000;

/// The cost of a forbidden pair. No sum of the other costs reaches it.
const FORBIDDEN_COST: i64 = 1_000_000_000_000;

/// Input of one wave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaTablesInput {
    /// The number of seats of a table.
    pub seats: usize,
    /// The waiting players.
    pub waiting: Vec<WaitingAtTables>,
    /// Pairs that the director has forbidden.
    pub forbidden: Vec<(EntrantId, EntrantId)>,
}

/// A player who waits for a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingAtTables {
    /// The entrant.
    pub id: EntrantId,
    /// The place in the standings, from 1.
    pub place: u32,
    /// The score, in half points.
    pub points: u32,
    /// Number of waves that the player has waited.
    pub waited: u32,
    /// The opponents of each recent game, the latest first, up to [`RECENT_OPPONENTS`] games.
    pub recent: Vec<Vec<EntrantId>>,
    /// The games on each seat, in turn order.
    pub seats: Vec<u32>,
}

/// Returns the tables of a wave, the best placed first. Each has its entrants by their seats.
#[must_use]
pub fn pair(input: &ArenaTablesInput, seed: u64) -> Vec<Vec<EntrantId>> {
    let mut waiting: Vec<&WaitingAtTables> = input.waiting.iter().collect();
    waiting.sort_by_key(|waiter| (waiter.place, waiter.id));
    let count = waiting.len() / input.seats;
    if count == 0 {
        return Vec::new();
    }
    let ids: Vec<EntrantId> = waiting.iter().map(|waiter| waiter.id).collect();
    let mut costs = PairCosts::new(waiting.len(), |a, b| cost(waiting[a], waiting[b]));
    costs.add_forbidden(&ids, &input.forbidden, FORBIDDEN_COST);
    let mut first = first_partition(&waiting, input.seats);
    let leaves_out = !waiting.len().is_multiple_of(input.seats);
    if leaves_out {
        let waited = |waiter: &&WaitingAtTables| i64::from(waiter.waited.min(MAX_WAITED));
        let left_out = waiting.iter().map(|waiter| WAIT_COST * waited(waiter)).collect();
        costs = costs.with_left_out(left_out);
    }
    first = best_partition(first, &costs, seed);
    first.truncate(count);
    let is_allowed = |table: &&Vec<usize>| {
        costs.of_table(table) < FORBIDDEN_COST && !is_early_rematch(table, &waiting)
    };
    let seated = |table: &Vec<usize>| {
        let players = table.iter().map(|at| waiting[*at]);
        let table: Vec<_> = players.map(|waiter| (waiter.id, &waiter.seats[..])).collect();
        take_seats(&table, seed)
    };
    first.iter().filter(is_allowed).map(seated).collect()
}

/// The cost of two players at one table.
fn cost(a: &WaitingAtTables, b: &WaitingAtTables) -> i64 {
    let remembered = |waiter: &WaitingAtTables, other: &WaitingAtTables| {
        let recent = waiter.recent.iter().take(RECENT_OPPONENTS);
        let back = recent.enumerate().find(|(_, opponents)| opponents.contains(&other.id));
        back.map_or(0, |(back, _)| REMATCH_COSTS[back])
    };
    let apart = i64::from(a.place.abs_diff(b.place)).min(MAX_PLACE_DISTANCE);
    apart + remembered(a, b).max(remembered(b, a))
}

/// Seats neighbours in the standings together. Those who have waited least are left out, of whom
/// the lowest come first.
fn first_partition(waiting: &[&WaitingAtTables], seats: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..waiting.len()).collect();
    order.sort_by_key(|at| (std::cmp::Reverse(waiting[*at].waited), *at));
    let left_out = order.split_off(waiting.len() / seats * seats);
    order.sort_unstable();
    let mut parts: Vec<Vec<usize>> = order.chunks(seats).map(<[usize]>::to_vec).collect();
    if !left_out.is_empty() {
        parts.push(left_out);
    }
    parts
}

/// True if the players of a table have just played the same game, and one of them has not waited
/// long enough for the next one.
fn is_early_rematch(table: &[usize], waiting: &[&WaitingAtTables]) -> bool {
    let has_met_all = |at: &usize| {
        let others = table.iter().filter(|other| *other != at).map(|other| waiting[*other].id);
        let last = waiting[*at].recent.first();
        last.is_some_and(|last| others.into_iter().all(|other| last.contains(&other)))
    };
    let waited = table.iter().map(|at| waiting[*at].waited).min().unwrap_or(0);
    waited < REMATCH_WAIT && table.iter().all(has_met_all)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn waiter(id: u32, waited: u32) -> WaitingAtTables {
        WaitingAtTables {
            id: EntrantId(id),
            place: id,
            points: 0,
            waited,
            recent: Vec::new(),
            seats: vec![0; 4],
        }
    }

    fn input(waiting: Vec<WaitingAtTables>) -> ArenaTablesInput {
        ArenaTablesInput { seats: 4, waiting, forbidden: Vec::new() }
    }

    fn tables(input: &ArenaTablesInput) -> Vec<BTreeSet<u32>> {
        let ids = |table: &Vec<EntrantId>| table.iter().map(|id| id.0).collect();
        pair(input, 7).iter().map(ids).collect()
    }

    #[test]
    fn neighbours_share_a_table_and_those_who_waited_least_wait_on() {
        let all = input((1..=10).map(|id| waiter(id, u32::from(id != 3 && id != 6))).collect());
        let expected = [BTreeSet::from([1, 2, 4, 5]), BTreeSet::from([7, 8, 9, 10])];
        assert_eq!(tables(&all), expected);
        let few = input((1..=3).map(|id| waiter(id, 1_000)).collect());
        assert_eq!(tables(&few), []);
        assert_eq!(pair(&all, 7), pair(&all, 7));
    }

    #[test]
    fn the_same_four_play_again_at_once_only_after_waiting() {
        let with = |waited| {
            let player = |id: u32| {
                let others = (1..=4).filter(|other| *other != id).map(EntrantId);
                WaitingAtTables { recent: vec![others.collect()], ..waiter(id, waited) }
            };
            input((1..=4).map(player).collect())
        };
        assert_eq!(tables(&with(REMATCH_WAIT - 1)), []);
        assert_eq!(tables(&with(REMATCH_WAIT)).len(), 1);
        // A fifth player takes the seat of one of them.
        let mut five = with(1);
        five.waiting.push(waiter(5, 1));
        assert!(tables(&five)[0].contains(&5));
    }

    #[test]
    fn forbidden_pairs_share_no_table_whoever_has_waited() {
        let mut all = input((1..=5).map(|id| waiter(id, 10 * u32::from(id < 5))).collect());
        all.forbidden = vec![(EntrantId(2), EntrantId(1))];
        let found = tables(&all);
        assert_eq!(found.len(), 1);
        assert!(!found[0].is_superset(&BTreeSet::from([1, 2])), "{found:?}");
        all.waiting.pop();
        assert_eq!(tables(&all), []);
    }

    #[test]
    fn everybody_gets_every_seat() {
        let mut games = [[0_u32; 4]; 4];
        for wave in 0..8 {
            let player = |id: u32| WaitingAtTables {
                seats: games[id as usize].to_vec(),
                ..waiter(id, REMATCH_WAIT)
            };
            let all = input((0..4).map(player).collect());
            for (seat, id) in pair(&all, wave)[0].iter().enumerate() {
                games[id.0 as usize][seat] += 1;
            }
        }
        assert_eq!(games, [[2; 4]; 4]);
    }
}
