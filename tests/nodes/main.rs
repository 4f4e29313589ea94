//! Fault injection with three nodes, and a Postgres and a NATS of the test's own. Bots play at all
//! nodes while nodes are killed, stopped, restarted or shut down one after another.
//!
//! `CHIVALRY_NODES_SECONDS=600 CHIVALRY_NODES_MATCHES=200` gives the long run.
//! `CHIVALRY_NODES_GONE_WITHIN_MS=5000` limits the wait for an answer.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod bots;
mod checker;
mod cost;
mod credentials;
mod history;
mod node;
#[path = "../support/ports.rs"]
mod ports;
mod services;
mod upgrade;

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use uuid::Uuid;

use bots::{BotContext, TableRecords};
use checker::{CheckResult, Waits, check_history};
use history::{Acquisition, Fault, FaultKind, History, LoggedEvent, now};
use node::{Node, current_program};
use services::{Nats, Postgres};

const NODES: usize = 3;

/// Time after the end of all faults by which every match has ended.
const MATCHES_END_TIMEOUT: Duration = Duration::from_secs(300);

/// Maximum time in milliseconds that a match may be without an answer after its owner's death. It
/// holds on slow machines too.
const MAX_ANSWER_WAIT_MS: u64 = 60_000;

/// Maximum pause of a bot before a move.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// The variants of the games, assigned in turn.
const VARIANTS: [&str; 4] = ["camette", "camette", "cam", "grand-cam"];

