//! New guests.

use tokio::sync::oneshot;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::error::PlayerError;
use crate::store::players::guest_writer::{NewGuest, PendingGuest, insert_guests};

/// New guests.
#[derive(Clone, Copy, Debug)]
pub struct Guests<'a>(pub(crate) &'a Database);

impl Guests<'_> {
    /// Stores a guest without a token, first seen at `at`. Needs no [`Writer`](crate::store::Writer).
    ///
    /// # Errors
    /// Returns [`PlayerError::NameTaken`] or [`PlayerError::Exists`], or an error if the database
    /// fails.
    pub async fn create(
        self,
        id: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<Player, PlayerError> {
        let guest = NewGuest { id, name: name.to_owned(), at, token: None };
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let mut outcomes = insert_guests(&mut transaction, &[guest]).await?;
            transaction.commit().await?;
            outcomes.pop().unwrap_or(Err(PlayerError::Store(StoreError::Closed)))
        };
        self.0.writes.in_time(work).await
    }

    /// Stores a guest in a commit that guests share. Returns after the commit.
    ///
    /// # Errors
    /// Returns the errors of [`Guests::create`].
    pub async fn add(self, guest: NewGuest) -> Result<Player, PlayerError> {
        let (answer, answered) = oneshot::channel();
        let closed = PlayerError::Store(StoreError::Closed);
        if self.0.guests.send(PendingGuest { guest, answer }).await.is_err() {
            return Err(closed);
        }
        answered.await.unwrap_or(Err(closed))
    }
}
