//! Webhooks: how they are registered and shown, and what they are sent
//! (`docs/protocol.md`, "Webhooks").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::views::player_events::PlayerEvent;

/// An event that webhooks can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum WebhookEvent {
    /// A match of the player's is over.
    #[serde(rename = "match.ended")]
    Ended,
    /// It is the player's turn.
    #[serde(rename = "match.turn")]
    Turn,
}

impl WebhookEvent {
    /// Every event.
    pub const ALL: [WebhookEvent; 2] = [WebhookEvent::Ended, WebhookEvent::Turn];

    /// The event as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            WebhookEvent::Ended => "match.ended",
            WebhookEvent::Turn => "match.turn",
        }
    }
}

/// A webhook to be registered.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct WebhookRequest {
    /// Where to post to: `https://` or `http://`, up to 2,000 bytes.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2_000)]
    pub url: String,
    /// What to be told: one event or more.
    #[schema(min_items = 1)]
    pub events: Vec<WebhookEvent>,
}

/// A webhook as its player sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookView {
    /// Names it.
    pub id: uuid::Uuid,
    /// Where it posts to.
    pub url: String,
    /// What it is told.
    pub events: Vec<WebhookEvent>,
    /// When it was made.
    pub created_at: String,
    /// Attempts that failed since the last one that did not.
    pub failures: u32,
    /// Since when it is told nothing any more, because too many failed.
    #[schema(required = true)]
    pub disabled_at: Option<String>,
}

/// A new webhook.
#[derive(Clone, Serialize, ToSchema)]
pub struct NewWebhookView {
    /// What its deliveries are signed with. It is not shown again.
    pub secret: String,
    /// What there is to say about it.
    #[serde(flatten)]
    pub about: WebhookView,
}

/// The body of a delivery.
#[derive(Debug, Serialize)]
pub struct WebhookBody<'a> {
    /// The event's name.
    #[serde(rename = "type")]
    pub event: &'a str,
    /// When it happened.
    pub timestamp: String,
    /// The event, as `/me/events` says it.
    pub data: &'a PlayerEvent,
}

impl WebhookBody<'_> {
    /// The body's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("events of strings and numbers")
    }
}
