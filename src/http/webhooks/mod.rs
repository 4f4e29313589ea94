//! Delivery of webhooks.

pub(crate) mod client;
pub(crate) mod worker;
