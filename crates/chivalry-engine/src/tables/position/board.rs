//! Boards for table generation.

use chivalry_rules::{Seat, Square, SquareSet, Switches, Variant};

use crate::symmetry::{SYMMETRIES, Symmetry, image};
use crate::tables::position::bits::SquareBits;
use crate::tables::position::opponents::Opponents;

/// The most castle moves of a seat that [`Material`](crate::tables::Material) identifies.
const MAX_CASTLE_MOVES: u8 = 3;

/// A variant without endgame tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedVariant {
    /// The game is not one of two teams that move in turn.
    #[error("tables exist only for games of two teams that move in turn")]
    Teams,
    /// A team of partners has castle moves, or needs two pieces to win.
    #[error(
        "tables of games with partners exist only if one piece in the castle wins, and without \
         castle moves"
    )]
    Partners,
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
            UnsupportedVariant::Teams => "tables_need_two_teams",
            UnsupportedVariant::Partners => "tables_unsupported_partners",
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

/// The board of a variant from the point of view of the seat to move, for two seats that are left.
///
/// A symmetry of the board exchanges the seats. One board therefore serves both.
#[derive(Debug)]
pub(crate) struct TableBoard<B> {
    pub(crate) switches: Switches,
    pub(crate) opponents: Opponents,
    pub(crate) squares: u8,
    /// The squares that the seat to move may enter.
    pub(crate) all: B,
    /// The squares that the other seat may enter.
    all_of_enemy: B,
    /// The castle of the seat to move.
    pub(crate) castle: B,
    /// The castle that the seat to move must reach.
    pub(crate) goal: B,
    /// The castle that the other seat must reach.
    goal_of_enemy: B,
    /// The images of the squares when the seats are exchanged. `None` if half a turn exchanges
    /// them, which reverses the order of the squares.
    exchange: Option<SquareMap>,
    /// The images of the squares by a symmetry that keeps the castles of both seats.
    mirror: Option<SquareMap>,
    views: Vec<View>,
    neighbours: Box<[B; 256]>,
    leaps: Box<[[TableLeap<B>; 8]; 256]>,
}

type SquareMap = Box<[u8; 256]>;

/// The board of the variant as one seat sees it.
#[derive(Debug)]
pub(crate) struct View {
    /// The seat to move.
    pub(crate) turn: Seat,
    /// The other seat.
    pub(crate) other: Seat,
    /// The square of the table for each square of the variant.
    squares: SquareMap,
    /// The square of the variant for each square of the table.
    inverse: SquareMap,
}

impl View {
    /// The squares of the table for squares of the variant.
    pub(crate) fn table_squares<B: SquareBits>(&self, squares: SquareSet) -> B {
        mapped(bits_of(squares), &self.squares)
    }

    /// The squares of the variant for squares of the table.
    pub(crate) fn variant_squares<B: SquareBits>(&self, squares: B) -> B {
        mapped(squares, &self.inverse)
    }
}

impl<B: SquareBits> TableBoard<B> {
    /// The boards of `variant` for all opponents that it has.
    ///
    /// # Errors
    /// The condition for tables that the variant does not meet.
    pub(crate) fn all_of(
        variant: &'static Variant,
    ) -> Result<Vec<TableBoard<B>>, UnsupportedVariant> {
        let has = |opponents: &Opponents| opponents.of(variant).is_some();
        Opponents::ALL.into_iter().filter(has).map(|it| TableBoard::new(variant, it)).collect()
    }

    /// The board of `variant` for two seats that are `opponents`.
    ///
    /// # Errors
    /// The condition for tables that the variant does not meet.
    pub(crate) fn new(
        variant: &'static Variant,
        opponents: Opponents,
    ) -> Result<TableBoard<B>, UnsupportedVariant> {
        check(variant)?;
        let board = variant.board();
        if board.len() > B::CAPACITY {
            return Err(UnsupportedVariant::Board);
        }
        let squares = u8::try_from(board.len()).map_err(|_| UnsupportedVariant::Board)?;
        let (own, enemy) = opponents.of(variant).ok_or(UnsupportedVariant::Board)?;
        let views = views(variant, own, enemy);
        let exchange = views.iter().find(|view| (view.turn, view.other) == (enemy, own));
        let exchange = exchange.filter(|view| view.squares == view.inverse);
        let exchange = &exchange.ok_or(UnsupportedVariant::Board)?.squares;
        let mirror = mirror(variant, own, enemy);
        if opponents == Opponents::Opposite && mirror.is_none() {
            return Err(UnsupportedVariant::Board);
        }
        let is_half_turn = (0..squares).all(|at| exchange[usize::from(at)] == squares - 1 - at);
        let all = !bits_of::<B>(variant.side_castles(own)) & bits_of(board.squares().collect());
        let nowhere = TableLeap { over: B::EMPTY, to: B::EMPTY, to_square: 0 };
        let mut neighbours = Box::new([B::EMPTY; 256]);
        let mut leaps = Box::new([[nowhere; 8]; 256]);
        for square in board.squares() {
            let at = square.index();
            neighbours[at] = bits_of(board.neighbours(square));
            for (slot, leap) in leaps[at].iter_mut().zip(board.leaps(square)) {
                let to_square = leap.to.index() as u8;
                let over = B::of(leap.over.index() as u8);
                *slot = TableLeap { over, to: B::of(to_square), to_square };
            }
        }
        let goal = bits_of(variant.goal(own));
        Ok(TableBoard {
            switches: *variant.switches(),
            opponents,
            squares,
            all,
            all_of_enemy: mapped(all, exchange),
            castle: bits_of(variant.castle(own)),
            goal,
            goal_of_enemy: mapped(goal, exchange),
            exchange: (!is_half_turn).then(|| exchange.clone()),
            mirror,
            views,
            neighbours,
            leaps,
        })
    }

