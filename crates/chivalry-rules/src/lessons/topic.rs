//! Topics of lessons and the patterns that show them.

use crate::board::seat::Seat;
use crate::board::square::{Square, SquareName};
use crate::variant::compiled::Variant;

/// The topic of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonTopic {
    /// A plain move (`rules.md 2.1`).
    Plain,
    /// A canter (2.2).
    Canter,
    /// A jump (2.3).
    Jump,
    /// A Knight's Charge (2.4).
    Charge,
    /// A Knight that must charge after a canter (2.5).
    MustCharge,
    /// Compulsory jumps (3.1).
    Compulsion,
    /// A piece that must leave its own castle (4.3).
    Exit,
    /// The entry into the goal (4.4).
    Goal,
    /// A castle move (4.4).
    CastleMove,
    /// Trees (8.10).
    Trees,
}

/// Pieces by file and rank offset from the centre: `m` a Man, `k` a Knight, `e` an enemy Man.
///
/// The first piece shows the topic.
pub(super) type Pattern = &'static [(char, i16, i16)];

impl LessonTopic {
    /// All topics, in the order of the rules.
    pub const ALL: [LessonTopic; 10] = [
        LessonTopic::Plain,
        LessonTopic::Canter,
        LessonTopic::Jump,
        LessonTopic::Charge,
        LessonTopic::MustCharge,
        LessonTopic::Compulsion,
        LessonTopic::Exit,
        LessonTopic::Goal,
        LessonTopic::CastleMove,
        LessonTopic::Trees,
    ];

    /// The name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            LessonTopic::Plain => "plain",
            LessonTopic::Canter => "canter",
            LessonTopic::Jump => "jump",
            LessonTopic::Charge => "charge",
            LessonTopic::MustCharge => "must_charge",
            LessonTopic::Compulsion => "compulsion",
            LessonTopic::Exit => "exit",
            LessonTopic::Goal => "goal",
            LessonTopic::CastleMove => "castle_move",
            LessonTopic::Trees => "trees",
        }
    }

    /// The section of `rules.md`.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            LessonTopic::Plain => "2.1",
            LessonTopic::Canter => "2.2",
            LessonTopic::Jump => "2.3",
            LessonTopic::Charge => "2.4",
            LessonTopic::MustCharge => "2.5",
            LessonTopic::Compulsion => "3.1",
            LessonTopic::Exit => "4.3",
            LessonTopic::Goal | LessonTopic::CastleMove => "4.4",
            LessonTopic::Trees => "8.10",
        }
    }

    /// Returns true if the topic exists in games of `variant`.
    #[must_use]
    pub fn is_in(self, variant: &Variant) -> bool {
        match self {
            LessonTopic::Exit => !variant.castle(Seat::FIRST).is_empty(),
            LessonTopic::Goal => !variant.goal(Seat::FIRST).is_empty(),
            LessonTopic::CastleMove => {
                // Entering a goal loses if the object is reversed.
                let switches = variant.switches();
                switches.castle_moves > 0
                    && !switches.object_reversed
                    && variant.goal(Seat::FIRST).len() > 1
            }
            LessonTopic::Trees => variant.has_trees(),
            _ => true,
        }
    }

    pub(super) const fn patterns(self) -> &'static [Pattern] {
        match self {
            LessonTopic::Plain | LessonTopic::Exit | LessonTopic::CastleMove => &[&[('m', 0, 0)]],
            LessonTopic::Canter => {
                &[&[('m', 0, 0), ('m', 0, 1), ('m', 1, 3)], &[('m', 0, 0), ('m', 0, 1)]]
            }
            LessonTopic::Jump => {
                &[&[('m', 0, 0), ('e', 0, 1), ('e', 1, 3)], &[('m', 0, 0), ('e', 0, 1)]]
            }
            LessonTopic::Charge => &[
                &[('k', 0, 0), ('m', 0, 1), ('e', 1, 2)],
                &[('k', 0, 0), ('m', 0, 1), ('e', 0, 3)],
            ],
            LessonTopic::MustCharge => &[
                &[('k', 0, 0), ('m', 0, 1), ('e', 0, 3)],
                &[('k', 0, 0), ('m', 0, 1), ('e', 1, 2)],
            ],
            LessonTopic::Compulsion => {
                &[&[('m', 0, 0), ('e', 0, 1), ('k', -2, 0)], &[('m', 0, 0), ('e', 0, 1)]]
            }
            LessonTopic::Goal => &[&[('m', 0, 1)]],
            LessonTopic::Trees => &[],
        }
    }

    /// The squares to centre a pattern on, best first.
    pub(super) fn centres(self, variant: &Variant) -> Vec<Square> {
        let board = variant.board();
        let mut centres: Vec<Square> = match self {
            LessonTopic::Exit => variant.castle(Seat::FIRST).into_iter().collect(),
            LessonTopic::Goal | LessonTopic::CastleMove => {
                variant.goal(Seat::FIRST).into_iter().collect()
            }
            _ => board.squares().collect(),
        };
        let (files, ranks) = (i16::from(board.files()), board.ranks().len() as i16);
        // On an even number of files or ranks the middle is between two squares.
        centres.sort_by_key(|&square| {
            let SquareName { file, rank } = board.name(square);
            let by_file = (2 * i16::from(file) - (files - 1)).abs();
            let by_rank = (2 * (i16::from(rank) - 1) - (ranks - 1)).abs();
            by_file.max(by_rank)
        });
        centres
    }
}
