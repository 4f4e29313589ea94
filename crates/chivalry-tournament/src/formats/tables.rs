//! Pairing of a round at tables of more than two players.
//!
//! Entrants of similar scores share a table. An optimal partition is hard to
//! find, so a local search exchanges players of two tables while an exchange
//! helps, and starts again from a disturbed best partition. An exchange helps
//! if it lessens, in this order:
//!
//! 1. the forbidden pairs at one table, of which none may remain,
//! 2. the repeated meetings, a third one more than a second one,
//! 3. the squared differences of the scores at one table.
//!
//! The remainder has a bye: the lowest players who have had none. Players get
//! the seats that they have had least.

use serde::{Deserialize, Serialize};

use crate::ids::EntrantId;
use crate::seeded_shuffle::draw_lot;
use crate::swiss::Unpairable;

/// The version of the pairing algorithm.
pub const TABLES_VERSION: &str = "tables/1";

/// Pairs of players that all disturbed starts of the search compare at most.
const SEARCH_BUDGET: usize = 1_000_000;

/// The largest number of disturbed starts.
const MOST_RESTARTS: usize = 400;

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
    let costs = PairCosts::new(&players, &input.forbidden);
    let tables = best_partition(&players, &costs, input.seats, seed);
    if costs.of_all(&tables) >= FORBIDDEN_COST {
        return Err(Unpairable);
    }
    let seated = |table: &Vec<usize>| {
        let table: Vec<&TablePlayer> = table.iter().map(|at| players[*at]).collect();
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

/// The cost of each pair at one table.
struct PairCosts {
    size: usize,
    costs: Vec<i64>,
}

impl PairCosts {
    fn new(players: &[&TablePlayer], forbidden: &[(EntrantId, EntrantId)]) -> PairCosts {
        let size = players.len();
        let mut costs = vec![0; size * size];
        for (a, one) in players.iter().enumerate() {
            for (b, other) in players.iter().enumerate().filter(|(b, _)| *b != a) {
                let met = one.met.iter().filter(|id| **id == other.id).count() as i64;
                let met = met.min(MAX_MEETINGS);
                let apart = i64::from(one.points.abs_diff(other.points)).min(MAX_DIFFERENCE);
                costs[a * size + b] = REPEAT_COST * met * met + apart * apart;
            }
        }
        let find = |id: EntrantId| players.iter().position(|player| player.id == id);
        for (one, other) in forbidden {
            if let (Some(a), Some(b)) = (find(*one), find(*other)) {
                costs[a * size + b] += FORBIDDEN_COST;
                costs[b * size + a] += FORBIDDEN_COST;
            }
        }
        PairCosts { size, costs }
    }

    /// The cost of a player at a table without `left_out`.
    fn of(&self, player: usize, table: &[usize], left_out: usize) -> i64 {
        let others = table.iter().filter(|other| **other != left_out && **other != player);
        others.map(|other| self.costs[player * self.size + other]).sum()
    }

    fn of_all(&self, tables: &[Vec<usize>]) -> i64 {
        let of_table =
            |table: &Vec<usize>| table.iter().map(|it| self.of(*it, table, *it)).sum::<i64>();
        tables.iter().map(of_table).sum::<i64>() / 2
    }
}

fn best_partition(
    players: &[&TablePlayer],
    costs: &PairCosts,
    seats: usize,
    seed: u64,
) -> Vec<Vec<usize>> {
    let mut best = first_partition(players, seats);
    improve(&mut best, costs);
    let mut lowest = costs.of_all(&best);
    let restarts = (SEARCH_BUDGET / players.len().pow(2)).min(MOST_RESTARTS);
    for restart in 0..restarts {
        let mut tables = best.clone();
        disturb(&mut tables, restart % best.len() + 1, seed ^ restart as u64);
        improve(&mut tables, costs);
        let cost = costs.of_all(&tables);
        if cost < lowest {
            (best, lowest) = (tables, cost);
        }
    }
    best.iter_mut().for_each(|table| table.sort_unstable());
    best.sort();
    best
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

/// Exchanges players of two tables until no exchange lessens the cost.
fn improve(tables: &mut [Vec<usize>], costs: &PairCosts) {
    let mut is_better = true;
    while is_better {
        is_better = false;
        for a in 0..tables.len() {
            for b in a + 1..tables.len() {
                is_better |= exchange(tables, a, b, costs);
            }
        }
    }
}

/// Carries out every exchange between two tables that lessens the cost. Returns
/// true if there was one.
fn exchange(tables: &mut [Vec<usize>], a: usize, b: usize, costs: &PairCosts) -> bool {
    let mut is_better = false;
    for i in 0..tables[a].len() {
        for j in 0..tables[b].len() {
            let (one, other) = (tables[a][i], tables[b][j]);
            let before = costs.of(one, &tables[a], one) + costs.of(other, &tables[b], other);
            let after = costs.of(other, &tables[a], one) + costs.of(one, &tables[b], other);
            if after < before {
                (tables[a][i], tables[b][j]) = (other, one);
                is_better = true;
            }
        }
    }
    is_better
}

/// Carries out so many random exchanges.
fn disturb(tables: &mut [Vec<usize>], exchanges: usize, seed: u64) {
    let seats = tables[0].len();
    let count = tables.len() * seats;
    for exchange in 0..exchanges as u64 {
        let [one, other] = [2 * exchange, 2 * exchange + 1]
            .map(|about| (draw_lot(seed, about) % count as u64) as usize);
        let (a, b) = ((one / seats, one % seats), (other / seats, other % seats));
        let (left, right) = (tables[a.0][a.1], tables[b.0][b.1]);
        (tables[a.0][a.1], tables[b.0][b.1]) = (right, left);
    }
}

/// Returns the players of a table by their seats. Each seat that a player has had
/// more often than another one costs the more. The lot decides among equal
/// orders.
fn take_seats(table: &[&TablePlayer], seed: u64) -> Vec<EntrantId> {
    let cost = |player: &TablePlayer, seat: usize| -> u64 {
        let games = |seat: usize| player.seats.get(seat).copied().unwrap_or(0);
        let least = (0..table.len()).map(games).min().unwrap_or(0);
        8_u64.pow((games(seat) - least).min(16))
    };
    let mut by_lot: Vec<&TablePlayer> = table.to_vec();
    by_lot.sort_by_key(|player| draw_lot(seed, u64::from(player.id.0)));
    let mut orders = vec![Vec::new()];
    for _ in 0..by_lot.len() {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                let free = (0..by_lot.len()).filter(|at| !order.contains(at));
                free.map(|at| [&order[..], &[at]].concat())
            })
            .collect();
    }
    let of_order = |order: &Vec<usize>| {
        let seated = order.iter().enumerate();
        seated.map(|(seat, at)| cost(by_lot[*at], seat)).sum::<u64>()
    };
    let best = orders.into_iter().min_by_key(of_order).unwrap_or_default();
    best.into_iter().map(|at| by_lot[at].id).collect()
}
