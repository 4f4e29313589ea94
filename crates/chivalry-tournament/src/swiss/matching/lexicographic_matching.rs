//! The lexicographically first of all best bipartite matchings.
//!
//! The dual prices of a best matching mark the tight edges. Every perfect
//! matching of tight edges is a best one. Alternating paths over tight edges
//! therefore lead to the first one.

use std::collections::VecDeque;

use integer_blossom::Weight;

/// A perfect matching of `size` rows and `size` columns.
pub(in crate::swiss) struct BipartiteMatching<W> {
    pub(in crate::swiss) size: usize,
    /// The weight of each edge, row by row. `None` where there is no edge.
    pub(in crate::swiss) worth: Vec<Option<W>>,
    /// The column of each row in a best matching.
    pub(in crate::swiss) column_of: Vec<usize>,
}

impl<W: Weight> BipartiteMatching<W> {
    /// Returns the best matching in which the first row has its first possible
    /// column, then the second row, for `ordered` rows.
    pub(in crate::swiss) fn first(mut self, ordered: usize) -> Vec<usize> {
        let tight = self.tight_edges();
        let size = self.size;
        let mut row_of = vec![0; size];
        for (row, column) in self.column_of.iter().enumerate() {
            row_of[*column] = row;
        }
        for row in 0..ordered {
            let own = self.column_of[row];
            let onwards = self.rows_that_reach(own, row, &tight, &row_of);
            let better = (0..own)
                .find(|column| tight[row * size + column] && onwards[row_of[*column]].is_some());
            // The row takes the column. Each displaced row moves on, up to the
            // column that the first row releases.
            let (mut taker, mut taken) = (row, better);
            while let Some(column) = taken {
                let loser = std::mem::replace(&mut row_of[column], taker);
                self.column_of[taker] = column;
                taken = if column == own { None } else { onwards[loser] };
                taker = loser;
            }
        }
        self.column_of
    }

    /// Returns the next column of each row after `fixed` on a path to `column`.
    fn rows_that_reach(
        &self,
        column: usize,
        fixed: usize,
        tight: &[bool],
        row_of: &[usize],
    ) -> Vec<Option<usize>> {
        let mut onwards = vec![None; self.size];
        let mut wanted = VecDeque::from([column]);
        debug_assert_eq!(row_of[column], fixed);
        while let Some(column) = wanted.pop_front() {
            for row in fixed + 1..self.size {
                if onwards[row].is_none() && tight[row * self.size + column] {
                    onwards[row] = Some(column);
                    wanted.push_back(self.column_of[row]);
                }
            }
        }
        onwards
    }

    /// Returns the edges of best matchings.
    fn tight_edges(&self) -> Vec<bool> {
        let size = self.size;
        let own = |row: usize| {
            self.worth[row * size + self.column_of[row]].expect("a pair that may meet")
        };
        // The price of a column is the largest gain of moving to it.
        let mut prices = vec![W::ZERO; size];
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for row in 0..size {
                let gain = prices[self.column_of[row]] - own(row);
                for (column, price) in prices.iter_mut().enumerate() {
                    if let Some(worth) = self.worth[row * size + column]
                        && gain + worth > *price
                    {
                        *price = gain + worth;
                        is_settled = false;
                    }
                }
            }
        }
        let mut tight = vec![false; size * size];
        for row in 0..size {
            let gain = prices[self.column_of[row]] - own(row);
            for column in 0..size {
                let worth = self.worth[row * size + column];
                tight[row * size + column] = worth.is_some_and(|it| gain + it == prices[column]);
            }
        }
        tight
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    /// Every pairing, in order.
    fn all(size: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..size {
            let more = |some: &Vec<usize>| -> Vec<Vec<usize>> {
                let free = (0..size).filter(|column| !some.contains(column));
                free.map(|column| [&some[..], &[column]].concat()).collect()
            };
            all = all.iter().flat_map(more).collect();
        }
        all
    }

    #[test]
    fn the_first_of_all_best_matchings_is_found() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..500 {
            let size = random.random_range(1..=5);
            let mut any = || random.random_bool(0.8).then(|| random.random_range(0..4_i32));
            let worth: Vec<Option<i32>> = (0..size * size).map(|_| any()).collect();
            let total = |pairing: &Vec<usize>| -> Option<i32> {
                pairing.iter().enumerate().map(|(row, column)| worth[row * size + column]).sum()
            };
            let pairings = all(size);
            let Some(best) = pairings.iter().filter_map(total).max() else { continue };
            let is_best = |pairing: &&Vec<usize>| total(pairing) == Some(best);
            let first = pairings.iter().find(is_best).unwrap();
            let column_of = pairings.iter().rfind(is_best).unwrap().clone();
            let halves = BipartiteMatching { size, worth: worth.clone(), column_of };
            assert_eq!(halves.first(size), *first);
        }
    }
}
