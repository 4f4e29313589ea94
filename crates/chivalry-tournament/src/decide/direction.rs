//! Decisions on pauses, penalties and announcements.

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MAX_ADJOURNMENT;
use chivalry_rules::Team;

use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::GameStats;
use crate::pairing::series::GameResult;
use crate::tournament::event::{Event, RecordedEvent};
use crate::tournament::penalty::Penalty;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::{Tournament, TournamentStatus};

impl Tournament {
    /// Pauses the rounds under way. A pause always ends, so that games do.
    pub(super) fn decide_pause(&self, now: Timestamp) -> Decision {
        if self.status != TournamentStatus::Running {
            return Err(Refusal::NotBegun);
        }
        match self.pause {
            Some(_) => Err(Refusal::Paused),
            None => Ok(vec![Event::Paused { until: now + MAX_ADJOURNMENT }]),
        }
    }

    pub(super) fn decide_resume(&self) -> Decision {
        match self.pause {
            Some(_) => Ok(vec![Event::Resumed {}]),
            None => Err(Refusal::NotPaused),
        }
    }

    /// Penalizes an entrant in the game under way of a pairing.
    pub(super) fn decide_penalty(
        &self,
        id: PairingId,
        entrant: EntrantId,
        penalty: Penalty,
        reason: &str,
        now: Timestamp,
    ) -> Decision {
        let pairing = self.find_pairing(id)?;
        if !pairing.entrants().contains(&entrant) {
            return Err(Refusal::NoSuchEntrant);
        }
        if self.is_decided(pairing) {
            return Err(Refusal::Decided);
        }
        let game = pairing.current_game().ok_or(Refusal::NoSuchGame)?;
        let changes_match = match penalty {
            Penalty::Warning {} => false,
            Penalty::Time { .. } => true,
            Penalty::Loss {} => pairing.is_table(),
        };
        if changes_match && game.played_in.is_none() {
            return Err(Refusal::NoSuchGame);
        }
        let number = game.number;
        let reason = reason.to_owned();
        let mut events = vec![Event::Penalized { pairing: id, number, entrant, penalty, reason }];
        // At a table the others play on, and the match reports the places.
        if penalty == (Penalty::Loss {}) && !pairing.is_table() {
            let side = if game.first == entrant { Team::Second } else { Team::First };
            let result = GameResult::Won { side };
            events.extend(self.decide_report(id, number, result, GameStats::default(), now)?);
        }
        Ok(events)
    }

    /// Returns the reason for which an action cannot be undone, because it has changed games.
    pub(super) fn check_undoable(action: &[&RecordedEvent]) -> Result<(), Refusal> {
        let has_changed_games = action.iter().any(|recorded| match &recorded.event {
            Event::Paused { .. } | Event::Resumed {} => true,
            Event::Penalized { penalty, .. } => *penalty != Penalty::Warning {},
            _ => false,
        });
        if has_changed_games { Err(Refusal::NotUndoable) } else { Ok(()) }
    }

    /// True for an action that no game depends on.
    pub(super) fn is_message(action: &[&RecordedEvent]) -> bool {
        let is_message = |recorded: &&RecordedEvent| {
            matches!(recorded.event, Event::Announced { .. } | Event::Penalized { .. })
        };
        action.iter().all(is_message)
    }
}
