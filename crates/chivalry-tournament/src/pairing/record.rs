//! Pairings, and the games that they are played in.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_rules::Team;

use super::series::{GameResult, NextGame, Series, SeriesEnd, SeriesPlan, SeriesState};
use crate::ids::{EntrantId, PairingId};
use crate::plan::scoring::ByeWorth;

/// Two entrants who meet in a round, as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Paired))]
pub struct PairRecord {
    /// Names the pairing.
    pub id: PairingId,
    /// The group, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub group: u16,
    /// The node of a knockout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// Who has the first side in the first game.
    pub first: EntrantId,
    /// Who has the second.
    pub second: EntrantId,
}

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bye {
    /// Who has it.
    pub entrant: EntrantId,
    /// What it is worth.
    pub worth: ByeWorth,
    /// PairingExplanation.
    pub why: ByeReason,
}

/// PairingExplanation there is a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The number was odd.
    Pairing,
    /// The entrant asked for it, or the director gave it.
    #[serde(rename = "asked")]
    Requested,
    /// The entrant had not entered yet.
    Late,
}

/// A pairing, and what came of it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who meets.
    pub pair: PairRecord,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The table in its round, from 1.
    pub table: u32,
    /// Who has said that they are there.
    pub ready: BTreeSet<EntrantId>,
    /// When it began: both were there, or nobody was asked.
    pub began_at: Option<Timestamp>,
    /// Its games, in order.
    pub games: Vec<GameRecord>,
    /// Who has lost what was left of it without playing; nobody when empty.
    pub forfeited: Vec<EntrantId>,
    /// When something last ended or was decided in it.
    pub changed_at: Timestamp,
}

/// A game of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number in the pairing, from 1.
    pub number: u16,
    /// Who has the first side.
    pub first: EntrantId,
    /// The match that it is played in; none for one that nobody came to.
    pub played_in: Option<MatchId>,
    /// What came of it.
    pub end: Option<GameEnd>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// What came of it.
    pub result: GameResult,
    /// What is counted besides.
    pub stats: GameStats,
    /// When the tournament heard of it.
    pub at: Timestamp,
}

/// What tie-breaks count in a game, for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Figures))]
#[serde(deny_unknown_fields)]
pub struct GameStats {
    /// Pieces that came into the goal castle.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub castle_entries: [u16; 2],
    /// Enemy pieces captured.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub captures: [u16; 2],
}

/// A game that is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// The pairing.
    pub pairing: PairingId,
    /// The game's number in it, from 1.
    pub number: u16,
    /// Who has the first side.
    pub first: EntrantId,
    /// Who has the second.
    pub second: EntrantId,
    /// Whether a draw is enough for the second side, and the clocks differ.
    pub armageddon: bool,
}

impl Pairing {
    /// Both, first the one with the first side in the first game.
    #[must_use]
    pub fn entrants(&self) -> [EntrantId; 2] {
        [self.pair.first, self.pair.second]
    }

    /// The other one.
    #[must_use]
    pub fn opponent(&self, of: EntrantId) -> EntrantId {
        if of == self.pair.first { self.pair.second } else { self.pair.first }
    }

    /// The side in the first game.
    #[must_use]
    pub fn side(&self, of: EntrantId) -> Team {
        if of == self.pair.first { Team::First } else { Team::Second }
    }

    /// The mini-match as far as it was played.
    #[must_use]
    pub fn series(&self, plan: &SeriesPlan) -> Series {
        let ended: Vec<GameResult> =
            self.games.iter().filter_map(|game| game.end.map(|end| end.result)).collect();
        let mut series = plan.evaluate(&ended);
        if !self.forfeited.is_empty() && series.state.end().is_none() {
            self.forfeit(plan, &mut series);
        }
        series
    }

    /// Who is left has the games that were still wins_needed.
    fn forfeit(&self, plan: &SeriesPlan, series: &mut Series) {
        let is_gone = |id: &EntrantId| self.forfeited.contains(id);
        let left = Team::ALL.into_iter().find(|side| !is_gone(&self.entrants()[*side as usize]));
        let end = match left {
            None => SeriesEnd::Neither,
            Some(side) => {
                let at = side as usize;
                while series.wins[at] < plan.wins_needed()
                    && series.half_points[at] <= plan.best_of.into()
                {
                    series.wins[at] += 1;
                    series.half_points[at] += 2;
                }
                SeriesEnd::Won(side)
            }
        };
        series.state = SeriesState::Over(end);
    }

    /// How it ended, if it did.
    #[must_use]
    pub fn end(&self, plan: &SeriesPlan) -> Option<SeriesEnd> {
        self.series(plan).state.end()
    }

    /// Who won and who lost it; nobody where it was drawn or lost by both.
    #[must_use]
    pub fn winner(&self, plan: &SeriesPlan) -> Option<EntrantId> {
        match self.end(plan) {
            Some(SeriesEnd::Won(side)) => Some(self.entrants()[side as usize]),
            _ => None,
        }
    }

    /// Whether any game of it was played, to its end or not.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        !self.games.is_empty()
    }

    /// Whether there was a game that was not forfeited.
    #[must_use]
    pub fn was_played(&self) -> bool {
        self.games.iter().any(|game| game.end.is_some_and(|end| end.result.is_played()))
    }

    /// The game that is under way.
    #[must_use]
    pub fn current_game(&self) -> Option<&GameRecord> {
        self.games.last().filter(|game| game.end.is_none())
    }

    /// It as it is once it has begun, by `now` at the latest.
    pub(crate) fn started_by(&self, now: Timestamp) -> Pairing {
        let began_at = self.began_at.or(Some(now));
        Pairing { began_at, ..self.clone() }
    }

    /// The game that is to begin, when there is one.
    #[must_use]
    pub fn due_game(&self, plan: &SeriesPlan) -> Option<DueGame> {
        if self.began_at.is_none() || self.current_game().is_some() {
            return None;
        }
        let SeriesState::Next(NextGame { swapped, armageddon }) = self.series(plan).state else {
            return None;
        };
        let [mut first, mut second] = self.entrants();
        if swapped {
            std::mem::swap(&mut first, &mut second);
        }
        let number = self.games.len() as u16 + 1;
        Some(DueGame { pairing: self.pair.id, number, first, second, armageddon })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}
