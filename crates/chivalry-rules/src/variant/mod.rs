//! Variants as data: files compiled to tables (`rules.md 8`).

pub(crate) mod catalog;
pub(crate) mod compile;
pub(crate) mod compiled;
pub(crate) mod file;
pub(crate) mod pin;
pub(crate) mod rule_set;
pub(crate) mod spec;

pub use compile::VariantError;
pub use compiled::Variant;
pub use file::{Fault, FileFault, read_variant_file};
pub use rule_set::RuleSet;
pub use spec::{Switches, TREES_EACH, VariantSpec};