    /// The view of `turn` in a position in which `other` is the other seat.
    pub(crate) fn view(&self, turn: Seat, other: Seat) -> Option<&View> {
        self.views.iter().find(|view| (view.turn, view.other) == (turn, other))
    }

    /// The views of all seats.
    pub(crate) fn views(&self) -> &[View] {
        &self.views
    }

    /// The set as the other seat sees it.
    #[inline]
    pub(crate) fn exchanged(&self, set: B) -> B {
        match &self.exchange {
            None => set.reversed(self.squares),
            Some(squares) => mapped(set, squares),
        }
    }

    /// Returns true if a piece is where its seat cannot be (`rules.md 4.6`).
    #[inline]
    pub(crate) fn has_misplaced(&self, own: B, enemy: B) -> bool {
        own.intersects(!self.all) || enemy.intersects(!self.all_of_enemy)
    }

    /// Returns true if `own` or `enemy` has the pieces in its goal that win (`rules.md 5.1`).
    #[inline]
    pub(crate) fn is_won(&self, own: B, enemy: B) -> bool {
        self.wins(own & self.goal) || self.wins(enemy & self.goal_of_enemy)
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

    /// The mirror images of sets. `None` if the board has no symmetry that keeps the castles.
    #[inline]
    pub(crate) fn mirrored<const N: usize>(&self, sets: &[B; N]) -> Option<[B; N]> {
        let squares = self.mirror.as_ref()?;
        Some(sets.map(|set| mapped(set, squares)))
    }
}

/// Checks that the variant has tables.
fn check(variant: &Variant) -> Result<(), UnsupportedVariant> {
    let alternates = |seat| variant.team_of(seat) != variant.team_of(variant.next_seat(seat));
    if variant.team_count() != 2 || !variant.seats().all(alternates) {
        return Err(UnsupportedVariant::Teams);
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
    let ends_in_goal = switches.pieces_in_castle_to_win == 1 && switches.pieces_needed_to_win == 1;
    if variant.has_passes() && !(ends_in_goal && switches.castle_moves == 0) {
        return Err(UnsupportedVariant::Partners);
    }
    Ok(())
}

/// The views of all pairs of seats that can take the places of `own` and `enemy`.
fn views(variant: &Variant, own: Seat, enemy: Seat) -> Vec<View> {
    let pairs = variant.seats().flat_map(|turn| {
        let team = variant.team_of(turn);
        variant.enemies_of(team).map(move |other| (turn, other))
    });
    let view = |(turn, other): (Seat, Seat)| {
        let squares = symmetry(variant, [(turn, own), (other, enemy)], &SYMMETRIES)?;
        let mut inverse = Box::new([0; 256]);
        for (at, &square) in (0..=u8::MAX).zip(squares.iter()).take(variant.board().len()) {
            inverse[usize::from(square)] = at;
        }
        Some(View { turn, other, squares, inverse })
    };
    pairs.filter_map(view).collect()
}

/// A symmetry of the board, other than the identity, that keeps the castles of both seats.
fn mirror(variant: &Variant, own: Seat, enemy: Seat) -> Option<SquareMap> {
    symmetry(variant, [(own, own), (enemy, enemy)], &SYMMETRIES[1..])
}

/// The images of the squares by the first symmetry of the board that moves the castle and goal of
/// the first seat of each pair to those of the second.
fn symmetry(
    variant: &Variant,
    seats: [(Seat, Seat); 2],
    symmetries: &[Symmetry],
) -> Option<SquareMap> {
    let fits = |squares: &Vec<Square>| {
        seats.iter().all(|&(from, to)| {
            image(squares, variant.castle(from)) == variant.castle(to)
                && image(squares, variant.goal(from)) == variant.goal(to)
        })
    };
    let squares = symmetries.iter().filter_map(|symmetry| symmetry.squares(variant.board()));
    let mut map = Box::new([0; 256]);
    for (slot, square) in map.iter_mut().zip(squares.into_iter().find(fits)?) {
        *slot = square.index() as u8;
    }
    Some(map)
}

#[inline]
fn mapped<B: SquareBits>(set: B, squares: &[u8; 256]) -> B {
    set.squares().fold(B::EMPTY, |images, square| images | B::of(squares[usize::from(square)]))
}

pub(crate) fn bits_of<B: SquareBits>(set: SquareSet) -> B {
    set.into_iter().fold(B::EMPTY, |bits, square| bits | B::of(square.index() as u8))
}
