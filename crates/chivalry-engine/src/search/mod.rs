//! Principal variation search.
//!
//! [`iterative_deepening`] drives the search and holds the public type.
//! [`alpha_beta`] and [`quiescence`] search one node, whose shared state is
//! [`context`]. The other files hold one part of that state each.

mod alpha_beta;
pub(crate) mod context;
pub(crate) mod game_history;
mod helper_threads;
pub(crate) mod iterative_deepening;
pub(crate) mod limits;
pub(crate) mod move_ordering;
pub(crate) mod other_lines;
pub(crate) mod principal_variation;
mod quiescence;
pub(crate) mod strength;
mod table_lines;
pub(crate) mod transposition_table;

#[cfg(test)]
mod tests;
