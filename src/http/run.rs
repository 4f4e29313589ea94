//! The server as a whole: opened from below to above, closed the other way.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::live::analysis::Analysts;
use crate::live::computer::ComputerPlayers;
use crate::live::thinkers::Thinkers;
use crate::live::tournaments::Tournaments;
use crate::live::{Live, Time, channels, lobby};
use crate::store::{Store, StoreError, StoreOptions};

use super::app::App;
use super::courier;
use super::metrics::Metrics;
use super::options::HttpOptions;
use super::passwords::Passwords;
use super::routes::router;
use super::talk::TalkLimit;
use super::workbench::Workbench;

/// How long answers under way may take once the server is going away.
const DRAIN_WITHIN: Duration = Duration::from_secs(10);

/// Questions about the rules that may wait for a processor.
const QUESTIONS_WAITING: usize = 64;

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
    /// The listener failed.
    #[error(transparent)]
    Serve(#[from] io::Error),
}

/// Binds the address of `options`.
///
/// # Errors
/// When it cannot be listened on.
pub async fn bind(options: &HttpOptions) -> Result<TcpListener, RunError> {
    let address = options.listen;
    TcpListener::bind(address).await.map_err(|source| RunError::Listen { address, source })
}

/// A server with its database open, ready to serve.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    pub(super) app: App,
    pairing: JoinSet<()>,
    stop_pairing: CancellationToken,
    writing: JoinSet<()>,
    stop_writing: CancellationToken,
}

impl Server {
    /// Opens the database and takes up the matches whose clocks run.
    ///
    /// # Errors
    /// When the database cannot be opened, or the listener has no address.
    pub async fn open(
        listener: TcpListener,
        http: HttpOptions,
        store: &StoreOptions,
        shutdown: CancellationToken,
    ) -> Result<Server, RunError> {
        let address = listener.local_addr()?;
        let (store, writer) = Store::open(store).await?;
        let stop_writing = CancellationToken::new();
        let mut writing = JoinSet::new();
        writing.spawn(writer.run(stop_writing.clone()));
        let live = Live::open(store.clone(), Time::from_system()).await?;
        let (lobby, keeper) = lobby::channel(live.clone(), store.clone()).await?;
        let (channels, showing) = channels::channel(live.clone(), store.clone()).await?;
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
        let public_url = http.public_url.clone().unwrap_or_else(|| format!("http://{address}"));
        let processors = available_parallelism().map_or(1, usize::from);
        let metrics = Arc::new(Metrics::new(live.clone(), &store));
        let app = App {
            live,
            lobby,
            channels,
            tournaments,
            store,
            computers,
            analysts,
            public_url: public_url.trim_end_matches('/').into(),
            options: Arc::new(http),
            metrics,
            passwords: Passwords::new(),
            talk_limit: Arc::new(TalkLimit::new()),
            questions: Workbench::new(processors, QUESTIONS_WAITING),
            draining: shutdown,
        };
        Ok(Server { listener, address, app, pairing, stop_pairing, writing, stop_writing })
    }

    /// The address listened on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
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
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(self) -> Result<(), RunError> {
        let Server { listener, app, mut pairing, stop_pairing, mut writing, stop_writing, .. } =
            self;
        let (live, store) = (app.live.clone(), app.store.clone());
        let tournaments = app.tournaments.clone();
        let shutdown = app.draining.clone();
        // A frame is sent when it is written: waiting to fill a packet costs 40 ms.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection cannot be told not to delay");
            }
        });
        let serving = axum::serve(listener, router(app.clone()))
            .with_graceful_shutdown(shutdown.clone().cancelled_owned())
            .into_future();
        let mut delivering = JoinSet::new();
        delivering.spawn(courier::run(app));
        let mut serving = pin!(serving);
        let served = tokio::select! {
            served = &mut serving => served,
            () = shutdown.cancelled() => {
                // A client that does not read must not keep clocks from being stopped.
                timeout(DRAIN_WITHIN, serving).await.unwrap_or(Ok(()))
            }
        };
        tournaments.close().await;
        stop_pairing.cancel();
        while pairing.join_next().await.is_some() {}
        live.close().await;
        while delivering.join_next().await.is_some() {}
        stop_writing.cancel();
        while writing.join_next().await.is_some() {}
        store.close().await;
        Ok(served?)
    }
}

/// Opens a server and serves until `shutdown`.
///
/// # Errors
/// When the database cannot be opened, or the listener fails.
pub async fn run(
    listener: TcpListener,
    http: HttpOptions,
    store: &StoreOptions,
    shutdown: CancellationToken,
) -> Result<(), RunError> {
    Server::open(listener, http, store, shutdown).await?.serve().await
}
