//! The only JSON: what clients say, what the server says, and how things look
//! to clients (`docs/protocol.md`).

mod client;
mod error;
mod identity;
pub mod records;
mod requests;
pub mod rules;
mod seat_map;
mod server;
pub mod variants;
mod views;

pub use client::{ClientFrame, ClientMessage, LONGEST_ID, SayField, read_fields, read_turn};
pub use error::{Code, RequestError};
pub use identity::{Credentials, SessionView};
pub use requests::{CreateRequest, JoinRequest, MoveRequest, variant_named};
pub use seat_map::SeatMap;
pub use server::{Done, Limits, LinkView, ServerMessage, event_frame};
pub use views::{
    ClockView, MatchView, OfferView, PlayerView, legal_moves, read_rfc3339, record_result, rfc3339,
};
