//! Partitions of players into tables of equal size.
//!
//! An optimal partition is hard to find, so a local search exchanges players of
//! two tables while an exchange lessens the cost, and starts again from a
//! disturbed best partition.

use crate::ids::EntrantId;
use crate::seeded_shuffle::draw_lot;

/// Pairs of players that all disturbed starts of the search compare at most.
const SEARCH_BUDGET: usize = 1_000_000;

/// The largest number of disturbed starts.
const MOST_RESTARTS: usize = 400;

/// The cost of each pair at one table, and of each player who is left out.
pub(super) struct PairCosts {
    size: usize,
    costs: Vec<i64>,
    /// Empty if nobody may be left out.
    left_out: Vec<i64>,
}

impl PairCosts {
    /// Returns the costs of `size` players, of whom none may be left out.
    pub(super) fn new(size: usize, cost: impl Fn(usize, usize) -> i64) -> PairCosts {
        let mut costs = vec![0; size * size];
        for a in 0..size {
            for b in (0..size).filter(|b| *b != a) {
                costs[a * size + b] = cost(a, b);
            }
        }
        PairCosts { size, costs, left_out: Vec::new() }
    }

    /// Sets the cost of leaving out each player. The last part of a partition then has those who
    /// are left out.
    pub(super) fn with_left_out(self, left_out: Vec<i64>) -> PairCosts {
        PairCosts { left_out, ..self }
    }

    /// Adds the cost of forbidden pairs of the players with these ids.
    pub(super) fn add_forbidden(
        &mut self,
        ids: &[EntrantId],
        forbidden: &[(EntrantId, EntrantId)],
        cost: i64,
    ) {
        let find = |id: EntrantId| ids.iter().position(|other| *other == id);
        for (one, other) in forbidden {
            if let (Some(a), Some(b)) = (find(*one), find(*other)) {
                self.costs[a * self.size + b] += cost;
                self.costs[b * self.size + a] += cost;
            }
        }
    }

    fn leaves_out(&self) -> bool {
        !self.left_out.is_empty()
    }

    /// True if a part has the players who are left out.
    fn is_left_out(&self, part: usize, tables: &[Vec<usize>]) -> bool {
        self.leaves_out() && part + 1 == tables.len()
    }

    /// The cost of a player in a part of the partition, in place of `replaced`.
    fn of_exchange(
        &self,
        player: usize,
        tables: &[Vec<usize>],
        part: usize,
        replaced: usize,
    ) -> i64 {
        match self.is_left_out(part, tables) {
            true => self.left_out[player],
            false => self.of(player, &tables[part], replaced),
        }
    }

    /// The cost of a player at a table without `left_out`.
    fn of(&self, player: usize, table: &[usize], left_out: usize) -> i64 {
        let others = table.iter().filter(|other| **other != left_out && **other != player);
        others.map(|other| self.costs[player * self.size + other]).sum()
    }

    /// The cost of a table.
    pub(super) fn of_table(&self, table: &[usize]) -> i64 {
        table.iter().map(|it| self.of(*it, table, *it)).sum::<i64>() / 2
    }

    /// The cost of a partition.
    pub(super) fn of_all(&self, tables: &[Vec<usize>]) -> i64 {
        let of_part = |(part, players): (usize, &Vec<usize>)| match self.is_left_out(part, tables) {
            true => players.iter().map(|player| self.left_out[*player]).sum(),
            false => self.of_table(players),
        };
        tables.iter().enumerate().map(of_part).sum()
    }
}

/// Returns the best partition that the search finds from `first`, with the tables in order. Those
/// who are left out come last.
pub(super) fn best_partition(
    first: Vec<Vec<usize>>,
    costs: &PairCosts,
    seed: u64,
) -> Vec<Vec<usize>> {
    let mut best = first;
    improve(&mut best, costs);
    let mut lowest = costs.of_all(&best);
    let restarts = (SEARCH_BUDGET / costs.size.pow(2)).min(MOST_RESTARTS);
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
    let tables = best.len() - usize::from(costs.leaves_out());
    best[..tables].sort();
    best
}

/// Exchanges players of two parts until no exchange lessens the cost.
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

/// Carries out every exchange between two parts that lessens the cost. Returns
/// true if there was one.
fn exchange(tables: &mut [Vec<usize>], a: usize, b: usize, costs: &PairCosts) -> bool {
    let mut is_better = false;
    for i in 0..tables[a].len() {
        for j in 0..tables[b].len() {
            let (one, other) = (tables[a][i], tables[b][j]);
            let cost = |player, part, replaced| costs.of_exchange(player, tables, part, replaced);
            let before = cost(one, a, one) + cost(other, b, other);
            let after = cost(other, a, one) + cost(one, b, other);
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
    let count: usize = tables.iter().map(Vec::len).sum();
    for exchange in 0..exchanges as u64 {
        let [one, other] = [2 * exchange, 2 * exchange + 1]
            .map(|about| (draw_lot(seed, about) % count as u64) as usize);
        let (a, b) = ((one / seats, one % seats), (other / seats, other % seats));
        let (left, right) = (tables[a.0][a.1], tables[b.0][b.1]);
        (tables[a.0][a.1], tables[b.0][b.1]) = (right, left);
    }
}

/// Returns the players of a table by their seats. `table` has the players with their
/// games on each seat. Each seat that a player has had
/// more often than another one costs the more. The lot decides among equal
/// orders.
pub(super) fn take_seats(table: &[(EntrantId, &[u32])], seed: u64) -> Vec<EntrantId> {
    let cost = |(_, had): (EntrantId, &[u32]), seat: usize| -> u64 {
        let games = |seat: usize| had.get(seat).copied().unwrap_or(0);
        let least = (0..table.len()).map(games).min().unwrap_or(0);
        8_u64.pow((games(seat) - least).min(16))
    };
    let mut by_lot = table.to_vec();
    by_lot.sort_by_key(|(id, _)| draw_lot(seed, u64::from(id.0)));
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
    best.into_iter().map(|at| by_lot[at].0).collect()
}
