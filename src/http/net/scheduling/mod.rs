//! Processor time for players first (`docs/design/edge.md`, "Classes of work").
//!
//! [`work_class`] classifies requests. [`turns`] limits the tasks of connections that run at the
//! same time. [`work_limits`] limits the requests of each class and sheds those that waited too
//! long.

pub(crate) mod priority;
pub(crate) mod turns;
pub(crate) mod work_class;
pub(crate) mod work_limits;
