//! Tests of the contract of every bus.

#[path = "../../tests/support/nats.rs"]
mod nats_server;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::cluster::{
    Bus, BusError, ClusterKeys, Delivery, NatsOptions, connect_nats, in_process, sealed,
};
use nats_server::nats_url;

/// Longer than any answer takes.
const LONG: Duration = Duration::from_secs(20);

/// Longer than an answer usually takes.
const SHORT: Duration = Duration::from_secs(1);

/// Two ends of one bus, as two nodes have them.
struct Ends {
    here: Arc<dyn Bus>,
    there: Arc<dyn Bus>,
}

impl Ends {
    fn in_process() -> Ends {
        let bus = in_process();
        Ends { here: Arc::clone(&bus), there: bus }
    }

    /// Each end has its own seal on one bus.
    fn sealed() -> Ends {
        let Ends { here, there } = Ends::in_process();
        Ends { here: sealed(here, keys(&[1])), there: sealed(there, keys(&[1])) }
    }

    async fn nats() -> Option<Ends> {
        let url = nats().await?;
        let (here, there) = tokio::join!(connect(&url), connect(&url));
        Some(Ends { here: here.unwrap(), there: there.unwrap() })
    }
}

async fn connect(url: &str) -> Result<Arc<dyn Bus>, BusError> {
    connect_nats(url, &NatsOptions::default()).await
}

/// Returns a subject that no other test uses.
fn subject() -> String {
    format!("test.{}", uuid::Uuid::now_v7())
}

fn text(delivery: &Delivery) -> &str {
    std::str::from_utf8(&delivery.payload).unwrap()
}

async fn a_request_is_answered_by_the_subscriber(Ends { here, there }: Ends) {
    assert!(here.is_up() && there.is_up());
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();
    let serve = async {
        let asked = inbox.next().await.unwrap();
        assert!(asked.wants_answer());
        let answer = format!("{}, too", text(&asked));
        asked.answer(answer.into()).await;
    };
    let (answer, ()) = tokio::join!(here.request(subject, Bytes::from("me"), LONG), serve);
    assert_eq!(answer.unwrap(), "me, too");
}

async fn a_request_without_subscribers_fails_at_once(Ends { here, there }: Ends) {
    let subject = subject();
    let ask = || here.request(subject.clone(), Bytes::new(), LONG);
    assert_eq!(ask().await, Err(BusError::NobodyThere));
    here.publish(subject.clone(), Bytes::new()).await.unwrap();

    // A dropped inbox unsubscribes, possibly with a delay.
    let inbox = there.listen(subject.clone()).await.unwrap();
    let short = Duration::from_millis(20);
    let no_answer = here.request(subject.clone(), Bytes::new(), short).await;
    assert_eq!(no_answer, Err(BusError::TimedOut));
    drop(inbox);
    while request_briefly(&*here, &subject).await != BusError::NobodyThere {}
    assert_eq!(ask().await, Err(BusError::NobodyThere));
}

async fn request_briefly(bus: &dyn Bus, subject: &str) -> BusError {
    let short = Duration::from_millis(20);
    bus.request(subject.to_owned(), Bytes::new(), short).await.unwrap_err()
}

async fn messages_arrive_in_order(Ends { here, there }: Ends) {
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();
    for number in 0..1000 {
        here.publish(subject.clone(), number.to_string().into()).await.unwrap();
    }
    for number in 0..1000 {
        let told = inbox.next().await.unwrap();
        assert!(!told.wants_answer());
        assert_eq!(text(&told), number.to_string());
        told.answer(Bytes::new()).await;
    }
}

async fn a_published_message_reaches_every_subscriber(Ends { here, there }: Ends) {
    let subject = subject();
    let mut first = there.listen(subject.clone()).await.unwrap();
    let mut second = here.listen(subject.clone()).await.unwrap();
    here.publish(subject.clone(), Bytes::from("hear")).await.unwrap();
    for inbox in [&mut first, &mut second] {
        assert_eq!(text(&inbox.next().await.unwrap()), "hear");
    }
    // Other subscribers keep their subscriptions.
    drop(first);
    there.publish(subject, Bytes::from("again")).await.unwrap();
    assert_eq!(text(&second.next().await.unwrap()), "again");
}

