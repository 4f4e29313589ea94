//! Variants as data: files with a board picture, seats, castles, an array and
//! a few switches, compiled once into tables (`rules.md 8`).
//!
//! To add one: write its file (`docs/variants.md`), name it in `BUILT_IN`, and
//! add its perft figures to `tests/rules/perft.txt`.

mod file;
mod known;
mod pin;
mod rule_set;

use super::board::{Board, BoardError};
use super::notation::position_text;
use super::seat::{PerSeat, Seat, SeatName, Team};
use super::setup::{Setup, SetupError};
use super::square::SquareName;
use super::square_set::SquareSet;
use super::trees::TREES_EACH;

pub use file::{Fault, FileFault, read as read_variant_file};
pub use rule_set::RuleSet;

/// The files of the built-in variants, in the order of `rules.md 8`.
const BUILT_IN: [&str; 13] = [
    include_str!("../../variants/chivalry.variant"),
    include_str!("../../variants/chivalry-1887.variant"),
    include_str!("../../variants/chivalry-four-handed.variant"),
    include_str!("../../variants/camelot.variant"),
    include_str!("../../variants/camelot-1931.variant"),
    include_str!("../../variants/cam.variant"),
    include_str!("../../variants/camette.variant"),
    include_str!("../../variants/grand-cam.variant"),
    include_str!("../../variants/grand-camelot.variant"),
    include_str!("../../variants/river-camelot.variant"),
    include_str!("../../variants/anti-camelot.variant"),
    include_str!("../../variants/camelot-all-knights.variant"),
    include_str!("../../variants/camette-all-knights.variant"),
];

/// A variant as it is written down.
#[derive(Clone, Copy, Debug)]
pub struct VariantSpec {
    /// The name in frames, records and paths: `chivalry-four-handed`.
    pub name: &'static str,
    /// Other names that stand for the same game (`rules.md 8.12`).
    pub aliases: &'static [&'static str],
    /// The name for people.
    pub title: &'static str,
    /// What it is, in a sentence, by language.
    pub texts: &'static [(&'static str, &'static str)],
    /// The section of `rules.md` that describes it.
    pub section: &'static str,
    /// Whose rules these are.
    pub rules: RuleSet,
    /// The board picture, rank by rank from rank 1 up.
    pub board: &'static str,
    /// Squares on which nothing may stand (8.10).
    pub water: &'static str,
    /// Where each seat may place its trees, in turn order; nothing in games
    /// without trees (8.10).
    pub tree_squares: &'static [&'static str],
    /// The seats in turn order: two or four.
    pub seats: &'static [SeatName],
    /// Each seat's castle squares, in turn order.
    pub castles: &'static [&'static str],
    /// The array: the board field of a position (`notation.md`).
    pub array: &'static str,
    /// The name of the array, where it is not the sources' own
    /// (`rules.md 8.9`).
    pub array_name: Option<&'static str>,
    /// The switches.
    pub switches: Switches,
}

/// What differs between the variants besides board and array (`rules.md 8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Pieces of a team in its goal castles that win (5.1).
    pub pieces_in_castle_to_win: u8,
    /// Pieces a team must have left to win in any other way (5.2 to 5.4).
    pub pieces_needed_to_win: u8,
    /// Enemy pieces left that count as captured (5.3).
    pub enemy_reduced_to: u8,
    /// Castle moves each seat has in a game (4.4).
    pub castle_moves: u8,
    /// Whether a jump into one's own castle ends the turn (4.2).
    pub own_castle_jump_ends_turn: bool,
    /// Whether the goal is the castle opposite alone (4.6), not every enemy
    /// castle.
    pub goal_is_opposite_only: bool,
    /// Whether castle squares are more than ordinary squares (8.3).
    pub castles_matter: bool,
    /// Whether the object is reversed (8.11): who enters a goal loses, and who
    /// has no legal move wins.
    pub object_reversed: bool,
}

