//! The task that delivers pending messages to push services, and retries failed attempts.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use bytes::Bytes;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use chivalry_play::clock::Timestamp;

use crate::http::due_work::next_round;
use crate::http::notifications::push::encryption::{InvalidKey, encrypt};
use crate::http::state::AppState;
use crate::http::webhooks::client::{Outgoing, PostError, WebhookUrl};
use crate::http::webhooks::worker::backoff;
use crate::scheduling;
use crate::store::{PushDelivery, StoreError};

/// Concurrent attempts.
const MAX_CONCURRENT: usize = 8;

/// Lease of an attempt. An attempt without a result after this time is repeated.
const LEASE: Duration = Duration::from_secs(60);

/// Age at which an undelivered message is dropped, here and by the push service.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Consecutive failed attempts, over all messages, that delete a subscription.
const MAX_FAILURES: u32 = 50;

/// An error of an attempt.
#[derive(Debug, thiserror::Error)]
enum PushError {
    #[error(transparent)]
    Post(#[from] PostError),
    #[error(transparent)]
    Key(#[from] InvalidKey),
    #[error("the site cannot sign messages")]
    Unsigned,
}

/// Delivers until the server drains.
pub(crate) async fn run(app: AppState) {
    let mut attempts = JoinSet::new();
    loop {
        let next_at = start_due(&app, &mut attempts).await;
        let next_at = next_at.map(|at| at.filter(|_| attempts.len() < MAX_CONCURRENT));
        let next_at = next_round(&app, next_at, "due pushes could not be read");
        tokio::select! {
            biased;
            () = app.draining.cancelled() => break,
            Some(_) = attempts.join_next() => {}
            () = app.store.push().added() => {}
            () = sleep_until(next_at) => {}
        }
    }
    while attempts.join_next().await.is_some() {}
}

/// Starts due attempts and returns the time of the next one.
async fn start_due(
    app: &AppState,
    attempts: &mut JoinSet<()>,
) -> Result<Option<Timestamp>, StoreError> {
    let (push, now) = (app.store.push(), app.live.time().now());
    let free = MAX_CONCURRENT - attempts.len();
    if free > 0 {
        for delivery in push.lease(now, now + LEASE, free as u32).await? {
            attempts.spawn(scheduling::task(attempt(app.clone(), delivery)));
        }
    }
    push.next_at().await
}

async fn attempt(app: AppState, delivery: PushDelivery) {
    let push = app.store.push();
    let answer = post(&app, &delivery).await;
    let now = app.live.time().now();
    let retry_at = Some(now + backoff(delivery.tries));
    let retry_at = retry_at.filter(|at| *at < delivery.created_at + MAX_AGE);
    let done = match answer {
        Ok(status) if status.is_success() => push.delivered(&delivery).await,
        Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => push.gone(delivery.subscription.id).await,
        // The same message will not be accepted later.
        Ok(status) if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS => {
            tracing::warn!(%status, "a push service refused a message");
            push.failed(&delivery, None, MAX_FAILURES).await
        }
        Err(PushError::Key(_)) => push.gone(delivery.subscription.id).await,
        answer => {
            // The URL of the endpoint is confidential.
            tracing::debug!(?answer, "a push failed");
            push.failed(&delivery, retry_at, MAX_FAILURES).await
        }
    };
    if let Err(error) = done {
        tracing::warn!(%error, "the result of a push could not be stored");
    }
}

/// Makes one attempt.
async fn post(app: &AppState, delivery: &PushDelivery) -> Result<StatusCode, PushError> {
    let PushDelivery { subscription, message, created_at, .. } = delivery;
    let url = endpoint(app, &subscription.endpoint)?;
    let now = app.live.time().now();
    let rest = (*created_at + MAX_AGE).since(now).as_secs();
    let authorization = app.vapid.authorization(&url.origin(), &app.public_url, now);
    let headers = [
        ("content-type", "application/octet-stream".to_owned()),
        ("authorization", authorization.ok_or(PushError::Unsigned)?),
        ("content-encoding", "aes128gcm".to_owned()),
        ("ttl", rest.to_string()),
        ("topic", message.topic.clone()),
        ("urgency", if message.is_urgent { "high" } else { "normal" }.to_owned()),
    ];
    let body = encrypt(message.payload.as_bytes(), &subscription.p256dh, &subscription.auth)?;
    let (headers, body) = (&headers, Bytes::from(body));
    let (status, _) =
        url.exchange(Outgoing { method: Method::POST, headers, body, most: 0 }).await?;
    Ok(status)
}

/// Parses the endpoint of a subscription. It is an address of `https://` in a public network, unless
/// the operator allows private networks.
pub(crate) fn endpoint(app: &AppState, url: &str) -> Result<WebhookUrl, PostError> {
    let may_be_private = app.options.webhooks_to_private;
    let url = WebhookUrl::read(url, may_be_private)?;
    match url.is_secure() || may_be_private {
        true => Ok(url),
        false => Err(PostError::Address),
    }
}
