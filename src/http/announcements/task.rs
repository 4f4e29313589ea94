//! The task that delivers announcements.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chivalry_play::clock::Timestamp;
use futures_util::future::try_join_all;
use sha2::{Digest as _, Sha256};
use tokio::time::sleep_until;

use crate::http::announcements::message::{body, describe};
use crate::http::announcements::target::{AnnouncementFormat, AnnouncementTarget};
use crate::http::due_work::next_round;
use crate::http::state::AppState;
use crate::http::web::previews::Words;
use crate::http::webhooks::client::{PostError, WebhookUrl};
use crate::http::webhooks::worker::{backoff, signature};
use crate::live::background::featured::FeaturedSnapshot;
use crate::protocol::rfc3339;
use crate::store::{Announcement, AnnouncementKind, StoreError};

/// Lease of an attempt. Another node repeats an attempt without a result after this time.
const LEASE: Duration = Duration::from_secs(60);

/// Age at which an announcement is dropped.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// The most events of one message.
const MOST_EVENTS: u32 = 200;

/// Delivers announcements until the server drains. Returns at once without a target.
pub(crate) async fn run(app: AppState, words: Words) {
    if app.options.announcements.targets.is_empty() {
        return;
    }
    let mut featured = app.featured.follow();
    featured.mark_changed();
    loop {
        let next_at = deliver_due(&app, &words).await;
        let next_at = next_round(&app, next_at, "announcements could not be delivered");
        let changed = tokio::select! {
            () = app.draining.cancelled() => return,
            () = app.store.announcements().added() => continue,
            () = sleep_until(next_at) => continue,
            changed = featured.changed() => changed,
        };
        let snapshot = FeaturedSnapshot::clone(&featured.borrow_and_update());
        if let Err(error) = add_featured(&app, &snapshot).await {
            tracing::warn!(%error, "the featured match could not be announced");
        }
        // The actor of the featured matches ends when the server drains.
        if changed.is_err() {
            return;
        }
    }
}

/// Stores the featured match of all variants. Each node selects it, and the store keeps one of
/// each.
async fn add_featured(app: &AppState, featured: &FeaturedSnapshot) -> Result<(), StoreError> {
    let Some(featured) = featured.get(&None) else { return Ok(()) };
    let (subject, at) = (featured.show.id.to_string(), app.live.time().now());
    let announcement = Announcement { kind: AnnouncementKind::Featured, subject, at };
    app.store.announcements().add(&announcement).await
}

/// Delivers the announcements that are due. Returns the time of the next attempt.
async fn deliver_due(app: &AppState, words: &Words) -> Result<Option<Timestamp>, StoreError> {
    let (outbox, targets) = (app.store.announcements(), &app.options.announcements.targets);
    let oldest = Timestamp(app.live.time().now().0 - MAX_AGE.as_millis() as i64);
    outbox.forget(oldest).await?;
    let next_of = async |target| {
        deliver(app, words, target).await?;
        outbox.due_at(&target.key()).await
    };
    let next_at = try_join_all(targets.iter().map(next_of)).await?;
    Ok(next_at.into_iter().flatten().min())
}

/// Makes one attempt if it is due and no other node makes it.
async fn deliver(
    app: &AppState,
    words: &Words,
    target: &AnnouncementTarget,
) -> Result<(), StoreError> {
    let (outbox, key, now) = (app.store.announcements(), target.key(), app.live.time().now());
    let Some(tries) = outbox.lease(&key, now, now + LEASE).await? else { return Ok(()) };
    let pending = outbox.pending(&key, now, MOST_EVENTS).await?;
    let mut events = Vec::new();
    for announcement in &pending {
        events.extend(describe(app, words, announcement).await?);
    }
    let at = rfc3339(now);
    let posted = match events.is_empty() {
        true => Ok(true),
        false => {
            let body = body(target.format, &events, words, &at);
            post(app, target, &message_id(&key, &pending), body).await
        }
    };
    let now = app.live.time().now();
    match posted {
        Ok(true) => {
            outbox.delivered(&key, &pending, now, now + app.options.announcements.interval).await
        }
        refused => {
            // The URL may contain a secret.
            let cause = refused.err().map(|error| error.to_string());
            tracing::warn!(target = key, cause, tries, "an announcement was not accepted");
            outbox.failed(&key, now + backoff(tries)).await
        }
    }
}

/// Posts a body. True if the target accepted it.
async fn post(
    app: &AppState,
    target: &AnnouncementTarget,
    id: &str,
    body: String,
) -> Result<bool, PostError> {
    // The operator chose the address.
    let url = WebhookUrl::read(&target.url, true)?;
    let mut headers = Vec::new();
    if let (AnnouncementFormat::Json, Some(secret)) =
        (target.format, &app.options.announcements.secret)
    {
        let seconds = app.live.time().now().0 / 1_000;
        headers.push(("webhook-signature", signature(secret, id, seconds, &body)));
        headers.push(("webhook-id", id.to_owned()));
        headers.push(("webhook-timestamp", seconds.to_string()));
    }
    Ok(url.post(&headers, body).await?.is_success())
}

/// The id of a message, which is the same for each attempt with the same events.
fn message_id(target: &str, announcements: &[Announcement]) -> String {
    let mut hash = Sha256::new();
    hash.update(target);
    for Announcement { kind, subject, .. } in announcements {
        hash.update(format!("\n{} {subject}", kind.as_str()));
    }
    format!("msg_{}", URL_SAFE_NO_PAD.encode(&hash.finalize()[..16]))
}
