//! A variant as written.

use super::rule_set::RuleSet;
use crate::board::seat_name::SeatName;

/// Trees that each seat places.
pub const TREES_EACH: usize = 3;

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
