//! WebSocket sessions: `session` owns the connection, `dispatch` routes frames to their owners, the
//! other files hold one kind of subscription each.

pub(crate) mod analysis;
pub(crate) mod chat;
pub(crate) mod dispatch;
pub(crate) mod featured;
pub(crate) mod latency;
pub(crate) mod lobby;
pub(crate) mod matches;
pub(crate) mod premoves;
#[expect(clippy::module_inception, reason = "the file of the folder's owner")]
pub(crate) mod session;
pub(crate) mod tournaments;
pub(crate) mod transport;
