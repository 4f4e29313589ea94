//! Columns of players and tokens.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_play::player::{Player, PlayerId, PlayerKind};

use crate::store::sql::rows::{id, named};

/// SHA-256 of a token's secret. The secret itself is not stored.
pub type TokenHash = [u8; 32];

/// Decodes a player from the columns `id`, `name` and `kind`.
pub(crate) fn player(row: &AnyRow) -> sqlx::Result<Player> {
    Ok(Player {
        id: id(row, "id").map(PlayerId)?,
        name: row.try_get("name")?,
        kind: named(&PlayerKind::ALL, PlayerKind::as_str, row.try_get("kind")?)?,
    })
}
