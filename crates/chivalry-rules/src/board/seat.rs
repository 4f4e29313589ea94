//! Seats and teams: who plays, in which order, and with whom.

use std::ops::{Index, IndexMut};

/// One player's place at the board, named by its position in the turn order
/// (`rules.md 1`). Two-handed games use [`Seat::FIRST`] and [`Seat::SECOND`].
///
/// What a seat is *called* (White, Red, ...) is the variant's business: see
/// [`SeatName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);
    /// The seat that moves second.
    pub const SECOND: Seat = Seat(1);
    /// The seat that moves third, in four-handed games.
    pub const THIRD: Seat = Seat(2);
    /// The seat that moves fourth, in four-handed games.
    pub const FOURTH: Seat = Seat(3);
    /// Every seat that any variant can have, in turn order.
    pub const ALL: [Seat; 4] = [Seat::FIRST, Seat::SECOND, Seat::THIRD, Seat::FOURTH];

    /// The seat at `index` in the turn order, or `None` above 3.
    #[must_use]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < 4 { Some(Seat(index as u8)) } else { None }
    }

    /// Place in the turn order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two sides of a game (`rules.md 1`): a single seat in two-handed
/// games, two partners in four-handed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// The team of the seat that moves first.
    First,
    /// The team of the seat that moves second.
    Second,
}

impl Team {
    /// Both teams, the one that moves first in front.
    pub const ALL: [Team; 2] = [Team::First, Team::Second];

    /// The team of `seat`: partners sit opposite each other in the turn order
    /// (`rules.md 6.1`).
    #[must_use]
    pub const fn of(seat: Seat) -> Team {
        if seat.0.is_multiple_of(2) { Team::First } else { Team::Second }
    }

    /// The other side.
    #[must_use]
    pub const fn enemy(self) -> Team {
        match self {
            Team::First => Team::Second,
            Team::Second => Team::First,
        }
    }
}

/// One value for each seat, indexed by [`Seat`]. Seats that a variant does not
/// have keep their default and are never shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerSeat<T>([T; 4]);

impl<T> PerSeat<T> {
    /// Builds the four values, one call for each seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> PerSeat<T> {
        PerSeat(Seat::ALL.map(&mut value))
    }

    /// Every seat with its value, in turn order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
