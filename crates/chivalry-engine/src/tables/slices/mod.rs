//! The values of all positions with the same pieces: numbering, retrograde
//! analysis and verification.

pub(crate) mod index;
mod parallel;
pub(crate) mod retrograde;
pub(crate) mod table_set;
pub(crate) mod verify;
