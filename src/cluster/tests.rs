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

use crate::cluster::{Bus, BusError, Delivery, connect_nats, in_process};
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

    async fn nats() -> Option<Ends> {
        let url = nats().await?;
        let (here, there) = tokio::join!(connect_nats(&url), connect_nats(&url));
        Some(Ends { here: here.unwrap(), there: there.unwrap() })
    }
}

/// Returns a subject that no other test uses.
fn subject() -> String {
    format!("test.{}", uuid::Uuid::now_v7())
}

fn text(delivery: &Delivery) -> &str {
    std::str::from_utf8(&delivery.payload).unwrap()
}

async fn whoever_serves_answers(Ends { here, there }: Ends) {
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

async fn that_nobody_is_there_is_told_at_once(Ends { here, there }: Ends) {
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
    while ask_shortly(&*here, &subject).await != BusError::NobodyThere {}
    assert_eq!(ask().await, Err(BusError::NobodyThere));
}

async fn ask_shortly(bus: &dyn Bus, subject: &str) -> BusError {
    let short = Duration::from_millis(20);
    bus.request(subject.to_owned(), Bytes::new(), short).await.unwrap_err()
}

async fn messages_keep_their_order(Ends { here, there }: Ends) {
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

async fn everybody_hears_what_is_published(Ends { here, there }: Ends) {
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

async fn a_call_given_up_loses_nothing(Ends { here, there }: Ends) {
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();
    let given_up = tokio::time::timeout(Duration::from_millis(1), inbox.next()).await;
    assert!(given_up.is_err());
    here.publish(subject, Bytes::from("later")).await.unwrap();
    assert_eq!(text(&inbox.next().await.unwrap()), "later");
}

async fn questions_at_once_get_each_its_own_answer(Ends { here, there }: Ends) {
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
        mod inside_the_process {
            $(#[tokio::test]
            async fn $body() {
                super::$body(super::Ends::in_process()).await;
            })*
        }

        mod through_nats {
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
    whoever_serves_answers
    that_nobody_is_there_is_told_at_once
    messages_keep_their_order
    everybody_hears_what_is_published
    a_call_given_up_loses_nothing
    questions_at_once_get_each_its_own_answer
}

#[tokio::test]
async fn an_address_at_which_nobody_answers_is_an_error() {
    // A port without a listener.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    for url in [&*format!("nats://{address}"), "", "ftp://localhost", "nats://me:secret@[", ","] {
        let error = connect_nats(url).await.unwrap_err();
        assert!(matches!(&error, BusError::Down(why) if !why.contains("secret")), "{url}: {error}");
    }
}

#[tokio::test]
async fn a_connection_that_is_lost_comes_back_with_its_inboxes() {
    let Some(server) = nats().await else { return };
    let mut road = Road::to(&server).await;
    let here = connect_nats(&server).await.unwrap();
    // The first address has no server. The client has to try the second.
    let there = connect_nats(&format!("nats://127.0.0.1:1, {}", road.url())).await.unwrap();
    let subject = subject();
    let mut inbox = there.listen(subject.clone()).await.unwrap();

    road.close();
    while there.is_up() {
        tokio::task::yield_now().await;
    }
    let down = |error: &BusError| matches!(error, BusError::Down(_));
    let lost = there.request(subject.clone(), Bytes::new(), LONG).await;
    assert!(lost.is_err_and(|error| down(&error)));
    let lost = there.publish(subject.clone(), Bytes::from("lost")).await;
    assert!(lost.is_err_and(|error| down(&error)));
    assert!(there.listen(subject.clone()).await.is_err_and(|error| down(&error)));

    road.open().await;
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
struct Road {
    server: String,
    address: SocketAddr,
    traffic: JoinSet<()>,
}

impl Road {
    async fn to(url: &str) -> Road {
        let server = url.rsplit(['/', '@']).next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut road = Road { server, address, traffic: JoinSet::new() };
        road.lead(listener);
        road
    }

    fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Closes all proxied connections.
    fn close(&mut self) {
        self.traffic = JoinSet::new();
    }

    async fn open(&mut self) {
        self.lead(TcpListener::bind(self.address).await.unwrap());
    }

    fn lead(&mut self, listener: TcpListener) {
        let server = self.server.clone();
        self.traffic.spawn(async move {
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
    nats_url(async |url| connect_nats(url).await.is_ok()).await
}
