//! The task that delivers webhooks, signed by the Standard Webhooks specification, and
//! retries failed deliveries.
//!
//! The commit of an event also stores its deliveries, which therefore survive a
//! restart. A delivery may be repeated with the same id. It is not lost before its
//! retries end.

use std::time::Duration;

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::random;
use crate::scheduling;
use crate::store::{Delivery, StoreError};
use chivalry_play::clock::Timestamp;

use crate::http::due_work::next_round;
use crate::http::state::AppState;
use crate::http::webhooks::body::{BodyError, body};
use crate::http::webhooks::client::{PostError, WebhookUrl};

/// The prefix of a secret. The key in base64 follows.
pub(crate) const SECRET_PREFIX: &str = "whsec_";

/// Concurrent attempts.
const MAX_CONCURRENT: usize = 8;

/// Lease of an attempt. An attempt without a result after this time is retried.
const LEASE: Duration = Duration::from_secs(60);

/// Delay after the first failed attempt. It doubles with each further failure.
const INITIAL_BACKOFF: Duration = Duration::from_secs(1);

/// The longest delay between two attempts.
const MAX_BACKOFF: Duration = Duration::from_secs(60 * 60);

/// Age at which an undelivered delivery is dropped.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Consecutive failed attempts, over all deliveries, that disable a webhook.
const MAX_FAILURES: u32 = 100;

/// Delivers until the server drains.
pub(crate) async fn run(state: AppState) {
    let mut attempts = JoinSet::new();
    loop {
        let next_at = start_due_deliveries(&state, &mut attempts).await;
        let next_at = next_at.map(|at| at.filter(|_| attempts.len() < MAX_CONCURRENT));
        let next_at = next_round(&state, next_at, "due webhook deliveries could not be read");
        tokio::select! {
            biased;
            () = state.draining.cancelled() => break,
            Some(_) = attempts.join_next() => {}
            () = state.store.webhooks().delivery_due() => {}
            () = sleep_until(next_at) => {}
        }
    }
    while attempts.join_next().await.is_some() {}
}

/// Starts due deliveries and returns the time of the next one.
async fn start_due_deliveries(
    state: &AppState,
    attempts: &mut JoinSet<()>,
) -> Result<Option<Timestamp>, StoreError> {
    let now = state.live.time().now();
    let free = MAX_CONCURRENT - attempts.len();
    if free > 0 {
        for delivery in
            state.store.webhooks().lease_deliveries(now, now + LEASE, free as u32).await?
        {
            attempts.spawn(scheduling::task(attempt(state.clone(), delivery)));
        }
    }
    state.store.webhooks().next_delivery_at().await
}

async fn attempt(state: AppState, delivery: Delivery) {
    let done = match deliver(&state, &delivery).await {
        Ok(Some(status)) if status.is_success() => {
            state.store.webhooks().delivered(&delivery).await
        }
        // The event cannot be read, now or later.
        Ok(None) => state.store.webhooks().forget_delivery(&delivery).await,
        refused => {
            tracing::debug!(?refused, url = delivery.webhook.url, "a webhook delivery failed");
            let now = state.live.time().now();
            let is_gone = matches!(refused, Ok(Some(StatusCode::GONE)));
            let max_failures = if is_gone { 0 } else { MAX_FAILURES };
            let retry_at = now + backoff(delivery.tries);
            let retry_at = Some(retry_at).filter(|at| *at < delivery.created_at + MAX_AGE);
            state.store.webhooks().delivery_failed(&delivery, now, retry_at, max_failures).await
        }
    };
    if let Err(error) = done {
        tracing::warn!(%error, "the result of a webhook delivery could not be stored");
    }
}

/// An error of a delivery attempt.
#[derive(Debug, thiserror::Error)]
enum DeliveryError {
    #[error(transparent)]
    Post(#[from] PostError),
    #[error(transparent)]
    Body(#[from] BodyError),
}

/// Makes one attempt. `None` if the event cannot be read.
async fn deliver(
    state: &AppState,
    delivery: &Delivery,
) -> Result<Option<StatusCode>, DeliveryError> {
    let Some(body) = body(state, delivery).await? else { return Ok(None) };
    let target = WebhookUrl::read(&delivery.webhook.url, state.options.webhooks_to_private)?;
    let seconds = state.live.time().now().0 / 1_000;
    let id = delivery_id(delivery);
    let headers = [
        ("webhook-signature", signature(&delivery.webhook.secret, &id, seconds, &body)),
        ("webhook-id", id),
        ("webhook-timestamp", seconds.to_string()),
    ];
    Ok(Some(target.post(&headers, body).await?))
}

/// The id of a delivery, which is the same for each attempt.
fn delivery_id(delivery: &Delivery) -> String {
    let mut hash = Sha256::new();
    hash.update(delivery.webhook.id.as_bytes());
    hash.update(delivery.subject.as_bytes());
    hash.update(delivery.v.to_be_bytes());
    format!("msg_{}", URL_SAFE_NO_PAD.encode(&hash.finalize()[..16]))
}

/// HMAC-SHA256 over id, time and body (Standard Webhooks, "Signature scheme").
pub(crate) fn signature(secret: &str, id: &str, seconds: i64, body: &str) -> String {
    let key = secret.strip_prefix(SECRET_PREFIX).unwrap_or(secret);
    let key = STANDARD.decode(key).unwrap_or_default();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key of any length");
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Exponential back-off with up to 10 % jitter, so that failed deliveries do not retry
/// in step.
pub(crate) fn backoff(tries: u32) -> Duration {
    let wait = INITIAL_BACKOFF.saturating_mul(1 << tries.min(20)).min(MAX_BACKOFF);
    wait.mul_f64(1.0 + random::value::<f64>() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_match_the_standard_webhooks_example() {
        // The example in the Standard Webhooks specification.
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let body = r#"{"test": 2432232314}"#;
        let signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn backoff_doubles_up_to_an_hour() {
        for (tries, seconds) in [(0, 1.0), (1, 2.0), (5, 32.0), (11, 2048.0), (40, 3600.0)] {
            let wait = backoff(tries).as_secs_f64();
            assert!((seconds..=seconds * 1.1).contains(&wait), "{tries}: {wait}");
        }
    }
}
