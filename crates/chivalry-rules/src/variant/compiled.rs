//! Compiled variants.
//!
//! To add a built-in variant, write its file (`docs/variants.md`), add it to `BUILT_IN_FILES` in
//! `catalog.rs`, and add its figures to `tests/rules/perft.txt` and `tests/rules/hashes.txt`.

use super::rule_set::RuleSet;
use super::spec::{Switches, VariantSpec};
use crate::board::geometry::Board;
use crate::board::seat::{PerSeat, Seat, Team};
use crate::board::seat_name::SeatName;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::setup::Setup;

/// A variant compiled to tables (`rules.md 8`).
#[derive(Debug)]
pub struct Variant {
    pub(super) spec: VariantSpec,
    pub(super) board: Board,
    pub(super) castles: PerSeat<SquareSet>,
    pub(super) goals: PerSeat<SquareSet>,
    pub(super) side_castles: PerSeat<SquareSet>,
    pub(super) tree_squares: PerSeat<SquareSet>,
    /// The team of each seat.
    pub(super) teams: PerSeat<Team>,
    pub(super) team_count: usize,
    /// The seats of each team. A seat without a partner is named twice.
    pub(crate) team_seats: [[Seat; 2]; 4],
    /// True if the goals differ from those of the usual seating.
    pub(super) has_own_goals: bool,
    pub(super) has_trees: bool,
    pub(super) array: Setup,
    /// The mirror image of each square, if the variant is its own mirror image.
    pub(super) mirror: Option<Vec<Square>>,
    /// The text of the file. Empty if the variant was compiled from a specification.
    pub(super) source: &'static str,
    pub(super) pin: &'static str,
}

impl Variant {
    /// The rule set.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        self.spec.rules
    }

    /// The name in frames, records and paths.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.spec.name
    }

    /// Other names of the same game.
    #[must_use]
    pub fn aliases(&self) -> &'static [&'static str] {
        self.spec.aliases
    }

    /// The name shown to people.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.spec.title
    }

    /// One sentence per language code (`en`, `pt`) that describes the game.
    #[must_use]
    pub fn descriptions(&self) -> &'static [(&'static str, &'static str)] {
        self.spec.descriptions
    }

    /// The section of `rules.md` that describes it.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.spec.section
    }

    /// The name of the array, if it is not the one of the sources.
    #[must_use]
    pub fn array_name(&self) -> Option<&'static str> {
        self.spec.array_name
    }

    /// The text of the file. Empty if the variant was compiled from a specification.
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

    /// The castle of `seat`. Empty if castles do not matter.
    #[must_use]
    #[inline]
    pub fn castle(&self, seat: Seat) -> SquareSet {
        self.castles[seat]
    }

    /// The goal castle squares of `seat`.
    #[must_use]
    #[inline]
    pub fn goal(&self, seat: Seat) -> SquareSet {
        self.goals[seat]
    }

    /// The side castles, closed to `seat` (`rules.md 4.6`).
    #[must_use]
    #[inline]
    pub fn side_castles(&self, seat: Seat) -> SquareSet {
        self.side_castles[seat]
    }

    /// Returns true if trees are placed before the first move (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn has_trees(&self) -> bool {
        self.has_trees
    }

    /// The tree squares of `seat`, occupied or not (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn tree_squares(&self, seat: Seat) -> SquareSet {
        self.tree_squares[seat]
    }

    /// The number of seats.
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

    /// The number of teams: two, or as many as seats if each plays for himself (`rules.md 6.5`).
    #[must_use]
    #[inline]
    pub fn team_count(&self) -> usize {
        self.team_count
    }

    /// The teams in the order of their first turns.
    #[inline]
    pub fn teams(&self) -> impl DoubleEndedIterator<Item = Team> + Clone + use<> {
        Team::ALL.into_iter().take(self.team_count)
    }

    /// The team of `seat`.
    #[must_use]
    #[inline]
    pub fn team_of(&self, seat: Seat) -> Team {
        self.teams[seat]
    }

    /// The seats of `team` in turn order.
    #[inline]
    pub fn seats_of(&self, team: Team) -> impl Iterator<Item = Seat> + Clone + use<> {
        let seats = self.team_seats[team.index()];
        seats.into_iter().take(1 + usize::from(seats[0] != seats[1]))
    }

    /// The seats of all other teams in turn order.
    pub fn enemies_of(&self, team: Team) -> impl Iterator<Item = Seat> + Clone + use<'_> {
        self.seats().filter(move |&seat| self.team_of(seat) != team)
    }

    /// The other team of a game of two teams. Returns `None` in games of more (`rules.md 6.5`).
    #[must_use]
    #[inline]
    pub fn other_team(&self, team: Team) -> Option<Team> {
        match (self.team_count, team) {
            (2, Team::First) => Some(Team::Second),
            (2, Team::Second) => Some(Team::First),
            _ => None,
        }
    }

    /// Returns true if three or four seats play each for himself (`rules.md 6.5`).
    #[must_use]
    #[inline]
    pub fn is_free_for_all(&self) -> bool {
        self.team_count > 2
    }

    /// Returns true if two seats are partners.
    #[must_use]
    pub fn has_partners(&self) -> bool {
        self.team_count < self.seat_count()
    }

    /// Returns true if a seat without a legal move passes (`rules.md 6.2`): in games for three
    /// and four.
    #[must_use]
    #[inline]
    pub fn has_passes(&self) -> bool {
        self.spec.seats.len() > 2
    }

    /// The seat after `seat` in turn order.
    #[must_use]
    #[inline]
    pub fn next_seat(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + 1) % self.seat_count()).unwrap_or(Seat::FIRST)
    }

    /// The seat before `seat` in turn order.
    #[must_use]
    #[inline]
    pub fn previous_seat(&self, seat: Seat) -> Seat {
        let last = self.seat_count() - 1;
        Seat::new((seat.index() + last) % self.seat_count()).unwrap_or(Seat::FIRST)
    }

    /// The name of `seat`.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> SeatName {
        self.spec.seats[seat.index() % self.seat_count()]
    }

    /// The seat with the given letter, in either case.
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

    /// Returns true if the variant is its own mirror image: its board, its castles, its tree
    /// squares and its array do not change if the files are reversed. Each seat keeps its place.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.mirror.is_some()
    }

    /// The square with its file reversed, if the variant is its own mirror image.
    pub(crate) fn mirror_square(&self, square: Square) -> Option<Square> {
        Some(self.mirror.as_ref()?[square.index()])
    }

    /// The starting position as a setup.
    #[must_use]
    pub fn array(&self) -> &Setup {
        &self.array
    }
}