/// A variant, ready to play.
#[derive(Debug)]
pub struct Variant {
    spec: VariantSpec,
    board: Board,
    castles: PerSeat<SquareSet>,
    goals: PerSeat<SquareSet>,
    shut: PerSeat<SquareSet>,
    tree_squares: PerSeat<SquareSet>,
    has_trees: bool,
    array: Setup,
    /// The file, where it was read from one.
    source: &'static str,
    pin: &'static str,
}

/// A variant that cannot be played as it is written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// Its board picture.
    #[error("board: {0}")]
    Board(#[from] BoardError),
    /// A number of seats or castles that fits no game.
    #[error("seats: a game has two or four seats and a castle for each")]
    Seats,
    /// A castle square that is not on the board.
    #[error("castles: `{0}` is not a square of the board")]
    Castle(String),
    /// A square of the water that is not on the board.
    #[error("water: `{0}` is not a square of the board")]
    Water(String),
    /// Tree squares that are not on the board, are water, or belong to two
    /// seats.
    #[error("trees: `{0}` is no place for a tree of one seat")]
    TreeSquare(String),
    /// Tree squares for some seats only.
    #[error("trees: each seat has three tree squares or more, or none has any")]
    TreeSquares,
    /// Its array.
    #[error("array: {0}")]
    Array(#[from] SetupError),
    /// The text of its array.
    #[error("array: {0}")]
    ArrayText(#[from] position_text::PositionTextError),
}

impl Variant {
    /// Builds a variant's tables.
    ///
    /// # Errors
    /// The first fault of the specification.
    pub fn compile(spec: &VariantSpec) -> Result<Variant, VariantError> {
        if !matches!(spec.seats.len(), 2 | 4) || spec.castles.len() != spec.seats.len() {
            return Err(VariantError::Seats);
        }
        let board = Board::from_picture(spec.board)?;
        let water = squares(&board, spec.water).map_err(VariantError::Water)?;
        let board = board.with_water(water);
        let mut castles = PerSeat::<SquareSet>::default();
        for (seat, text) in Seat::ALL.into_iter().zip(spec.castles) {
            castles[seat] = squares(&board, text).map_err(VariantError::Castle)?;
        }
        let tree_squares = tree_squares(spec, &board)?;
        let goal = |seat: Seat| {
            let enemy = |&other: &Seat| {
                Team::of(other) != Team::of(seat)
                    && (!spec.switches.goal_is_opposite_only || other == opposite(seat))
            };
            let enemies = Seat::ALL.into_iter().filter(enemy);
            enemies.fold(SquareSet::EMPTY, |goal, enemy| goal | castles[enemy])
        };
        let all = Seat::ALL.into_iter().fold(SquareSet::EMPTY, |all, seat| all | castles[seat]);
        let (castles, goals, shut) = if spec.switches.castles_matter {
            let shut = PerSeat::from_fn(|seat| all - castles[seat] - goal(seat));
            (castles, PerSeat::from_fn(goal), shut)
        } else {
            (PerSeat::default(), PerSeat::default(), PerSeat::default())
        };
        let array = position_text::read_board(spec.array, &board, spec.seats, false)?;
        let has_trees = !spec.tree_squares.is_empty();
        let mut variant = Variant {
            spec: *spec,
            board,
            castles,
            goals,
            shut,
            tree_squares,
            has_trees,
            array,
            source: "",
            pin: spec.name,
        };
        variant.array.clone().checked(&variant)?;
        variant.pin = format!("{}@{}", spec.name, variant.hash()).leak();
        Ok(variant)
    }

    /// The name in frames, records and paths.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.spec.name
    }

    /// Other names that stand for the same game.
    #[must_use]
    pub fn aliases(&self) -> &'static [&'static str] {
        self.spec.aliases
    }

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.spec.title
    }

    /// What it is, in a sentence, by language: `en`, `pt`.
    #[must_use]
    pub fn texts(&self) -> &'static [(&'static str, &'static str)] {
        self.spec.texts
    }

    /// The section of `rules.md` that describes it.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.spec.section
    }

    /// The name of its array, where it is not the sources' own.
    #[must_use]
    pub fn array_name(&self) -> Option<&'static str> {
        self.spec.array_name
    }

    /// The file that it was read from; empty where it was put together.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// The switches.
    #[must_use]
    #[inline]
    pub fn switches(&self) -> &Switches {
        &self.spec.switches
    }

    /// The board.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The castle of `seat`; empty where castles do not matter.
    #[must_use]
    #[inline]
    pub fn castle(&self, seat: Seat) -> SquareSet {
        self.castles[seat]
    }

    /// The castle squares that `seat` wants to reach.
    #[must_use]
    #[inline]
    pub fn goal(&self, seat: Seat) -> SquareSet {
        self.goals[seat]
    }

    /// The side castles, which `seat` may never enter (`rules.md 4.6`).
    #[must_use]
    #[inline]
    pub fn side_castles(&self, seat: Seat) -> SquareSet {
        self.shut[seat]
    }

    /// Whether trees are placed before the first move (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn has_trees(&self) -> bool {
        self.has_trees
    }

    /// Where `seat` may place its trees, pieces or not (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn tree_squares(&self, seat: Seat) -> SquareSet {
        self.tree_squares[seat]
    }

    /// How many seats play.
    #[must_use]
    #[inline]
    pub fn seat_count(&self) -> usize {
        self.spec.seats.len()
    }

    /// The seats in turn order.
    #[inline]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::ALL.into_iter().take(self.spec.seats.len())
    }

    /// The seats of `team`, in turn order.
    pub fn seats_of(&self, team: Team) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.seats().filter(move |&seat| Team::of(seat) == team)
    }

    /// The seat that moves after `seat`.
    #[must_use]
    #[inline]
    pub fn after(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + 1) % self.seat_count()).unwrap_or(Seat::FIRST)
    }

    /// The seat that moved before `seat`.
    #[must_use]
    #[inline]
    pub fn before(&self, seat: Seat) -> Seat {
        let last = self.seat_count() - 1;
        Seat::new((seat.index() + last) % self.seat_count()).unwrap_or(Seat::FIRST)
    }

    /// What `seat` is called.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> SeatName {
        self.spec.seats[seat.index() % self.seat_count()]
    }

    /// The seat of that letter, in either case.
    #[must_use]
    pub fn seat_of_letter(&self, letter: char) -> Option<Seat> {
        let letter = letter.to_ascii_uppercase();
        self.seats().find(|&seat| self.seat_name(seat).letter() == letter)
    }

    /// The letters of a team's seats in turn order: `W`, `RB`.
    #[must_use]
    pub fn team_letters(&self, team: Team) -> String {
        self.seats_of(team).map(|seat| self.seat_name(seat).letter()).collect()
    }

    /// The position that games start from.
    #[must_use]
    pub fn array(&self) -> &Setup {
        &self.array
    }
}

