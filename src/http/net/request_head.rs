//! Checks of request heads that hyper does not make or does not report (RFC 9112).
//!
//! hyper drops `Content-Length` beside `Transfer-Encoding`. Proxies that prefer the other header
//! see another end of the request, which allows request smuggling. The raw bytes of each head are
//! therefore kept until its request is served.

use std::sync::Arc;

use httparse::{EMPTY_HEADER, Request, Status};
use parking_lot::Mutex;

use crate::protocol::Reason;

/// Maximum size of a request head, in bytes, and maximum number of headers.
pub(crate) const MAX_HEAD: usize = 16 * 1024;
pub(crate) const MAX_HEADERS: usize = 64;

/// Maximum bytes before the head among them is taken. hyper's buffer is smaller.
const MAX_RECORDED: usize = 1024 * 1024;

/// The end of a request body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyLength {
    /// The body has this many bytes.
    Known(u64),
    /// The body ends with its last chunk.
    Chunked,
}

/// The bytes of one connection that hyper has read and no request has taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestHeads(Arc<Mutex<Recorded>>);

#[derive(Debug, Default)]
struct Recorded {
    bytes: Vec<u8>,
    /// Bytes of the current body that are not read yet.
    body_left: u64,
    has_stopped: bool,
}

impl RequestHeads {
    /// Adds bytes that hyper has read.
    pub(crate) fn record(&self, bytes: &[u8]) {
        let mut recorded = self.0.lock();
        if recorded.has_stopped {
            return;
        }
        let body = bytes.len().min(usize::try_from(recorded.body_left).unwrap_or(usize::MAX));
        recorded.body_left -= body as u64;
        recorded.bytes.extend_from_slice(&bytes[body..]);
        if recorded.bytes.len() > MAX_RECORDED {
            recorded.stop();
        }
    }

    /// Takes the head of the request that hyper has just parsed.
    ///
    /// After an error or a chunked body the start of the next request is unknown, so that the
    /// connection must be closed.
    pub(crate) fn take_head(&self) -> Result<BodyLength, Reason> {
        let mut recorded = self.0.lock();
        match check(&recorded.bytes) {
            Ok((head, length @ BodyLength::Known(body))) => {
                let body = body.saturating_add(head as u64);
                let read = recorded.bytes.len().min(usize::try_from(body).unwrap_or(usize::MAX));
                recorded.bytes.drain(..read);
                recorded.body_left = body - read as u64;
                if recorded.bytes.is_empty() {
                    // An idle connection keeps no buffer.
                    recorded.bytes = Vec::new();
                }
                Ok(length)
            }
            Ok((_, BodyLength::Chunked)) => {
                recorded.stop();
                Ok(BodyLength::Chunked)
            }
            Err(fault) => {
                recorded.stop();
                Err(fault)
            }
        }
    }

    /// Stops the recording of a connection that is no longer HTTP.
    pub(crate) fn stop(&self) {
        self.0.lock().stop();
    }
}

impl Recorded {
    fn stop(&mut self) {
        *self = Recorded { has_stopped: true, ..Recorded::default() };
    }
}

/// Checks the head at the beginning of `bytes`. Returns its length and that of the body.
fn check(bytes: &[u8]) -> Result<(usize, BodyLength), Reason> {
    let mut headers = [EMPTY_HEADER; MAX_HEADERS];
    let mut request = Request::new(&mut headers);
    let Ok(Status::Complete(length)) = request.parse(bytes) else {
        return Err(Reason::HeadUnreadable);
    };
    let is_http_11 = request.version == Some(1);
    let values = |name: &'static str| {
        let headers = request.headers.iter();
        headers.filter(move |header| header.name.eq_ignore_ascii_case(name)).map(|it| it.value)
    };
    let hosts = values("host").count();
    if hosts > 1 || (is_http_11 && hosts == 0) {
        return Err(Reason::HostHeader);
    }
    let body = values("content-length").next();
    match (body, values("transfer-encoding").next()) {
        (Some(_), Some(_)) => Err(Reason::BodyLengthTwice),
        (None, Some(_)) => Ok((length, BodyLength::Chunked)),
        (None, None) => Ok((length, BodyLength::Known(0))),
        (Some(body), None) => {
            // hyper has refused lengths that differ or are no number.
            let body = std::str::from_utf8(body).ok().and_then(|body| body.trim().parse().ok());
            let body = body.ok_or(Reason::HeadUnreadable)?;
            Ok((length, BodyLength::Known(body)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_of(text: &str) -> Result<BodyLength, Reason> {
        let heads = RequestHeads::default();
        heads.record(text.as_bytes());
        heads.take_head()
    }

    #[test]
    fn a_head_has_one_host_and_one_length_of_its_body() {
        let chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(head_of(chunked), Ok(BodyLength::Chunked));
        assert_eq!(head_of("GET / HTTP/1.0\r\n\r\n"), Ok(BodyLength::Known(0)));
        for (head, reason) in [
            ("GET / HTTP/1.1\r\n\r\n", Reason::HostHeader),
            ("GET / HTTP/1.1\r\nhost: x\r\nHOST: x\r\n\r\n", Reason::HostHeader),
            (
                "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
                Reason::BodyLengthTwice,
            ),
            (
                "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\nCONTENT-LENGTH: 1\r\nhost: x\r\n\r\n",
                Reason::BodyLengthTwice,
            ),
            ("GET / HTTP/1.1\r\nhost: x\r\n", Reason::HeadUnreadable),
        ] {
            assert_eq!(head_of(head), Err(reason), "{head}");
        }
    }

    #[test]
    fn heads_are_found_wherever_the_bytes_are_divided() {
        let first = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 24\r\n\r\n";
        // The body looks like a head.
        let body = "GET / HTTP/1.1\r\nx: y\r\n\r\n";
        let second = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
        assert_eq!(body.len(), 24);
        let stream = [first, body, second].concat();
        for at in first.len()..stream.len() {
            let heads = RequestHeads::default();
            heads.record(&stream.as_bytes()[..at]);
            assert_eq!(heads.take_head(), Ok(BodyLength::Known(24)), "{at}");
            heads.record(&stream.as_bytes()[at..]);
            assert_eq!(heads.take_head(), Ok(BodyLength::Known(0)), "{at}");
            assert!(heads.0.lock().bytes.is_empty(), "{at}");
        }
    }

    #[test]
    fn a_connection_that_is_no_longer_http_is_not_recorded() {
        let heads = RequestHeads::default();
        heads.record(&vec![0; MAX_RECORDED + 1]);
        assert_eq!(heads.0.lock().bytes.capacity(), 0);
        heads.record(b"x");
        assert!(heads.0.lock().bytes.is_empty());
    }
}
