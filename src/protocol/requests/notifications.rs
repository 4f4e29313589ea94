//! Requests and views of notifications and of Web Push.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_tournament::time_zone;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;

/// A kind of notification.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// The player is to move in a correspondence match.
    Turn,
    /// The player's time in a correspondence match runs out.
    Reminder,
    /// The player has to answer an offer in a correspondence match.
    Offer,
    /// A correspondence match of the player ended.
    Ended,
    /// Another player wrote to the players of a correspondence match.
    Message,
    /// Another player challenged the player, or answered a challenge of the player.
    Challenge,
    /// Another player invited the player to a team.
    Invitation,
    /// A round of a tournament began in which the player plays.
    Round,
    /// A director of a tournament sent a message to all participants.
    Announcement,
    /// A game at an agreed time begins within an hour.
    Arranged,
}

impl NotificationKind {
    /// Every kind.
    pub const ALL: [NotificationKind; 10] = [
        NotificationKind::Turn,
        NotificationKind::Reminder,
        NotificationKind::Offer,
        NotificationKind::Ended,
        NotificationKind::Message,
        NotificationKind::Challenge,
        NotificationKind::Invitation,
        NotificationKind::Round,
        NotificationKind::Announcement,
        NotificationKind::Arranged,
    ];

    /// The name on the wire and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            NotificationKind::Turn => "turn",
            NotificationKind::Reminder => "reminder",
            NotificationKind::Offer => "offer",
            NotificationKind::Ended => "ended",
            NotificationKind::Message => "message",
            NotificationKind::Challenge => "challenge",
            NotificationKind::Invitation => "invitation",
            NotificationKind::Round => "round",
            NotificationKind::Announcement => "announcement",
            NotificationKind::Arranged => "arranged",
        }
    }

    /// The kind with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<NotificationKind> {
        NotificationKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// The hours of a day in which no message is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QuietHours {
    /// The first minute, as `HH:MM`.
    #[schema(example = "22:00", pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub from: String,
    /// The minute after the last, as `HH:MM`. It may be on the next day.
    #[schema(example = "07:00", pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub until: String,
}

/// The settings of a player for their notifications. The events of a webhook are settings of the
/// webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotificationSettings {
    /// The kinds in the list on the page.
    pub page: Vec<NotificationKind>,
    /// The kinds that the player's browsers receive.
    pub push: Vec<NotificationKind>,
    /// The kinds that are sent by e-mail to the verified address.
    pub email: Vec<NotificationKind>,
    /// The hours without pushes and e-mails. They are sent afterwards.
    pub quiet_hours: Option<QuietHours>,
    /// The time zone of the quiet hours, by its name in the IANA database.
    #[schema(example = "Europe/Lisbon", max_length = 64)]
    pub time_zone: String,
    /// The language of pushes and e-mails. English, if the server does not have it.
    #[schema(example = "pt-BR", max_length = 16)]
    pub language: String,
}

impl Default for NotificationSettings {
    /// Every kind on the page and by push, and none by e-mail, to which players opt in.
    fn default() -> NotificationSettings {
        NotificationSettings {
            page: NotificationKind::ALL.to_vec(),
            push: NotificationKind::ALL.to_vec(),
            email: Vec::new(),
            quiet_hours: None,
            time_zone: "UTC".to_owned(),
            language: "en".to_owned(),
        }
    }
}

impl NotificationSettings {
    /// Checks the times, the time zone and the language.
    ///
    /// # Errors
    /// `bad_field` for a field that cannot be used.
    pub fn checked(mut self) -> Result<NotificationSettings, RequestError> {
        for kinds in [&mut self.page, &mut self.push, &mut self.email] {
            kinds.sort();
            kinds.dedup();
        }
        if let Some(QuietHours { from, until }) = &self.quiet_hours
            && (read_time(from).is_none() || read_time(until).is_none() || from == until)
        {
            return Err(RequestError::unmet("quiet_hours", Reason::QuietHoursForm));
        }
        if time_zone(&self.time_zone).is_none() {
            return Err(RequestError::unmet("time_zone", Reason::TimeZoneUnknown));
        }
        checked_language(&self.language)?;
        Ok(self)
    }
}

/// Checks the tag of a language, which the server may not have.
///
/// # Errors
/// `bad_field` for a text that is no tag.
pub fn checked_language(language: &str) -> Result<&str, RequestError> {
    let is_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
    match (2..=16).contains(&language.len()) && language.chars().all(is_tag) {
        true => Ok(language),
        false => Err(RequestError::unmet("language", Reason::LanguageForm)),
    }
}

/// Reads a time of day as `HH:MM`.
#[must_use]
pub fn read_time(text: &str) -> Option<jiff::civil::Time> {
    let (hour, minute) = text.split_once(':')?;
    let number = |text: &str, most: i8| {
        let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i8>().ok().filter(|number| is_number && *number <= most)
    };
    jiff::civil::Time::new(number(hour, 23)?, number(minute, 59)?, 0, 0).ok()
}

/// A notification.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NotificationView {
    /// The id, which is the same in each message about it.
    pub id: uuid::Uuid,
    /// The kind.
    pub kind: NotificationKind,
    /// The time of the cause.
    pub at: String,
    /// True if the player read it, or its cause ended.
    pub read: bool,
    /// One line of text, in the language of the request.
    pub text: String,
    /// The path of the page about it.
    pub path: String,
}

/// A page of the list of notifications.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NotificationsView {
    /// The notifications, newest first.
    pub items: Vec<NotificationView>,
    /// The `cursor` of the next page.
    #[schema(required = true)]
    pub next: Option<String>,
    /// The number of unread notifications.
    pub unread: u32,
}

/// Notifications to mark as read.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ReadNotificationsRequest {
    /// The ids. Without this field, all notifications are marked.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub ids: Option<Vec<uuid::Uuid>>,
}

/// The keys of a browser's subscription.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PushKeys {
    /// The public key, an uncompressed point of P-256 in base64url.
    pub p256dh: String,
    /// The secret of authentication, 16 bytes in base64url.
    pub auth: String,
}

/// A subscription to Web Push, in the form of `PushSubscription.toJSON()`. Not `Debug`, because who
/// has the endpoint can send messages.
#[derive(Clone, Deserialize, ToSchema)]
pub struct PushRequest {
    /// The address at the push service: `https://`, up to 2,000 bytes.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2_000)]
    pub endpoint: String,
    /// The keys of the browser.
    pub keys: PushKeys,
}

/// A browser that receives pushes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PushView {
    /// The id.
    pub id: uuid::Uuid,
    /// The browser.
    #[schema(required = true)]
    pub browser: Option<String>,
    /// The operating system.
    #[schema(required = true)]
    pub system: Option<String>,
    /// The time of the subscription.
    pub created_at: String,
}

/// The public key by which browsers subscribe, and the browsers of the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PushesView {
    /// The key of the site (VAPID), in base64url.
    pub key: String,
    /// The browsers, oldest first.
    pub subscriptions: Vec<PushView>,
}
