//! The lexicographically first of all best bipartite matchings.
//!
//! Every perfect matching of tight edges is a best one. Alternating paths over
//! tight edges therefore lead to the first one.

use std::collections::VecDeque;

use super::bits::BitSet;
use super::blossoms::NONE;

/// A perfect matching of rows and columns.
pub(in crate::swiss) struct BipartiteMatching {
    /// The columns to which each row has a tight edge.
    tight: Vec<BitSet>,
    /// The rows that have a tight edge to each column.
    rows: Vec<BitSet>,
    column_of: Vec<usize>,
    row_of: Vec<usize>,
    /// The rows after the current one, and their columns with its own.
    later_rows: BitSet,
    later_columns: BitSet,
}

impl BipartiteMatching {
    /// Returns a best matching from the columns to which each row has a tight
    /// edge, and the column of each row.
    pub(in crate::swiss) fn new(tight: Vec<BitSet>, column_of: Vec<usize>) -> BipartiteMatching {
        let size = column_of.iter().max().map_or(0, |highest| highest + 1);
        let later_columns = BitSet::of(size, column_of.iter().copied());
        let mut row_of = vec![NONE; size];
        let mut rows = vec![BitSet::new(tight.len()); size];
        for (row, (column, tight)) in column_of.iter().zip(&tight).enumerate() {
            row_of[*column] = row;
            let columns = tight.iter().take_while(|column| *column < size);
            columns.filter(|it| later_columns.contains(*it)).for_each(|it| rows[it].insert(row));
        }
        let later_rows = BitSet::of(tight.len(), 0..tight.len());
        BipartiteMatching { tight, rows, column_of, row_of, later_rows, later_columns }
    }

    /// Returns the columns of the first rows in the best matching in which the
    /// first row has its first possible column, then the second row, and so on.
    pub(in crate::swiss) fn first(mut self, ordered: usize) -> Vec<usize> {
        for row in 0..ordered {
            self.later_rows.remove(row);
            if let Some((column, onwards)) = self.better_column(row) {
                self.take(row, column, &onwards);
            }
            self.later_columns.remove(self.column_of[row]);
        }
        self.column_of.truncate(ordered);
        self.column_of
    }

    /// Returns the first column of a row before its own that leaves a matching,
    /// and the next column of each displaced row.
    fn better_column(&self, row: usize) -> Option<(usize, Vec<usize>)> {
        let own = self.column_of[row];
        let earlier = self.tight[row].iter().take_while(|column| *column < own);
        let mut earlier = earlier.filter(|column| self.later_columns.contains(*column)).peekable();
        let first = self.row_of[*earlier.peek()?];
        let onwards = match self.tight[first].contains(own) {
            true => {
                let mut onwards = vec![NONE; self.tight.len()];
                onwards[first] = own;
                onwards
            }
            false => self.rows_that_reach(own),
        };
        let column = earlier.find(|column| onwards[self.row_of[*column]] != NONE)?;
        Some((column, onwards))
    }

    /// Gives a column to a row. Each displaced row moves on, up to the column
    /// that the first row releases.
    fn take(&mut self, row: usize, column: usize, onwards: &[usize]) {
        let own = self.column_of[row];
        let (mut taker, mut taken) = (row, column);
        loop {
            let loser = std::mem::replace(&mut self.row_of[taken], taker);
            self.column_of[taker] = taken;
            if taken == own {
                return;
            }
            (taker, taken) = (loser, onwards[loser]);
        }
    }

    /// Returns the next column of each later row on a path to `column`.
    fn rows_that_reach(&self, column: usize) -> Vec<usize> {
        let mut onwards = vec![NONE; self.tight.len()];
        let mut unreached = self.later_rows.clone();
        let mut wanted = VecDeque::from([column]);
        while let Some(column) = wanted.pop_front() {
            let reached = self.rows[column].intersection(&unreached);
            unreached.remove_all(&reached);
            for row in reached.iter() {
                onwards[row] = column;
                wanted.push_back(self.column_of[row]);
            }
        }
        onwards
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::super::{BitMatrix, EdgeWeights, Search};
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

    /// Returns any best matching with the tight edges. Columns follow the rows.
    fn any_best(worth: &[Option<i32>], size: usize) -> BipartiteMatching {
        let all = BitSet::of(2 * size, 0..2 * size);
        let mut edges = BitMatrix::new(2 * size);
        edges.insert_between(&all, &all);
        let mut weights = EdgeWeights::new(edges, all, (0..2 * size).collect());
        for row in 0..size {
            for column in 0..size {
                // Perfect matchings are the heaviest.
                let weight = worth[row * size + column].map_or(0, |worth| 100 + worth);
                let index = weights.add_value(weight);
                weights.set(row, size + column, index);
            }
        }
        let mut search = Search::run(weights);
        let mates = search.mates();
        let tight = (0..size).map(|row| search.possible_mates(row)).collect();
        BipartiteMatching::new(tight, mates[..size].iter().map(|it| it.unwrap()).collect())
    }

    #[test]
    fn the_first_of_all_best_matchings_is_found() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..1_000 {
            let size = random.random_range(1..=6);
            let mut any = || random.random_bool(0.8).then(|| random.random_range(0..3_i32));
            let worth: Vec<Option<i32>> = (0..size * size).map(|_| any()).collect();
            let total = |pairing: &Vec<usize>| -> Option<i32> {
                pairing.iter().enumerate().map(|(row, column)| worth[row * size + column]).sum()
            };
            let pairings = all(size);
            let Some(best) = pairings.iter().filter_map(total).max() else { continue };
            let first = pairings.iter().find(|pairing| total(pairing) == Some(best)).unwrap();
            let columns = any_best(&worth, size).first(size).into_iter();
            assert_eq!(columns.map(|column| column - size).collect::<Vec<_>>(), *first);
        }
    }
}
