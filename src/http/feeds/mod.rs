//! Tournaments for calendars and feed readers, without an account.

pub(crate) mod atom;
pub(crate) mod calendar;
pub(crate) mod routes;