fn env_number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_nodes_and_services_lose_no_move_and_never_write_concurrently() {
    let Some(mut site) = Site::open().await else { return };
    let duration = Duration::from_secs(env_number("CHIVALRY_NODES_SECONDS", 20));
    let tables = site.start_tables(env_number("CHIVALRY_NODES_MATCHES", 40));
    site.inject_faults(duration).await;
    let result = site.close(tables).await;
    assert!(result.takeovers > 0, "nobody took a match over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_hands_matches_over_without_losing_moves() {
    let Some(mut site) = Site::open().await else { return };
    let tables = site.start_tables(env_number("CHIVALRY_NODES_MATCHES", 40));
    site.restart_nodes_in_turn(current_program()).await;
    let result = site.close(tables).await;
    assert!(result.takeovers > 0, "nobody took a match over");
}

/// The nodes, their services, and the fault injector.
struct Site {
    postgres: Postgres,
    nats: Nats,
    nodes: Vec<Node>,
    context: Arc<BotContext>,
    injected_faults: Vec<Fault>,
    /// Sites run one at a time.
    _site_lock: tokio::sync::MutexGuard<'static, ()>,
}

impl Site {
    /// Starts everything. Returns `None` if Postgres or NATS is not installed.
    async fn open() -> Option<Site> {
        Site::open_with(current_program(), NODES, true, MAX_PAUSE).await
    }

    /// Starts a number of nodes of `program`. `has_urls` is true if clients are asked to connect to
    /// the node of their match, and bots pause for at most `max_pause` before a move.
    async fn open_with(
        program: &Path,
        count: usize,
        has_urls: bool,
        max_pause: Duration,
    ) -> Option<Site> {
        static SITE_LOCK: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
        let site_lock = SITE_LOCK.lock().await;
        let (Some(postgres), Some(nats)) = (Postgres::start(), Nats::start()) else {
            let required = ["CHIVALRY_REQUIRE_POSTGRES", "CHIVALRY_REQUIRE_NATS"]
                .iter()
                .all(|name| env::var(name).is_ok_and(|value| value == "1"));
            assert!(!required, "there is no Postgres or NATS to start");
            print_line("SKIPPED: there is no Postgres or NATS to start");
            return None;
        };
        let nodes: Vec<Node> = (0..count)
            .map(|number| Node::start(number, program, &postgres, &nats, has_urls))
            .collect();
        let mut connection = PgConnection::connect(&postgres.url("witness")).await.unwrap();
        sqlx::raw_sql(WITNESS).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let context = BotContext {
            urls: nodes.iter().map(Node::url).collect(),
            is_closing: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            max_pause,
            pending_requests: Mutex::default(),
        };
        let context = Arc::new(context);
        Some(Site {
            postgres,
            nats,
            nodes,
            context,
            injected_faults: Vec::new(),
            _site_lock: site_lock,
        })
    }

    /// Starts tables that play one match after another.
    fn start_tables(&self, matches: u64) -> JoinSet<TableRecords> {
        let mut tables = JoinSet::new();
        for (number, variant) in (0..matches as usize).zip(VARIANTS.iter().cycle()) {
            let context = Arc::clone(&self.context);
            tables.spawn(async move { bots::play_matches(context, number, variant).await });
        }
        tables
    }

    /// Kills, stops and shuts down one node after another. NATS is away twice, and Postgres once in
    /// each minute, or in the whole time if that is shorter.
    async fn inject_faults(&mut self, duration: Duration) {
        let mut rng = StdRng::seed_from_u64(1887);
        let began = Instant::now();
        let period = duration.min(Duration::from_secs(60));
        let mut restarts = (0..).flat_map(|round| {
            let parts = [(0.2, false), (0.5, true), (0.8, false)];
            parts.map(|(part, is_postgres)| {
                (began + period.mul_f64(f64::from(round) + part), is_postgres)
            })
        });
        let mut next_restart = restarts.next();
        while began.elapsed() < duration {
            self.wait(rng.random_range(1_000..2_000)).await;
            if let Some((_, is_postgres)) = next_restart.filter(|(at, _)| *at <= Instant::now()) {
                next_restart = restarts.next();
                self.restart_service(is_postgres, &mut rng).await;
                continue;
            }
            let target = rng.random_range(0..NODES);
            let (process, at) = (Some(self.nodes[target].name()), now());
            let (kind, until) = match rng.random_range(0..4) {
                0 | 1 => {
                    self.nodes[target].kill();
                    let until = now();
                    self.wait(rng.random_range(0..5_000)).await;
                    self.nodes[target].restart();
                    (FaultKind::NodeKilled, until)
                }
                2 => {
                    self.nodes[target].pause();
                    self.wait(rng.random_range(200..5_000)).await;
                    self.nodes[target].resume();
                    (FaultKind::NodeStopped, now())
                }
                _ => {
                    self.nodes[target].shut_down();
                    let until = now();
                    self.nodes[target].restart();
                    (FaultKind::NodeShutDown, until)
                }
            };
            self.injected_faults.push(Fault { kind, process, at, until });
        }
    }

    /// Stops NATS for up to six seconds, or crashes Postgres.
    async fn restart_service(&mut self, is_postgres: bool, rng: &mut StdRng) {
        let at = now();
        let kind = if is_postgres {
            self.postgres.crash_and_restart();
            FaultKind::PostgresAway
        } else {
            self.nats.kill();
            self.wait(rng.random_range(0..=6_000)).await;
            self.nats.launch();
            FaultKind::NatsAway
        };
        self.injected_faults.push(Fault { kind, process: None, at, until: now() });
    }

    /// Shuts down each node in turn, and starts it again with `program`, with pauses.
    async fn restart_nodes_in_turn(&mut self, program: &Path) {
        self.wait(3_000).await;
        for index in 0..NODES {
            let (process, at) = (Some(self.nodes[index].name()), now());
            self.nodes[index].shut_down();
            let kind = FaultKind::NodeShutDown;
            self.injected_faults.push(Fault { kind, process, at, until: now() });
            self.wait(500).await;
            self.nodes[index].program = program.to_owned();
            self.nodes[index].restart();
            self.wait(3_000).await;
        }
    }

    async fn wait(&self, milliseconds: u64) {
        sleep_until(Instant::now() + Duration::from_millis(milliseconds)).await;
    }

    /// Waits until all matches have ended, and checks the history.
    async fn close(self, mut tables: JoinSet<TableRecords>) -> CheckResult {
        self.context.is_closing.store(true, Ordering::Relaxed);
        let mut history = History { injected_faults: self.injected_faults, ..History::default() };
        let mut matches = 0;
        let ending = async {
            while let Some(table) = tables.join_next().await {
                let table = table.expect("a table without a panic");
                history.requested.extend(table.requested);
                history.received.extend(table.received);
                matches += table.matches;
            }
        };
        let all_ended = timeout(MATCHES_END_TIMEOUT, ending).await;
        let moves = self.context.moves.load(Ordering::Relaxed);
        if all_ended.is_err() {
            let mut pending_requests = self.context.pending_requests.lock().unwrap().clone();
            pending_requests.retain(|_, what| what != "nothing");
            panic!("matches did not end; {moves} moves were acknowledged; {pending_requests:#?}");
        }
        let mut connection = PgConnection::connect(&self.postgres.url("checker")).await.unwrap();
        history.log = read_log(&mut connection).await;
        history.owned = read_owned(&mut connection).await;
        connection.close().await.unwrap();
        let max_answer_wait_ms = env_number("CHIVALRY_NODES_GONE_WITHIN_MS", MAX_ANSWER_WAIT_MS);
        let result =
            check_history(&history, i64::try_from(max_answer_wait_ms).expect("a short time"));
        let CheckResult { violations, longest_wait, takeovers, waits } = &result;
        let injected_faults = history.injected_faults.len();
        print_line(&format!(
            "{matches} matches, {moves} moves, {injected_faults} mishaps, {takeovers} takeovers, longest wait {longest_wait} ms"
        ));
        print_line("| fault | faults | longest wait | longest wait beyond the fault |");
        print_line("|---|---|---|---|");
        for kind in FaultKind::ALL {
            let Some(Waits { faults, longest, beyond_fault }) = waits.get(&kind) else { continue };
            print_line(&format!("| {kind:?} | {faults} | {longest} ms | {beyond_fault} ms |"));
        }
        assert!(violations.is_empty(), "{} violations: {violations:#?}", violations.len());
        result
    }
}

/// Writes to the stream directly, because the test harness captures `eprintln!`.
fn print_line(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Triggers that record the writer and the owner of each event.
const WITNESS: &str = "
    create table witness (match_id bytea, v bigint, process text, epoch bigint, node bytea);
    create table owned (entity bytea, process text, at bigint);
    create function note_writer() returns trigger language plpgsql as $$
    begin
        insert into witness
            select new.match_id, new.v, current_setting('application_name'), o.epoch, o.node
            from (values (1)) as one left join owners o on o.entity = new.match_id;
        return null;
    end $$;
    create function note_owner() returns trigger language plpgsql as $$
    begin
        if new.node is not null then
            insert into owned values (new.entity, current_setting('application_name'),
                extract(epoch from clock_timestamp()) * 1000);
        end if;
        return null;
    end $$;
    create trigger note_writer after insert on match_events
        for each row execute function note_writer();
    create trigger note_owner after insert or update on owners
        for each row execute function note_owner();
";

async fn read_log(connection: &mut PgConnection) -> Vec<LoggedEvent> {
    let sql = "select e.match_id, e.v, e.player_id, e.command_id, e.body,
                      w.process, w.epoch, w.node
               from match_events e left join witness w using (match_id, v)";
    let rows = sqlx::query(sql).fetch_all(connection).await.unwrap();
    rows.iter()
        .map(|row| {
            let body: Value = serde_json::from_str(row.get("body")).unwrap();
            let node: Option<&[u8]> = row.get("node");
            let epoch: Option<i64> = row.get("epoch");
            LoggedEvent {
                match_id: id(row.get("match_id")),
                v: row.get::<i64, _>("v") as u64,
                player: row.get::<Option<&[u8]>, _>("player_id").map(id),
                id: row.get("command_id"),
                kind: body["t"].as_str().unwrap().to_owned(),
                text: body["move"].as_str().map(str::to_owned),
                process: row.get("process"),
                owner: epoch.zip(node.map(id)),
            }
        })
        .collect()
}

async fn read_owned(connection: &mut PgConnection) -> Vec<Acquisition> {
    let sql = "select o.* from owned o join matches m on m.id = o.entity";
    let rows = sqlx::query(sql).fetch_all(connection).await.unwrap();
    rows.iter()
        .map(|row| Acquisition {
            match_id: id(row.get("entity")),
            process: row.get("process"),
            at: row.get("at"),
        })
        .collect()
}

fn id(bytes: &[u8]) -> Uuid {
    Uuid::from_slice(bytes).unwrap()
}
