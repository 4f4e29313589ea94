//! Passkeys (WebAuthn): challenges, and the checks of what authenticators sign. Nothing here reads a
//! clock or a database.

pub(crate) mod authenticator_data;
pub(crate) mod ceremony;
pub(crate) mod challenge;
pub(crate) mod public_key;
