//! Notifications by push and by e-mail.
//!
//! The store adds notifications in the transactions of their causes. [`task`] takes those that are
//! due, respects the settings ([`quiet`]), and makes one message of several ([`digest`]), whose
//! lines [`text`] writes. [`push`] delivers messages to browsers. The outbox of mails delivers
//! e-mails.

pub(crate) mod digest;
pub(crate) mod push;
pub(crate) mod quiet;
pub(crate) mod settings;
pub(crate) mod task;
#[cfg(test)]
mod tests;
pub(crate) mod text;
