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
    pub(crate) fn game_ends(&self) -> broadcast::Receiver<(TournamentId, MatchId)> {
        self.shared.game_ends.subscribe()
    }

    /// Cancels a match, regardless of the moves played. Does nothing after the end.
    pub(crate) async fn cancel(&self, id: MatchId) -> Result<(), LiveError> {
        self.ask(id, |answer| Message::Cancel { answer }).await
    }

    /// Returns the counter of encoded frames.
    pub(crate) fn written(&self) -> &FrameCounter {
        &self.shared.written
    }
}

impl MatchActor {
    pub(crate) async fn cancel_match(&mut self) -> Result<(), LiveError> {
        let snapshot = self.loaded().await?;
        let events = snapshot.contest.decide_cancellation();
        if events.is_empty() {
            return Ok(());
        }
        self.commit(events, None, self.shared.time.now(), None).await.map(drop)
    }

    /// Reports the end of the match to its tournament, if it ended since `before`.
    pub(crate) fn report_end(&self, before: Standing) {
        let Some(snapshot) = &self.snapshot else { return };
        let has_ended = matches!(snapshot.contest.status(), Status::Ended { .. });
        if let Some(game) = snapshot.contest.tournament_game()
            && has_ended
            && before.has_changed_phase(&snapshot.contest)
        {
            // There may be no receiver.
            let _ = self.shared.game_ends.send((TournamentId(game.tournament), self.id));
        }
    }
}
