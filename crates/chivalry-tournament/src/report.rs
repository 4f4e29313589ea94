//! What a match that is over means for the game that it is.

use std::collections::BTreeSet;

use chivalry_play::matches::{Event, Match, MatchId, MatchResult, AppliedEvent, Status};
use chivalry_rules::Team;

use super::contest::Tournament;
use super::event::{Event as TournamentEvent, Recorded};
use super::pairing::{Figures, Pairing};
use super::series::GameResult;

/// What came of the game that a match was, and what tie-breaks count in it;
/// `None` while it is played.
///
/// A match whose players have not all made a first move in time was called
/// off: whose turn it was, did not come.
#[must_use]
pub fn outcome(contest: &Match, log: &[AppliedEvent]) -> Option<(GameResult, Figures)> {
    let Status::Ended { result, .. } = contest.status() else { return None };
    let result = match result {
        MatchResult::First => GameResult::Won { side: Team::First },
        MatchResult::Second => GameResult::Won { side: Team::Second },
        MatchResult::Draw => GameResult::Drawn {},
        MatchResult::Aborted if contest.is_abortable() => {
            GameResult::Forfeit { absent: Team::of(contest.game().position().turn()) }
        }
        MatchResult::Aborted => GameResult::Void {},
    };
    let mut figures = Figures::default();
    for pair in log.windows(2) {
        let [before, after] = pair else { continue };
        let Event::Moved { seat, .. } = after.recorded.event else { continue };
        let team = Team::of(seat);
        let there = |occurrence: &AppliedEvent| occurrence.position.pieces_at_goal(team);
        let came = there(after).saturating_sub(there(before));
        figures.castle_entries[team as usize] += came as u16;
        figures.captures[team as usize] += after.captured.len() as u16;
    }
    Some((result, figures))
}

impl Tournament {
    /// The matches that have a game which nobody waits for any more: a director
    /// said what came of it, or their pairing was decided without it, or taken
    /// back.
    pub fn given_up(&self) -> impl Iterator<Item = MatchId> {
        let reported = |recorded: &Recorded| match recorded.event {
            TournamentEvent::GameEnded { pairing, number, .. } if recorded.by.is_some() => {
                let games = &self.pairing(pairing)?.games;
                games.iter().find(|game| game.number == number)?.played_in
            }
            _ => None,
        };
        let reported: BTreeSet<MatchId> = self.log().iter().filter_map(reported).collect();
        let needed = |pairing: &Pairing| {
            let is_decided = self.is_decided(pairing);
            let games = pairing.games.iter().filter(move |it| it.end.is_some() || !is_decided);
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

    /// The matches whose ends are waited for.
    pub fn awaited(&self) -> impl Iterator<Item = MatchId> {
        let open = self.pairings().filter(|pairing| !self.is_decided(pairing));
        open.filter_map(|pairing| pairing.current()?.played_in)
    }
}
