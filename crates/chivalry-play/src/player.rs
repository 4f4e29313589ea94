//! Who plays: guests and accounts.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What the names begin with under which those who were erased are shown. Nobody
/// else can have such a name.
pub const ERASED_NAME_PREFIX: &str = "ghost-";

/// Names a player for ever, across renames and erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

/// How a player came to be known to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// Came without a name; known by a token alone.
    Guest,
    /// Signed up with a name and a password.
    Account,
    /// An account that has said, for good, that a program plays by it.
    Bot,
}

impl PlayerKind {
    /// Every kind.
    pub const ALL: [PlayerKind; 3] = [PlayerKind::Guest, PlayerKind::Account, PlayerKind::Bot];

    /// The kind's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            PlayerKind::Guest => "guest",
            PlayerKind::Account => "account",
            PlayerKind::Bot => "bot",
        }
    }
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Names the player for ever.
    pub id: PlayerId,
    /// The name shown to others; unique, compared without regard to case.
    pub name: String,
    /// Guest, account or bot.
    pub kind: PlayerKind,
}
