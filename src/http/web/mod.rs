//! The web page: the files below `web/app`, embedded in the binary.
//!
//! The URL of each file contains the hash of all files. Copies can therefore be cached
//! permanently, and modules that import each other are always of one version. Only the shell, the
//! HTML of the page, is revalidated. A debug build reads the files from the folder at startup.
//! `web/bundle.js` makes the scripts, the style sheet and the shells.

pub(crate) mod embed;
pub(crate) mod files;
pub(crate) mod oembed;
pub(crate) mod page;
pub(crate) mod previews;
pub(crate) mod shell;
pub(crate) mod shell_response;
mod worker;
