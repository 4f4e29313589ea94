//! A server in the process of a benchmark, and records of random games.

#![allow(dead_code, reason = "each benchmark uses its own part of this file")]

use chivalry::http::{HttpOptions, RateLimitOptions, Server, bind};
use chivalry::store::StoreOptions;
use chivalry_rules::notation::record::{RecordBuilder, RecordResult};
use chivalry_rules::{Game, MoveList, Position, Variant};
use rand::RngExt as _;
use rand::rngs::StdRng;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// A server with the client of one guest.
pub(crate) struct BenchServer {
    url: String,
    token: String,
    client: Client,
    running: JoinSet<()>,
    shutdown: CancellationToken,
}

impl BenchServer {
    pub(crate) async fn start(store: &StoreOptions) -> BenchServer {
        let rate_limits = RateLimitOptions {
            guests_per_hour: u32::MAX,
            guests_per_second: u32::MAX,
            ..RateLimitOptions::default()
        };
        let options =
            HttpOptions { rate_limits, commands_per_second: 100_000, ..HttpOptions::local() };
        let listener = bind(&options).await.expect("a free port");
        let shutdown = CancellationToken::new();
        let server = Server::open(listener, options, store, shutdown.clone()).await;
        let server = server.expect("a server to open");
        let url = format!("{}/api/v1", server.url());
        let mut running = JoinSet::new();
        running.spawn(async { server.serve().await.expect("a server that runs") });
        let client = Client::new();
        let guest = client.post(format!("{url}/guests")).send().await.expect("an answer");
        let guest: Value = guest.json().await.expect("a guest");
        let token = guest["token"].as_str().expect("a token").to_owned();
        BenchServer { url, token, client, running, shutdown }
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.url)).bearer_auth(&self.token)
    }

    /// A request without a sender.
    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.url))
    }

    /// A request of the guest.
    pub(crate) fn post_as_guest(&self, path: &str) -> RequestBuilder {
        self.post(path).bearer_auth(&self.token)
    }

    /// Imports records, and returns the ids of their matches.
    pub(crate) async fn import(&self, records: &[String]) -> Vec<String> {
        let request = self.post_as_guest("/records");
        let answer = accepted(request.body(records.join("\n"))).await;
        let answer: Value = answer.json().await.expect("JSON");
        let items = answer["items"].as_array().expect("a list");
        let id =
            |item: &Value| item["match"].as_str().unwrap_or_else(|| panic!("{item}")).to_owned();
        items.iter().map(id).collect()
    }

    pub(crate) async fn stop(mut self) {
        self.shutdown.cancel();
        while self.running.join_next().await.is_some() {}
    }
}

/// Sends a request that the server must accept.
pub(crate) async fn accepted(request: RequestBuilder) -> Response {
    let response = request.send().await.expect("an answer");
    let status = response.status();
    if !status.is_success() {
        panic!("{status}: {}", response.text().await.unwrap_or_default());
    }
    response
}

/// The record of a game of random moves with this number of plies.
pub(crate) fn random_record(variant: &'static Variant, plies: usize, rng: &mut StdRng) -> String {
    let mut list = MoveList::new();
    loop {
        let mut game = Game::new(Position::start(variant));
        let mut record = RecordBuilder::new(variant).tag("Event", "Benchmark");
        while (game.plies() as usize) < plies && game.ending().is_none() && !game.must_pass() {
            let position = *game.position();
            position.legal_moves(&mut list);
            let chosen = list.get(rng.random_range(0..list.len())).expect("a move");
            record.text(&position.move_text(&chosen), None).expect("a move as text");
            game.play(&chosen.effect);
        }
        if game.plies() as usize == plies && game.ending().is_none() {
            return record.finish(RecordResult::Unknown).to_string();
        }
    }
}
