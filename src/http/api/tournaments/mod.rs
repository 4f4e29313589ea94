//! Routes below `/tournaments`.

pub(crate) mod desk;
pub(crate) mod exports;
pub(crate) mod reports;
pub(crate) mod schedules;
pub(crate) mod tables;
#[expect(clippy::module_inception, reason = "the file of the folder's owner")]
pub(crate) mod tournaments;
