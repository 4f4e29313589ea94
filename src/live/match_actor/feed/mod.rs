//! Updates of a match and their subscribers.

pub(crate) mod broadcast;
pub(crate) mod featured_change;
pub(crate) mod side_event;
pub(crate) mod spectator_delay;
pub(crate) mod spectator_queue;
pub(crate) mod subscribers;
