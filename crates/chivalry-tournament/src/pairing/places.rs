//! The places of the players of a table: a game of more than two players.

use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

use crate::plan::scoring::Scoring;

/// The smallest number of players of a table.
const FEWEST: usize = 3;

/// The place of each seat of a table, in turn order, from 1. Seats that share a
/// place have the same number, and the next place follows after all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Places {
    /// The places, followed by zeros.
    by_seat: [u8; Team::ALL.len()],
}

#[cfg(feature = "schema")]
pub(super) fn schema() -> utoipa::openapi::schema::Array {
    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};

    let place = ObjectBuilder::new().schema_type(Type::Integer);
    ArrayBuilder::new()
        .items(place.minimum(Some(1)).maximum(Some(Team::ALL.len())))
        .min_items(Some(FEWEST))
        .max_items(Some(Team::ALL.len()))
        .build()
}

impl TryFrom<Vec<u8>> for Places {
    type Error = &'static str;

    fn try_from(places: Vec<u8>) -> Result<Places, &'static str> {
        let seats = FEWEST..=Team::ALL.len();
        if !seats.contains(&places.len()) || !places.iter().all(|it| (1..=4).contains(it)) {
            return Err("a table has three or four places, each from 1 to 4");
        }
        let mut by_seat = [0; Team::ALL.len()];
        by_seat[..places.len()].copy_from_slice(&places);
        Ok(Places { by_seat })
    }
}

impl From<Places> for Vec<u8> {
    fn from(places: Places) -> Vec<u8> {
        places.iter().collect()
    }
}

impl Places {
    /// Returns the places of a table where some were absent, and the others
    /// share the first place.
    pub(super) fn with_absent(seats: usize, is_absent: impl Fn(usize) -> bool) -> Places {
        let present = (0..seats).filter(|seat| !is_absent(*seat)).count() as u8;
        let mut by_seat = [0; Team::ALL.len()];
        for (seat, place) in by_seat.iter_mut().enumerate().take(seats) {
            *place = if is_absent(seat) { present + 1 } else { 1 };
        }
        Places { by_seat }
    }

    /// The places, in the order of the seats.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        self.by_seat.into_iter().take_while(|place| *place > 0)
    }

    /// The place of a seat, from 0.
    #[must_use]
    pub fn of(&self, seat: usize) -> Option<u8> {
        self.iter().nth(seat)
    }

    /// True if every place is one more than the number of better ones.
    pub(super) fn is_ranking_of(&self, seats: usize) -> bool {
        let better = |place: u8| self.iter().filter(|other| *other < place).count() as u8;
        self.iter().count() == seats && self.iter().all(|place| place == better(place) + 1)
    }

    /// The only seat on the first place.
    #[must_use]
    pub fn winner(&self) -> Option<Team> {
        let mut first = Team::ALL.into_iter().zip(self.iter()).filter(|(_, place)| *place == 1);
        let winner = first.next().map(|(seat, _)| seat);
        winner.filter(|_| first.next().is_none())
    }

    /// Returns the half points of a seat. The game counts as a game against each
    /// of the others: a better place is a win, an equal one a draw.
    #[must_use]
    pub fn half_points(&self, seat: usize, scoring: &Scoring) -> u32 {
        let Some(own) = self.of(seat) else { return 0 };
        let others = self.iter().enumerate().filter(|(other, _)| *other != seat);
        let points = others.map(|(_, other)| match own.cmp(&other) {
            std::cmp::Ordering::Less => scoring.win,
            std::cmp::Ordering::Equal => scoring.draw,
            std::cmp::Ordering::Greater => scoring.loss,
        });
        points.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(by_seat: &[u8]) -> Places {
        Places::try_from(by_seat.to_vec()).unwrap()
    }

    #[test]
    fn a_table_counts_as_a_game_against_each_of_the_others() {
        let points = |by_seat: &[u8]| -> Vec<u32> {
            let seats = 0..by_seat.len();
            seats.map(|seat| places(by_seat).half_points(seat, &Scoring::default())).collect()
        };
        assert_eq!(points(&[3, 1, 4, 2]), [2, 6, 0, 4]);
        assert_eq!(points(&[1, 1, 3, 3]), [5, 5, 1, 1]);
        assert_eq!(points(&[1, 1, 1]), [2, 2, 2]);
    }

    #[test]
    fn places_are_read_as_written_and_ranked() {
        assert_eq!(serde_json::to_string(&places(&[2, 1, 3])).unwrap(), "[2,1,3]");
        assert_eq!(serde_json::from_str::<Places>("[2,1,3]").unwrap(), places(&[2, 1, 3]));
        for unfit in ["[1,2]", "[1,2,3,4,4]", "[0,1,2]", "[1,2,5]"] {
            assert!(serde_json::from_str::<Places>(unfit).is_err(), "{unfit}");
        }
        for (by_seat, is_ranking) in [
            (&[1, 2, 3, 4][..], true),
            (&[2, 2, 1, 4], true),
            (&[1, 1, 2, 4], false),
            (&[2, 3, 4, 4], false),
            (&[1, 2, 3], false),
        ] {
            assert_eq!(places(by_seat).is_ranking_of(4), is_ranking, "{by_seat:?}");
        }
        assert_eq!(places(&[2, 1, 3]).winner(), Some(Team::Second));
        assert_eq!(places(&[1, 3, 1]).winner(), None);
        assert_eq!(Places::with_absent(4, |seat| seat == 2), places(&[1, 1, 4, 1]));
    }
}
