//! The message bus between nodes.
//!
//! A [`Bus`] delivers at most once and stores nothing. Durable data is in the store, and a node
//! that missed a message reads it there. Subjects are words separated by dots, such as
//! `match.018f…`, without spaces, `*` or `>`. A message has at most 1 MB, the default limit of
//! NATS. Several processes seal their messages with common keys ([`sealed`]), because everybody who
//! reaches NATS could otherwise read and publish messages.

mod bus;
mod in_process;
mod keys;
mod nats;
mod options;
mod rejection;
mod replay_window;
mod seal;
mod sealed_bus;
#[cfg(test)]
mod tests;

pub use bus::{Bus, BusError, Delivery, Inbox};
pub use in_process::in_process;
pub use keys::{ClusterKeys, KeyError};
pub use nats::{NatsOptions, connect_nats};
pub use options::{ClusterError, ClusterOptions};
pub use rejection::Rejections;
pub use sealed_bus::sealed;