async fn a_cancelled_receive_loses_no_message(Ends { here, there }: Ends) {
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();
    let given_up = tokio::time::timeout(Duration::from_millis(1), inbox.next()).await;
    assert!(given_up.is_err());
    here.publish(subject, Bytes::from("later")).await.unwrap();
    assert_eq!(text(&inbox.next().await.unwrap()), "later");
}

async fn concurrent_requests_each_get_their_own_answer(Ends { here, there }: Ends) {
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();
    let serve = async {
        let mut asked = Vec::new();
        while asked.len() < 100 {
            asked.push(inbox.next().await.unwrap());
        }
        // Requests are answered in reverse order.
        while let Some(delivery) = asked.pop() {
            let same = delivery.payload.clone();
            delivery.answer(same).await;
        }
    };
    let ask = |number: u32| {
        let (here, subject) = (&here, subject.clone());
        async move {
            let question = Bytes::from(number.to_string());
            assert_eq!(here.request(subject, question.clone(), LONG).await, Ok(question));
        }
    };
    tokio::join!(join_all((0..100).map(ask)), serve);
}

/// Runs each test with each bus.
macro_rules! with_each_bus {
    ($($body:ident)*) => {
        mod in_process_bus {
            $(#[tokio::test]
            async fn $body() {
                super::$body(super::Ends::in_process()).await;
            })*
        }

        mod sealed_bus {
            $(#[tokio::test]
            async fn $body() {
                super::$body(super::Ends::sealed()).await;
            })*
        }

        mod nats_bus {
            $(#[tokio::test]
            async fn $body() {
                if let Some(ends) = super::Ends::nats().await {
                    super::$body(ends).await;
                }
            })*
        }
    };
}

with_each_bus! {
    a_request_is_answered_by_the_subscriber
    a_request_without_subscribers_fails_at_once
    messages_arrive_in_order
    a_published_message_reaches_every_subscriber
    a_cancelled_receive_loses_no_message
    concurrent_requests_each_get_their_own_answer
}

fn keys(bytes: &[u8]) -> ClusterKeys {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}").repeat(32)).collect();
    ClusterKeys::read(&hex.join(",")).unwrap()
}

/// The number of messages that an end refused for this reason.
fn refused(bus: &Arc<dyn Bus>, reason: &str) -> u64 {
    bus.rejections().iter().find(|(name, _)| *name == reason).expect("a reason").1
}

#[tokio::test]
async fn forged_and_replayed_messages_are_dropped_and_counted() {
    let bus = in_process();
    let [here, there] = [0; 2].map(|_| sealed(Arc::clone(&bus), keys(&[1])));
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();
    let mut outsider = bus.listen(subject.clone()).await.unwrap();

    bus.publish(subject.clone(), Bytes::from("a move in the clear")).await.unwrap();
    outsider.next().await.unwrap();
    here.publish(subject.clone(), Bytes::from("a move")).await.unwrap();
    let captured = outsider.next().await.unwrap().payload;
    assert!(!captured.windows(4).any(|window| window == b"move"), "it is encrypted");
    bus.publish(subject.clone(), captured).await.unwrap();
    here.publish(subject.clone(), Bytes::from("another")).await.unwrap();

    assert_eq!(text(&inbox.next().await.unwrap()), "a move");
    assert_eq!(text(&inbox.next().await.unwrap()), "another");
    assert_eq!(refused(&there, "version"), 1, "{:?}", there.rejections());
    assert_eq!(refused(&there, "replayed"), 1, "{:?}", there.rejections());
}

#[tokio::test]
async fn a_forged_answer_is_no_answer_of_a_node() {
    let bus = in_process();
    let here = sealed(Arc::clone(&bus), keys(&[1]));
    let subject = subject();
    let mut outsider = bus.listen(subject.clone()).await.unwrap();
    let forge = async { outsider.next().await.unwrap().answer(Bytes::from("done")).await };
    let (answer, ()) = tokio::join!(here.request(subject, Bytes::from("me"), LONG), forge);
    // A timeout would make this node the owner.
    assert!(matches!(answer, Err(BusError::Down(_))), "{answer:?}");
}

