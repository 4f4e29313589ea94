//! Topics.

use crate::board::seat::Seat;
use crate::board::square::{Square, SquareName};
use crate::variant::compiled::Variant;

/// What a lesson shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A plain move (`rules.md 2.1`).
    Plain,
    /// A canter (2.2).
    Canter,
    /// A jump (2.3).
    Jump,
    /// A Knight's Charge (2.4).
    Charge,
    /// A Knight that canters next to an exposed enemy (2.5).
    MustCharge,
    /// That jumps have to be made (3.1).
    Compulsion,
    /// A piece that has to leave its own castle (4.3).
    Exit,
    /// The way into the goal (4.4).
    Goal,
    /// A castle move (4.4).
    CastleMove,
    /// Trees (8.10).
    Trees,
}

/// A piece of a pattern, and where it is from the pattern's centre by file and
/// rank: `m` a Man, `k` a Knight, `e` an enemy's Man. The first is the piece
/// that shows what is to be shown.
pub(super) type Pattern = &'static [(char, i16, i16)];

impl Topic {
    /// Every topic, in the order of the rules.
    pub const ALL: [Topic; 10] = [
        Topic::Plain,
        Topic::Canter,
        Topic::Jump,
        Topic::Charge,
        Topic::MustCharge,
        Topic::Compulsion,
        Topic::Exit,
        Topic::Goal,
        Topic::CastleMove,
        Topic::Trees,
    ];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Topic::Plain => "plain",
            Topic::Canter => "canter",
            Topic::Jump => "jump",
            Topic::Charge => "charge",
            Topic::MustCharge => "must_charge",
            Topic::Compulsion => "compulsion",
            Topic::Exit => "exit",
            Topic::Goal => "goal",
            Topic::CastleMove => "castle_move",
            Topic::Trees => "trees",
        }
    }

    /// The section of `rules.md` that says it.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Topic::Plain => "2.1",
            Topic::Canter => "2.2",
            Topic::Jump => "2.3",
            Topic::Charge => "2.4",
            Topic::MustCharge => "2.5",
            Topic::Compulsion => "3.1",
            Topic::Exit => "4.3",
            Topic::Goal | Topic::CastleMove => "4.4",
            Topic::Trees => "8.10",
        }
    }

    /// Whether there is such a thing in games of `variant`.
    #[must_use]
    pub fn is_in(self, variant: &Variant) -> bool {
        match self {
            Topic::Exit => !variant.castle(Seat::FIRST).is_empty(),
            Topic::Goal => !variant.goal(Seat::FIRST).is_empty(),
            Topic::CastleMove => {
                // Who enters a goal in a game with its object reversed has lost.
                let switches = variant.switches();
                switches.castle_moves > 0
                    && !switches.object_reversed
                    && variant.goal(Seat::FIRST).len() > 1
            }
            Topic::Trees => variant.has_trees(),
            _ => true,
        }
    }

    pub(super) const fn patterns(self) -> &'static [Pattern] {
        match self {
            Topic::Plain | Topic::Exit | Topic::CastleMove => &[&[('m', 0, 0)]],
            Topic::Canter => {
                &[&[('m', 0, 0), ('m', 0, 1), ('m', 1, 3)], &[('m', 0, 0), ('m', 0, 1)]]
            }
            Topic::Jump => &[&[('m', 0, 0), ('e', 0, 1), ('e', 1, 3)], &[('m', 0, 0), ('e', 0, 1)]],
            Topic::Charge => &[
                &[('k', 0, 0), ('m', 0, 1), ('e', 1, 2)],
                &[('k', 0, 0), ('m', 0, 1), ('e', 0, 3)],
            ],
            Topic::MustCharge => &[
                &[('k', 0, 0), ('m', 0, 1), ('e', 0, 3)],
                &[('k', 0, 0), ('m', 0, 1), ('e', 1, 2)],
            ],
            Topic::Compulsion => {
                &[&[('m', 0, 0), ('e', 0, 1), ('k', -2, 0)], &[('m', 0, 0), ('e', 0, 1)]]
            }
            Topic::Goal => &[&[('m', 0, 1)]],
            Topic::Trees => &[],
        }
    }

    /// The squares around which it can be shown, the best first.
    pub(super) fn centres(self, variant: &Variant) -> Vec<Square> {
        let board = variant.board();
        let mut centres: Vec<Square> = match self {
            Topic::Exit => variant.castle(Seat::FIRST).into_iter().collect(),
            Topic::Goal | Topic::CastleMove => variant.goal(Seat::FIRST).into_iter().collect(),
            _ => board.squares().collect(),
        };
        let (files, ranks) = (i16::from(board.files()), board.ranks().len() as i16);
        // The middle is between two squares where there is an even number.
        centres.sort_by_key(|&square| {
            let SquareName { file, rank } = board.name(square);
            let by_file = (2 * i16::from(file) - (files - 1)).abs();
            let by_rank = (2 * (i16::from(rank) - 1) - (ranks - 1)).abs();
            by_file.max(by_rank)
        });
        centres
    }
}
