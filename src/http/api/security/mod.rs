//! Passwords, recovery, e-mail addresses, passkeys, the provider, sign-ins, and the security log of an account.

pub(crate) mod mail_address;
pub(crate) mod passkeys;
pub(crate) mod password;
pub(crate) mod provider;
pub(crate) mod recovery;
pub(crate) mod routes;
pub(crate) mod security_log;
pub(crate) mod sign_ins;
