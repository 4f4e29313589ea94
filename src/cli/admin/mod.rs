//! Commands for operators: backups, the doctor, moderators, ratings and signed records.

pub(crate) mod backup;
pub(crate) mod doctor;
pub(crate) mod erase;
pub(crate) mod moderator;
pub(crate) mod ratings;
pub(crate) mod verify;
