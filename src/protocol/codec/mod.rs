//! Frames of the WebSocket protocol, and error bodies.

pub(crate) mod client_frame;
pub(crate) mod client_type;
pub(crate) mod error;
pub(crate) mod event_frame;
pub(crate) mod fields;
pub(crate) mod parse_error;
pub(crate) mod server_frame;
