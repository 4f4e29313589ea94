//! Variants as data: files with a board picture, seats, castles, an array and switches,
//! compiled once into tables (`rules.md 8`).
//!
//! Reading order: the specification, the compiled variant, its file, the pin, the catalog.

pub(crate) mod catalog;
pub(crate) mod compile;
pub(crate) mod compiled;
pub(crate) mod file;
pub(crate) mod pin;
pub(crate) mod rule_set;
pub(crate) mod spec;

pub use compile::VariantError;
pub use compiled::Variant;
pub use file::{VariantFileError, VariantFileErrorKind, read_variant_file};
pub use rule_set::RuleSet;
pub use spec::{Switches, TREES_PER_SEAT, VariantSpec};
