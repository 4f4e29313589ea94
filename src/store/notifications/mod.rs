//! Notifications of players on the page, by push and by e-mail.
//!
//! [`insertion`] stores a notification in the transaction of its cause, so that none is lost. Its
//! id is a hash of the cause, so that none is stored twice. [`reminders`] keeps the ends of the
//! times of correspondence matches. [`outbox`] moves due notifications into messages, and [`push`]
//! keeps the subscriptions of browsers and their pending messages.

pub(crate) mod channel;
pub(crate) mod insertion;
pub(crate) mod outbox;
pub(crate) mod push;
pub(crate) mod reminders;
pub(crate) mod settings;
