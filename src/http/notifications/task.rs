//! The task that converts due notifications into messages.

use std::time::Duration;

use tokio::time::sleep_until;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::http::due_work::next_round;
use crate::http::notifications::digest::Digest;
use crate::http::notifications::quiet::Quiet;
use crate::http::notifications::settings::read_settings;
use crate::http::notifications::text::{NotificationLine, describe};
use crate::http::state::AppState;
use crate::http::web::shell::words_of;
use crate::protocol::{NotificationKind, NotificationSettings};
use crate::store::{
    Channel, ChannelMessage, MailKind, NewMail, Notification, Reminder, StoreError, message_id,
};

/// The least time between two pushes to a player. Notifications in between share the next push.
const PUSH_INTERVAL: Duration = Duration::from_secs(10);

/// The least time between two e-mails to a player.
const EMAIL_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// The most players and reminders of one round. The next round continues.
const MOST_AT_ONCE: u32 = 100;

/// Converts notifications until the server drains.
pub(crate) async fn run(app: AppState) {
    loop {
        let next_at = convert_due(&app).await;
        let next_at = next_round(&app, next_at, "notifications could not be converted");
        tokio::select! {
            biased;
            () = app.draining.cancelled() => return,
            () = app.store.notifications().added() => {}
            () = sleep_until(next_at) => {}
        }
    }
}

/// Raises the reminders and converts the notifications that are due. Returns the next time at which
/// one is.
async fn convert_due(app: &AppState) -> Result<Option<Timestamp>, StoreError> {
    let (store, now) = (&app.store, app.live.time().now());
    for reminder in store.reminders().due(now, MOST_AT_ONCE).await? {
        raise(app, &reminder).await?;
    }
    let mut next_at = store.reminders().next_at().await?;
    for channel in Channel::ALL {
        for player in store.notifications().due_players(channel, now, MOST_AT_ONCE).await? {
            convert(app, player, channel).await?;
        }
        next_at =
            [next_at, store.notifications().next_at(channel).await?].into_iter().flatten().min();
    }
    Ok(next_at)
}

/// Stores the notification of a reminder, or postpones it because of quiet hours.
async fn raise(app: &AppState, reminder: &Reminder) -> Result<(), StoreError> {
    let (reminders, now) = (app.store.reminders(), app.live.time().now());
    let stored = app.store.notification_settings().of_player(reminder.player).await?;
    let quiet = Quiet::of(&read_settings(&stored));
    match quiet.reminder_at(reminder.remind_at, reminder.deadline, now) {
        at if at > now => reminders.postpone(reminder, at).await,
        _ => reminders.raise(reminder, now).await,
    }
}

/// Converts the notifications of a player into one message of a channel, or postpones them.
async fn convert(app: &AppState, player: PlayerId, channel: Channel) -> Result<(), StoreError> {
    let (notifications, now) = (app.store.notifications(), app.live.time().now());
    let stored = app.store.notification_settings().of_player(player).await?;
    let settings = read_settings(&stored);
    if let Some((_, end)) = Quiet::of(&settings).around(now) {
        return notifications.postpone(player, channel, end).await;
    }
    let next_message_at = stored.next_message_at(channel);
    if next_message_at > now {
        return notifications.postpone(player, channel, next_message_at).await;
    }
    let pending = notifications.pending(player, channel).await?;
    let message = message(app, player, channel, &settings, &pending).await?;
    let interval = match channel {
        Channel::Push => PUSH_INTERVAL,
        Channel::Email => EMAIL_INTERVAL,
    };
    // A conflict is resolved in the next round.
    notifications.convert(player, channel, &pending, message.as_ref(), (now, interval)).await?;
    Ok(())
}

/// Returns the message about those notifications that the player wants to get by the channel.
async fn message(
    app: &AppState,
    player: PlayerId,
    channel: Channel,
    settings: &NotificationSettings,
    pending: &[Notification],
) -> Result<Option<ChannelMessage>, StoreError> {
    let (store, now) = (&app.store, app.live.time().now());
    let wanted = match channel {
        Channel::Push => &settings.push,
        Channel::Email => &settings.email,
    };
    let is_wanted = |notification: &&Notification| {
        NotificationKind::named(&notification.kind).is_some_and(|kind| wanted.contains(&kind))
    };
    let wanted: Vec<&Notification> = pending.iter().filter(is_wanted).collect();
    let has_receiver = match channel {
        Channel::Push => !store.push().of_player(player, now).await?.is_empty(),
        Channel::Email => app.mailer.is_some(),
    };
    if wanted.is_empty() || !has_receiver {
        return Ok(None);
    }
    let words = words_of(&settings.language);
    let mut items: Vec<(Notification, NotificationLine)> = Vec::new();
    for notification in wanted {
        let line = describe(app, words, player, notification).await?;
        items.extend(line.map(|line| (notification.clone(), line)));
    }
    if items.is_empty() {
        return Ok(None);
    }
    let id = message_id(items.iter().map(|(notification, _)| notification));
    let digest = Digest { id, words, items: &items };
    Ok(Some(match channel {
        Channel::Push => {
            let is_other = |kind: &NotificationKind| *kind != NotificationKind::Turn;
            let others = NotificationKind::ALL.into_iter().filter(is_other);
            let others: Vec<&'static str> = others.map(NotificationKind::as_str).collect();
            let turns = store.notifications().unread(player, &others).await?;
            ChannelMessage::Push(digest.push(turns))
        }
        Channel::Email => {
            let (text, html) = digest.email(&app.public_url);
            ChannelMessage::Email(NewMail {
                id: format!("notification-{}", id.simple()),
                player,
                kind: MailKind::Notification,
                subject: digest.title(),
                text,
                html,
                at: now,
            })
        }
    }))
}
