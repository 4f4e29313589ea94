//! Matches that are games of tournaments.

use tokio::sync::broadcast;

use chivalry_play::matches::{MatchId, Status};
use chivalry_tournament::TournamentId;

use crate::live::error::LiveError;
use crate::live::match_actor::actor::{MatchActor, Message};
use crate::live::match_actor::feed::broadcast::FrameCounter;
use crate::live::player_feed::Standing;
use crate::live::registry::Live;

impl Live {
    /// Subscribes to the ends of matches that are games of tournaments.
    pub(crate) fn fixture_ends(&self) -> broadcast::Receiver<(TournamentId, MatchId)> {
        self.shared.fixture_ends.subscribe()
    }

    /// Cancels a match, regardless of the moves played. Does nothing after the end.
    pub(crate) async fn call_off(&self, id: MatchId) -> Result<(), LiveError> {
        self.ask(id, |answer| Message::CallOff { answer }).await
    }

    /// Returns the counter of encoded frames.
    pub(crate) fn written(&self) -> &FrameCounter {
        &self.shared.written
    }
}

impl MatchActor {
    pub(crate) async fn call_off(&mut self) -> Result<(), LiveError> {
        let room = self.loaded().await?;
        let events = room.contest.decide_cancellation();
        if events.is_empty() {
            return Ok(());
        }
        self.commit(events, None, self.shared.time.now(), None).await.map(drop)
    }

    /// Reports the end of the match to its tournament, if it ended since `before`.
    pub(crate) fn tell_tournament(&self, before: Standing) {
        let Some(room) = &self.known else { return };
        let has_ended = matches!(room.contest.status(), Status::Ended { .. });
        if let Some(fixture) = room.contest.tournament_game()
            && has_ended
            && before.has_come_on(&room.contest)
        {
            // There may be no receiver.
            let _ = self.shared.fixture_ends.send((TournamentId(fixture.tournament), self.id));
        }
    }
}
