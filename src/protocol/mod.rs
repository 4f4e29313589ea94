//! The only JSON: what clients read and write.

pub mod records;
pub mod rules;
pub mod variants;
