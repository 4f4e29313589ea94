//! Pairings and their games.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_rules::Team;

use super::series::{GameResult, NextGame, Series, SeriesEnd, SeriesPlan, SeriesState};
use crate::ids::{EntrantId, PairingId};
use crate::plan::scoring::ByeWorth;

/// A pair of a round, as stored in the log.
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
    /// The entrant with the first side in the first game.
    pub first: EntrantId,
    /// The entrant with the second side.
    pub second: EntrantId,
    /// The entrants of the further seats of a table, in turn order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<EntrantId>,
}

/// A round without an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bye {
    /// The entrant.
    pub entrant: EntrantId,
    /// The points of the bye.
    pub worth: ByeWorth,
    /// The kind.
    pub why: ByeReason,
}

/// A bye in a round that is not paired yet, requested or given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AskedByeView))]
pub struct RequestedBye {
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The entrant.
    pub entrant: EntrantId,
    /// The points of the bye.
    pub worth: ByeWorth,
}

/// The kind of a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The number was odd, or no multiple of the players of a table.
    Pairing,
    /// Requested by the entrant, or given by the director.
    #[serde(rename = "asked")]
    Requested,
    /// Before the entrant registered.
    Late,
}

/// A pairing with its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The two entrants, or all entrants of a table.
    pub pair: PairRecord,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The table number in the round, from 1.
    pub table: u32,
    /// The entrants who confirmed their presence.
    pub ready: BTreeSet<EntrantId>,
    /// The start: when all were present, or at once if presence is not
    /// required.
    pub began_at: Option<Timestamp>,
    /// Its games, in order.
    pub games: Vec<GameRecord>,
    /// The entrants who forfeited the rest of the pairing.
    pub forfeited: Vec<EntrantId>,
    /// The time of the last result or decision.
    pub changed_at: Timestamp,
}

/// A game of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The number in the pairing, from 1.
    pub number: u16,
    /// The entrant with the first side.
    pub first: EntrantId,
    /// The match of the game. `None` for a game without a match.
    pub played_in: Option<MatchId>,
    /// The end of the game.
    pub end: Option<GameEnd>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The result.
    pub result: GameResult,
    /// Statistics for tie-breaks.
    pub stats: GameStats,
    /// The time at which the result was recorded.
    pub at: Timestamp,
}

/// Statistics of a game for tie-breaks, by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Figures))]
#[serde(deny_unknown_fields)]
pub struct GameStats {
    /// Pieces that entered the goal castle.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub castle_entries: [u16; 2],
    /// Enemy pieces captured.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub captures: [u16; 2],
}

/// A game to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// The pairing.
    pub pairing: PairingId,
    /// The number in the pairing, from 1.
    pub number: u16,
    /// The entrant with the first side.
    pub first: EntrantId,
    /// The entrant with the second side.
    pub second: EntrantId,
    /// True for an armageddon game, in which a draw wins for the second side.
    pub armageddon: bool,
}

impl PairRecord {
    /// Returns the entrants by their seats in the first game.
    #[must_use]
    pub fn entrants(&self) -> Vec<EntrantId> {
        [self.first, self.second].into_iter().chain(self.others.iter().copied()).collect()
    }
}

impl Pairing {
    /// Returns the entrants by their seats in the first game.
    #[must_use]
    pub fn entrants(&self) -> Vec<EntrantId> {
        self.pair.entrants()
    }

    /// Returns the entrants of a pairing of two, the first side first.
    #[must_use]
    pub fn sides(&self) -> [EntrantId; 2] {
        [self.pair.first, self.pair.second]
    }

    /// The other one of two.
    #[must_use]
    pub fn opponent(&self, of: EntrantId) -> EntrantId {
        if of == self.pair.first { self.pair.second } else { self.pair.first }
    }

    /// Returns the side in the first game of two.
    #[must_use]
    pub fn side(&self, of: EntrantId) -> Team {
        if of == self.pair.first { Team::First } else { Team::Second }
    }

    /// Returns the state of the series.
    #[must_use]
    pub fn series(&self, plan: &SeriesPlan) -> Series {
        if self.is_table() {
            let next = NextGame { swapped: false, armageddon: false };
            let state = self.table_end().map_or(SeriesState::Next(next), SeriesState::Over);
            return Series { half_points: [0, 0], wins: [0, 0], state };
        }
        let ended: Vec<GameResult> =
            self.games.iter().filter_map(|game| game.end.map(|end| end.result)).collect();
        let mut series = plan.evaluate(&ended);
        if !self.forfeited.is_empty() && series.state.end().is_none() {
            self.forfeit(plan, &mut series);
        }
        series
    }

    /// Awards the remaining games to the entrant who did not forfeit.
    fn forfeit(&self, plan: &SeriesPlan, series: &mut Series) {
        let is_gone = |id: &EntrantId| self.forfeited.contains(id);
        let left = Team::TWO.into_iter().find(|side| !is_gone(&self.sides()[*side as usize]));
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

    /// Returns the end of the series, if it has ended.
    #[must_use]
    pub fn end(&self, plan: &SeriesPlan) -> Option<SeriesEnd> {
        self.series(plan).state.end()
    }

    /// Returns the winner. `None` for a draw, a double forfeit or an undecided
    /// pairing.
    #[must_use]
    pub fn winner(&self, plan: &SeriesPlan) -> Option<EntrantId> {
        match self.end(plan) {
            Some(SeriesEnd::Won(side)) => Some(self.entrants()[side as usize]),
            _ => None,
        }
    }

    /// True if a game has started.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        !self.games.is_empty()
    }

    /// True if a game was played to a result without forfeit.
    #[must_use]
    pub fn was_played(&self) -> bool {
        self.games.iter().any(|game| game.end.is_some_and(|end| end.result.is_played()))
    }

    /// Returns the game in progress.
    #[must_use]
    pub fn current_game(&self) -> Option<&GameRecord> {
        self.games.last().filter(|game| game.end.is_none())
    }

    /// Returns a copy that has started, at `now` unless it had before.
    pub(crate) fn started_by(&self, now: Timestamp) -> Pairing {
        let began_at = self.began_at.or(Some(now));
        Pairing { began_at, ..self.clone() }
    }

    /// Returns the game to start, if any.
    #[must_use]
    pub fn due_game(&self, plan: &SeriesPlan) -> Option<DueGame> {
        if self.began_at.is_none() || self.current_game().is_some() {
            return None;
        }
        let SeriesState::Next(NextGame { swapped, armageddon }) = self.series(plan).state else {
            return None;
        };
        let [mut first, mut second] = self.sides();
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
