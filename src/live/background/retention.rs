//! Deletion of expired data: inactive guests, old chat, invalid tokens, unused addresses, and old
//! security events, notifications and mails.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use crate::store::{
    ADDRESSES_KEPT_DAYS, MAILS_KEPT_DAYS, NOTIFICATIONS_KEPT_DAYS, SECURITY_EVENTS_KEPT_DAYS,
    StoreError,
};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::live::context::LiveContext;
use crate::live::time::Rounds;

/// Interval of the deletion.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// Batch sizes of one transaction.
const TOKENS: u32 = 500;
const ADDRESSES: u32 = 500;
const EVENTS: u32 = 500;
const NOTIFICATIONS: u32 = 500;
const SUBSCRIPTIONS: u32 = 100;
const MAILS: u32 = 500;
const GUESTS: u32 = 100;
const MATCHES: u32 = 20;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Retention periods in days. 0 is unlimited.
#[derive(Clone, Debug, clap::Args)]
pub struct RetentionOptions {
    /// Days after the end of a match until its chat is deleted; 0 keeps it
    #[arg(long, env = "CHIVALRY_TALK_KEPT", default_value_t = 0, value_name = "DAYS")]
    pub talk_kept: u32,
    /// Days until an inactive guest is deleted; 0 keeps it
    #[arg(long, env = "CHIVALRY_GUESTS_KEPT", default_value_t = 90, value_name = "DAYS")]
    pub guests_kept: u32,
}

impl Default for RetentionOptions {
    fn default() -> RetentionOptions {
        RetentionOptions { talk_kept: 0, guests_kept: 90 }
    }
}

/// Deletes expired data until the server shuts down.
pub(crate) async fn watch(context: Arc<LiveContext>, options: RetentionOptions) {
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        if let Err(error) = delete_expired(&context, &options).await {
            tracing::warn!(%error, "could not delete expired data; retrying");
        }
    }
}

/// Returns the time before which data expires. `None` for an unlimited period.
fn before(now: Timestamp, days: u32) -> Option<Timestamp> {
    (days > 0).then(|| Timestamp(now.0.saturating_sub(i64::from(days) * DAY_MS)))
}

async fn delete_expired(
    context: &LiveContext,
    options: &RetentionOptions,
) -> Result<(), StoreError> {
    let (store, now) = (&context.store, context.time.now());
    let is_draining = || context.shutdown.is_cancelled();
    while !is_draining()
        && store.retention().delete_expired_tokens(now, TOKENS).await? == u64::from(TOKENS)
    {}
    while !is_draining()
        && store.retention().delete_expired_apps(now, TOKENS).await? >= u64::from(TOKENS)
    {}
    if let Some(until) = before(now, ADDRESSES_KEPT_DAYS) {
        let delete = async || store.retention().delete_old_addresses(until, ADDRESSES).await;
        while !is_draining() && delete().await? == u64::from(ADDRESSES) {}
    }
    if let Some(until) = before(now, SECURITY_EVENTS_KEPT_DAYS) {
        let delete = async || store.retention().delete_old_security(now, until, EVENTS).await;
        while !is_draining() && delete().await? >= u64::from(EVENTS) {}
    }
    if let Some(until) = before(now, NOTIFICATIONS_KEPT_DAYS) {
        let delete = async || store.notifications().delete_old(until, NOTIFICATIONS).await;
        while !is_draining() && delete().await? == u64::from(NOTIFICATIONS) {}
    }
    while !is_draining()
        && store.push().delete_ended(SUBSCRIPTIONS).await? == u64::from(SUBSCRIPTIONS)
    {}
    if let Some(until) = before(now, MAILS_KEPT_DAYS) {
        let delete = async || store.mail_outbox().delete_old(until, MAILS).await;
        while !is_draining() && delete().await? == u64::from(MAILS) {}
        let delete = async || store.mail_addresses().delete_unverified(until, MAILS).await;
        while !is_draining() && delete().await? == u64::from(MAILS) {}
    }
    if let Some(until) = before(now, options.talk_kept) {
        while !is_draining() {
            let matches = store.retention().delete_old_chat(until, MATCHES).await?;
            for id in &matches {
                context.remove_chat(*id).await;
            }
            if matches.is_empty() {
                break;
            }
        }
    }
    if let Some(until) = before(now, options.guests_kept) {
        let mut after = PlayerId(Uuid::nil());
        while !is_draining() {
            let guests = store.retention().idle_guests(until, after, GUESTS).await?;
            let Some(last) = guests.last() else { break };
            after = *last;
            for guest in store.retention().delete_idle_guests(&guests, until).await? {
                context.remove_player(guest).await;
            }
        }
    }
    Ok(())
}
