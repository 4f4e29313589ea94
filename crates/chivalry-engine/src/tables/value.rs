//! Exact values of positions.

use std::fmt;

/// The value of a position for the seat to move, with best play of both.
///
/// A win is as fast and a loss as slow as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableValue {
    /// The seat to move wins.
    Win {
        /// Plies until the game is over.
        plies: u16,
    },
    /// The seat to move loses.
    Loss {
        /// Plies until the game is over.
        plies: u16,
    },
    /// Neither seat can force a win.
    Draw,
}

/// The byte of a draw. Also a value that is not yet decided.
pub(crate) const DRAW: u8 = 254;
/// The byte of a number that no position has.
pub(crate) const VACANT: u8 = 255;
/// The longest distance that a byte holds. The next one marks an overflow.
pub(crate) const LONGEST: u8 = 252;

/// A distance above 252 plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a win takes more than 252 plies, which the table format does not hold")]
pub struct TooLong;

impl TableValue {
    /// The value of a byte of a table, which counts the moves of two seats. Wins are odd and losses
    /// are even.
    ///
    /// `plies_between` is the number of plies from a move of the seat to move to the next one of
    /// the other seat, and back. Each is 1 if there are no other seats. A seat without pieces
    /// passes, which takes a ply (`rules.md 6.2`).
    pub(crate) const fn of_byte(byte: u8, plies_between: [u16; 2]) -> Option<TableValue> {
        let [there, back] = plies_between;
        let rounds = (byte / 2) as u16 * (there + back);
        match byte {
            VACANT => None,
            DRAW => Some(TableValue::Draw),
            byte if is_win(byte) => Some(TableValue::Win { plies: 1 + rounds }),
            0 => Some(TableValue::Loss { plies: 0 }),
            _ => Some(TableValue::Loss { plies: 1 + rounds - back }),
        }
    }

    /// The plies until the game is over, unless it is a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            TableValue::Win { plies } | TableValue::Loss { plies } => Some(plies),
            TableValue::Draw => None,
        }
    }

    /// The value of a move that leads to a position with this value.
    #[must_use]
    pub const fn before(self) -> TableValue {
        match self {
            TableValue::Win { plies } => TableValue::Loss { plies: plies.saturating_add(1) },
            TableValue::Loss { plies } => TableValue::Win { plies: plies.saturating_add(1) },
            TableValue::Draw => TableValue::Draw,
        }
    }

    /// A number that is higher for better values.
    #[must_use]
    pub fn rank(self) -> i32 {
        match self {
            TableValue::Win { plies } => 1_000 - i32::from(plies),
            TableValue::Draw => 0,
            TableValue::Loss { plies } => i32::from(plies) - 1_000,
        }
    }
}

/// `win 7`, `loss 12` or `draw`.
impl fmt::Display for TableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableValue::Win { plies } => write!(f, "win {plies}"),
            TableValue::Loss { plies } => write!(f, "loss {plies}"),
            TableValue::Draw => f.write_str("draw"),
        }
    }
}

pub(crate) const fn is_win(byte: u8) -> bool {
    byte <= LONGEST && byte % 2 == 1
}

pub(crate) const fn is_loss(byte: u8) -> bool {
    byte <= LONGEST && byte.is_multiple_of(2)
}

/// The best value of the moves seen so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestMove {
    fastest_win: u8,
    slowest_loss: u8,
    has_draw: bool,
}

impl BestMove {
    pub(crate) const NONE: BestMove =
        BestMove { fastest_win: VACANT, slowest_loss: 0, has_draw: false };

    /// Adds a move that wins at once.
    #[inline]
    pub(crate) fn add_win(&mut self) {
        self.fastest_win = 1;
    }

    /// Adds a move to a position with the value `byte` for the other seat.
    #[inline]
    pub(crate) fn add(&mut self, byte: u8) {
        if is_loss(byte) {
            self.fastest_win = self.fastest_win.min(byte + 1);
        } else if is_win(byte) {
            self.slowest_loss = self.slowest_loss.max(byte + 1);
        } else {
            self.has_draw = true;
        }
    }

    /// The value of the position. Without a move the seat to move has lost.
    #[inline]
    pub(crate) fn byte(&self) -> u8 {
        if self.fastest_win < DRAW {
            self.fastest_win
        } else if self.has_draw {
            DRAW
        } else {
            self.slowest_loss
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(bytes: &[u8]) -> u8 {
        let mut best = BestMove::NONE;
        bytes.iter().for_each(|&byte| best.add(byte));
        best.byte()
    }

    #[test]
    fn seats_without_pieces_pass() {
        let plies = |byte, between| TableValue::of_byte(byte, between).unwrap().plies().unwrap();
        for byte in 0..=LONGEST {
            assert_eq!(plies(byte, [1, 1]), u16::from(byte));
        }
        // Red moves, Green wins; Red moves, Green moves, both others pass, Red wins.
        assert_eq!([1, 2, 3, 4].map(|byte| plies(byte, [1, 3])), [1, 2, 5, 6]);
        assert_eq!([1, 2, 3, 4].map(|byte| plies(byte, [3, 1])), [1, 4, 5, 8]);
        assert_eq!(TableValue::of_byte(DRAW, [1, 3]), Some(TableValue::Draw));
        assert_eq!(TableValue::of_byte(VACANT, [1, 3]), None);
    }

    #[test]
    fn a_seat_takes_the_fastest_win_and_the_slowest_loss() {
        assert_eq!(best(&[4, 2, DRAW, 3]), 3);
        assert_eq!(best(&[5, DRAW, 3]), DRAW);
        assert_eq!(best(&[5, 3]), 6);
        assert_eq!(best(&[]), 0);
        let mut at_once = BestMove::NONE;
        at_once.add(3);
        at_once.add_win();
        assert_eq!(at_once.byte(), 1);
    }
}
