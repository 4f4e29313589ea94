//! The gateway between nodes. Frames and requests are forwarded to the node that owns their entity,
//! and its events are forwarded back.

pub(crate) mod answers;
#[expect(clippy::module_inception, reason = "the file of the folder's owner")]
pub(crate) mod gateway;
pub(crate) mod inbound;
pub(crate) mod outbox;
pub(crate) mod remote_readers;
pub(crate) mod remote_session;
pub(crate) mod requests;
pub(crate) mod wire;
