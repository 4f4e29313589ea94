//! A Swiss tournament with many entrants: the time of each action of its director, and the size
//! of what players fetch.
//!
//! `cargo bench --bench tournament`; an argument replaces the number of entrants, 2,000.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

#[path = "../tests/support/databases.rs"]
mod databases;
mod support;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use reqwest::RequestBuilder;
use serde_json::{Value, json};

use databases::{Database, on_postgres, on_sqlite};
use support::{BenchServer, accepted};

const ENTRANTS: usize = 2_000;
const ROUNDS: u16 = 5;
/// Number of times that each action on single entrants is measured.
const REPETITIONS: usize = 100;

#[tokio::main]
async fn main() {
    let entrants = std::env::args().find_map(|text| text.parse().ok()).unwrap_or(ENTRANTS);
    for edition in ["fide-2017", "fide-2026"] {
        println!("{entrants} entrants, {ROUNDS} rounds, {edition}");
        on_sqlite(|database| measure(database, entrants, edition)).await;
        on_postgres(|database| measure(database, entrants, edition)).await;
    }
}

async fn measure(database: Database, entrants: usize, edition: &str) {
    let server = BenchServer::start(&database.options).await;
    let mut desk = Desk::create(&server, entrants, edition).await;
    for _ in 0..entrants {
        let guest = accepted(server.post("/guests")).await.json::<Value>().await.expect("a guest");
        let token = guest["token"].as_str().expect("a token");
        desk.take("join", server.post(&desk.path("join")).bearer_auth(token)).await;
    }
    desk.take("start", server.post_as_guest(&desk.path("start"))).await;
    for number in 1..=ROUNDS {
        desk.direct_entrants(entrants, number).await;
        desk.act("pair", json!({"do": "pair"})).await;
        desk.act("begin_round", json!({"do": "begin_round"})).await;
        let round = desk.fetch(&format!("rounds/{number}")).await;
        let pairings = round["pairings"].as_array().expect("pairings");
        for (index, pairing) in pairings.iter().enumerate() {
            let loser = if index % 3 == 0 { &pairing["first"] } else { &pairing["second"] };
            let forfeit =
                json!({"do": "forfeit", "pairing": pairing["pairing"], "losers": [loser]});
            desk.act("forfeit", forfeit).await;
        }
    }
    println!("  {}", database.name);
    desk.print();
    for path in ["", "rounds", "rounds/1", "standings", "crosstable", "events"] {
        desk.print_size(path).await;
    }
    server.stop().await;
}

/// The director of a tournament, and the times of the actions so far by their names.
struct Desk<'a> {
    server: &'a BenchServer,
    id: String,
    times: BTreeMap<&'static str, Vec<Duration>>,
}

impl Desk<'_> {
    async fn create<'a>(server: &'a BenchServer, entrants: usize, edition: &str) -> Desk<'a> {
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
        let plan = json!({"plan": {
            "name": "Open", "variant": "camette", "time": time, "edition": edition,
            "most": entrants, "late": {"until_round": ROUNDS},
            "stages": [{"name": "Swiss", "format": {"kind": "swiss", "rounds": ROUNDS},
                "no_show_ms": 86_400_000}]}});
        let request = server.post_as_guest("/tournaments").body(plan.to_string());
        let made: Value = accepted(request).await.json().await.expect("a tournament");
        let id = made["tournament"].as_str().expect("an id").to_owned();
        Desk { server, id, times: BTreeMap::new() }
    }

    fn path(&self, rest: &str) -> String {
        let slash = if rest.is_empty() { "" } else { "/" };
        format!("/tournaments/{}{slash}{rest}", self.id)
    }

    async fn take(&mut self, name: &'static str, request: RequestBuilder) -> Value {
        let begun = Instant::now();
        let answer = accepted(request).await.json().await.expect("an answer");
        self.times.entry(name).or_default().push(begun.elapsed());
        answer
    }

    async fn act(&mut self, name: &'static str, action: Value) -> Value {
        let request = self.server.post_as_guest(&self.path("actions"));
        self.take(name, request.body(action.to_string())).await
    }

    /// Measures the actions on single entrants and pairs before a round.
    async fn direct_entrants(&mut self, entrants: usize, round: u16) {
        for number in 0..REPETITIONS / usize::from(ROUNDS) {
            let entrant = 1 + (number * 37 + usize::from(round)) % entrants;
            let pair = [entrant, 1 + entrant % entrants];
            let bye =
                json!({"do": "take_bye", "entrant": entrant, "round": round, "worth": "half"});
            self.act("take_bye", bye).await;
            let back = json!({"do": "give_back_bye", "entrant": entrant, "round": round});
            self.act("give_back_bye", back).await;
            self.act("forbid", json!({"do": "forbid", "pair": pair})).await;
            let allowed = self.act("allow", json!({"do": "allow", "pair": pair})).await;
            self.act("undo", json!({"do": "undo", "action": allowed["v"]})).await;
            self.act("allow", json!({"do": "allow", "pair": pair})).await;
            let request = self.server.post_as_guest(&self.path("withdraw"));
            let body = json!({"entrant": entrant}).to_string();
            self.take("withdraw", request.body(body)).await;
            self.act("return", json!({"do": "return", "entrant": entrant})).await;
        }
    }

    async fn fetch(&self, path: &str) -> Value {
        accepted(self.server.get(&self.path(path))).await.json().await.expect("JSON")
    }

    fn print(&mut self) {
        for (name, times) in &mut self.times {
            times.sort_unstable();
            let at = |share: usize| times[(times.len() - 1) * share / 100];
            println!(
                "    {name:13} {:5} times: median {:6.1?}, p99 {:6.1?}, longest {:6.1?}",
                times.len(),
                at(50),
                at(99),
                at(100),
            );
        }
    }

    /// Prints the time and size of a view as it is sent to a browser.
    async fn print_size(&self, path: &str) {
        let begun = Instant::now();
        let request = self.server.get(&self.path(path)).header("accept-encoding", "br, gzip");
        let bytes = accepted(request).await.bytes().await.expect("a body").len();
        let shown = if path.is_empty() { "tournament" } else { path };
        println!("    {shown:13} {:6.1} kB in {:.1?}", bytes as f64 / 1e3, begun.elapsed());
    }
}
