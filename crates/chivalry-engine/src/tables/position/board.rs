//! Boards for table generation.

use chivalry_rules::{Seat, Square, SquareSet, Switches, Variant};

use crate::tables::position::bits::SquareBits;

/// The most castle moves of a seat that [`Material`](crate::tables::Material) identifies.
const MAX_CASTLE_MOVES: u8 = 3;

/// A variant without endgame tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedVariant {
    /// The variant is not a game for two.
    #[error("tables exist for games of two seats only")]
    Seats,
    /// The castle does not win, a jump into the own castle ends the turn, or a seat has more than
    /// three castle moves.
    #[error(
        "tables exist only for games that pieces in the castle win, with up to 3 castle moves, \
         without trees or water, and in which a jump into the own castle does not end the turn"
    )]
    Object,
    /// The board is too large, or not symmetric.
    #[error("tables exist only for symmetric boards of up to 255 squares")]
    Board,
}

impl UnsupportedVariant {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            UnsupportedVariant::Seats => "tables_need_two_seats",
            UnsupportedVariant::Object => "tables_unsupported_object",
            UnsupportedVariant::Board => "tables_unsupported_board",
        }
    }
}

/// A leap over `over` to `to`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableLeap<B> {
    pub(crate) over: B,
    pub(crate) to: B,
    pub(crate) to_square: u8,
}

/// The board of a variant from the point of view of the seat to move.
///
/// Half a turn of the board reverses the order of the squares and exchanges
/// the castles. One board therefore serves both seats.
#[derive(Debug)]
pub(crate) struct TableBoard<B> {
    pub(crate) switches: Switches,
    pub(crate) squares: u8,
    pub(crate) all: B,
    /// The castle of the seat to move.
    pub(crate) castle: B,
    /// The castle of the other seat.
    pub(crate) goal: B,
    neighbours: Box<[B; 256]>,
    leaps: Box<[[TableLeap<B>; 8]; 256]>,
    mirror: Box<[u8; 256]>,
}

impl<B: SquareBits> TableBoard<B> {
    /// The board of `variant`.
    ///
    /// # Errors
    /// The condition for tables that the variant does not meet.
    pub(crate) fn new(variant: &'static Variant) -> Result<TableBoard<B>, UnsupportedVariant> {
        check(variant)?;
        let board = variant.board();
        if board.len() > B::CAPACITY {
            return Err(UnsupportedVariant::Board);
        }
        let squares = u8::try_from(board.len()).map_err(|_| UnsupportedVariant::Board)?;
        let switches = *variant.switches();
        let nowhere = TableLeap { over: B::EMPTY, to: B::EMPTY, to_square: 0 };
        let mut neighbours = Box::new([B::EMPTY; 256]);
        let mut leaps = Box::new([[nowhere; 8]; 256]);
        let mut mirror = Box::new([0; 256]);
        for square in board.squares() {
            let at = square.index();
            neighbours[at] = bits_of(board.neighbours(square));
            for (slot, leap) in leaps[at].iter_mut().zip(board.leaps(square)) {
                let to_square = leap.to.index() as u8;
                let over = B::of(leap.over.index() as u8);
                *slot = TableLeap { over, to: B::of(to_square), to_square };
            }
            mirror[at] = mirror_square(variant, square).ok_or(UnsupportedVariant::Board)?;
        }
        let all = board.squares().fold(B::EMPTY, |all, square| all | B::of(square.index() as u8));
        let castle = bits_of(variant.castle(Seat::FIRST));
        let goal = bits_of(variant.goal(Seat::FIRST));
        let table = TableBoard { switches, squares, all, castle, goal, neighbours, leaps, mirror };
        table.is_symmetric(variant).then_some(table).ok_or(UnsupportedVariant::Board)
    }

    /// Returns true if half a turn maps the board to itself and exchanges the castles.
    fn is_symmetric(&self, variant: &Variant) -> bool {
        let last = self.squares - 1;
        let turned = |set: B| set.reversed(self.squares);
        let fits = |square: u8| turned(self.neighbours(square)) == self.neighbours(last - square);
        turned(self.castle) == self.goal
            && bits_of::<B>(variant.goal(Seat::SECOND)) == self.castle
            && self.all.squares().all(fits)
    }

    /// Returns true if the pieces on `home`, a part of the goal, win (`rules.md 5.1`).
    #[inline]
    pub(crate) fn wins(&self, home: B) -> bool {
        home.len() >= u32::from(self.switches.pieces_in_castle_to_win)
    }

    #[inline]
    pub(crate) fn neighbours(&self, square: u8) -> B {
        self.neighbours[usize::from(square)]
    }

    /// The leaps of `square`. Unused slots leap over the empty set.
    #[inline]
    pub(crate) fn leaps(&self, square: u8) -> &[TableLeap<B>; 8] {
        &self.leaps[usize::from(square)]
    }

    /// The set with the files reversed.
    #[inline]
    pub(crate) fn mirrored(&self, set: B) -> B {
        set.squares()
            .fold(B::EMPTY, |mirrored, square| mirrored | B::of(self.mirror[usize::from(square)]))
    }
}

/// Checks that the variant has tables.
fn check(variant: &Variant) -> Result<(), UnsupportedVariant> {
    if variant.seat_count() != 2 {
        return Err(UnsupportedVariant::Seats);
    }
    let switches = variant.switches();
    let is_simple = switches.castles_matter
        && switches.castle_moves <= MAX_CASTLE_MOVES
        && !switches.own_castle_jump_ends_turn
        && !switches.object_reversed
        && !variant.has_trees()
        && variant.board().water().is_empty();
    if !is_simple {
        return Err(UnsupportedVariant::Object);
    }
    if variant.is_symmetric() { Ok(()) } else { Err(UnsupportedVariant::Board) }
}

/// The square with its file reversed.
fn mirror_square(variant: &Variant, square: Square) -> Option<u8> {
    let rank = variant.board().ranks().iter().find(|rank| rank.contains(&square))?;
    let place = rank.iter().position(|&other| other == square)?;
    rank.get(rank.len() - 1 - place).map(|mirrored| mirrored.index() as u8)
}

pub(crate) fn bits_of<B: SquareBits>(set: SquareSet) -> B {
    set.into_iter().fold(B::EMPTY, |bits, square| bits | B::of(square.index() as u8))
}
