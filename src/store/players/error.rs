//! The errors of changes to players.

use crate::store::error::StoreError;

/// The reason why a player was not stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The name is in use. Names are compared without case.
    #[error("the name is taken")]
    NameTaken,
    /// A player with this id exists.
    #[error("the player exists")]
    Exists,
    /// The player is not a guest. Only a guest can become an account.
    #[error("there is no such guest")]
    NotAGuest,
    /// The player has taken a seat in a match. Only an account that has not can become a bot.
    #[error("an account that has played a match cannot become a bot")]
    HasPlayed,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for PlayerError {
    fn from(error: sqlx::Error) -> PlayerError {
        PlayerError::Store(error.into())
    }
}
