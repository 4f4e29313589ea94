//! The bus between several processes: NATS.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Request, RequestErrorKind, ServerAddr, Subject};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::time::timeout;

use crate::cluster::bus::{Bus, BusError, Delivery, INBOX, Inbox, ReplyTo};

/// Timeout for connecting and for confirming a subscription.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Interval between pings to the server. The connection counts as lost after the third unanswered
/// ping.
const PING_INTERVAL: Duration = Duration::from_secs(1);

/// Maximum delay between two attempts to reconnect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Connects to the NATS server at `url`, or to one of several servers separated by commas. A lost
/// connection is re-established with all subscriptions, without a time limit.
///
/// # Errors
/// Returns [`BusError::Down`] if the first attempt fails.
pub async fn connect_nats(url: &str) -> Result<Arc<dyn Bus>, BusError> {
    let servers = url.split(',').map(|url| url.trim().parse()).collect::<Result<Vec<_>, _>>();
    let servers: Vec<ServerAddr> = servers.map_err(down)?;
    let overflows = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&overflows);
    let options = ConnectOptions::new()
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

/// Returns the delay before an attempt.
fn reconnect_delay(attempt: usize) -> Duration {
    let attempt = u32::try_from(attempt).unwrap_or(u32::MAX);
    Duration::from_millis(50).saturating_mul(attempt).min(MAX_RECONNECT_DELAY)
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
