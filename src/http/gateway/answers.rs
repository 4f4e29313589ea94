//! Responses of other nodes, which arrive in parts.

use std::convert::Infallible;
use std::str::FromStr as _;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use tokio::time::timeout;

use crate::cluster::Inbox;

use crate::http::gateway::wire;
use crate::http::gateway::wire::Part;
use crate::http::open_tokens::ConnectionEnd;

/// Timeout for the next part of a response. Event streams send keep-alives more often.
const PART_TIMEOUT: Duration = Duration::from_secs(40);

/// Returns the response that arrives at an inbox. Its body ends with the token of `end`. `None` if
/// no response arrives.
pub(crate) async fn read_answer(mut answer: Inbox, end: Option<ConnectionEnd>) -> Option<Response> {
    let Some((Part::Head { status, headers }, _)) = next_part(&mut answer).await else {
        return None;
    };
    let body = Body::from_stream(stream::unfold((answer, end), |(mut answer, end)| async move {
        let part = match &end {
            Some(end) => end.ended().run_until_cancelled(next_part(&mut answer)).await?,
            None => next_part(&mut answer).await,
        };
        match part? {
            (Part::Body, piece) => Some((Ok::<_, Infallible>(piece), (answer, end))),
            _ => None,
        }
    }));
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    read_headers(response.headers_mut(), headers);
    Some(response)
}

async fn next_part(answer: &mut Inbox) -> Option<(Part, Bytes)> {
    let delivery = timeout(PART_TIMEOUT, answer.next()).await.ok()??;
    let part = wire::read(&delivery.payload);
    delivery.answer(Bytes::new()).await;
    part
}

/// Adds headers that another node sent.
pub(crate) fn read_headers(headers: &mut HeaderMap, forwarded: Vec<(String, String)>) {
    for (name, value) in forwarded {
        if let (Ok(name), Ok(value)) = (HeaderName::from_str(&name), HeaderValue::try_from(value)) {
            headers.append(name, value);
        }
    }
}
