//! The calendar of players: vacations, and games at an agreed time.

pub(crate) mod arrangements;
pub(crate) mod vacations;
