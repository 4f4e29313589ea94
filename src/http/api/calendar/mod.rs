//! The calendar of a player: vacations, and games at an agreed time.

mod arrangements;
pub(crate) mod options;
pub(crate) mod routes;
mod vacation;
