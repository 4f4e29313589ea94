//! The edge: routes, WebSocket sessions, who is asking. It owns no state of
//! its own.

mod app;
mod auth;
mod extract;
mod identity;
mod options;
mod passwords;
mod problem;
mod routes;
mod run;
mod service;
mod socket;
mod workbench;

pub use options::HttpOptions;
pub use run::{RunError, Server, bind, run};
