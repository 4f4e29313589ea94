//! The server as a whole: opened from below to above, closed the other way.

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
use crate::http::state::{AppState, Edge};
use crate::http::webhooks::worker;
use crate::http::workbench::Workbench;

/// How long answers under way may take once the server is going away.
const DRAIN_WITHIN: Duration = Duration::from_secs(10);

/// Questions about the rules that may wait for a processor.
const QUESTIONS_WAITING: usize = 64;

/// How much the system keeps of what a client has not taken yet, in bytes: it would keep some
/// MiB for each by itself, and have them copied at once for whoever asks for much.
const SENT_AHEAD: u32 = 128 * 1024;

/// Connections that wait to be let in.
const CONNECTIONS_WAITING: u32 = 1024;

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The address cannot be listened on.
    #[error("{address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is a certificate, and it cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The operator's variants cannot be offered.
    #[error(transparent)]
    Variants(#[from] VariantsError),
    /// There is no key to sign records with.
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
    // Connections are registered with the runtime of whoever waits for this.
    listen(address).map_err(|source| RunError::Listen { address, source })
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // So that the server can be started again at once.
    socket.set_reuseaddr(true)?;
    // Each connection has it from here.
    socket.set_send_buffer_size(SENT_AHEAD)?;
    socket.bind(address)?;
    socket.listen(CONNECTIONS_WAITING)
}

/// A server with its database open, ready to serve.
#[derive(Debug)]
pub struct Server {
    entrance: Listener,
    url: String,
    pub(crate) app: AppState,
    pairing: JoinSet<()>,
    stop_pairing: CancellationToken,
    writing: JoinSet<()>,
    stop_writing: CancellationToken,
}

impl Server {
    /// Offers the operator's variants, opens the database and takes up the
    /// matches whose clocks run.
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

    /// [`Server::open`], as one of the nodes that share a database and `bus`.
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
        let stop_writing = CancellationToken::new();
        let mut writing = JoinSet::new();
        writing.spawn(writer.run(stop_writing.clone()));
        let joined = match bus {
            Some(bus) => {
                let cluster = store.cluster_id().await?;
                Some(Nodes::join(bus, cluster, shutdown.clone()))
            }
            None => None,
        };
        let (nodes, arrivals) = joined.unzip();
        let live = Live::open(store.clone(), time, nodes.clone()).await?;
        live.keep_no_longer(http.retention.clone());
        let (lobby, keeper) = handle::channel(live.clone(), store.clone()).await?;
        let (channels, showing) = featured::channel(live.clone(), store.clone()).await?;
        let tournaments = Tournaments::open(live.clone(), store.clone(), lobby.clone()).await?;
        let mut pairing = JoinSet::new();
        let stop_pairing = CancellationToken::new();
        pairing.spawn(keeper.run(stop_pairing.clone()));
        pairing.spawn(showing.run(stop_pairing.clone()));
        let computers = ComputerPlayers::open(&store, &live).await?;
        let playing = computers.clone().run(
            live.clone(),
            store.clone(),
            Thinkers::for_players(&http.think),
            stop_pairing.clone(),
        );
        pairing.spawn(playing);
        let analysts = Thinkers::for_analysis(&http.think);
        let analysts = Analysts::new(analysts, live.clone(), store.clone());
        let public_url = http.public_url.clone().unwrap_or_else(|| url.clone());
        let processors = available_parallelism().map_or(1, usize::from);
        let metrics = Metrics::new(live.clone(), &store);
        let allowances =
            RateLimits::new(&http.allowances, http.commands_per_second, metrics.refusals());
        let allowances = Arc::new(allowances);
        let app = Arc::new(Edge {
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
            questions: Workbench::new(processors, QUESTIONS_WAITING),
            draining: shutdown,
        });
        let router = router(Arc::clone(&app));
        if let (Some(relay), Some(arrivals)) = (app.relay.clone(), arrivals) {
            let (app, router) = (Arc::clone(&app), router.clone());
            let carrying = forwarding::run(app, relay, router, arrivals, stop_pairing.clone());
            pairing.spawn(carrying);
        }
        let entrance = Listener {
            listener,
            tls,
            router,
            allowances: Arc::clone(&app.allowances),
            proxies: app.options.allowances.trusted_proxies.clone(),
        };
        Ok(Server { entrance, url, app, pairing, stop_pairing, writing, stop_writing })
    }

    /// The scheme and the address listened on.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The matches that the server plays.
    #[must_use]
    pub fn live(&self) -> &Live {
        &self.app.live
    }

    /// Those who think about positions and games for players.
    #[must_use]
    pub fn analysts(&self) -> &Analysts {
        &self.app.analysts
    }

    /// Serves until the `shutdown` that it was opened with: then clients are
    /// told, clocks stopped in the log, and all that was accepted is stored.
    pub async fn serve(self) {
        let Server { entrance, app, mut pairing, stop_pairing, mut writing, stop_writing, .. } =
            self;
        let (live, store) = (app.live.clone(), app.store.clone());
        let tournaments = app.tournaments.clone();
        let shutdown = app.draining.clone();
        let serving = entrance.serve(shutdown.clone());
        let mut delivering = JoinSet::new();
        delivering.spawn(worker::run(app));
        let mut serving = pin!(serving);
        tokio::select! {
            () = &mut serving => {}
            () = shutdown.cancelled() => {
                // A client that does not read must not keep clocks from being stopped.
                let _ = timeout(DRAIN_WITHIN, serving).await;
            }
        }
        tournaments.close().await;
        stop_pairing.cancel();
        while pairing.join_next().await.is_some() {}
        live.close().await;
        if let Some(nodes) = live.nodes()
            && let Err(error) = store.leave_node(nodes.me()).await
        {
            tracing::warn!(%error, "the other nodes will find out that this one is gone");
        }
        while delivering.join_next().await.is_some() {}
        stop_writing.cancel();
        while writing.join_next().await.is_some() {}
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
