//! The server: opens its services in dependency order and shuts them down in reverse order.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::cluster::Bus;
use crate::live::background::arrangements::ArrangedGames;
use crate::live::background::featured;
use crate::live::cluster::nodes::Nodes;
use crate::live::compute::analysis::Analysts;
use crate::live::compute::bots::ComputerPlayers;
use crate::live::compute::cpu_pool::{CpuPool, ThreadClass};
use crate::live::compute::tables::TablesError;
use crate::live::lobby_actor::handle;
use crate::live::tournament_actor::handle::Tournaments;
use crate::live::tournament_actor::schedules::Schedules;
use crate::live::{Live, Time};
use crate::scheduling;
use crate::store::{Store, StoreError, StoreOptions, Writer};

use crate::http::announcements::task;
use crate::http::extract::guests::GuestTokens;
use crate::http::extract::passwords::Passwords;
use crate::http::failed_attempts::FailedAttempts;
use crate::http::gateway::gateway::Gateway;
use crate::http::gateway::inbound;
use crate::http::gateway::inbound::Inboxes;
use crate::http::images::cache::ImageCache;
use crate::http::mail;
use crate::http::mail::mailer::{MailError, Mailer};
use crate::http::metrics::Metrics;
use crate::http::net::listener::{Listener, url_of};
use crate::http::net::rate_limit::RateLimits;
use crate::http::net::scheduling::work_limits::WorkLimits;
use crate::http::net::tls::TlsError;
use crate::http::notifications;
use crate::http::notifications::push::sender;
use crate::http::notifications::push::vapid::{PushKeyError, VapidKey};
use crate::http::open_tokens::OpenTokens;
use crate::http::options::HttpOptions;
use crate::http::owner_router::OwnerRouter;
use crate::http::passkeys::ceremony::RelyingParty;
use crate::http::passkeys::challenge::Challenges;
use crate::http::provider::client::Provider;
use crate::http::router::router;
use crate::http::startup::house_tournaments;
use crate::http::startup::signing::SigningError;
use crate::http::startup::variants::VariantsError;
use crate::http::state::{AppState, ServerState};
use crate::http::web::shell::english_words;
use crate::http::webhooks::worker;

/// Timeout for pending requests while the server drains.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum requests that wait for a thread.
const MAX_QUEUED_JOBS: usize = 64;

/// Send buffer per connection, in bytes. The system's default grows to several MiB and would be
/// filled at once by large responses.
const SEND_BUFFER: u32 = 128 * 1024;

/// Backlog of connections that are not yet accepted.
const ACCEPT_BACKLOG: u32 = 1024;

