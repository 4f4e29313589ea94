//! A run: seats the players, measures the phases and collects the figures.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Barrier, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::load::book::Book;
use crate::load::figures::{EngineFigures, Figures, Latency, Memory, Part};
use crate::load::plan::Plan;
use crate::load::run::{EngineGames, Run};
use crate::load::server_metrics::ServerMetrics;
use crate::load::table::{Table, TableTimes};
use crate::load::target::{LoadError, MAX_CONCURRENT_OPENS, Target};
use crate::load::{crowd, engine_games};
use crate::process::Process;

/// Timeout for opening the connections of a run.
const READY_TIMEOUT: Duration = Duration::from_secs(600);

/// Interval between progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// The phase between two measured phases and before the first. Its times are discarded.
const UNMEASURED: usize = usize::MAX;

/// The tasks of the tables.
type Players = JoinSet<Result<TableTimes, LoadError>>;

/// Runs the load `plan` against the server at `address`. Reports the total number of moves to
/// `progress` once a second. `pid` is the server process, if it runs on this machine.
///
/// # Errors
/// Returns an error if the server is unreachable, refuses a legal move, or closes a connection.
pub async fn run(
    plan: &Plan,
    address: SocketAddr,
    target: Target,
    pid: Option<u32>,
    mut progress: impl FnMut(&str),
) -> Result<Figures, LoadError> {
    let server = pid.map(Process::of);
    let mut crowd = JoinSet::new();
    let mut memory = open_crowd(plan, address, target, server, &mut crowd, &mut progress).await?;
    progress("seating players");
    let run = Arc::new(new_run(plan, address, target));
    let mut players = seat_players(&run).await?;
    warm_up(&run, &mut players).await?;
    let meter = Meter::start(&run, server).await?;
    let mut engines = JoinSet::new();
    let engine_games = if target == Target::Server { plan.engine_games } else { 0 };
    for number in 0..engine_games as usize {
        engines.spawn(engine_games::play(Arc::clone(&run), number));
    }
    play_phases(&run, &mut players, &mut engines, &mut progress).await?;
    let measured = meter.stop(&run).await?;
    memory.resident_bytes = server.map(Process::resident_bytes).transpose()?;
    run.end_of_run.cancel();
    let TableTimes { mut times, late: late_moves } = collect_times(&run, &mut players).await?;
    engines.shutdown().await;
    crowd.shutdown().await;
    let engine_games = (engine_games > 0).then(|| EngineFigures {
        at_once: engine_games,
        begun: run.engine_games.begun.load(Ordering::Relaxed),
        ended: run.engine_games.ended.load(Ordering::Relaxed),
        plies: run.engine_games.plies.load(Ordering::Relaxed),
        ..EngineFigures::of(&mut times)
    });
    let Measured { elapsed, moves, server_time, written, own_time, counted } = measured;
    let has_parts = engine_games.is_none() && run.phases.len() > 1;
    let parts = if has_parts { times.as_mut_slice() } else { &mut [] };
    let parts = Part::of_each(parts, plan.phase_length().as_secs_f64());
    Ok(Figures {
        target: match target {
            Target::Server => "server",
            Target::Relay => "relay",
        },
        matches: plan.matches,
        seconds: elapsed.as_secs_f64(),
        moves,
        moves_per_second: moves as f64 / elapsed.as_secs_f64(),
        late_moves,
        latency: Latency::of(&mut times.concat()),
        parts,
        server_cpu_ms_per_1000_moves: server_time
            .filter(|_| engine_games.is_none())
            .map(|time| millis_per_1000_moves(time, moves)),
        server_bytes_written_per_move: written.map(|bytes| bytes as f64 / moves.max(1) as f64),
        load_cpu_ms_per_1000_moves: millis_per_1000_moves(own_time, moves),
        memory,
        frames_watched: run.frames_watched.load(Ordering::Relaxed),
        reconnections: run.reconnections.load(Ordering::Relaxed),
        engine_games,
        commits: counted.map(|counted| counted.commits),
        appends: counted.map(|counted| counted.appends),
        commit_mean_ms: counted.map(ServerMetrics::commit_mean_ms),
    })
}

/// Parks matches and opens idle connections. Returns the memory that each takes.
async fn open_crowd(
    plan: &Plan,
    address: SocketAddr,
    target: Target,
    server: Option<Process>,
    crowd: &mut JoinSet<()>,
    progress: &mut impl FnMut(&str),
) -> Result<Memory, LoadError> {
    let resident = || server.map(Process::resident_bytes).transpose();
    let mut memory = Memory::default();
    let empty = resident()?;
    if target == Target::Server && plan.parked > 0 {
        progress("parking matches");
        crowd::park(address, plan).await?;
        memory.match_bytes = bytes_per_item(empty, resident()?, plan.parked);
    }
    let parked = resident()?;
    if plan.idle > 0 {
        progress("opening idle connections");
        crowd::idle(address, target, plan.idle, crowd).await?;
        memory.idle_connection_bytes = bytes_per_item(parked, resident()?, plan.idle);
    }
    Ok(memory)
}

fn new_run(plan: &Plan, address: SocketAddr, target: Target) -> Run {
    let engine_games = if target == Target::Server { plan.engine_games } else { 0 };
    Run {
        plan: plan.clone(),
        address,
        target,
        books: plan.mix.variants().iter().map(|variant| Book::of(variant)).collect(),
        phases: plan.phases(),
        phase: AtomicUsize::new(UNMEASURED),
        engine_games: EngineGames::new(engine_games),
        moves: AtomicU64::new(0),
        frames_watched: AtomicU64::new(0),
        reconnections: AtomicU64::new(0),
        ready_barrier: Barrier::new(plan.matches + 1),
        end_of_run: CancellationToken::new(),
    }
}

