//! A map from seat letters to values, in turn order.

use serde::{Serialize, Serializer};

use chivalry_rules::{Seat, Variant};

/// A JSON object whose keys are the letters of seats, in turn order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatMap<T>(Vec<(char, T)>);

impl<T> SeatMap<T> {
    /// Builds a map of the seats of `variant` that have a value.
    pub fn of(variant: &Variant, mut value: impl FnMut(Seat) -> Option<T>) -> SeatMap<T> {
        let entry = |seat| Some((variant.seat_name(seat).letter(), value(seat)?));
        SeatMap(variant.seats().filter_map(entry).collect())
    }
}

impl<T> IntoIterator for SeatMap<T> {
    type Item = (char, T);
    type IntoIter = std::vec::IntoIter<(char, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T: Serialize> Serialize for SeatMap<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(letter, value)| (letter, value)))
    }
}