/// An error that keeps the server from running.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The address cannot be listened on.
    #[error("{address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        source: io::Error,
    },
    /// The database cannot be opened or used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The TLS certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The operator's variants cannot be loaded.
    #[error(transparent)]
    Variants(#[from] VariantsError),
    /// The endgame tables cannot be loaded.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The key that signs records cannot be loaded.
    #[error(transparent)]
    Signing(#[from] SigningError),
    /// The key for push services cannot be loaded.
    #[error(transparent)]
    PushKey(#[from] PushKeyError),
    /// E-mails cannot be sent.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The listener has no address.
    #[error(transparent)]
    Listener(#[from] io::Error),
    /// The writer of the store ended while the server ran.
    #[error("the writer of the database failed: {0}")]
    Writer(#[source] JoinError),
}

/// Binds the address of `options`.
///
/// # Errors
/// When it cannot be listened on.
pub async fn bind(options: &HttpOptions) -> Result<TcpListener, RunError> {
    let address = options.listen;
    // The function is async because the socket registers with the caller's runtime.
    listen(address).map_err(|source| RunError::Listen { address, source })
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Allows an immediate restart on the same port.
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit the buffer size.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(ACCEPT_BACKLOG)
}

/// A server with an open database, ready to serve.
#[derive(Debug)]
pub struct Server {
    listener: Listener,
    url: String,
    pub(crate) services: Services,
}

impl Server {
    /// Loads the operator's variants, opens the database and resumes the matches with running
    /// clocks.
    ///
    /// # Errors
    /// When a variant cannot be offered, the database cannot be opened, or the
    /// listener has no address.
    pub async fn open(
        listener: TcpListener,
        http: HttpOptions,
        store: &StoreOptions,
        shutdown: CancellationToken,
    ) -> Result<Server, RunError> {
        Server::open_node(listener, http, store, None, shutdown).await
    }

    /// Opens the server as one of the nodes that share a database and `bus`.
    ///
    /// # Errors
    /// As [`Server::open`].
    pub async fn open_node(
        listener: TcpListener,
        http: HttpOptions,
        store: &StoreOptions,
        bus: Option<Arc<dyn Bus>>,
        shutdown: CancellationToken,
    ) -> Result<Server, RunError> {
        let address = listener.local_addr()?;
        let tls = http.tls.acceptor()?;
        let url = url_of(address, &http.tls);
        http.variants.offer()?;
        let services =
            Services::open(&url, Time::from_system(), http, store, bus, shutdown).await?;
        let rate_limits = Arc::clone(&services.app.rate_limits);
        let work_limits = Arc::clone(&services.app.work_limits);
        let router = services.router.clone();
        let listener = Listener { listener, tls, router, rate_limits, work_limits };
        Ok(Server { listener, url, services })
    }

    /// The URL of the listening address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The live matches.
    #[must_use]
    pub fn live(&self) -> &Live {
        &self.services.app.live
    }

    /// The limits of concurrent requests.
    #[must_use]
    pub fn work_limits(&self) -> &Arc<WorkLimits> {
        &self.services.app.work_limits
    }

    /// The analysis service.
    #[must_use]
    pub fn analysts(&self) -> &Analysts {
        &self.services.app.analysts
    }

    /// Serves until `shutdown` is cancelled. Then clients receive `bye`, clocks are stopped in the
    /// log, and all accepted events are stored.
    ///
    /// # Errors
    /// When the writer of the store fails, after which nothing can be stored.
    pub async fn serve(self) -> Result<(), RunError> {
        let Server { listener, services, .. } = self;
        let app = services.app.clone();
        let shutdown = app.draining.clone();
        let serving = listener.serve(shutdown.clone());
        let mut webhook_tasks = JoinSet::new();
        webhook_tasks.spawn(worker::run(app.clone()));
        webhook_tasks.spawn(mail::worker::run(app.clone()));
        webhook_tasks.spawn(notifications::task::run(app.clone()));
        webhook_tasks.spawn(sender::run(app.clone()));
        webhook_tasks.spawn(task::run(app, english_words()));
        let mut serving = pin!(serving);
        tokio::select! {
            () = &mut serving => {}
            () = shutdown.cancelled() => {
                // A client that does not read must not delay the stopping of clocks.
                let _ = timeout(DRAIN_TIMEOUT, serving).await;
            }
        }
        services.close(webhook_tasks).await
    }
}

/// The services of a node, without its listener.
#[derive(Debug)]
pub(crate) struct Services {
    pub(crate) app: AppState,
    pub(crate) router: Router,
    tasks: JoinSet<()>,
    stop: CancellationToken,
    writer_tasks: JoinSet<()>,
    stop_writer: CancellationToken,
}

impl Services {
    /// Opens the database and resumes the matches with running clocks. `url` is the address of the
    /// listener.
    ///
    /// # Errors
    /// When the database cannot be opened or used.
    pub(crate) async fn open(
        url: &str,
        time: Time,
        http: HttpOptions,
        store: &StoreOptions,
        bus: Option<Arc<dyn Bus>>,
        shutdown: CancellationToken,
    ) -> Result<Services, RunError> {
        let (store, writer) = Store::open(store).await?;
        let stop_writer = CancellationToken::new();
        let mut writer_tasks = JoinSet::new();
        let supervised = supervise(writer, stop_writer.clone(), shutdown.clone());
        writer_tasks.spawn(scheduling::task(supervised));
        store.variants().save(time.now()).await?;
        store.announcements().set_targets(http.announcements.stored_targets()).await?;
        let signer = http.signing.signer(&store, time.now()).await?;
        let vapid = VapidKey::load(&store, time.now()).await?;
        let mailer = Mailer::new(&http.mail)?;
        let cluster_nodes = match bus {
            Some(bus) => {
                let cluster = store.owners().cluster_id().await?;
                Some(Nodes::join(bus, cluster, shutdown.clone(), http.node_url.clone()))
            }
            None => None,
        };
        let (nodes, arrivals) = cluster_nodes.unzip();
        let live = Live::open(store.clone(), time, nodes.clone()).await?;
        if http.calendar.no_calendar {
            live.switch_calendar_off();
        }
        live.delete_after(http.retention.clone());
        live.scrub(http.scrub.clone());
        live.explore();
        let (lobby, lobby_actor) = handle::channel(live.clone(), store.clone()).await?;
        let (featured, featured_task) = featured::channel(live.clone(), store.clone()).await?;
        let tournaments = Tournaments::open(live.clone(), store.clone(), lobby.clone()).await?;
        let (mut tasks, stop) = (JoinSet::new(), CancellationToken::new());
        tasks.spawn(scheduling::task(lobby_actor.run(stop.clone())));
        tasks.spawn(scheduling::task(featured_task.run(stop.clone())));
        let arranged_games = ArrangedGames::new(live.clone(), store.clone(), lobby.clone());
        tasks.spawn(scheduling::task(arranged_games.clone().run(stop.clone())));
        let computers = ComputerPlayers::open(&store, &live).await?;
        let computer_task = computers.clone().run(
            live.clone(),
            store.clone(),
            CpuPool::for_players(&http.cpu_pools),
            stop.clone(),
        );
        tasks.spawn(scheduling::task(computer_task));
        let schedules = Schedules::new(tournaments.clone(), store.clone(), computers.clone());
        house_tournaments::create(&http.house_tournaments, &schedules).await?;
        tasks.spawn(scheduling::task(schedules.clone().run(stop.clone())));
        let analysts = CpuPool::for_analysis(&http.cpu_pools);
        let tables = http.tables.open()?;
        let analysts = Analysts::new(analysts, live.clone(), store.clone(), tables);
        let public_url = http.public_url.clone().unwrap_or_else(|| url.to_owned());
        let processors = available_parallelism().map_or(1, usize::from);
        // Half of the processors stay free of requests that take processor time.
        let pool_threads = (processors / 2).max(1);
        let metrics = Metrics::new(live.clone(), &store);
        let rate_limits =
            RateLimits::new(&http.rate_limits, http.commands_per_second, metrics.refusals());
        let work_limits = WorkLimits::new(&http.work, processors, metrics.shed_requests());
        let gateway =
            nodes.map(|nodes| Arc::new(Gateway::new(nodes, store.clone(), metrics.forwarded())));
        let open_tokens = OpenTokens::new(shutdown.clone());
        tasks.spawn(scheduling::task(open_tokens.clone().watch(store.clone(), live.time())));
        let failed_attempts = FailedAttempts::default();
        let storing = failed_attempts.clone().run(store.clone(), live.time(), shutdown.clone());
        tasks.spawn(scheduling::task(storing));
        let passwords = Passwords::new(pool_threads, metrics.password_hashes());
        let app = AppState::new(ServerState {
            live,
            lobby,
            owner_router: gateway.clone().map(|gateway| gateway as Arc<dyn OwnerRouter>),
            featured,
            tournaments,
            schedules,
            arranged_games,
            store,
            computers,
            analysts,
            challenges: Challenges::new(&signer),
            relying_party: RelyingParty::of(&public_url),
            mailer,
            provider: Provider::new(&http.provider, &public_url, &signer),
            guest_tokens: GuestTokens::new(&signer, http.retention.guests_kept),
            images: ImageCache::default(),
            signer,
            vapid,
            public_url: public_url.trim_end_matches('/').into(),
            options: http,
            metrics,
            passwords,
            failed_attempts,
            rate_limits: Arc::new(rate_limits),
            work_limits,
            cpu_pool: CpuPool::start("request", pool_threads, MAX_QUEUED_JOBS, ThreadClass::Low),
            open_tokens,
            draining: shutdown,
        });
        let router = router(app.clone(), gateway.clone());
        if let Some((gateway, arrivals)) = gateway.zip(arrivals) {
            let opening = Inboxes::open(&gateway);
            let inboxes = app.draining.run_until_cancelled(opening).await;
            if let Some(inboxes) = inboxes {
                let (app, router, stop) = (app.clone(), router.clone(), stop.clone());
                let messages = (inboxes, arrivals);
                tasks.spawn(scheduling::task(inbound::run(app, gateway, router, messages, stop)));
            }
        }
        Ok(Services { app, router, tasks, stop, writer_tasks, stop_writer })
    }

    /// Stops the clocks in the log, ends all services, and stores all accepted events.
    ///
    /// # Errors
    /// When the writer of the store failed.
    pub(crate) async fn close(self, mut webhook_tasks: JoinSet<()>) -> Result<(), RunError> {
        let Services { app, mut tasks, stop, mut writer_tasks, stop_writer, .. } = self;
        let (live, store) = (app.live.clone(), app.store.clone());
        app.tournaments.close().await;
        drop(app);
        stop.cancel();
        while tasks.join_next().await.is_some() {}
        live.close().await;
        if let Some(nodes) = live.nodes()
            && let Err(error) = store.owners().leave(nodes.me()).await
        {
            tracing::warn!(%error, "failed to leave the cluster; the other nodes will time this node out");
        }
        while webhook_tasks.join_next().await.is_some() {}
        stop_writer.cancel();
        let written = writer_tasks.join_next().await.unwrap_or(Ok(()));
        store.close().await;
        written.map_err(RunError::Writer)
    }
}

/// Runs the writer. A server without its writer stores nothing, so a panic shuts it down.
async fn supervise(writer: Writer, stop: CancellationToken, shutdown: CancellationToken) {
    let on_panic = shutdown.drop_guard();
    writer.run(stop).await;
    on_panic.disarm();
}

/// Opens a server and serves until `shutdown`.
///
/// # Errors
/// As [`Server::open`] and [`Server::serve`].
pub async fn run(
    listener: TcpListener,
    http: HttpOptions,
    store: &StoreOptions,
    shutdown: CancellationToken,
) -> Result<(), RunError> {
    Server::open(listener, http, store, shutdown).await?.serve().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_whose_writer_fails_shuts_down_with_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let http = HttpOptions::local();
        let listener = bind(&http).await.unwrap();
        let store = StoreOptions::sqlite(directory.path());
        let shutdown = CancellationToken::new();
        let mut server = Server::open(listener, http, &store, shutdown.clone()).await.unwrap();
        server.services.writer_tasks.abort_all();
        let outcome = server.serve().await;
        assert!(matches!(outcome, Err(RunError::Writer(_))), "{outcome:?}");
        assert!(shutdown.is_cancelled());
    }
}
