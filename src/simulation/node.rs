//! A node of a run: the services of the server in a simulated process.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use chivalry_play::clock::Timestamp;

use crate::cluster::Bus;
use crate::http::{AppState, Credential, FrameLimiter, HttpOptions, Services, Session};
use crate::live::Time;
use crate::live::cluster::simulation::world::World;
use crate::live::compute::cpu_pool::CpuPoolOptions;
use crate::simulation::link::{self, ClientEnd};
use crate::simulation::process::Process;
use crate::simulation::world::{EPOCH_MS, elapsed};
use crate::store::StoreOptions;

/// A running node.
#[derive(Debug)]
pub(crate) struct Node {
    world: World,
    process: Process,
    /// The numbers of its connections to the bus and to the database.
    pub(crate) bus_line: Option<usize>,
    pub(crate) database_line: usize,
    app: Arc<OnceLock<AppState>>,
    shutdown: CancellationToken,
    left: CancellationToken,
    /// The end of the last pause.
    disturbed: Mutex<Disturbance>,
}

#[derive(Debug)]
struct Disturbance {
    is_paused: bool,
    ended_at: Instant,
}

impl Node {
    /// Starts a node. The wall clock of its machine is off by `skew_ms`.
    pub(crate) fn start(
        world: &World,
        bus: Option<(usize, Arc<dyn Bus>)>,
        (database_line, store): (usize, StoreOptions),
        skew_ms: i64,
    ) -> Node {
        let process = Process::new(world);
        let (shutdown, left) = (CancellationToken::new(), CancellationToken::new());
        let app = Arc::new(OnceLock::new());
        let (bus_line, bus) = bus.unzip();
        let node = Node {
            world: world.clone(),
            process: process.clone(),
            bus_line,
            database_line,
            app: Arc::clone(&app),
            shutdown: shutdown.clone(),
            left: left.clone(),
            disturbed: Mutex::new(Disturbance { is_paused: false, ended_at: Instant::now() }),
        };
        let now = EPOCH_MS as i64 + elapsed().as_millis() as i64 + skew_ms;
        process.spawn(serve(world.clone(), app, store, bus, Timestamp(now), shutdown, left));
        node
    }

    /// Connects a client. `None` if the node does not serve.
    pub(crate) fn connect(&self, token: Option<String>) -> Option<ClientEnd> {
        let app = self.app.get()?.clone();
        let (client, server, receiver) = link::open(&self.world);
        let limiter = FrameLimiter::remote(&app);
        let session = Session::local(app, server, limiter);
        let credential = Some(token.map_or(Credential::Guest, Credential::Token));
        self.process.spawn(async move { Box::new(session).run(receiver, credential, None).await });
        Some(client)
    }

    /// True if the node ran without a pause since `since`.
    pub(crate) fn ran_since(&self, since: Instant) -> bool {
        let disturbed = self.disturbed.lock();
        !disturbed.is_paused && disturbed.ended_at <= since
    }

    /// True if the node shuts down.
    pub(crate) fn is_leaving(&self) -> bool {
        self.shutdown.is_cancelled()
    }

    pub(crate) fn pause(&self) {
        self.disturbed.lock().is_paused = true;
        self.process.pause();
    }

    pub(crate) fn resume(&self) {
        *self.disturbed.lock() = Disturbance { is_paused: false, ended_at: Instant::now() };
        self.process.resume();
    }

    /// Shuts the node down in order.
    pub(crate) async fn leave(&self) {
        self.shutdown.cancel();
        self.left.cancelled().await;
    }

    /// Waits until the node has ended by itself.
    pub(crate) async fn ended(&self) {
        self.left.clone().cancelled_owned().await;
    }

    pub(crate) fn resume_if_paused(&self) {
        let is_paused = self.disturbed.lock().is_paused;
        if is_paused {
            self.resume();
        }
    }

    /// Kills the process. It is not started again before [`Node::end`].
    pub(crate) fn kill(&self) {
        self.process.end();
    }

    /// Kills the process, and lets its supervisor start another.
    pub(crate) fn end(&self) {
        self.process.end();
        self.left.cancel();
    }
}

async fn serve(
    world: World,
    app: Arc<OnceLock<AppState>>,
    store: StoreOptions,
    bus: Option<Arc<dyn Bus>>,
    now: Timestamp,
    shutdown: CancellationToken,
    left: CancellationToken,
) {
    let http = HttpOptions {
        commands_per_second: 10_000,
        cpu_pools: CpuPoolOptions { thinkers: Some(1), analysts: 1 },
        ..HttpOptions::local()
    };
    let time = Time::starting_at(now);
    let opened = Services::open("http://localhost", time, http, &store, bus, shutdown.clone());
    let services = match opened.await {
        Ok(services) => services,
        Err(error) => {
            world.note(format_args!("a node cannot start: {error}"));
            return left.cancel();
        }
    };
    // The node starts once.
    let _ = app.set(services.app.clone());
    shutdown.cancelled().await;
    if let Err(error) = services.close(JoinSet::new()).await {
        world.note(format_args!("a node ends: {error}"));
    }
    left.cancel();
}
