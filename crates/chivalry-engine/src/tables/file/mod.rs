//! Table files: their layout, and how they are written and read.

pub(crate) mod format;
pub(crate) mod reader;
pub(crate) mod writer;
