//! `chivalry serve`, `chivalry migrate`, `chivalry health`.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::http;
use crate::http::Server;
use crate::store::{Store, StoreOptions};
use crate::telemetry;

use crate::cli::console::Console;
use crate::cli::error::{CliError, NO};
use crate::cli::files::raise_open_file_limit;
use crate::cli::load::read_address;

/// Timeout of each step of the `health` request.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

/// Polls of tasks after which a worker of the runtime looks for ready sockets.
const SOCKET_INTERVAL: u32 = 8;

/// Polls of tasks after which a worker looks for tasks that other threads woke, such as those whose
/// commit is done. At 1, a steady flow of such tasks would starve those of the worker itself.
const WOKEN_INTERVAL: u32 = 31;

/// Serves until SIGINT or SIGTERM.
pub(crate) fn serve(config: Config, console: &mut Console) -> Result<u8, CliError> {
    telemetry::init(&config.telemetry);
    raise_open_file_limit();
    let runtime = runtime()?;
    runtime.block_on(async {
        let shutdown = CancellationToken::new();
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let on_signal = shutdown.clone();
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            tracing::info!("shutting down");
            on_signal.cancel();
        });
        let listener = http::bind(&config.http).await?;
        let bus = config.cluster.connect().await?;
        if bus.is_some() && config.store.database_url.is_none() {
            return Err(CliError::NoSharedDatabase);
        }
        let server = Server::open_node(listener, config.http, &config.store, bus, shutdown).await?;
        writeln!(console, "chivalry is at {}", server.url())?;
        console.flush()?;
        // The accept loop runs on a worker thread, because a wake-up of another thread for each
        // connection would cost more.
        tokio::spawn(server.serve()).await.map_err(io::Error::from)??;
        Ok(0)
    })
}

/// On a single processor all tasks run on this thread, which saves the wake-ups of a worker.
fn runtime() -> io::Result<Runtime> {
    let is_single = available_parallelism().is_ok_and(|processors| processors.get() == 1);
    let mut builder =
        if is_single { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    builder
        .enable_all()
        .global_queue_interval(WOKEN_INTERVAL)
        .event_interval(SOCKET_INTERVAL)
        .build()
}

/// Migrates the database to this version. With `--check-database`, an earlier version is an error.
pub(crate) fn migrate(options: &StoreOptions, console: &mut Console) -> Result<u8, CliError> {
    Runtime::new()?.block_on(async {
        let (store, _writer) = Store::open(options).await?;
        store.close().await;
        writeln!(console, "the database's tables are of this version")?;
        Ok(0)
    })
}

/// The options of `health`.
#[derive(Debug, clap::Args)]
pub struct Health {
    /// The server to ask, as http://HOST:PORT; by default the one of --listen
    #[arg(long, value_name = "URL", value_parser = read_address)]
    server: Option<SocketAddr>,
    /// The address that the server listens on
    #[arg(long, env = "CHIVALRY_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    listen: SocketAddr,
}

/// Sends a health request to the server.
pub(crate) fn health(options: &Health, console: &mut Console) -> Result<u8, CliError> {
    let address = options.server.unwrap_or_else(|| connectable_address(options.listen));
    let answer = request_health(address);
    let is_alive = answer.as_ref().is_ok_and(|answer| answer.starts_with(b"HTTP/1.1 200"));
    if is_alive {
        writeln!(console, "alive")?;
        return Ok(0);
    }
    let why = answer.err().map_or_else(|| "the response is not 200".to_owned(), |e| e.to_string());
    console.write_remark(&format!("chivalry: no server responds at {address}: {why}"))?;
    Ok(NO)
}

fn request_health(address: SocketAddr) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect_timeout(&address, HEALTH_TIMEOUT)?;
    stream.set_read_timeout(Some(HEALTH_TIMEOUT))?;
    stream.set_write_timeout(Some(HEALTH_TIMEOUT))?;
    write!(stream, "GET /livez HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer)?;
    Ok(answer)
}

/// Returns an address to connect to, also when `listen` is the unspecified address.
fn connectable_address(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
