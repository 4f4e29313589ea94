//! Requests about accounts and the ways to sign in.

pub(crate) mod accounts;
pub(crate) mod apps;
pub(crate) mod mail;
pub(crate) mod passkeys;
pub(crate) mod provider;
pub(crate) mod security;
pub(crate) mod tokens;
