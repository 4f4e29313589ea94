//! The web page: the files under `web/app`, embedded in the binary.

pub(crate) mod page;
pub(crate) mod titles;
