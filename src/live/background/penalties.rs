//! Pairing penalties of players who abandoned games.

use chivalry_play::matches::Refusal;
use chivalry_play::player::PlayerId;

use crate::live::error::LiveError;
use crate::live::registry::{Live, LiveContext};

impl Live {
    /// Checks that no penalty bars the player from pairing
    /// ([`penalty_until`](chivalry_play::matches::penalty_until)).
    ///
    /// # Errors
    /// Fails if a penalty is active or the database fails.
    pub async fn check_wait(&self, player: PlayerId) -> Result<(), LiveError> {
        self.shared.check_wait(player).await
    }
}

impl LiveContext {
    pub(crate) async fn check_wait(&self, player: PlayerId) -> Result<(), LiveError> {
        let now = self.time.now();
        match self.store.penalty_until(player, now).await? {
            Some(until) => Err(Refusal::PenaltyActive(until.since(now)).into()),
            None => Ok(()),
        }
    }
}