#[tokio::test]
async fn nodes_with_different_keys_do_not_reach_each_other_until_the_keys_are_rotated() {
    let bus = in_process();
    let [old, new, both] =
        [&[1][..], &[2], &[2, 1]].map(|bytes| sealed(Arc::clone(&bus), keys(bytes)));
    let subject = subject();
    let mut inbox = old.listen(subject.clone()).await.unwrap();
    new.publish(subject.clone(), Bytes::from("hear")).await.unwrap();
    old.publish(subject.clone(), Bytes::from("own")).await.unwrap();
    assert_eq!(text(&inbox.next().await.unwrap()), "own");
    assert_eq!(refused(&old, "unknown_key"), 1);

    let mut inbox = both.listen(subject.clone()).await.unwrap();
    for node in [&old, &new, &both] {
        node.publish(subject.clone(), Bytes::from("hear")).await.unwrap();
        assert_eq!(text(&inbox.next().await.unwrap()), "hear");
    }
}

#[tokio::test]
async fn connecting_to_an_unreachable_or_invalid_address_fails() {
    // A port without a listener.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    for url in [&*format!("nats://{address}"), "", "ftp://localhost", "nats://me:secret@[", ","] {
        let error = connect(url).await.unwrap_err();
        assert!(matches!(&error, BusError::Down(why) if !why.contains("secret")), "{url}: {error}");
    }
}

#[tokio::test]
async fn a_lost_connection_is_restored_with_its_subscriptions() {
    let Some(server) = nats().await else { return };
    let mut proxy = Proxy::to(&server).await;
    let here = connect(&server).await.unwrap();
    // The first address has no server. The client has to try the second.
    let there = connect(&format!("nats://127.0.0.1:1, {}", proxy.url())).await.unwrap();
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();

    proxy.close();
    while there.is_up() {
        tokio::task::yield_now().await;
    }
    let down = |error: &BusError| matches!(error, BusError::Down(_));
    let lost = there.request(subject.clone(), Bytes::new(), LONG).await;
    assert!(lost.is_err_and(|error| down(&error)));
    let lost = there.publish(subject.clone(), Bytes::from("lost")).await;
    assert!(lost.is_err_and(|error| down(&error)));
    assert!(there.listen(subject.clone()).await.is_err_and(|error| down(&error)));

    proxy.open().await;
    // Requests sent before the client notices the loss use the lost connection.
    let ask = async {
        loop {
            let asked = Bytes::from("are you there?");
            if let Ok(answer) = here.request(subject.clone(), asked, SHORT).await {
                break answer;
            }
        }
    };
    let serve = async {
        while let Some(asked) = inbox.next().await {
            assert_eq!(text(&asked), "are you there?");
            asked.answer(Bytes::from("again")).await;
        }
    };
    tokio::select! {
        answer = ask => assert_eq!(answer, "again"),
        () = serve => panic!("the inbox is gone"),
    }
    assert!(there.is_up());
}

/// A proxy to the server that can be closed.
struct Proxy {
    server: String,
    address: SocketAddr,
    connections: JoinSet<()>,
}

impl Proxy {
    async fn to(url: &str) -> Proxy {
        let server = url.rsplit(['/', '@']).next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut proxy = Proxy { server, address, connections: JoinSet::new() };
        proxy.serve(listener);
        proxy
    }

    fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Closes all proxied connections.
    fn close(&mut self) {
        self.connections = JoinSet::new();
    }

    async fn open(&mut self) {
        self.serve(TcpListener::bind(self.address).await.unwrap());
    }

    fn serve(&mut self, listener: TcpListener) {
        let server = self.server.clone();
        self.connections.spawn(async move {
            let mut pairs = JoinSet::new();
            loop {
                let (mut from, _) = listener.accept().await.unwrap();
                let mut to = TcpStream::connect(&server).await.unwrap();
                pairs.spawn(async move {
                    // Either end closes both directions.
                    let _ = tokio::io::copy_bidirectional(&mut from, &mut to).await;
                });
            }
        });
    }
}

async fn nats() -> Option<String> {
    nats_url(async |url| connect(url).await.is_ok()).await
}
