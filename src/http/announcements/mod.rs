//! Announcements: events of the server that an operator's targets receive, such as a channel of a
//! club.
//!
//! [`target`] reads the options. The store adds events to the outbox in their own transactions.
//! [`message`] writes the body for a target, and [`task`] delivers it with the client and the
//! signature of webhooks.

pub(crate) mod message;
pub(crate) mod target;
pub(crate) mod task;
