//! Connections in memory, with hyper's client or written frames. Time is paused.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::routing::get;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::http::net::client_addr::Peer;
use crate::http::net::connection::{Connection, HEADER_TIMEOUT, WRITE_TIMEOUT};
use crate::http::net::http2::connection::{MAX_STREAMS, serve};
use crate::http::net::limiter::Refusals;
use crate::http::net::rate_limit::{RateLimitOptions, RateLimits};
use crate::http::net::scheduling::priority::{Priority, TaskPriority};
use crate::http::net::scheduling::turns::Turns;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

/// The time after a deadline in which a connection is closed.
const CLOSED_IN: Duration = Duration::from_secs(10);

struct TestConnection {
    stream: DuplexStream,
    rate_limits: Arc<RateLimits>,
    shutdown: CancellationToken,
    tasks: TaskTracker,
}

fn connect(router: Router) -> TestConnection {
    let options = RateLimitOptions { connections_per_address: 200, ..Default::default() };
    let rate_limits = Arc::new(RateLimits::new(&options, 50, Refusals::default()));
    let permit = Arc::new(rate_limits.admit(HERE, false).unwrap());
    let (stream, served) = duplex(256 * 1024);
    let (shutdown, tasks) = (CancellationToken::new(), TaskTracker::new());
    let connection = Connection {
        peer: Peer { address: HERE, permit },
        is_proxy: false,
        priority: TaskPriority::new(Priority::Ordinary),
        router,
        rate_limits: Arc::clone(&rate_limits),
        turns: Turns::new(2),
        tasks: tasks.clone(),
        shutdown: shutdown.clone(),
    };
    tasks.spawn(serve(served, connection));
    tasks.close();
    TestConnection { stream, rate_limits, shutdown, tasks }
}

/// A client, and the task of its connection.
async fn client(
    stream: DuplexStream,
    window: u32,
) -> (SendRequest<Body>, JoinSet<hyper::Result<()>>) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).initial_stream_window_size(window);
    let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
    let mut driving = JoinSet::new();
    driving.spawn(connection);
    (sender, driving)
}

fn request(path: &str) -> Request<Body> {
    Request::get(format!("https://localhost{path}")).body(Body::empty()).unwrap()
}

