//! Variants as data: files with a board picture, seats, castles, an array and
//! a few switches, compiled once into tables (`rules.md 8`).
//!
//! To add one: write its file (`docs/variants.md`), name it in `BUILT_IN`, and
//! add its perft figures to `tests/rules/perft.txt`.

use super::rule_set::RuleSet;
use super::spec::{Switches, VariantSpec};
use crate::board::geometry::Board;
use crate::board::seat::{PerSeat, Seat, Team};
use crate::board::seat_name::SeatName;
use crate::board::square_set::SquareSet;
use crate::position::setup::Setup;

/// A variant, ready to play.
#[derive(Debug)]
pub struct Variant {
    pub(super) spec: VariantSpec,
    pub(super) board: Board,
    pub(super) castles: PerSeat<SquareSet>,
    pub(super) goals: PerSeat<SquareSet>,
    pub(super) shut: PerSeat<SquareSet>,
    pub(super) tree_squares: PerSeat<SquareSet>,
    pub(super) has_trees: bool,
    pub(super) array: Setup,
    /// The file, where it was read from one.
    pub(super) source: &'static str,
    pub(super) pin: &'static str,
}

impl Variant {
    /// Whose rules it follows.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        self.spec.rules
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
