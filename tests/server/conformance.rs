//! RFC 6455 conformance over a plain socket: fragmentation, masking, control frames, UTF-8 and
//! close codes.

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::databases::on_sqlite;
use crate::support::TestServer;

const FIN: u8 = 0x80;
const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

const ASKED: &str = r#"{"t":"ping","id":"Šípek 🐈"}"#;

/// A connection whose frames are written and read as bytes.
struct Raw(TcpStream);

/// A frame to send: first byte and payload.
type Sent<'a> = (u8, &'a [u8]);

/// A frame from the server: first byte and payload.
#[derive(Debug, PartialEq)]
struct Frame(u8, Vec<u8>);

impl Raw {
    async fn open(server: &TestServer) -> Raw {
        let (answer, stream) = shake_hands(server, HANDSHAKE).await;
        assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
        let mut raw = Raw(stream);
        // An unknown token is refused, and then `hello` follows.
        assert_eq!(raw.next_text().await["t"], "err");
        assert_eq!(raw.next_text().await["t"], "hello");
        raw
    }

    /// Sends a masked frame, as clients must.
    async fn send(&mut self, first: u8, payload: &[u8]) {
        let mask = [0x37, 0xfa, 0x21, 0x3d];
        let mut bytes = head(first, payload.len(), 0x80);
        bytes.extend_from_slice(&mask);
        bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        // The server may already have closed the connection.
        let _ = self.0.write_all(&bytes).await;
    }

    /// Returns the next frame except pings; `None` after the connection closed.
    async fn next(&mut self) -> Option<Frame> {
        loop {
            let frame = self.next_of_any_kind().await?;
            if frame.0 != FIN | PING {
                return Some(frame);
            }
        }
    }

    async fn next_of_any_kind(&mut self) -> Option<Frame> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).await.ok()?;
        assert_eq!(head[1] & 0x80, 0, "a server masks nothing");
        let length = match head[1] {
            126 => usize::from(self.0.read_u16().await.ok()?),
            127 => usize::try_from(self.0.read_u64().await.ok()?).expect("a length"),
            length => usize::from(length),
        };
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).await.ok()?;
        Some(Frame(head[0], payload))
    }

    async fn next_text(&mut self) -> Value {
        let Some(Frame(first, payload)) = self.next().await else { panic!("it is closed") };
        assert_eq!(first, FIN | TEXT);
        serde_json::from_slice(&payload).expect("JSON")
    }

    /// Asserts that the command is answered.
    async fn is_answered(&mut self) {
        let answer = self.next_text().await;
        assert_eq!((&answer["t"], &answer["re"]), (&"pong".into(), &"Šípek 🐈".into()));
    }

    /// Asserts that the connection closes with `code`.
    async fn until_closed(mut self, code: u16, why: &str) {
        while let Some(Frame(first, payload)) = self.next().await {
            if first == FIN | CLOSE {
                assert_eq!(payload[..2], code.to_be_bytes(), "{why}");
                assert_eq!(self.next().await, None, "{why}");
                return;
            }
            let answer: Value = serde_json::from_slice(&payload).expect("JSON");
            assert_eq!(answer["t"], "err", "{why}: {answer}");
        }
        panic!("{why}: it was closed without a word");
    }
}

fn head(first: u8, length: usize, mask: u8) -> Vec<u8> {
    let mut bytes = vec![first];
    match u16::try_from(length) {
        Ok(length) if length < 126 => bytes.push(mask | length as u8),
        Ok(length) => {
            bytes.push(mask | 126);
            bytes.extend_from_slice(&length.to_be_bytes());
        }
        Err(_) => {
            bytes.push(mask | 127);
            bytes.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    bytes
}

const HANDSHAKE: &str = "connection: Upgrade\r\nupgrade: websocket\r\n\
    sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// Sends a handshake with these headers. Returns the head of the answer and the stream.
async fn shake_hands(server: &TestServer, headers: &str) -> (String, TcpStream) {
    let address = server.url().strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET /api/v1/ws?token=nobodys HTTP/1.1\r\nhost: x\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.expect("an answer"));
    }
    let answer = String::from_utf8(answer).expect("text");
    if answer.starts_with("HTTP/1.1 101") {
        let accepted = "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=";
        assert!(answer.to_ascii_lowercase().contains(accepted), "{answer}");
    }
    (answer, stream)
}

