//! The interfaces for programs that play (`docs/protocol.md`, "Programs").

mod bot;
mod bots;
pub(crate) mod streams;
mod tokens;

use reqwest::{Method, StatusCode};
use serde_json::Value;

pub(crate) use streams::{Lines, NDJSON};

use crate::support::{Answer, TestPlayer, TestServer};

/// Sends a request of `player` without a body.
async fn ask(server: &TestServer, player: &TestPlayer, method: Method, path: &str) -> Answer {
    Answer::to(player.sign(server.request(method, path))).await
}

/// Reads `path` as `player`.
async fn get(server: &TestServer, player: &TestPlayer, path: &str) -> Value {
    ask(server, player, Method::GET, path).await.json(StatusCode::OK)
}
