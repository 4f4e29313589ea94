//! The task that announces events.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::future::join_all;
use sha2::{Digest as _, Sha256};
use tokio::time::{MissedTickBehavior, interval};

use crate::http::announcements::events::{EventReader, earlier};
use crate::http::announcements::message::{body, describe};
use crate::http::announcements::target::{AnnouncementFormat, AnnouncementTarget};
use crate::http::state::AppState;
use crate::http::web::previews::Words;
use crate::http::webhooks::client::{PostError, WebhookUrl};
use crate::http::webhooks::worker::{backoff, signature};
use crate::protocol::rfc3339;
use crate::store::{Announcement, StoreError};

/// Interval of reads of events.
const READ_EVERY: Duration = Duration::from_secs(2);

/// The least time between two messages to a target. Events in between share the next message.
const MESSAGE_EVERY: Duration = Duration::from_secs(10);

/// Lease of an attempt. Another node repeats an attempt without a result after this time.
const LEASE: Duration = Duration::from_secs(60);

/// Age at which an announcement is dropped.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// The most events of one message.
const MOST_EVENTS: u32 = 200;

/// Announces events until the server drains. Returns at once without a target.
pub(crate) async fn run(app: AppState, words: Words) {
    if app.options.announcements.targets.is_empty() {
        return;
    }
    let mut reader = EventReader::new(app.live.time().now());
    let mut ticks = interval(READ_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.draining.cancelled() => return,
            _ = ticks.tick() => {}
        }
        if let Err(error) = announce(&app, &words, &mut reader).await {
            tracing::warn!(%error, "events could not be announced");
        }
    }
}

/// Stores new events, and delivers those that are due.
async fn announce(
    app: &AppState,
    words: &Words,
    reader: &mut EventReader,
) -> Result<(), StoreError> {
    let targets = &app.options.announcements.targets;
    let found = reader.read(app).await?;
    for target in targets {
        let wanted: Vec<Announcement> =
            found.iter().filter(|it| target.kinds.contains(&it.kind)).cloned().collect();
        app.store.announcements().add(&target.key(), &wanted).await?;
    }
    app.store.announcements().forget(earlier(app.live.time().now(), MAX_AGE)).await?;
    let delivered = join_all(targets.iter().map(|target| deliver(app, words, target))).await;
    delivered.into_iter().collect()
}

/// Makes one attempt if it is due and no other node makes it.
async fn deliver(
    app: &AppState,
    words: &Words,
    target: &AnnouncementTarget,
) -> Result<(), StoreError> {
    let (outbox, key, now) = (app.store.announcements(), target.key(), app.live.time().now());
    let Some(tries) = outbox.lease(&key, now, now + LEASE).await? else { return Ok(()) };
    let pending = outbox.pending(&key, MOST_EVENTS).await?;
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
        Ok(true) => outbox.delivered(&key, &pending, now, now + MESSAGE_EVERY).await,
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
