//! Requests and views about e-mail addresses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A new e-mail address, and the password of the account. Not `Debug`, so that neither can be
/// logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct MailAddressRequest {
    /// The address.
    #[schema(example = "arthur@example.org", max_length = 254)]
    pub address: String,
    /// The password of the account. Empty for an account without one.
    #[schema(format = Password)]
    pub password: String,
    /// The language of e-mails, unless the player has set one in the settings of notifications.
    /// English if omitted, or if the server does not have it.
    #[schema(example = "pt-BR", min_length = 2, max_length = 16)]
    pub language: Option<String>,
}

/// An e-mail address. Not `Debug`, so that it cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct MailRecoveryRequest {
    /// The address.
    #[schema(example = "arthur@example.org", max_length = 254)]
    pub address: String,
}

/// The secret of a link in an e-mail. Not `Debug`, so that it cannot be logged.
#[derive(Clone, Deserialize, ToSchema)]
pub struct MailLinkRequest {
    /// The secret.
    pub secret: String,
}

/// The choice to receive notifications by e-mail.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct MailSubscriptionRequest {
    /// True to receive them.
    pub subscribed: bool,
}

/// The e-mail address of the player.
#[derive(Clone, Serialize, ToSchema)]
pub struct MailAddressView {
    /// The address; `null` if there is none.
    #[schema(required = true)]
    pub address: Option<String>,
    /// True if the player opened the link that was sent to the address.
    pub verified: bool,
    /// True if the address bounced. It receives nothing until it is verified again.
    pub bounced: bool,
    /// True if the player receives notifications by e-mail.
    pub subscribed: bool,
}
