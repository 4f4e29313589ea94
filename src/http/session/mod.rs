//! WebSocket sessions: `session` owns the connection, `greeting` authenticates it, `answer` dispatches frames, and
//! `subscriptions` holds one kind of subscription per file.

pub(crate) mod answer;
pub(crate) mod commands;
pub(crate) mod connection;
pub(crate) mod frame_limiter;
pub(crate) mod greeting;
pub(crate) mod incoming;
pub(crate) mod latency;
pub(crate) mod pending_answers;
pub(crate) mod play_priority;
pub(crate) mod remote_subscriptions;
pub(crate) mod routing;
#[expect(clippy::module_inception, reason = "the file of the folder's owner")]
pub(crate) mod session;
pub(crate) mod subscriptions;
pub(crate) mod transport;
pub(crate) mod upgrade;
