//! REST routes of notifications, their settings and Web Push.

pub(crate) mod list;
pub(crate) mod push;
pub(crate) mod routes;
pub(crate) mod settings;
