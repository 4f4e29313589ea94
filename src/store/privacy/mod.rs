//! Personal data: export, erasure and retention (`docs/privacy.md`).
//!
//! [`PERSONAL_DATA`] names every table with player ids, and the effect of an erasure on its rows.
//! A test compares it with the schema, so that a new table cannot be omitted.

pub(crate) mod erase;
pub(crate) mod export;
mod held;
pub(crate) mod retention;
mod sections;

pub use erase::EraseError;
pub use export::{ExportCursor, ExportItem, ExportPage};
pub use held::{Erasure, Held, PERSONAL_DATA};
pub use sections::{SECTIONS, Section, Shown};
