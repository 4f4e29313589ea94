//! Pairings at a table: a single game of more than two players.

use super::places::Places;
use super::record::Pairing;
use super::series::{GameResult, SeriesEnd, SeriesPlan};
use crate::ids::EntrantId;
use crate::plan::scoring::Scoring;

impl Pairing {
    /// True for a table of more than two players.
    #[must_use]
    pub fn is_table(&self) -> bool {
        !self.pair.others.is_empty()
    }

    /// Returns the places of a decided table. `None` if nobody appeared, and
    /// for two sides.
    #[must_use]
    pub fn places(&self) -> Option<Places> {
        let entrants = self.entrants();
        let with_absent = |is_absent: &dyn Fn(usize) -> bool| {
            Some(Places::with_absent(entrants.len(), is_absent))
        };
        let is_out = |id: &EntrantId| self.forfeited.contains(id);
        match self.table_result() {
            _ if !self.is_table() => None,
            Some(GameResult::Placed { places }) => Some(places),
            Some(GameResult::Forfeit { absent }) => with_absent(&|seat| seat == absent.index()),
            Some(_) => None,
            None if self.forfeited.is_empty() || entrants.iter().all(is_out) => None,
            None => with_absent(&|seat| is_out(&entrants[seat])),
        }
    }

    /// Returns the half points of the games by seat. A game at a table counts as
    /// one against each of the others.
    #[must_use]
    pub fn half_points(&self, plan: &SeriesPlan) -> Vec<u32> {
        if !self.is_table() {
            return self.series(plan).half_points.to_vec();
        }
        let places = self.places();
        let of_seat = |seat| places.map_or(0, |it| it.half_points(seat, &Scoring::default()));
        (0..self.entrants().len()).map(of_seat).collect()
    }

    /// Returns the end of a table, which plays one game.
    pub(crate) fn table_end(&self) -> Option<SeriesEnd> {
        let is_over = self.table_result().is_some() || !self.forfeited.is_empty();
        match self.places() {
            Some(places) => Some(places.winner().map_or(SeriesEnd::Drawn, SeriesEnd::Won)),
            None => is_over.then_some(SeriesEnd::Neither),
        }
    }

    fn table_result(&self) -> Option<GameResult> {
        let mut ended = self.games.iter().filter_map(|game| game.end.map(|end| end.result));
        ended.find(|result| *result != GameResult::Void {})
    }

    /// True if the result is one of a game with the seats of the pairing.
    pub(crate) fn admits(&self, result: GameResult) -> bool {
        let seats = self.entrants().len();
        match result {
            GameResult::Won { side } => !self.is_table() && side.index() < seats,
            GameResult::Drawn {} => !self.is_table(),
            GameResult::Placed { places } => self.is_table() && places.is_ranking_of(seats),
            GameResult::Forfeit { absent } => absent.index() < seats,
            GameResult::BothAbsent {} | GameResult::Void {} => true,
        }
    }
}
