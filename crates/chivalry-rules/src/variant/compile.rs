//! Compiles a specification into the tables of a variant.

use super::compiled::Variant;
use super::spec::VariantSpec;
use crate::board::geometry::{Board, BoardError};
use crate::board::seat::{PerSeat, Seat, Team};
use crate::board::square::{Square, SquareName};
use crate::board::square_set::SquareSet;
use crate::notation::board_text::{PositionTextError, read_board};
use crate::position::validation::SetupError;
use crate::variant::spec::TREES_PER_SEAT;

/// A specification that does not compile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// The board picture is invalid.
    #[error("board: {0}")]
    Board(#[from] BoardError),
    /// The number of seats is not two or four, or differs from the number of castles.
    #[error("seats: a game has two or four seats and a castle for each")]
    Seats,
    /// A castle square that is not on the board.
    #[error("castles: `{0}` is not a square of the board")]
    Castle(String),
    /// A water square that is not on the board.
    #[error("water: `{0}` is not a square of the board")]
    Water(String),
    /// A tree square that is not on the board, is water, or belongs to two seats.
    #[error("trees: `{0}` is no place for a tree of one seat")]
    TreeSquare(String),
    /// Some seats have fewer than three tree squares.
    #[error("trees: each seat has three tree squares or more, or none has any")]
    TreeSquares,
    /// The array is illegal.
    #[error("array: {0}")]
    Array(#[from] SetupError),
    /// The array is not readable.
    #[error("array: {0}")]
    ArrayText(#[from] PositionTextError),
}

impl Variant {
    /// Compiles a specification.
    ///
    /// # Errors
    /// The first error of the specification.
    pub fn compile(spec: &VariantSpec) -> Result<Variant, VariantError> {
        if !matches!(spec.seats.len(), 2 | 4) || spec.castles.len() != spec.seats.len() {
            return Err(VariantError::Seats);
        }
        let board = Board::from_picture(spec.board)?;
        let water = parse_squares(&board, spec.water).map_err(VariantError::Water)?;
        let board = board.with_water(water);
        let mut castles = PerSeat::<SquareSet>::default();
        for (seat, text) in Seat::ALL.into_iter().zip(spec.castles) {
            castles[seat] = parse_squares(&board, text).map_err(VariantError::Castle)?;
        }
        let tree_squares = parse_tree_squares(spec, &board)?;
        let goal = |seat: Seat| {
            let enemy = |&other: &Seat| {
                Team::of(other) != Team::of(seat)
                    && (!spec.switches.goal_is_opposite_only || other == opposite_seat(seat))
            };
            let enemies = Seat::ALL.into_iter().filter(enemy);
            enemies.fold(SquareSet::EMPTY, |goal, enemy| goal | castles[enemy])
        };
        let all = Seat::ALL.into_iter().fold(SquareSet::EMPTY, |all, seat| all | castles[seat]);
        let (castles, goals, side_castles) = if spec.switches.castles_matter {
            let side_castles = PerSeat::from_fn(|seat| all - castles[seat] - goal(seat));
            (castles, PerSeat::from_fn(goal), side_castles)
        } else {
            (PerSeat::default(), PerSeat::default(), PerSeat::default())
        };
        let array = read_board(spec.array, &board, spec.seats, false)?;
        let has_trees = !spec.tree_squares.is_empty();
        let mut variant = Variant {
            spec: *spec,
            board,
            castles,
            goals,
            side_castles,
            tree_squares,
            has_trees,
            array,
            mirror: None,
            source: "",
            pin: spec.name,
        };
        variant.array.clone().validate(&variant)?;
        variant.mirror = mirror(&variant);
        variant.pin = format!("{}@{}", spec.name, variant.hash()).leak();
        Ok(variant)
    }
}

/// The mirror image of each square, if the variant is its own mirror image.
fn mirror(variant: &Variant) -> Option<Vec<Square>> {
    let board = variant.board();
    let mirrored = |square: Square| {
        let name = board.name(square);
        board.square(SquareName { file: board.files() - 1 - name.file, ..name })
    };
    let mirror: Vec<Square> = board.squares().map(mirrored).collect::<Option<_>>()?;
    let is_kept =
        |set: SquareSet| set.into_iter().all(|square| set.contains(mirror[square.index()]));
    let is_symmetric = Seat::ALL.into_iter().all(|seat| {
        let of_seat = [&variant.castles, &variant.goals, &variant.side_castles];
        of_seat.iter().all(|sets| is_kept(sets[seat])) && is_kept(variant.tree_squares[seat])
    });
    let array = &variant.array;
    let is_array_kept = board
        .squares()
        .all(|square| array.pieces[square.index()] == array.pieces[mirror[square.index()].index()]);
    let is_whole = is_symmetric && is_array_kept && is_kept(board.water()) && is_kept(array.trees);
    is_whole.then_some(mirror)
}

/// Parses squares of `board`. The error is the first word that is not a square.
fn parse_squares(board: &Board, text: &str) -> Result<SquareSet, String> {
    let square = |word: &str| {
        let square = SquareName::parse(word).and_then(|name| board.square(name));
        square.ok_or_else(|| word.to_owned())
    };
    text.split_whitespace().map(square).collect()
}

fn parse_tree_squares(
    spec: &VariantSpec,
    board: &Board,
) -> Result<PerSeat<SquareSet>, VariantError> {
    let mut by_seat = PerSeat::<SquareSet>::default();
    let mut taken = board.water();
    if !spec.tree_squares.is_empty() && spec.tree_squares.len() != spec.seats.len() {
        return Err(VariantError::TreeSquares);
    }
    for (seat, text) in Seat::ALL.into_iter().zip(spec.tree_squares) {
        let own = parse_squares(board, text).map_err(VariantError::TreeSquare)?;
        if let Some(square) = (own & taken).first() {
            return Err(VariantError::TreeSquare(board.name(square).to_string()));
        }
        if own.len() < TREES_PER_SEAT {
            return Err(VariantError::TreeSquares);
        }
        taken |= own;
        by_seat[seat] = own;
    }
    Ok(by_seat)
}

/// The seat on the opposite side of the board: White and Black, Red and Green, Blue and Yellow
/// (`rules.md 8.8`).
const fn opposite_seat(seat: Seat) -> Seat {
    Seat::ALL[seat.index() ^ 1]
}
