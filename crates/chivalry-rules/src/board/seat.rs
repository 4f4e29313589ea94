//! Seats, teams and values stored per seat.

use std::ops::{Index, IndexMut};

/// A player's place at the board, identified by its index in the turn order (`rules.md 1`).
///
/// Games for two use [`Seat::FIRST`] and [`Seat::SECOND`]. The variant assigns the
/// [`SeatName`](super::seat_name::SeatName).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);
    /// The seat that moves second.
    pub const SECOND: Seat = Seat(1);
    /// The seat that moves third in games for four.
    pub const THIRD: Seat = Seat(2);
    /// The seat that moves fourth in games for four.
    pub const FOURTH: Seat = Seat(3);
    /// All possible seats, in turn order.
    pub const ALL: [Seat; 4] = [Seat::FIRST, Seat::SECOND, Seat::THIRD, Seat::FOURTH];

    /// The seat at `index` in the turn order. Returns `None` above 3.
    #[must_use]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < 4 { Some(Seat(index as u8)) } else { None }
    }

    /// The index in the turn order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two sides of a game (`rules.md 1`): a single seat, or two partners in games for
/// four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// The team of the seat that moves first.
    First,
    /// The team of the seat that moves second.
    Second,
}

impl Team {
    /// Both teams. The team that moves first comes first.
    pub const ALL: [Team; 2] = [Team::First, Team::Second];

    /// The team of `seat`. Partners are two turns apart (`rules.md 6.1`).
    #[must_use]
    pub const fn of(seat: Seat) -> Team {
        if seat.0.is_multiple_of(2) { Team::First } else { Team::Second }
    }

    /// The opposing team.
    #[must_use]
    pub const fn enemy(self) -> Team {
        match self {
            Team::First => Team::Second,
            Team::Second => Team::First,
        }
    }
}

/// One value per seat, indexed by [`Seat`].
///
/// Seats that a variant does not use keep their default value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerSeat<T>([T; 4]);

impl<T> PerSeat<T> {
    /// Calls `value` once per seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> PerSeat<T> {
        PerSeat(Seat::ALL.map(&mut value))
    }

    /// Iterates over seats and values in turn order.
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
