//! A stuck Postgres: appends continue over new connections, and abandoned work ends.

use std::net::SocketAddr;
use std::time::Duration;

use chivalry::store::{AppendError, StoreOptions};
use chivalry_rules::Seat;
use sqlx::{AnyConnection, Connection as _};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::databases::on_postgres;
use super::fixtures::{Log, guest, moved};

/// The test fails if nothing changes for this time.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A TCP proxy whose connections can hang: they stay open and carry nothing.
struct HangingProxy {
    address: SocketAddr,
    /// The number of times that the open connections were made to hang.
    hung: watch::Sender<u32>,
    _tasks: JoinSet<()>,
}

impl HangingProxy {
    /// Starts a proxy to `target`, a host and a port.
    async fn to(target: String) -> HangingProxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let hung = watch::Sender::new(0);
        let hangs = hung.subscribe();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(forward(client, target.clone(), hangs.clone()));
            }
        });
        HangingProxy { address, hung, _tasks: tasks }
    }

    /// Makes every open connection hang. New connections are forwarded.
    fn hang(&self) {
        self.hung.send_modify(|hung| *hung += 1);
    }
}

async fn forward(mut client: TcpStream, target: String, mut hangs: watch::Receiver<u32>) {
    hangs.mark_unchanged();
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = hangs.changed() => {
            // Both sockets stay open.
            std::future::pending::<()>().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn appends_continue_after_the_connections_to_postgres_hang() {
    on_postgres(|database| async move {
        let url = database.options.database_url.clone().unwrap();
        let Some((before, host, after)) = split_url(&url) else { return };
        let proxy = HangingProxy::to(host).await;
        let url = format!("{before}{}{after}", proxy.address);
        let mut proxied = database.clone();
        proxied.options = StoreOptions { database_timeout: 200, ..StoreOptions::postgres(url) };
        let running = proxied.open().await;
        let store = &running.store;
        let mut log = Log::created(guest(store).await);
        store.log().append(log.append()).await.unwrap();
        for _ in 0..2 {
            proxy.hang();
            log = log.then(moved(Seat::FIRST));
            let append = store.log().append(log.since(log.records.len() as u32));
            timeout(LONGEST_WAIT, append).await.expect("an answer").unwrap();
        }
        let direct = database.open().await;
        assert_eq!(direct.store.log().read(log.id).await.unwrap(), Some(log.records));
        direct.stop().await;
        running.abandon().await;
    })
    .await;
}

/// Splits the address of a database at its host and port. `None` for a local socket.
fn split_url(url: &str) -> Option<(&str, String, &str)> {
    let begin = url.find("://")? + 3;
    let end = begin + url[begin..].find(['/', '?'])?;
    let begin = begin + url[begin..end].rfind('@').map_or(0, |at| at + 1);
    let host = &url[begin..end];
    let host = if host.contains(':') { host.to_owned() } else { format!("{host}:5432") };
    (!host.starts_with(':')).then_some((&url[..begin], host, &url[end..]))
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_cancels_the_statements_of_abandoned_connections() {
    on_postgres(|mut database| async move {
        let running = database.open().await;
        let log = Log::created(guest(&running.store).await);
        running.stop().await;
        database.options.database_timeout = 500;
        let running = database.open().await;
        let store = &running.store;
        let url = database.options.database_url.as_ref().unwrap();
        let mut other = AnyConnection::connect(url).await.unwrap();
        let lock = "begin; lock table match_events in exclusive mode";
        sqlx::raw_sql(lock).execute(&mut other).await.unwrap();
        let refused = store.log().append(log.append()).await;
        assert!(matches!(refused, Err(AppendError::Unavailable(_))), "{refused:?}");
        // Postgres does not notice a closed connection while its statement waits for a lock. A
        // transaction would see the same activity again and again.
        let mut observer = AnyConnection::connect(url).await.unwrap();
        let cancelled = async {
            let sql = "select count(*) from pg_stat_activity
                       where application_name = current_schema and wait_event_type = 'Lock'";
            while sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut observer).await.unwrap() > 0 {}
        };
        timeout(LONGEST_WAIT, cancelled).await.expect("no statement that waits");
        sqlx::raw_sql("rollback").execute(&mut other).await.unwrap();
        let appended = async {
            while let Err(error) = store.log().append(log.append()).await {
                assert!(matches!(error, AppendError::Unavailable(_)), "{error:?}");
            }
        };
        timeout(LONGEST_WAIT, appended).await.expect("an append after the lock");
        other.close().await.unwrap();
        observer.close().await.unwrap();
        running.stop().await;
    })
    .await;
}
