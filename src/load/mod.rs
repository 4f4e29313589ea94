//! Load from outside: players, watchers and idle connections that drive a
//! server by its public protocol alone, and what that cost.
//!
//! It is light, so that what it measures is the server: games are chosen
//! before the time begins, frames are told apart by their first bytes, and a
//! match is one task for all its players.

mod book;
mod client;
mod crowd;
mod engine_games;
mod figures;
mod plan;
mod server_metrics;
mod table;

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::process::{Process, ProcessError};

pub use figures::{EngineFigures, Figures, Latency, Memory, Pair};
pub use plan::{Mix, Plan};

use book::Book;
use engine_games::EngineGames;
use server_metrics::ServerMetrics;
use table::Table;

/// How long the connections of a run may take to be made ready.
const READY_WITHIN: Duration = Duration::from_secs(600);

/// How often those who wait hear how it goes.
const PROGRESS: Duration = Duration::from_secs(1);

/// The phase between two that count, and before the first: no move's time is
/// kept.
const BETWEEN: usize = usize::MAX;

/// Connections that are being opened at once.
const OPENED_AT_ONCE: usize = 64;

/// What stops a run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No connection, or one that was lost.
    #[error("the connection to {address} failed: {source}")]
    Connection {
        /// The server.
        address: SocketAddr,
        /// What was said of it.
        source: tokio_tungstenite::tungstenite::Error,
    },
    /// A frame that says no, or anything that was not asked for.
    #[error("the server said: {0}")]
    Refused(String),
    /// A process that cannot be looked at.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A task that panicked.
    #[error("a player failed: {0}")]
    Player(#[from] tokio::task::JoinError),
    /// Connections that are not ready after ten minutes.
    #[error("the connections were not ready in time")]
    NotReady,
}

/// What is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A server of chivalry.
    Server,
    /// A bare relay, which sends what one player says to all of a match: the
    /// floor below which no server can be.
    Relay,
}

/// What all of a run share.
struct Run {
    plan: Plan,
    address: SocketAddr,
    target: Target,
    books: Vec<Book>,
    /// The parts of the time: whether engine games are played in each.
    phases: Vec<bool>,
    /// The number of the one that is under way.
    phase: AtomicUsize,
    engine_games: EngineGames,
    moves: AtomicU64,
    frames_watched: AtomicU64,
    reconnections: AtomicU64,
    everybody_is_ready: Barrier,
    time_is_over: CancellationToken,
}

