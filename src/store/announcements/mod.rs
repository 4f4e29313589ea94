//! Announcements: events that an operator's targets receive.
//!
//! [`announcer`] stores an announcement in the transaction of its event, so that none is lost. The
//! key of a row keeps an event from being announced twice. [`outbox`] leases a target to one sender.

pub(crate) mod announcer;
pub(crate) mod outbox;
