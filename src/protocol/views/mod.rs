//! Views: JSON representations that clients receive.

pub mod analysis;
pub(crate) mod chat;
pub mod engine_correlation;
pub(crate) mod featured;
pub(crate) mod games;
pub(crate) mod lobby;
pub(crate) mod match_view;
pub(crate) mod player_events;
pub(crate) mod ratings;
pub mod rules;
pub mod rules_document;
pub(crate) mod seat_map;
pub mod variants;
