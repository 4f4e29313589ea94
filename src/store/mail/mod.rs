//! E-mail: the addresses of accounts, the mails to be sent, and requests of a recovery by e-mail.
//!
//! [`outbox::enqueue`] stores a mail in the transaction of its cause, so that none is lost. The id
//! of a mail keeps it from being stored twice. [`outbox`] leases each mail to one sender.

pub(crate) mod addresses;
pub(crate) mod outbox;
pub(crate) mod recovery_requests;
