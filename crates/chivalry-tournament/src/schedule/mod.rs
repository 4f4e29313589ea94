//! Tournaments that repeat by the calendar.

pub(crate) mod error;
pub(crate) mod recurrence;
pub(crate) mod schedule_plan;
pub(crate) mod schedule_standings;
#[cfg(test)]
mod tests;
