//! A player and its kind.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Identifies a player permanently, across renames and erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

/// The kind of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A player without a name, identified by a token only.
    Guest,
    /// A player with a name and a password.
    Account,
    /// An account declared permanently as played by a program.
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

/// A player as shown to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The identifier.
    pub id: PlayerId,
    /// The displayed name. No two players have the same [`name_key`](super::name_key).
    pub name: String,
    /// The kind.
    pub kind: PlayerKind,
}
