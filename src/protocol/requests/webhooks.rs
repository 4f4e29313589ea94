//! Webhook requests, views and deliveries (`docs/protocol.md`, "Webhooks").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::views::player_events::PlayerEvent;

/// An event that webhooks can receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum WebhookEvent {
    /// A match of the player ended.
    #[serde(rename = "match.ended")]
    Ended,
    /// The player is to move.
    #[serde(rename = "match.turn")]
    Turn,
    /// The player has to answer an offer of a draw, a takeback or a rematch.
    #[serde(rename = "match.offer")]
    Offer,
    /// Another player sent a chat line in the players' room of a match.
    #[serde(rename = "match.chat")]
    Chat,
    /// The player's time in a correspondence match runs out.
    #[serde(rename = "match.reminder")]
    Reminder,
    /// Another player invited the player to a team.
    #[serde(rename = "seek.invited")]
    Invited,
    /// A round of a tournament began in which the player plays.
    #[serde(rename = "tournament.round")]
    Round,
    /// A director sent a message to all participants of a tournament in which the player plays.
    #[serde(rename = "tournament.announcement")]
    Announcement,
    /// A game at an agreed time begins within an hour.
    #[serde(rename = "arrangement.reminder")]
    Arranged,
    /// Another player challenged the player.
    #[serde(rename = "challenge.received")]
    ChallengeReceived,
    /// Another player accepted a challenge of the player.
    #[serde(rename = "challenge.accepted")]
    ChallengeAccepted,
    /// Another player declined a challenge of the player.
    #[serde(rename = "challenge.declined")]
    ChallengeDeclined,
    /// Another player cancelled a challenge to the player.
    #[serde(rename = "challenge.cancelled")]
    ChallengeCancelled,
    /// A challenge by or to the player expired.
    #[serde(rename = "challenge.expired")]
    ChallengeExpired,
}

impl WebhookEvent {
    /// All events.
    pub const ALL: [WebhookEvent; 14] = [
        WebhookEvent::Ended,
        WebhookEvent::Turn,
        WebhookEvent::Offer,
        WebhookEvent::Chat,
        WebhookEvent::Reminder,
        WebhookEvent::Invited,
        WebhookEvent::Round,
        WebhookEvent::Announcement,
        WebhookEvent::Arranged,
        WebhookEvent::ChallengeReceived,
        WebhookEvent::ChallengeAccepted,
        WebhookEvent::ChallengeDeclined,
        WebhookEvent::ChallengeCancelled,
        WebhookEvent::ChallengeExpired,
    ];

    /// The wire name of the event.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            WebhookEvent::Ended => "match.ended",
            WebhookEvent::Turn => "match.turn",
            WebhookEvent::Offer => "match.offer",
            WebhookEvent::Chat => "match.chat",
            WebhookEvent::Reminder => "match.reminder",
            WebhookEvent::Invited => "seek.invited",
            WebhookEvent::Round => "tournament.round",
            WebhookEvent::Announcement => "tournament.announcement",
            WebhookEvent::Arranged => "arrangement.reminder",
            WebhookEvent::ChallengeReceived => "challenge.received",
            WebhookEvent::ChallengeAccepted => "challenge.accepted",
            WebhookEvent::ChallengeDeclined => "challenge.declined",
            WebhookEvent::ChallengeCancelled => "challenge.cancelled",
            WebhookEvent::ChallengeExpired => "challenge.expired",
        }
    }
}

/// A webhook to register.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct WebhookRequest {
    /// The target URL: `https://` or `http://`, up to 2,000 bytes.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2_000)]
    pub url: String,
    /// The events to deliver: one or more.
    #[schema(min_items = 1)]
    pub events: Vec<WebhookEvent>,
}

/// A webhook as shown to its player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookView {
    /// The id of the webhook.
    pub id: uuid::Uuid,
    /// The target URL.
    pub url: String,
    /// The events to deliver.
    pub events: Vec<WebhookEvent>,
    /// The time of creation.
    pub created_at: String,
    /// Number of failed deliveries since the last successful one.
    pub failures: u32,
    /// The time at which the webhook was disabled because of too many failures.
    #[schema(required = true)]
    pub disabled_at: Option<String>,
}

/// A new webhook.
#[derive(Clone, Serialize, ToSchema)]
pub struct NewWebhookView {
    /// The secret that signs deliveries. It is shown only once.
    pub secret: String,
    /// The properties of the webhook.
    #[serde(flatten)]
    pub about: WebhookView,
}

/// The body of a delivery.
#[derive(Debug, Serialize)]
pub struct WebhookBody<'a> {
    /// The name of the event.
    #[serde(rename = "type")]
    pub event: &'a str,
    /// The time of the event.
    pub timestamp: String,
    /// The event, in the form of `/me/events`.
    pub data: &'a PlayerEvent,
}

impl WebhookBody<'_> {
    /// Serializes the body to JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("events of strings and numbers")
    }
}
