//! Sign-in through the operator's OpenID Connect provider: the authorization code flow with PKCE,
//! a nonce and a state (OpenID Connect Core 1.0, 3.1).
//!
//! [`flow`] issues the secrets of an attempt, [`client`] asks the provider, and [`id_token`] verifies
//! its answer.

pub(crate) mod client;
pub(crate) mod flow;
pub(crate) mod id_token;
pub(crate) mod options;
