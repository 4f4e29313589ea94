//! Compares table values with the rules crate and with search.

use chivalry_rules::Position;

use crate::proof::{Proof, prove};
use crate::tables::file::reader::TableFileError;
use crate::tables::prober::Tables;
use crate::tables::value::TableValue;

/// The result of [`check_by_search`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchCheck {
    /// Both agree.
    Agrees {
        /// The search proved the value itself. Otherwise it proved only that no
        /// win is shorter.
        is_proved: bool,
    },
    /// The table is wrong.
    Differs,
}

/// Compares the value of `position` with two others that share no code with
/// the solver:
///
/// - the best of all moves by the rules crate, with the values of the table
///   after them;
/// - a proof search of `plies` plies and `nodes` nodes.
///
/// # Errors
/// The table file fails.
pub fn check_by_search(
    tables: &Tables,
    position: &Position,
    plies: usize,
    nodes: u64,
) -> Result<SearchCheck, TableFileError> {
    let (Some(value), Some(moves)) = (tables.probe(position)?, tables.move_values(position)?)
    else {
        return Ok(SearchCheck::Differs);
    };
    let by_moves = moves.first().map_or(TableValue::Loss { plies: 0 }, |best| best.value);
    if position.ending().is_none() && by_moves != value {
        return Ok(SearchCheck::Differs);
    }
    let win = match value {
        TableValue::Win { plies } => Some(usize::from(plies)),
        TableValue::Loss { .. } | TableValue::Draw => None,
    };
    let (agrees, is_proved) = match prove(position, plies, nodes) {
        Proof::Win { plies, .. } => (win == Some(plies), true),
        Proof::NoneWithin { plies } => (win.is_none_or(|win| win > plies), false),
    };
    Ok(if agrees { SearchCheck::Agrees { is_proved } } else { SearchCheck::Differs })
}
