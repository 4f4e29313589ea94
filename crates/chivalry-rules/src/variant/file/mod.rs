//! Variant files (`docs/variants.md`).

pub(crate) mod error;
pub(crate) mod lines;
pub(crate) mod read;
pub(crate) mod spec;

pub use error::{Fault, FileFault};
pub use read::read_variant_file;
