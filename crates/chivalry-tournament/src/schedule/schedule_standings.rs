//! The standings of a schedule over all of its tournaments.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chivalry_play::player::PlayerId;

use super::schedule_plan::ScheduleScoring;
use crate::tournament::state::{Tournament, TournamentStatus};

/// The standing of a player in a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleStanding {
    /// The place, from 1. Players with equal points, wins and tournaments share
    /// a place.
    pub place: u32,
    /// The player.
    pub player: PlayerId,
    /// The points of the results that count.
    pub points: u32,
    /// The number of tournaments won.
    pub wins: u32,
    /// The number of tournaments played.
    pub played: u32,
}

impl ScheduleScoring {
    /// Returns the standings of players with these places, the leader first.
    /// Ties are broken by the number of wins, and then by the fewest
    /// tournaments.
    #[must_use]
    pub fn standings(
        &self,
        results: impl IntoIterator<Item = (PlayerId, u32)>,
    ) -> Vec<ScheduleStanding> {
        let mut places: BTreeMap<PlayerId, Vec<u32>> = BTreeMap::new();
        for (player, place) in results {
            places.entry(player).or_default().push(place);
        }
        let standing = |(player, places): (PlayerId, Vec<u32>)| {
            let mut points: Vec<u32> = places.iter().map(|place| self.points_of(*place)).collect();
            points.sort_unstable_by_key(|points| Reverse(*points));
            ScheduleStanding {
                place: 0,
                player,
                points: points
                    .iter()
                    .take(self.best.map_or(usize::MAX, |best| best as usize))
                    .sum(),
                wins: places.iter().filter(|place| **place == 1).count() as u32,
                played: places.len() as u32,
            }
        };
        let key = |it: &ScheduleStanding| (Reverse(it.points), Reverse(it.wins), it.played);
        let mut standings: Vec<ScheduleStanding> = places.into_iter().map(standing).collect();
        standings.sort_by_key(key);
        for at in 0..standings.len() {
            let is_tied = at > 0 && key(&standings[at - 1]) == key(&standings[at]);
            standings[at].place = if is_tied { standings[at - 1].place } else { at as u32 + 1 };
        }
        standings
    }

    fn points_of(&self, place: u32) -> u32 {
        self.points.get(place as usize - 1).copied().unwrap_or(0)
    }
}

impl Tournament {
    /// Returns the place of each player in each group of the last stage, if the
    /// tournament has ended. Partners share a place.
    #[must_use]
    pub fn final_places(&self) -> Vec<(PlayerId, u32)> {
        let Some(last) = self.stages().last().filter(|_| self.status() == TournamentStatus::Ended)
        else {
            return Vec::new();
        };
        let stage = self.stages().len() - 1;
        let standings = (0..last.groups.len()).flat_map(|group| self.standings(stage, group));
        let players = standings.flat_map(|standing| {
            let players = self.entrant(standing.entrant).map(|entrant| entrant.players.clone());
            players.into_iter().flatten().map(move |player| (player, standing.place))
        });
        players.collect()
    }
}
