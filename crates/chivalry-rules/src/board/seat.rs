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

/// A side of a game (`rules.md 1`): a single seat, or two partners.
///
/// The variant assigns seats to teams ([`Variant::team_of`](crate::Variant::team_of)). Teams are
/// numbered in the order of their first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// The team of the seat that moves first.
    First,
    /// The team that moves second.
    Second,
    /// The team that moves third, in games of three or four teams.
    Third,
    /// The team that moves fourth, in games of four teams.
    Fourth,
}

impl Team {
    /// All possible teams, in the order of their first turns.
    pub const ALL: [Team; 4] = [Team::First, Team::Second, Team::Third, Team::Fourth];

    /// The teams of a game of two.
    pub const TWO: [Team; 2] = [Team::First, Team::Second];

    /// The team at `index`. Returns `None` above 3.
    #[must_use]
    pub const fn new(index: usize) -> Option<Team> {
        if index < 4 { Some(Team::ALL[index]) } else { None }
    }

    /// The index, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other team of a game of two.
    ///
    /// Code for all variants asks [`Variant::other_team`](crate::Variant::other_team).
    #[must_use]
    pub const fn other_of_two(self) -> Team {
        match self {
            Team::First => Team::Second,
            _ => Team::First,
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
