//! The bus between several processes: NATS.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Request, RequestErrorKind, ServerAddr, Subject};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;

use crate::cluster::bus::{Bus, BusError, Delivery, INBOX, Inbox, ReplyTo};

/// Timeout for connecting and for confirming a subscription.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Interval between pings to the server. The connection counts as lost after the third unanswered
/// ping.
const PING_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum delay between two attempts to reconnect. It adds to the duration of an outage.
const MAX_RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// Credentials and certificates for NATS.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NatsOptions {
    /// A credentials file for NATS (JWT and seed), instead of a user and password in the address
    #[arg(long, env = "CHIVALRY_NATS_CREDENTIALS", value_name = "FILE")]
    pub nats_credentials: Option<PathBuf>,
    /// The certificate authority of the NATS server, in PEM; the connection then requires TLS
    #[arg(long, env = "CHIVALRY_NATS_CA", value_name = "FILE")]
    pub nats_ca: Option<PathBuf>,
    /// A certificate that identifies this node to the NATS server, in PEM
    #[arg(long, env = "CHIVALRY_NATS_CERT", value_name = "FILE", requires = "nats_key")]
    pub nats_cert: Option<PathBuf>,
    /// The private key of --nats-cert, in PEM
    #[arg(long, env = "CHIVALRY_NATS_KEY", value_name = "FILE", requires = "nats_cert")]
    pub nats_key: Option<PathBuf>,
}

impl NatsOptions {
    /// Adds the credentials and certificates to the options of a connection.
    async fn apply(&self, mut options: ConnectOptions) -> Result<ConnectOptions, BusError> {
        if let Some(file) = &self.nats_credentials {
            let read = options.credentials_file(file).await;
            options = read.map_err(|error| down(format_args!("{}: {error}", file.display())))?;
        }
        if let Some(authority) = &self.nats_ca {
            options = options.add_root_certificates(authority.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = self.nats_cert.clone().zip(self.nats_key.clone()) {
            options = options.add_client_certificate(certificate, key).require_tls(true);
        }
        Ok(options)
    }
}

/// Connects to the NATS server at `url`, or to one of several servers separated by commas. The
/// first address with a user and password, or with a token, authenticates at all of them. A lost
/// connection is re-established with all subscriptions, without a time limit.
///
/// # Errors
/// Returns [`BusError::Down`] if the first attempt fails.
pub async fn connect_nats(url: &str, options: &NatsOptions) -> Result<Arc<dyn Bus>, BusError> {
    let servers = url.split(',').map(|url| url.trim().parse()).collect::<Result<Vec<_>, _>>();
    let servers: Vec<ServerAddr> = servers.map_err(down)?;
    let overflows = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&overflows);
    let options = options.apply(authenticated(&servers)?).await?;
    let options = options
        .name("chivalry")
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING_INTERVAL)
        .subscription_capacity(INBOX)
        .reconnect_delay_callback(reconnect_delay)
        .event_callback(move |event| {
            if let Event::SlowConsumer(_) = event {
                counted.fetch_add(1, Ordering::Relaxed);
            }
            async move { log_event(&event) }
        });
    Ok(Arc::new(Nats { client: options.connect(servers).await.map_err(down)?, overflows }))
}

/// Returns options with the credentials of the first address that has some. The client ignores
/// them.
fn authenticated(servers: &[ServerAddr]) -> Result<ConnectOptions, BusError> {
    let options = ConnectOptions::new();
    let Some(server) = servers.iter().find(|server| server.has_user_pass()) else {
        return Ok(options);
    };
    let decoded = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8().map(Cow::into_owned);
        decoded.map_err(|_| down("the credentials are not UTF-8"))
    };
    let user = decoded(server.username().unwrap_or_default())?;
    Ok(match server.password() {
        Some(password) => options.user_and_password(user, decoded(password)?),
        None => options.token(user),
    })
}

/// Returns the delay before an attempt, with jitter, so that nodes do not reconnect in step.
fn reconnect_delay(attempt: usize) -> Duration {
    let attempt = u32::try_from(attempt).unwrap_or(u32::MAX);
    let longest = Duration::from_millis(50).saturating_mul(attempt).min(MAX_RECONNECT_DELAY);
    longest.mul_f64(rand::random_range(0.5..=1.0))
}

