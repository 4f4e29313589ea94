//! Rows, columns and tables shared by all statements.

pub(crate) mod conditions;
pub(crate) mod connections;
pub(crate) mod deadline;
pub(crate) mod key;
pub(crate) mod pooled;
pub(crate) mod rows;
pub(crate) mod schema;
pub(crate) mod tables;
