//! Rows, columns and tables shared by all statements.

pub(crate) mod rows;
pub(crate) mod tables;
