//! Game results of finished matches.

use std::collections::BTreeSet;

use chivalry_play::matches::{AppliedEvent, Event, Match, MatchId, MatchResult, Status};
use chivalry_play::rating::seat_places;
use chivalry_rules::Team;

use crate::pairing::places::Places;
use crate::pairing::record::{GameStats, Pairing};
use crate::pairing::series::GameResult;
use crate::tournament::event::{Event as TournamentEvent, RecordedEvent};
use crate::tournament::state::{Tournament, TournamentStatus};

/// Returns the result and the statistics of a finished match. `None` while it
/// is played. The places of players who play each for himself are those of their
/// ratings. Such matches have no statistics.
///
/// An aborted match in which a player missed the first move is a forfeit of the
/// side to move.
#[must_use]
pub fn game_outcome(contest: &Match, log: &[AppliedEvent]) -> Option<(GameResult, GameStats)> {
    let Status::Ended { result, .. } = contest.status() else { return None };
    let variant = contest.variant();
    let result = match result {
        MatchResult::Aborted if contest.is_abortable() => {
            GameResult::Forfeit { absent: variant.team_of(contest.game().position().turn()) }
        }
        MatchResult::Aborted => GameResult::Void {},
        result if variant.is_free_for_all() => {
            let places = seat_places(contest, log, result.winner());
            let by_seat: Vec<u8> = variant.seats().map(|seat| places[seat]).collect();
            GameResult::Placed { places: Places::try_from(by_seat).ok()? }
        }
        MatchResult::First => GameResult::Won { side: Team::First },
        MatchResult::Second | MatchResult::Third | MatchResult::Fourth => {
            GameResult::Won { side: Team::Second }
        }
        MatchResult::Draw => GameResult::Drawn {},
    };
    let mut stats = GameStats::default();
    if variant.is_free_for_all() {
        return Some((result, stats));
    }
    for pair in log.windows(2) {
        let [before, after] = pair else { continue };
        let Event::Moved { seat, .. } = after.recorded.event else { continue };
        let team = variant.team_of(seat);
        let there = |occurrence: &AppliedEvent| occurrence.position.pieces_at_goal(team);
        let came = there(after).saturating_sub(there(before));
        stats.castle_entries[team as usize] += came as u16;
        stats.captures[team as usize] += after.captured.len() as u16;
    }
    Some((result, stats))
}

impl Tournament {
    /// Returns the matches whose results no longer count. A director reported
    /// the result, the pairing was decided otherwise, the pairing was taken
    /// back, or the tournament was cancelled.
    pub fn abandoned_matches(&self) -> impl Iterator<Item = MatchId> {
        let reported = |recorded: &RecordedEvent| match recorded.event {
            TournamentEvent::GameEnded { pairing, number, .. } if recorded.by.is_some() => {
                let games = &self.pairing(pairing)?.games;
                games.iter().find(|game| game.number == number)?.played_in
            }
            _ => None,
        };
        let reported: BTreeSet<MatchId> = self.log().iter().filter_map(reported).collect();
        let is_cancelled = self.status() == TournamentStatus::Cancelled;
        let needed = |pairing: &Pairing| {
            let is_over = is_cancelled || self.is_decided(pairing);
            let games = pairing.games.iter().filter(move |it| it.end.is_some() || !is_over);
            games.filter_map(|game| game.played_in).collect::<Vec<MatchId>>()
        };
        let needed: BTreeSet<MatchId> =
            self.pairings().flat_map(needed).filter(|id| !reported.contains(id)).collect();
        let begun = self.log().iter().filter_map(|recorded| match recorded.event {
            TournamentEvent::GameBegan { played_in, .. } => Some(played_in),
            _ => None,
        });
        begun.filter(move |id| !needed.contains(id))
    }

    /// True if the tournament was cancelled after the match began, and the
    /// cancellation was undone. The server may have aborted the match.
    #[must_use]
    pub fn was_cancelled_during(&self, id: MatchId) -> bool {
        let log = self.log().iter();
        let of_match = |recorded: &&RecordedEvent| matches!(recorded.event, TournamentEvent::GameBegan { played_in, .. } if played_in == id);
        log.skip_while(|recorded| !of_match(recorded))
            .any(|recorded| matches!(recorded.event, TournamentEvent::Cancelled))
    }

    /// Returns the matches with pending results.
    pub fn awaited_matches(&self) -> impl Iterator<Item = MatchId> {
        let open = self.pairings().filter(|pairing| !self.is_decided(pairing));
        open.filter_map(|pairing| pairing.current_game()?.played_in)
    }
}
