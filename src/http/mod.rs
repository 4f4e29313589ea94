//! The edge: routes, WebSocket sessions, who is asking. It owns no state of
//! its own.

mod app;
mod auth;
mod options;
mod problem;
mod run;
mod service;
mod socket;

pub use options::HttpOptions;
pub use run::{RunError, Server, bind, run};
