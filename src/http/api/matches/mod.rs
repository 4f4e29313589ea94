//! Routes below `/matches`.

pub(crate) mod chat;
pub(crate) mod import;
pub(crate) mod invite_links;
pub(crate) mod lists;
#[expect(clippy::module_inception, reason = "the file of the folder's owner")]
pub(crate) mod matches;
pub(crate) mod premoves;
pub(crate) mod proofs;
pub(crate) mod records;
