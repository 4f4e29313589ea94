//! What a seat is called.

/// What a seat is called, on the board and in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatName {
    /// First of two.
    White,
    /// Second of two.
    Black,
    /// First of four.
    Red,
    /// Second of four.
    Green,
    /// Third of four, Red's partner.
    Blue,
    /// Fourth of four, Green's partner.
    Yellow,
}

impl SeatName {
    /// Every name.
    pub const ALL: [SeatName; 6] = [
        SeatName::White,
        SeatName::Black,
        SeatName::Red,
        SeatName::Green,
        SeatName::Blue,
        SeatName::Yellow,
    ];
    /// The seats of a two-handed game, in turn order.
    pub const TWO: [SeatName; 2] = [SeatName::White, SeatName::Black];
    /// The seats of a four-handed game, in turn order (`rules.md 6.1`).
    pub const FOUR: [SeatName; 4] =
        [SeatName::Red, SeatName::Green, SeatName::Blue, SeatName::Yellow];

    /// The capital letter that stands for the seat in positions and frames.
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

    /// The seat's name as it is written in record tags.
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
