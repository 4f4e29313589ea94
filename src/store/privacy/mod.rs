//! What is kept of a player: given to them whole, erased when they ask for it,
//! and let go when it is too old (`docs/privacy.md`).
//!
//! [`PERSONAL_DATA`] names every table with a player's id in it, and what becomes of
//! its rows; a test holds it to the schema, so that a later table cannot be
//! forgotten.

mod erase;
mod export;
mod held;
mod retention;
mod sections;

pub use erase::EraseError;
pub use export::{ExportCursor, ExportItem, ExportPage};
pub use held::{Erasure, Held, PERSONAL_DATA};
pub use sections::{SECTIONS, Section, Shown};
