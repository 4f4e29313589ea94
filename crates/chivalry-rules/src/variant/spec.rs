//! The specification of a variant.

use super::rule_set::RuleSet;
use crate::board::seat::Team;
use crate::board::seat_name::SeatName;

/// The number of trees that each seat places (`rules.md 8.10`).
pub const TREES_PER_SEAT: usize = 3;

/// The uncompiled description of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantSpec {
    /// The name in frames, records and paths: `chivalry-four-handed`.
    pub name: &'static str,
    /// Other names of the same game (`rules.md 8.12`).
    pub aliases: &'static [&'static str],
    /// The name shown to people.
    pub title: &'static str,
    /// One descriptive sentence per language code.
    pub descriptions: &'static [(&'static str, &'static str)],
    /// The section of `rules.md` that describes it.
    pub section: &'static str,
    /// The rule set.
    pub rules: RuleSet,
    /// The board picture, from rank 1 up.
    pub board: &'static str,
    /// Water squares (`rules.md 8.10`).
    pub water: &'static str,
    /// The tree squares of each seat in turn order. Empty for games without trees (`rules.md
    /// 8.10`).
    pub tree_squares: &'static [&'static str],
    /// The seats in turn order: two to four.
    pub seats: &'static [SeatName],
    /// The team of each seat in turn order. Teams are numbered by their first turns.
    pub teams: &'static [Team],
    /// The seats round the board, clockwise. It determines the opposite castle.
    pub seating: &'static [SeatName],
    /// The seats whose castles are the goal of each seat in turn order. Empty if
    /// [`Switches::goal_is_opposite_only`] decides.
    pub goals: &'static [&'static [SeatName]],
    /// The castle squares of each seat in turn order.
    pub castles: &'static [&'static str],
    /// The array as the board field of a position (`notation.md`).
    pub array: &'static str,
    /// The name of the array, if it is not the one of the sources.
    pub array_name: Option<&'static str>,
    /// The switches.
    pub switches: Switches,
}

/// Rule switches of a variant (`rules.md 8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Pieces of a team in its goal castles that win (5.1).
    pub pieces_in_castle_to_win: u8,
    /// Pieces that a team must have left to win in any other way (5.2 to 5.4).
    pub pieces_needed_to_win: u8,
    /// Number of enemy pieces left that counts as captured (5.3).
    pub enemy_reduced_to: u8,
    /// Castle moves of each seat in a game (4.4).
    pub castle_moves: u8,
    /// True if a jump into the own castle ends the turn (4.2).
    pub own_castle_jump_ends_turn: bool,
    /// True if only the opposite castle is the goal (4.6), false if every enemy castle is.
    pub goal_is_opposite_only: bool,
    /// False if castle squares are ordinary squares (8.3).
    pub castles_matter: bool,
    /// True if entering a goal loses and having no legal move wins (8.11).
    pub object_reversed: bool,
}
