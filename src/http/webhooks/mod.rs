//! Delivery of webhooks.

pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod worker;
