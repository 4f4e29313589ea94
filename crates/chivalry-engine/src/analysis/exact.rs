//! Exact values of moves, from endgame tables.

use chivalry_rules::{MoveList, Position};

use crate::tables::{TableFileError, TableValue, Tables};

/// A legal move in notation with its exact value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactMove {
    /// The move in notation.
    pub text: String,
    /// Its value for the seat that makes it. The move itself counts as a ply.
    pub value: TableValue,
}

impl ExactMove {
    /// The values of all legal moves, best first. `None` if the tables do not
    /// contain them, or if the draw by lack of progress could change one.
    ///
    /// # Errors
    /// The tables cannot be read.
    pub fn all_of(
        tables: &Tables,
        position: &Position,
    ) -> Result<Option<Vec<ExactMove>>, TableFileError> {
        if tables.probe_in_game(position)?.is_none() {
            return Ok(None);
        }
        let Some(values) = tables.move_values(position)? else { return Ok(None) };
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let exact = values.iter().filter_map(|found| {
            let legal = list.iter().find(|legal| legal.effect == found.effect)?;
            Some(ExactMove { text: position.move_text(&legal), value: found.value })
        });
        Ok(Some(exact.collect()))
    }
}
