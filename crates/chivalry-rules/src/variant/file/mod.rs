//! Variant files (`docs/variants.md`): lines, values, checks.

pub(crate) mod error;
pub(crate) mod lines;
pub(crate) mod read;
pub(crate) mod spec;

pub use error::{VariantFileError, VariantFileErrorKind};
pub use read::read_variant_file;
