//! Sign-in of other programs: the OAuth 2.0 endpoints of a server with public clients.
//!
//! `rules` decides and is pure. `consent` is the side of the player, `token` that of the program,
//! and `device` that of programs without a browser.

pub(crate) mod apps;
pub(crate) mod consent;
pub(crate) mod device;
pub(crate) mod form;
pub(crate) mod metadata;
pub(crate) mod redirect;
pub(crate) mod routes;
pub(crate) mod rules;
pub(crate) mod token;
