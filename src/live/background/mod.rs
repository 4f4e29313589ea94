//! Tasks that run beside the actors.

pub(crate) mod arrangements;
pub(crate) mod deadlines;
pub(crate) mod erasure;
pub(crate) mod explorer;
pub(crate) mod featured;
pub(crate) mod game_orders;
pub(crate) mod heartbeat;
pub(crate) mod hibernation;
pub(crate) mod ratings;
pub(crate) mod retention;
pub(crate) mod scrub;
pub(crate) mod vacations;