fn log_event(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => tracing::warn!("disconnected from NATS"),
        Event::SlowConsumer(_) => tracing::warn!("inbox full, message dropped"),
        Event::ServerError(_) | Event::ClientError(_) => tracing::warn!(%event, "NATS event"),
        Event::LameDuckMode | Event::Draining | Event::Closed => {
            tracing::info!(%event, "NATS event")
        }
    }
}

#[derive(Clone)]
struct Nats {
    client: Client,
    /// Number of messages dropped by full inboxes.
    overflows: Arc<AtomicU64>,
}

impl Nats {
    /// Fails without a connection. The client would otherwise queue the message until it
    /// reconnects.
    fn check_connected(&self) -> Result<(), BusError> {
        if self.is_up() { Ok(()) } else { Err(down("there is no connection")) }
    }

    async fn send_request(&self, subject: String, request: Request) -> Result<Bytes, BusError> {
        let answered = self.client.send_request(subject, request).await;
        answered.map(|message| message.payload).map_err(|error| match error.kind() {
            RequestErrorKind::NoResponders => BusError::NobodyThere,
            RequestErrorKind::TimedOut => BusError::TimedOut,
            RequestErrorKind::InvalidSubject
            | RequestErrorKind::MaxPayloadExceeded
            | RequestErrorKind::Other => down(error),
        })
    }

    async fn subscribe(&self, subject: String) -> Result<Inbox, BusError> {
        let subscriber = self.client.subscribe(subject).await.map_err(down)?;
        self.round_trip().await?;
        let client = self.client.clone();
        Ok(Inbox::new(subscriber.map(move |message| {
            let reply_to = |subject| -> Arc<dyn ReplyTo> {
                Arc::new(ReplySubject { client: client.clone(), subject })
            };
            Delivery::new(message.payload, message.reply.map(reply_to))
        })))
    }

    /// Sends a message to a subject of its own and waits for it. The server processes one
    /// connection in order, so that it has then processed all earlier messages.
    async fn round_trip(&self) -> Result<(), BusError> {
        let own = self.client.new_inbox();
        let mut back = self.client.subscribe(own.clone()).await.map_err(down)?;
        self.client.publish(own, Bytes::new()).await.map_err(down)?;
        back.next().await.map(drop).ok_or_else(|| down("the connection is closed"))
    }
}

impl Bus for Nats {
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        async move {
            self.check_connected()?;
            // The client's own timeout does not include the wait for its queue.
            let request = Request::new().payload(payload).timeout(None);
            timeout(within, self.send_request(subject, request))
                .await
                .unwrap_or(Err(BusError::TimedOut))
        }
        .boxed()
    }

    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        async move {
            self.check_connected()?;
            self.client.publish(subject, payload).await.map_err(down)
        }
        .boxed()
    }

    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>> {
        async move {
            self.check_connected()?;
            let listening = timeout(CONNECT_TIMEOUT, self.subscribe(subject)).await;
            listening.unwrap_or_else(|_| Err(down("the server does not answer")))
        }
        .boxed()
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn losses(&self) -> u64 {
        let connects = self.client.statistics().connects.load(Ordering::Relaxed);
        connects + self.overflows.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").field("is_up", &self.is_up()).finish_non_exhaustive()
    }
}

/// The reply subject of a request.
struct ReplySubject {
    client: Client,
    subject: Subject,
}

impl ReplyTo for ReplySubject {
    fn reply(&self, payload: Bytes) -> BoxFuture<'_, ()> {
        async move {
            if let Err(error) = self.client.publish(self.subject.clone(), payload).await {
                tracing::warn!(%error, "answer not delivered");
            }
        }
        .boxed()
    }
}

impl fmt::Debug for ReplySubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ReplySubject").field(&self.subject).finish()
    }
}

fn down(why: impl fmt::Display) -> BusError {
    BusError::Down(why.to_string().into())
}
