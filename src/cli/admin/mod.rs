//! Commands for operators: accounts, backups, the doctor, moderators, ratings, the explorer and signed
//! records.

pub(crate) mod account;
pub(crate) mod backup;
pub(crate) mod doctor;
pub(crate) mod erase;
pub(crate) mod explorer;
pub(crate) mod moderator;
pub(crate) mod ratings;
pub(crate) mod verify;
