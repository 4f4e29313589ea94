//! Names and letters of seats.

/// The name of a seat on the board and in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatName {
    /// First seat of two.
    White,
    /// Second seat of two.
    Black,
    /// First seat of four.
    Red,
    /// Second seat of four.
    Green,
    /// Third seat of four, Red's partner.
    Blue,
    /// Fourth seat of four, Green's partner.
    Yellow,
}

impl SeatName {
    /// All names.
    pub const ALL: [SeatName; 6] = [
        SeatName::White,
        SeatName::Black,
        SeatName::Red,
        SeatName::Green,
        SeatName::Blue,
        SeatName::Yellow,
    ];
    /// The seats of a game for two, in turn order.
    pub const TWO: [SeatName; 2] = [SeatName::White, SeatName::Black];
    /// The seats of a game for four, in turn order (`rules.md 6.1`).
    pub const FOUR: [SeatName; 4] =
        [SeatName::Red, SeatName::Green, SeatName::Blue, SeatName::Yellow];

    /// The capital letter of the seat in positions and frames.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            SeatName::White => 'W',
            SeatName::Black | SeatName::Blue => 'B',
            SeatName::Red => 'R',
            SeatName::Green => 'G',
            SeatName::Yellow => 'Y',
        }
    }

    /// The name as written in record tags.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            SeatName::White => "White",
            SeatName::Black => "Black",
            SeatName::Red => "Red",
            SeatName::Green => "Green",
            SeatName::Blue => "Blue",
            SeatName::Yellow => "Yellow",
        }
    }
}
