//! The message bus between nodes.
//!
//! A [`Bus`] delivers at most once and stores nothing. Durable data is in the store, and a node
//! that missed a message reads it there. Subjects are words separated by dots, such as
//! `match.018f…`, without spaces, `*` or `>`. A message has at most 1 MB, the default limit of
//! NATS.

mod bus;
mod in_process;
mod nats;
mod options;
#[cfg(test)]
mod tests;

pub use bus::{Bus, BusError, Delivery, Inbox};
pub use in_process::in_process;
pub use nats::connect_nats;
pub use options::ClusterOptions;
