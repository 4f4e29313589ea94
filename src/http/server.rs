//! The server: opens its services in dependency order and shuts them down in reverse order.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::cluster::Bus;
use crate::live::background::featured;
use crate::live::cluster::nodes::Nodes;
use crate::live::compute::analysis::Analysts;
use crate::live::compute::bots::ComputerPlayers;
use crate::live::compute::cpu_pool::Thinkers;
use crate::live::lobby_actor::handle;
use crate::live::tournament_actor::handle::Tournaments;
use crate::live::{Live, Time};
use crate::store::{Store, StoreError, StoreOptions};

use crate::http::api::metrics::Metrics;
use crate::http::extract::passwords::Passwords;
use crate::http::gateway::forwarding;
use crate::http::gateway::forwarding::Gateway;
use crate::http::net::listener::{Listener, url_of};
use crate::http::net::rate_limit::RateLimits;
use crate::http::net::tls::TlsError;
use crate::http::options::HttpOptions;
use crate::http::router::router;
use crate::http::startup::signing::SigningError;
use crate::http::startup::variants::VariantsError;
use crate::http::state::{AppState, ServerState};
use crate::http::webhooks::worker;
use crate::http::workbench::Workbench;

/// Timeout for pending requests while the server drains.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum queued rules questions.
const MAX_QUEUED_QUESTIONS: usize = 64;

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
    /// The key that signs records cannot be loaded.
    #[error(transparent)]
    Signing(#[from] SigningError),
    /// The listener has no address.
    #[error(transparent)]
    Listener(#[from] io::Error),
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
    pub(crate) app: AppState,
    service_tasks: JoinSet<()>,
    stop_services: CancellationToken,
    writer_tasks: JoinSet<()>,
    stop_writer: CancellationToken,
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
        let time = Time::from_system();
        let (store, writer) = Store::open(store).await?;
        store.keep_variants(time.now()).await?;
        let signer = http.signing.signer(&store, time.now()).await?;
        let stop_writer = CancellationToken::new();
        let mut writer_tasks = JoinSet::new();
        writer_tasks.spawn(writer.run(stop_writer.clone()));
        let cluster_nodes = match bus {
            Some(bus) => {
                let cluster = store.cluster_id().await?;
                Some(Nodes::join(bus, cluster, shutdown.clone()))
            }
            None => None,
        };
        let (nodes, arrivals) = cluster_nodes.unzip();
        let live = Live::open(store.clone(), time, nodes.clone()).await?;
        live.keep_no_longer(http.retention.clone());
        let (lobby, lobby_actor) = handle::channel(live.clone(), store.clone()).await?;
        let (channels, featured_task) = featured::channel(live.clone(), store.clone()).await?;
        let tournaments = Tournaments::open(live.clone(), store.clone(), lobby.clone()).await?;
        let mut service_tasks = JoinSet::new();
        let stop_services = CancellationToken::new();
        service_tasks.spawn(lobby_actor.run(stop_services.clone()));
        service_tasks.spawn(featured_task.run(stop_services.clone()));
        let computers = ComputerPlayers::open(&store, &live).await?;
        let computer_task = computers.clone().run(
            live.clone(),
            store.clone(),
            Thinkers::for_players(&http.think),
            stop_services.clone(),
        );
        service_tasks.spawn(computer_task);
        let analysts = Thinkers::for_analysis(&http.think);
        let analysts = Analysts::new(analysts, live.clone(), store.clone());
        let public_url = http.public_url.clone().unwrap_or_else(|| url.clone());
        let processors = available_parallelism().map_or(1, usize::from);
        let metrics = Metrics::new(live.clone(), &store);
        let allowances =
            RateLimits::new(&http.allowances, http.commands_per_second, metrics.refusals());
        let allowances = Arc::new(allowances);
        let app = Arc::new(ServerState {
            live,
            lobby,
            relay: nodes.map(|nodes| Arc::new(Gateway::new(nodes, store.clone()))),
            channels,
            tournaments,
            store,
            computers,
            analysts,
            signer,
            public_url: public_url.trim_end_matches('/').into(),
            options: http,
            metrics,
            passwords: Passwords::new(),
            allowances,
            questions: Workbench::new(processors, MAX_QUEUED_QUESTIONS),
            draining: shutdown,
        });
        let router = router(Arc::clone(&app));
        if let (Some(relay), Some(arrivals)) = (app.relay.clone(), arrivals) {
            let (app, router) = (Arc::clone(&app), router.clone());
            let gateway_task = forwarding::run(app, relay, router, arrivals, stop_services.clone());
            service_tasks.spawn(gateway_task);
        }
        let listener = Listener {
            listener,
            tls,
            router,
            rate_limits: Arc::clone(&app.allowances),
            proxies: app.options.allowances.trusted_proxies.clone(),
        };
        Ok(Server { listener, url, app, service_tasks, stop_services, writer_tasks, stop_writer })
    }

    /// The URL of the listening address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The live matches.
    #[must_use]
    pub fn live(&self) -> &Live {
        &self.app.live
    }

    /// The analysis service.
    #[must_use]
    pub fn analysts(&self) -> &Analysts {
        &self.app.analysts
    }

    /// Serves until `shutdown` is cancelled. Then clients receive `bye`, clocks are stopped in the
    /// log, and all accepted events are stored.
    pub async fn serve(self) {
        let Server {
            listener,
            app,
            mut service_tasks,
            stop_services,
            mut writer_tasks,
            stop_writer,
            ..
        } = self;
        let (live, store) = (app.live.clone(), app.store.clone());
        let tournaments = app.tournaments.clone();
        let shutdown = app.draining.clone();
        let serving = listener.serve(shutdown.clone());
        let mut webhook_tasks = JoinSet::new();
        webhook_tasks.spawn(worker::run(app));
        let mut serving = pin!(serving);
        tokio::select! {
            () = &mut serving => {}
            () = shutdown.cancelled() => {
                // A client that does not read must not delay the stopping of clocks.
                let _ = timeout(DRAIN_TIMEOUT, serving).await;
            }
        }
        tournaments.close().await;
        stop_services.cancel();
        while service_tasks.join_next().await.is_some() {}
        live.close().await;
        if let Some(nodes) = live.nodes()
            && let Err(error) = store.leave_node(nodes.me()).await
        {
            tracing::warn!(%error, "failed to leave the cluster; the other nodes will time this node out");
        }
        while webhook_tasks.join_next().await.is_some() {}
        stop_writer.cancel();
        while writer_tasks.join_next().await.is_some() {}
        store.close().await;
    }
}

/// Opens a server and serves until `shutdown`.
///
/// # Errors
/// As [`Server::open`].
pub async fn run(
    listener: TcpListener,
    http: HttpOptions,
    store: &StoreOptions,
    shutdown: CancellationToken,
) -> Result<(), RunError> {
    Server::open(listener, http, store, shutdown).await?.serve().await;
    Ok(())
}