#[tokio::test]
async fn a_handshake_that_violates_rfc_6455_is_refused() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let status = async |headers: &str| shake_hands(&server, headers).await.0[9..12].to_owned();
        assert_eq!(status(HANDSHAKE).await, "101");
        for missing in ["connection", "upgrade", "sec-websocket-key"] {
            let without: String = HANDSHAKE
                .split_inclusive("\r\n")
                .filter(|line| !line.starts_with(missing))
                .collect();
            assert_eq!(status(&without).await, "400", "without {missing}");
        }
        for key in ["", "AAAA", "dGhlIHNhbXBsZSBub25jZQ", "AAAAAAAAAAAAAAAAAAAAAAA=", "?"] {
            let faulty = HANDSHAKE.replace("dGhlIHNhbXBsZSBub25jZQ==", key);
            assert_eq!(status(&faulty).await, "400", "{key}");
        }
        let old = HANDSHAKE.replace("version: 13", "version: 8");
        let unknown = HANDSHAKE.replace("sec-websocket-version: 13\r\n", "");
        for handshake in [old, unknown] {
            let refused = shake_hands(&server, &handshake).await.0;
            assert!(refused.starts_with("HTTP/1.1 426"), "{refused}");
            assert!(refused.contains("\r\nsec-websocket-version: 13\r\n"), "{refused}");
            assert!(refused.contains("\r\nupgrade: websocket\r\n"), "{refused}");
        }
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn fragmented_frames_of_every_length_are_reassembled() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let mut raw = Raw::open(&server).await;
        for length in [125, 126, 127, 128, 1_000, 16_384] {
            let padded = format!("{ASKED}{}", " ".repeat(length - ASKED.len()));
            raw.send(FIN | TEXT, padded.as_bytes()).await;
            raw.is_answered().await;
        }
        // Fragments may split a character.
        for at in 0..=ASKED.len() {
            let (first, rest) = ASKED.as_bytes().split_at(at);
            raw.send(TEXT, first).await;
            raw.send(PING | FIN, b"between").await;
            raw.send(CONTINUATION, b"").await;
            raw.send(FIN | CONTINUATION, rest).await;
            assert_eq!(raw.next().await, Some(Frame(FIN | PONG, b"between".to_vec())));
            raw.is_answered().await;
        }
        // Sends the stream byte by byte.
        let mut bytes = head(FIN | TEXT, ASKED.len(), 0x80);
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(ASKED.as_bytes());
        for byte in bytes {
            raw.0.write_all(&[byte]).await.expect("a connection");
        }
        raw.is_answered().await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn pings_are_answered_in_order_and_pongs_are_not() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let mut raw = Raw::open(&server).await;
        for payload in [&b""[..], b"hello", &[0x00, 0xff, 0xfe], &[0xfe; 125]] {
            raw.send(FIN | PING, payload).await;
            assert_eq!(raw.next().await, Some(Frame(FIN | PONG, payload.to_vec())));
        }
        raw.send(FIN | PONG, b"nobody asked").await;
        raw.send(FIN | TEXT, ASKED.as_bytes()).await;
        raw.is_answered().await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn protocol_violations_close_the_connection() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        for reserved in [0x40, 0x20, 0x10, 0x70] {
            let mut raw = Raw::open(&server).await;
            raw.send(FIN | reserved | TEXT, ASKED.as_bytes()).await;
            raw.until_closed(1002, "a reserved bit").await;
        }
        for opcode in (0x3..=0x7).chain(0xb..=0xf) {
            let mut raw = Raw::open(&server).await;
            raw.send(FIN | opcode, b"").await;
            raw.until_closed(1002, "a reserved opcode").await;
        }
        let broken: [(&str, &[Sent<'_>]); 6] = [
            ("a continuation of nothing", &[(FIN | CONTINUATION, b"x")]),
            ("a text within a text", &[(TEXT, b"{"), (FIN | TEXT, b"}")]),
            ("a ping in pieces", &[(PING, b"x")]),
            ("a close in pieces", &[(CLOSE, &[0x03, 0xe8])]),
            ("a ping that is too long", &[(FIN | PING, &[b'x'; 126])]),
            ("a close that is too long", &[(FIN | CLOSE, &[b'x'; 126])]),
        ];
        for (why, frames) in broken {
            let mut raw = Raw::open(&server).await;
            for (first, payload) in frames {
                raw.send(*first, payload).await;
            }
            raw.until_closed(1002, why).await;
        }
        let mut raw = Raw::open(&server).await;
        let mut unmasked = head(FIN | TEXT, ASKED.len(), 0);
        unmasked.extend_from_slice(ASKED.as_bytes());
        raw.0.write_all(&unmasked).await.expect("a connection");
        raw.until_closed(1002, "a frame without a mask").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn binary_invalid_and_oversized_messages_close_with_their_code() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        let not_utf8: [&[u8]; 5] =
            [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"{\"t\":\"\xce\"}"];
        for text in not_utf8 {
            let mut raw = Raw::open(&server).await;
            raw.send(FIN | TEXT, text).await;
            raw.until_closed(1007, "not UTF-8").await;
            let mut raw = Raw::open(&server).await;
            raw.send(TEXT, text).await;
            raw.send(FIN | CONTINUATION, b"").await;
            raw.until_closed(1007, "not UTF-8, in pieces").await;
        }
        let mut raw = Raw::open(&server).await;
        raw.send(FIN | 0x2, ASKED.as_bytes()).await;
        raw.until_closed(1003, "binary").await;
        for length in [16_385, 70_000] {
            let mut raw = Raw::open(&server).await;
            raw.send(FIN | TEXT, " ".repeat(length).as_bytes()).await;
            raw.until_closed(1009, "too large").await;
        }
        // The announced length is enough to refuse the frame.
        let mut raw = Raw::open(&server).await;
        raw.0.write_all(&head(FIN | TEXT, 1 << 40, 0x80)).await.expect("a connection");
        raw.0.write_all(&[0; 4]).await.expect("a connection");
        raw.until_closed(1009, "a tebibyte").await;
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_close_frame_is_answered_by_the_same_frame() {
    on_sqlite(|database| async move {
        let server = TestServer::start(&database).await;
        for code in [1000, 1001, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999_u16] {
            let mut raw = Raw::open(&server).await;
            let payload = [&code.to_be_bytes()[..], b"good night"].concat();
            raw.send(FIN | CLOSE, &payload).await;
            // Frames after a close frame are ignored.
            raw.send(FIN | TEXT, ASKED.as_bytes()).await;
            let Some(Frame(first, answer)) = raw.next().await else { panic!("{code}") };
            assert_eq!((first, &answer[..2]), (FIN | CLOSE, &code.to_be_bytes()[..]));
            assert_eq!(raw.next().await, None);
        }
        let mut raw = Raw::open(&server).await;
        raw.send(FIN | CLOSE, b"").await;
        assert_eq!(raw.next().await, Some(Frame(FIN | CLOSE, Vec::new())));
        assert_eq!(raw.next().await, None);
        server.shutdown().await;
    })
    .await;
}