/// The frames before the first request.
fn preface() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &[])].concat()
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The error codes of the frames GOAWAY.
fn goaway_codes(mut frames: &[u8]) -> Vec<u8> {
    let mut codes = Vec::new();
    while let [a, b, c, kind, rest @ ..] = frames {
        let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
        let payload = &rest[5..5 + length];
        if *kind == 7 {
            codes.push(payload[7]);
        }
        frames = &rest[5 + length..];
    }
    codes
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_sends_no_whole_request_is_closed() {
    let unfinished_head = [preface(), frame(1, 0, 1, &[0x82])].concat();
    for sent in [Vec::new(), b"PRI * HTTP".to_vec(), preface(), unfinished_head] {
        let mut connection = connect(Router::new());
        let begun = Instant::now();
        connection.stream.write_all(&sent).await.unwrap();
        let mut received = Vec::new();
        connection.stream.read_to_end(&mut received).await.unwrap();
        let took = begun.elapsed();
        assert!((HEADER_TIMEOUT..HEADER_TIMEOUT + CLOSED_IN).contains(&took), "{sent:?}: {took:?}");
        connection.tasks.wait().await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed_although_its_client_answers_pings() {
    let router = Router::new().route("/", get(async || "answer"));
    let connection = connect(router);
    let (mut sender, mut driving) = client(connection.stream, 65_535).await;
    let answer = sender.send_request(request("/")).await.unwrap();
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "answer");
    let begun = Instant::now();
    driving.join_next().await.unwrap().unwrap().unwrap();
    let took = begun.elapsed();
    assert!((HEADER_TIMEOUT..HEADER_TIMEOUT + CLOSED_IN).contains(&took), "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn the_number_of_streams_is_limited() {
    let gate = Arc::new(Semaphore::new(0));
    let (enter, mut entered) = mpsc::channel(200);
    let passage = Arc::clone(&gate);
    let handler = async move || {
        enter.send(()).await.unwrap();
        drop(passage.acquire().await.unwrap());
    };
    let connection =
        connect(Router::new().route("/", get(async || ())).route("/wait", get(handler)));
    let (mut sender, _driving) = client(connection.stream, 65_535).await;
    // The client has read the settings of the server afterwards.
    sender.send_request(request("/")).await.unwrap();
    let mut answers = JoinSet::new();
    for _ in 0..MAX_STREAMS + 36 {
        let mut sender = sender.clone();
        answers.spawn(async move { sender.send_request(request("/wait")).await });
    }
    for _ in 0..MAX_STREAMS {
        entered.recv().await.unwrap();
    }
    timeout(Duration::from_secs(5), entered.recv()).await.expect_err("no further stream");
    gate.add_permits(1_000);
    for answer in answers.join_all().await {
        assert_eq!(answer.unwrap().status(), StatusCode::OK);
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_whose_client_does_not_read_a_response_is_closed() {
    let router = Router::new().route("/", get(async || vec![0_u8; 200_000]));
    let connection = connect(router);
    let (mut sender, mut driving) = client(connection.stream, 1_024).await;
    let begun = Instant::now();
    let unread = sender.send_request(request("/")).await.unwrap();
    driving.join_next().await.unwrap().unwrap().expect_err("a lost connection");
    let took = begun.elapsed();
    assert!((WRITE_TIMEOUT..2 * WRITE_TIMEOUT + CLOSED_IN).contains(&took), "{took:?}");
    unread.into_body().collect().await.expect_err("an incomplete body");
    connection.tasks.wait().await;
}

#[tokio::test(start_paused = true)]
async fn a_stream_without_data_stays_open_and_large_responses_are_complete() {
    let (send, body) = mpsc::channel::<Result<Bytes, io::Error>>(1);
    let events = Arc::new(tokio::sync::Mutex::new(Some(body)));
    let stream = async move || {
        let mut body = events.lock().await.take().unwrap();
        Body::from_stream(futures_util::stream::poll_fn(move |cx| body.poll_recv(cx)))
    };
    let large: Vec<u8> = (0..1_000_000_u32).map(|at| at.to_le_bytes()[0]).collect();
    let sent = large.clone();
    let router = Router::new()
        .route("/events", get(stream))
        .route("/large", get(async move || sent.clone()));
    let connection = connect(router);
    let (mut sender, _driving) = client(connection.stream, 1_024).await;
    let mut events = sender.send_request(request("/events")).await.unwrap().into_body();
    let answer = sender.send_request(request("/large")).await.unwrap();
    assert_eq!(answer.headers()["content-length"], "1000000");
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), large);
    let silence = Duration::from_secs(600);
    timeout(silence, events.frame()).await.expect_err("no event");
    send.send(Ok(Bytes::from_static(b"event"))).await.unwrap();
    assert_eq!(events.frame().await.unwrap().unwrap().into_data().unwrap(), "event");
}

#[tokio::test(start_paused = true)]
async fn a_request_head_that_is_too_large_is_refused() {
    let connection = connect(Router::new().route("/", get(async || ())));
    let (mut sender, _driving) = client(connection.stream, 65_535).await;
    let with = |name: String, value: &str| {
        Request::get("https://localhost/").header(name, value).body(Body::empty()).unwrap()
    };
    let long = with("x".to_owned(), &"y".repeat(20_000));
    let mut many = request("/");
    for number in 0..70 {
        let one = with(format!("x-{number}"), "y");
        many.headers_mut().extend(one.headers().clone());
    }
    for (head, status) in [(long, 431), (many, 431), (request("/"), 200)] {
        assert_eq!(sender.send_request(head).await.unwrap().status(), status);
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_resets_streams_rapidly_is_closed_and_stays_counted() {
    let mut connection = connect(Router::new().route("/", get(async || ())));
    let mut frames = preface();
    for stream in (1..2_000).step_by(2) {
        let head = [0x82, 0x87, 0x84, 0x01, 0x01, b'x'];
        frames.extend(frame(1, 0x05, stream, &head));
        frames.extend(frame(3, 0, stream, &8_u32.to_be_bytes()));
    }
    connection.stream.write_all(&frames).await.unwrap();
    let mut received = Vec::new();
    connection.stream.read_to_end(&mut received).await.unwrap();
    let enhance_your_calm = 11;
    assert_eq!(goaway_codes(&received), [enhance_your_calm]);
    connection.tasks.wait().await;
    // Of the 200 connections of the address, the closed one is still counted.
    let admit = || connection.rate_limits.admit(HERE, false);
    let open: Vec<_> = std::iter::from_fn(|| admit().ok()).collect();
    assert_eq!(open.len(), 199);
}

#[tokio::test(start_paused = true)]
async fn a_draining_connection_serves_its_streams_to_their_end_and_accepts_no_others() {
    let gate = Arc::new(Semaphore::new(0));
    let (enter, mut entered) = mpsc::channel(1);
    let passage = Arc::clone(&gate);
    let handler = async move || {
        enter.send(()).await.unwrap();
        drop(passage.acquire().await.unwrap());
        "done"
    };
    let connection = connect(Router::new().route("/", get(handler)));
    let (mut sender, mut driving) = client(connection.stream, 65_535).await;
    let mut other = sender.clone();
    let mut answering = JoinSet::new();
    answering.spawn(async move { sender.send_request(request("/")).await });
    entered.recv().await.unwrap();
    connection.shutdown.cancel();
    // The client receives GOAWAY meanwhile.
    let open = timeout(Duration::from_secs(1), answering.join_next()).await;
    open.expect_err("a stream that is still open");
    let mut refused = JoinSet::new();
    refused.spawn(async move { other.send_request(request("/")).await });
    gate.add_permits(2);
    let answer = answering.join_next().await.unwrap().unwrap().unwrap();
    refused.join_next().await.unwrap().unwrap().expect_err("no further stream");
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "done");
    driving.join_next().await.unwrap().unwrap().unwrap();
    connection.tasks.wait().await;
}
