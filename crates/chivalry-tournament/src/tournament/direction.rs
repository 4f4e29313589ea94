//! Announcements, penalties and pauses by directors.

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{DirectorOrder, DirectorOrderKind, MatchId};
use chivalry_rules::Team;

use super::event::{Event, RecordedEvent};
use super::penalty::{Penalty, RoundPause};
use super::state::{Tournament, TournamentStatus};
use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::GameRecord;

/// A penalty in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPenalty<'a> {
    /// The entry of the log.
    pub recorded: &'a RecordedEvent,
    /// The pairing.
    pub pairing: PairingId,
    /// The number of the game in the pairing.
    pub number: u16,
    /// The entrant.
    pub entrant: EntrantId,
    /// The penalty.
    pub penalty: Penalty,
    /// The reason.
    pub reason: &'a str,
}

impl Tournament {
    /// Returns the pause of the rounds under way.
    #[must_use]
    pub fn pause(&self) -> Option<RoundPause> {
        self.pause
    }

    /// Returns the announcements that were not undone, oldest first, with their texts.
    pub fn announcements(&self) -> impl Iterator<Item = (&RecordedEvent, &str)> {
        self.counted_entries().filter_map(|recorded| match &recorded.event {
            Event::Announced { text } => Some((recorded, text.as_str())),
            _ => None,
        })
    }

    /// Returns the penalties that were not undone, oldest first.
    pub fn penalties(&self) -> impl Iterator<Item = RecordedPenalty<'_>> {
        self.counted_entries().filter_map(|recorded| match &recorded.event {
            Event::Penalized { pairing, number, entrant, penalty, reason } => {
                Some(RecordedPenalty {
                    recorded,
                    pairing: *pairing,
                    number: *number,
                    entrant: *entrant,
                    penalty: *penalty,
                    reason,
                })
            }
            _ => None,
        })
    }

    /// Returns the orders to games that an entry of the log contains. The tournament is the one
    /// after the entry.
    #[must_use]
    pub fn orders_of(&self, recorded: &RecordedEvent) -> Vec<(MatchId, DirectorOrder)> {
        let order = |kind| DirectorOrder { number: recorded.v, kind };
        let to_all = |kind| self.awaited_matches().map(|id| (id, order(kind))).collect();
        match recorded.event {
            Event::Paused { until } => to_all(DirectorOrderKind::Pause { until }),
            Event::Resumed {} => to_all(DirectorOrderKind::Resume),
            Event::Penalized { pairing, number, entrant, penalty, .. } => {
                let games = self.pairing(pairing).map_or(&[][..], |pairing| &pairing.games);
                let game = games.iter().find(|game| game.number == number);
                let of_game = |game: &GameRecord| {
                    let entrants = self.entrants_by_team(pairing, game.first);
                    let mut teams = Team::ALL.into_iter().zip(entrants);
                    let (team, _) = teams.find(|(_, of)| *of == entrant)?;
                    let kind = match penalty {
                        Penalty::Time { ms } => DirectorOrderKind::TakeTime { team, ms },
                        Penalty::Loss {} if self.has_tables() => {
                            DirectorOrderKind::Eliminate { team }
                        }
                        Penalty::Loss {} | Penalty::Warning {} => return None,
                    };
                    Some((game.played_in?, order(kind)))
                };
                game.and_then(of_game).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the orders to abort the matches whose results no longer count after new entries of
    /// the log. Matches that have ended are among them.
    #[must_use]
    pub fn cancellations(&self, new: &[RecordedEvent]) -> Vec<(MatchId, DirectorOrder)> {
        let Some(last) = new.last().filter(|_| new.iter().any(may_abandon)) else {
            return Vec::new();
        };
        let order = DirectorOrder { number: last.v, kind: DirectorOrderKind::Cancel };
        self.abandoned_matches().map(|id| (id, order)).collect()
    }

    /// Returns the first entry of the last action of a director that counts.
    #[must_use]
    pub fn last_director_action(&self) -> Option<&RecordedEvent> {
        let is_directors = |recorded: &&RecordedEvent| {
            recorded.action == recorded.v
                && recorded.by.is_some_and(|by| self.directors.contains(&by))
                && !matches!(recorded.event, Event::Created { .. } | Event::Undone { .. })
        };
        self.counted_entries().filter(is_directors).last()
    }

    pub(super) fn begin_pause(&mut self, until: Timestamp, at: Timestamp) -> Result<(), String> {
        if self.pause.is_some() || self.status != TournamentStatus::Running {
            return Err("only a running tournament is paused, once".to_owned());
        }
        self.pause = Some(RoundPause { since: at, until });
        Ok(())
    }

    /// Ends the pause. Its time does not count for the no-show deadlines of begun rounds.
    pub(super) fn end_pause(&mut self, at: Timestamp) -> Result<(), String> {
        let pause = self.pause.take().ok_or("the tournament is not paused")?;
        for round in self.stages.iter_mut().flat_map(|stage| &mut stage.rounds) {
            if let Some(began_at) = round.began_at {
                let paused = at.since(pause.since.max(began_at));
                round.paused_ms += u64::try_from(paused.as_millis()).unwrap_or(u64::MAX);
            }
        }
        Ok(())
    }

    fn counted_entries(&self) -> impl Iterator<Item = &RecordedEvent> {
        let undone = self.undone_actions();
        self.log.iter().filter(move |recorded| !undone.contains(&recorded.action))
    }
}

/// True if the entry may make a match obsolete. The server adds such entries for absences and for a
/// stage that cannot begin.
fn may_abandon(recorded: &RecordedEvent) -> bool {
    recorded.by.is_some() || matches!(recorded.event, Event::Forfeited { .. } | Event::Cancelled)
}
