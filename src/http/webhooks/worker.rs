//! The task that tells webhooks what is due, signed as Standard Webhooks has
//! it, and tries again what was not taken.
//!
//! What is due stands in the store from the commit of the event on, so that a
//! restart forgets nothing. A delivery says what the log says: it may come
//! twice, with the same id, but is not lost while it is tried.

use std::time::Duration;

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::live::LiveError;
use crate::protocol::{PlayerEvent, SeatView, WebhookBody, rfc3339};
use crate::store::{Delivery, StoreError};
use chivalry_play::clock::Timestamp;

use crate::http::state::AppState;
use crate::http::webhooks::client::{PostError, WebhookUrl};

/// What a secret begins with; the rest is the key in base64.
pub(crate) const SECRET_PREFIX: &str = "whsec_";

/// Attempts under way at once.
const AT_ONCE: usize = 8;

/// An attempt that has not reported for so long is taken for lost.
const TAKEN_FOR: Duration = Duration::from_secs(60);

/// The wait after the first attempt that fails; it doubles from then on.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// What is not taken within a day is given up.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// Attempts that fail in a row, of any deliveries, that disable a webhook.
const MOST_FAILURES: u32 = 100;

/// How long the task rests when nothing is known to be due, or the database
/// fails.
const REST: Duration = Duration::from_secs(30);

/// Delivers until the server goes away.
pub(crate) async fn run(app: AppState) {
    let mut attempts = JoinSet::new();
    loop {
        let next_at = match fill(&app, &mut attempts).await {
            Ok(next_at) => next_at.filter(|_| attempts.len() < AT_ONCE),
            Err(error) => {
                tracing::warn!(%error, "webhooks cannot be read");
                None
            }
        };
        let rest = Instant::now() + REST;
        let next_at = next_at.map_or(rest, |at| app.live.time().instant(at).min(rest));
        tokio::select! {
            () = app.draining.cancelled() => break,
            () = app.store.delivery_due() => {}
            Some(_) = attempts.join_next() => {}
            () = sleep_until(next_at) => {}
        }
    }
    while attempts.join_next().await.is_some() {}
}

/// Begins what is due; when the next is.
async fn fill(app: &AppState, attempts: &mut JoinSet<()>) -> Result<Option<Timestamp>, StoreError> {
    let now = app.live.time().now();
    let room = AT_ONCE - attempts.len();
    if room > 0 {
        for delivery in app.store.take_deliveries(now, now + TAKEN_FOR, room as u32).await? {
            attempts.spawn(attempt(app.clone(), delivery));
        }
    }
    app.store.next_delivery_at().await
}

async fn attempt(app: AppState, delivery: Delivery) {
    let done = match deliver(&app, &delivery).await {
        Ok(Some(status)) if status.is_success() => app.store.delivered(&delivery).await,
        // There is nothing to say, and never will be.
        Ok(None) => app.store.forget_delivery(&delivery).await,
        refused => {
            tracing::debug!(?refused, url = delivery.webhook.url, "a webhook was not taken");
            let now = app.live.time().now();
            let is_gone = matches!(refused, Ok(Some(StatusCode::GONE)));
            let most = if is_gone { 0 } else { MOST_FAILURES };
            let again_at = now + wait_after(delivery.tries);
            let again_at = Some(again_at).filter(|at| *at < delivery.created_at + GIVEN_UP_AFTER);
            app.store.delivery_failed(&delivery, now, again_at, most).await
        }
    };
    if let Err(error) = done {
        tracing::warn!(%error, "what became of a delivery could not be stored");
    }
}

/// Why an attempt came to nothing.
#[derive(Debug, thiserror::Error)]
enum DeliveryError {
    #[error(transparent)]
    Post(#[from] PostError),
    #[error(transparent)]
    Live(#[from] LiveError),
}

/// One attempt; `None` when there is nothing to say.
async fn deliver(app: &AppState, delivery: &Delivery) -> Result<Option<StatusCode>, DeliveryError> {
    let Some(body) = body(app, delivery).await? else { return Ok(None) };
    let target = WebhookUrl::read(&delivery.webhook.url, app.options.webhooks_to_private)?;
    let seconds = app.live.time().now().0 / 1_000;
    let id = delivery_id(delivery);
    let headers = [
        ("webhook-signature", signature(&delivery.webhook.secret, &id, seconds, &body)),
        ("webhook-id", id),
        ("webhook-timestamp", seconds.to_string()),
    ];
    Ok(Some(target.post(&headers, body).await?))
}

/// What there is to say, read from the log.
async fn body(app: &AppState, delivery: &Delivery) -> Result<Option<String>, LiveError> {
    let (occurrences, room) =
        match app.live.history(delivery.match_id, Some(delivery.webhook.player)).await {
            Err(LiveError::NotFound | LiveError::BrokenLog(_)) => return Ok(None),
            history => history?,
        };
    let occurrence = occurrences.iter().find(|entry| entry.recorded.v == delivery.v);
    let seat = room.contest.seat_of(delivery.webhook.player);
    let Some((occurrence, seat)) = occurrence.zip(seat) else { return Ok(None) };
    let id = delivery.match_id;
    let data = PlayerEvent::ended(id, occurrence, seat)
        .unwrap_or_else(|| PlayerEvent::Turn(SeatView::after(id, occurrence, seat, true)));
    let timestamp = rfc3339(delivery.created_at);
    Ok(Some(WebhookBody { event: &delivery.event, timestamp, data: &data }.to_json()))
}

/// The same for each attempt at one delivery.
fn delivery_id(delivery: &Delivery) -> String {
    let mut hash = Sha256::new();
    hash.update(delivery.webhook.id.as_bytes());
    hash.update(delivery.match_id.0.as_bytes());
    hash.update(delivery.v.to_be_bytes());
    format!("msg_{}", URL_SAFE_NO_PAD.encode(&hash.finalize()[..16]))
}

/// HMAC-SHA256 over id, time and body (Standard Webhooks, "Signature scheme").
fn signature(secret: &str, id: &str, seconds: i64, body: &str) -> String {
    let key = secret.strip_prefix(SECRET_PREFIX).unwrap_or(secret);
    let key = STANDARD.decode(key).unwrap_or_default();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Doubling, and up to a tenth longer, so that those who failed together do
/// not all come back together.
fn wait_after(tries: u32) -> Duration {
    let wait = FIRST_WAIT.saturating_mul(1 << tries.min(20)).min(LONGEST_WAIT);
    wait.mul_f64(1.0 + rand::random::<f64>() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_standard() {
        // The example in the specification of Standard Webhooks.
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let body = r#"{"test": 2432232314}"#;
        let signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn waits_double_up_to_an_hour() {
        for (tries, seconds) in [(0, 1.0), (1, 2.0), (5, 32.0), (11, 2048.0), (40, 3600.0)] {
            let wait = wait_after(tries).as_secs_f64();
            assert!((seconds..=seconds * 1.1).contains(&wait), "{tries}: {wait}");
        }
    }
}