/// The squares of `board` that a text names, or the word that names none.
fn squares(board: &Board, text: &str) -> Result<SquareSet, String> {
    let square = |word: &str| {
        let square = SquareName::parse(word).and_then(|name| board.square(name));
        square.ok_or_else(|| word.to_owned())
    };
    text.split_whitespace().map(square).collect()
}

fn tree_squares(spec: &VariantSpec, board: &Board) -> Result<PerSeat<SquareSet>, VariantError> {
    let mut places = PerSeat::<SquareSet>::default();
    let mut taken = board.water();
    if !spec.tree_squares.is_empty() && spec.tree_squares.len() != spec.seats.len() {
        return Err(VariantError::TreeSquares);
    }
    for (seat, text) in Seat::ALL.into_iter().zip(spec.tree_squares) {
        let own = squares(board, text).map_err(VariantError::TreeSquare)?;
        if let Some(square) = (own & taken).first() {
            return Err(VariantError::TreeSquare(board.name(square).to_string()));
        }
        if own.len() < TREES_EACH {
            return Err(VariantError::TreeSquares);
        }
        taken |= own;
        places[seat] = own;
    }
    Ok(places)
}

/// The seat on the other side of the board: White and Black, Red and Green,
/// Blue and Yellow (`rules.md 8.8`).
const fn opposite(seat: Seat) -> Seat {
    Seat::ALL[seat.index() ^ 1]
}