/// Drives the server at `address` as `plan` says, and tells `progress` once a
/// second how many moves there were in all. `pid` is the server's process,
/// where it runs on this machine.
///
/// # Errors
/// When the server cannot be reached, refuses a legal move, or goes away.
pub async fn run(
    plan: &Plan,
    address: SocketAddr,
    target: Target,
    pid: Option<u32>,
    mut progress: impl FnMut(&str),
) -> Result<Figures, LoadError> {
    let server = pid.map(Process::of);
    let ourselves = Process::this();
    let resident = || server.map(Process::resident_bytes).transpose();
    let mut memory = Memory::default();
    let mut crowd = JoinSet::new();

    let empty = resident()?;
    if target == Target::Server && plan.parked > 0 {
        progress("parking matches");
        crowd::park(address, plan).await?;
        memory.match_bytes = each(empty, resident()?, plan.parked);
    }
    let parked = resident()?;
    if plan.idle > 0 {
        progress("opening idle connections");
        crowd::idle(address, target, plan.idle, &mut crowd).await?;
        memory.idle_connection_bytes = each(parked, resident()?, plan.idle);
    }

    progress("seating players");
    let tables = plan.matches;
    let engine_games = if target == Target::Server { plan.engine_games } else { 0 };
    let run = Arc::new(Run {
        plan: plan.clone(),
        address,
        target,
        books: plan.mix.variants().iter().map(|variant| Book::of(variant)).collect(),
        phases: plan.phases(),
        phase: AtomicUsize::new(BETWEEN),
        engine_games: EngineGames::new(engine_games),
        moves: AtomicU64::new(0),
        frames_watched: AtomicU64::new(0),
        reconnections: AtomicU64::new(0),
        everybody_is_ready: Barrier::new(tables + 1),
        time_is_over: CancellationToken::new(),
    });
    let mut players = JoinSet::new();
    let door = Arc::new(tokio::sync::Semaphore::new(OPENED_AT_ONCE));
    for number in 0..tables {
        let (run, door) = (Arc::clone(&run), Arc::clone(&door));
        players.spawn(async move {
            let table = {
                let _turn = door.acquire().await;
                Table::seat(Arc::clone(&run), number).await
            };
            table?.play().await
        });
    }
    let ready = async {
        tokio::select! {
            _ = run.everybody_is_ready.wait() => Ok(()),
            Some(ended) = players.join_next() => match ended? {
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            },
        }
    };
    timeout(READY_WITHIN, ready).await.map_err(|_| LoadError::NotReady)??;

    let counted_before = ServerMetrics::read(address, target).await;
    let cost = Process::processor_time;
    let (server_before, own_before) = (server.map(cost).transpose()?, cost(ourselves)?);
    let (began, before) = (Instant::now(), run.moves.load(Ordering::Relaxed));
    let mut ticks = interval(PROGRESS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut seen = before;
    let mut engines = JoinSet::new();
    for number in 0..engine_games as usize {
        engines.spawn(engine_games::play(Arc::clone(&run), number));
    }
    let mut phases = pin!(go_through_phases(&run));
    loop {
        tokio::select! {
            () = &mut phases => break,
            _ = ticks.tick() => {
                let moves = run.moves.load(Ordering::Relaxed);
                if began.elapsed() >= PROGRESS {
                    progress(&format!("{:4.0} s, {} moves/s", began.elapsed().as_secs_f64(), moves - seen));
                }
                seen = moves;
            }
            // Nobody leaves before the time is over, but with a fault.
            Some(ended) = players.join_next() => { ended??; }
            Some(ended) = engines.join_next() => ended??,
        }
    }
    let (elapsed, moves) = (began.elapsed(), run.moves.load(Ordering::Relaxed) - before);
    let server_after = server.map(cost).transpose()?;
    let own_after = cost(ourselves)?;
    let counted = ServerMetrics::read(address, target).await;
    let counted = counted.zip(counted_before).map(|(after, before)| after.since(before));
    memory.resident_bytes = resident()?;
    run.time_is_over.cancel();
    let mut times = vec![Vec::new(); run.phases.len()];
    let mut late = 0;
    while let Some(ended) = players.join_next().await {
        let played = ended??;
        for (all, those) in times.iter_mut().zip(played.times) {
            all.extend(those);
        }
        late += played.late;
    }
    engines.shutdown().await;
    crowd.shutdown().await;
    let engine_games = (engine_games > 0).then(|| EngineFigures {
        at_once: engine_games,
        begun: run.engine_games.begun.load(Ordering::Relaxed),
        ended: run.engine_games.ended.load(Ordering::Relaxed),
        plies: run.engine_games.plies.load(Ordering::Relaxed),
        ..EngineFigures::of(&mut times)
    });
    Ok(Figures {
        target: match target {
            Target::Server => "server",
            Target::Relay => "relay",
        },
        matches: tables,
        seconds: elapsed.as_secs_f64(),
        moves,
        moves_per_second: moves as f64 / elapsed.as_secs_f64(),
        late_moves: late,
        latency: Latency::of(&mut times.concat()),
        server_cpu_ms_per_1000_moves: server_before
            .zip(server_after)
            .filter(|_| engine_games.is_none())
            .map(|(before, after)| per_thousand(after - before, moves)),
        load_cpu_ms_per_1000_moves: per_thousand(own_after - own_before, moves),
        memory,
        frames_watched: run.frames_watched.load(Ordering::Relaxed),
        reconnections: run.reconnections.load(Ordering::Relaxed),
        engine_games,
        commits: counted.map(|counted| counted.commits),
        appends: counted.map(|counted| counted.appends),
        commit_mean_ms: counted.map(ServerMetrics::commit_mean_ms),
    })
}

/// Lets the time pass, with engine games and without as the phases have it.
async fn go_through_phases(run: &Run) {
    let length = run.plan.phase_length();
    for (number, &has_engine_games) in run.phases.iter().enumerate() {
        if has_engine_games {
            run.engine_games.open();
        }
        run.phase.store(number, Ordering::Relaxed);
        sleep_until(Instant::now() + length).await;
        run.phase.store(BETWEEN, Ordering::Relaxed);
        if has_engine_games {
            run.engine_games.close().await;
        }
    }
}

fn each(before: Option<u64>, after: Option<u64>, count: usize) -> Option<u64> {
    Some(after?.saturating_sub(before?) / count as u64)
}

fn per_thousand(time: Duration, moves: u64) -> f64 {
    time.as_secs_f64() * 1_000.0 * 1_000.0 / moves.max(1) as f64
}
