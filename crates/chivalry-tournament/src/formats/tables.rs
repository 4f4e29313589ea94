//! Pairing of a round at tables of more than two players.
//!
//! Entrants of similar scores share a table. A search finds the partition with
//! the lowest cost. The cost grows, in this order, with
//!
//! 1. the forbidden pairs at one table, of which none may remain,
//! 2. the repeated meetings, a third one more than a second one,
//! 3. the squared differences of the scores at one table.
//!
//! The remainder has a bye: the lowest players who have had none. Players get
//! the seats that they have had least.

use serde::{Deserialize, Serialize};

use super::partition::{PairCosts, best_partition, take_seats};
use crate::ids::EntrantId;
use crate::swiss::Unpairable;

/// The version of the pairing algorithm.
pub const TABLES_VERSION: &str = "tables/1";

/// The cost of a second meeting. No sum of differences reaches it, because a
/// difference counts no more than [`MAX_DIFFERENCE`].
const REPEAT_COST: i64 = 1_000_000_000;

/// The cost of a forbidden pair. No sum of repeated meetings reaches it, because no
/// more than [`MAX_MEETINGS`] of a pair count.
const FORBIDDEN_COST: i64 = 1_000_000_000_000_000;

/// The largest number of meetings of a pair that counts.
const MAX_MEETINGS: i64 = 10;

/// The largest difference of scores that counts, in half points.
const MAX_DIFFERENCE: i64 = 400;

/// Input of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablesInput {
    /// The number of seats of a table.
    pub seats: usize,
    /// The players.
    pub players: Vec<TablePlayer>,
    /// Pairs that the director has forbidden.
    pub forbidden: Vec<(EntrantId, EntrantId)>,
}

/// A player to pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePlayer {
    /// The entrant.
    pub id: EntrantId,
    /// The pairing number, from 1.
    pub number: u32,
    /// The score, in half points.
    pub points: u32,
    /// The opponents of all games, one entry for each meeting.
    pub met: Vec<EntrantId>,
    /// The games on each seat, in turn order.
    pub seats: Vec<u32>,
    /// True after a round that excludes a further pairing-allocated bye.
    pub had_bye: bool,
}

/// The tables of a round, the best first, and the byes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablesRound {
    /// The entrants of each table by their seats.
    pub tables: Vec<Vec<EntrantId>>,
    /// The entrants without a table.
    pub byes: Vec<EntrantId>,
}

/// Pairs a round.
///
/// # Errors
/// A forbidden pair would share a table.
pub fn pair(input: &TablesInput, seed: u64) -> Result<TablesRound, Unpairable> {
    let mut players: Vec<&TablePlayer> = input.players.iter().collect();
    players.sort_by_key(|player| (std::cmp::Reverse(player.points), player.number));
    let byes = remove_byes(&mut players, input.seats);
    if players.is_empty() {
        return Ok(TablesRound { tables: Vec::new(), byes });
    }
    let costs = pair_costs(&players, &input.forbidden);
    let tables = best_partition(first_partition(&players, input.seats), &costs, seed);
    if costs.of_all(&tables) >= FORBIDDEN_COST {
        return Err(Unpairable);
    }
    let seated = |table: &Vec<usize>| {
        let players = table.iter().map(|at| players[*at]);
        let table: Vec<_> = players.map(|player| (player.id, &player.seats[..])).collect();
        take_seats(&table, seed)
    };
    Ok(TablesRound { tables: tables.iter().map(seated).collect(), byes })
}

/// Removes the players who get a bye: the lowest ones with the fewest byes.
fn remove_byes(players: &mut Vec<&TablePlayer>, seats: usize) -> Vec<EntrantId> {
    let count = players.len() % seats;
    let mut order: Vec<usize> = (0..players.len()).rev().collect();
    order.sort_by_key(|at| players[*at].had_bye);
    let mut chosen = order[..count].to_vec();
    chosen.sort_unstable();
    chosen.iter().rev().map(|at| players.remove(*at).id).collect()
}

/// Returns the cost of each pair at one table.
fn pair_costs(players: &[&TablePlayer], forbidden: &[(EntrantId, EntrantId)]) -> PairCosts {
    let mut costs = PairCosts::new(players.len(), |a, b| {
        let (one, other) = (players[a], players[b]);
        let met = one.met.iter().filter(|id| **id == other.id).count() as i64;
        let met = met.min(MAX_MEETINGS);
        let apart = i64::from(one.points.abs_diff(other.points)).min(MAX_DIFFERENCE);
        REPEAT_COST * met * met + apart * apart
    });
    let ids: Vec<EntrantId> = players.iter().map(|player| player.id).collect();
    costs.add_forbidden(&ids, forbidden, FORBIDDEN_COST);
    costs
}

/// Fills tables with neighbours in the ranking. Within a score group each table
/// gets one player of each quarter, or third.
fn first_partition(players: &[&TablePlayer], seats: usize) -> Vec<Vec<usize>> {
    let mut tables = Vec::new();
    let mut begin = 0;
    while begin < players.len() {
        let is_same = |at: &usize| players[*at].points == players[begin].points;
        let group = (begin..players.len()).take_while(is_same).count();
        // A smaller group is filled up from the next one.
        let count = (group / seats).max(1);
        tables.extend((0..count).map(|table| {
            (0..seats).map(|row| begin + row * count + table).collect::<Vec<usize>>()
        }));
        begin += count * seats;
    }
    tables
}