/// Seats the players of all tables. They play after this function returns.
async fn seat_players(run: &Arc<Run>) -> Result<Players, LoadError> {
    let mut players = JoinSet::new();
    let open_slots = Arc::new(Semaphore::new(MAX_CONCURRENT_OPENS));
    for number in 0..run.plan.matches {
        let (run, open_slots) = (Arc::clone(run), Arc::clone(&open_slots));
        players.spawn(async move {
            let table = {
                let _turn = open_slots.acquire().await;
                Table::seat(Arc::clone(&run), number).await
            };
            table?.play().await
        });
    }
    let ready = async {
        tokio::select! {
            _ = run.ready_barrier.wait() => Ok(()),
            Some(ended) = players.join_next() => match ended? {
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            },
        }
    };
    timeout(READY_TIMEOUT, ready).await.map_err(|_| LoadError::NotReady)??;
    Ok(players)
}

/// Plays for the time before the measurement. An error of a player ends the run.
async fn warm_up(run: &Run, players: &mut Players) -> Result<(), LoadError> {
    let end = Instant::now() + run.plan.warm_up;
    loop {
        tokio::select! {
            () = sleep_until(end) => return Ok(()),
            // Before the end, a player task ends only with an error.
            Some(ended) = players.join_next() => { ended??; }
        }
    }
}

/// Plays through all phases. An error of a player or an engine ends the run.
async fn play_phases(
    run: &Run,
    players: &mut Players,
    engines: &mut JoinSet<Result<(), LoadError>>,
    progress: &mut impl FnMut(&str),
) -> Result<(), LoadError> {
    let (began, mut seen) = (Instant::now(), run.moves.load(Ordering::Relaxed));
    let mut ticks = interval(PROGRESS_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (phase, mut begun) = watch::channel(UNMEASURED);
    let mut phases = pin!(run_phases(run, &phase));
    loop {
        tokio::select! {
            () = &mut phases => return Ok(()),
            Ok(()) = begun.changed() => progress(&format!("part {}", *begun.borrow_and_update())),
            _ = ticks.tick() => {
                let moves = run.moves.load(Ordering::Relaxed);
                let seconds = began.elapsed().as_secs_f64();
                if began.elapsed() >= PROGRESS_INTERVAL {
                    progress(&format!("{seconds:4.0} s, {} moves/s", moves - seen));
                }
                seen = moves;
            }
            // Before the end, a player task ends only with an error.
            Some(ended) = players.join_next() => { ended??; }
            Some(ended) = engines.join_next() => ended??,
        }
    }
}

/// Collects the latencies of each phase and the number of late moves.
async fn collect_times(run: &Run, players: &mut Players) -> Result<TableTimes, LoadError> {
    let mut all = TableTimes { times: vec![Vec::new(); run.phases.len()], late: 0 };
    while let Some(ended) = players.join_next().await {
        let played = ended??;
        for (all, those) in all.times.iter_mut().zip(played.times) {
            all.extend(those);
        }
        all.late += played.late;
    }
    Ok(all)
}

/// The counters at the start of the measured time.
struct Meter {
    server: Option<Process>,
    began: Instant,
    moves: u64,
    server_time: Option<Duration>,
    written: Option<u64>,
    own_time: Duration,
    counted: Option<ServerMetrics>,
}

/// The differences of the counters over the measured time.
struct Measured {
    elapsed: Duration,
    moves: u64,
    server_time: Option<Duration>,
    written: Option<u64>,
    own_time: Duration,
    counted: Option<ServerMetrics>,
}

impl Meter {
    async fn start(run: &Run, server: Option<Process>) -> Result<Meter, LoadError> {
        let counted = ServerMetrics::read(run.address, run.target).await;
        Ok(Meter {
            server,
            server_time: server.map(Process::processor_time).transpose()?,
            written: server.map(Process::written_bytes).transpose()?,
            own_time: Process::this().processor_time()?,
            counted,
            began: Instant::now(),
            moves: run.moves.load(Ordering::Relaxed),
        })
    }

    async fn stop(self, run: &Run) -> Result<Measured, LoadError> {
        let elapsed = self.began.elapsed();
        let moves = run.moves.load(Ordering::Relaxed) - self.moves;
        let server_time = self.server.map(Process::processor_time).transpose()?;
        let written = self.server.map(Process::written_bytes).transpose()?;
        let own_time = Process::this().processor_time()? - self.own_time;
        let counted = ServerMetrics::read(run.address, run.target).await;
        Ok(Measured {
            elapsed,
            moves,
            server_time: server_time.zip(self.server_time).map(|(after, before)| after - before),
            written: written.zip(self.written).map(|(after, before)| after - before),
            own_time,
            counted: counted.zip(self.counted).map(|(after, before)| after.since(before)),
        })
    }
}

/// Waits through the phases, reports each to `begun`, and enables engine games in those that have
/// them.
async fn run_phases(run: &Run, begun: &watch::Sender<usize>) {
    let length = run.plan.phase_length();
    for (number, &has_engine_games) in run.phases.iter().enumerate() {
        if has_engine_games {
            run.engine_games.enable();
        }
        run.phase.store(number, Ordering::Relaxed);
        begun.send_replace(number);
        sleep_until(Instant::now() + length).await;
        run.phase.store(UNMEASURED, Ordering::Relaxed);
        if has_engine_games {
            run.engine_games.disable().await;
        }
    }
}

fn bytes_per_item(before: Option<u64>, after: Option<u64>, count: usize) -> Option<u64> {
    Some(after?.saturating_sub(before?) / count as u64)
}

fn millis_per_1000_moves(time: Duration, moves: u64) -> f64 {
    time.as_secs_f64() * 1_000.0 * 1_000.0 / moves.max(1) as f64
}
