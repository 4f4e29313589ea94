//! Rules that a refused move violates (`rules.md 7`).

use std::fmt;

use crate::board::square::SquareName;

/// A violated rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The board has no such square.
    OffBoard,
    /// The starting square is empty.
    EmptySquare,
    /// The piece belongs to another seat.
    NotYourPiece,
    /// The landing square is occupied.
    Occupied,
    /// The leg is no plain step, canter or jump.
    NotALeg,
    /// A plain move is part of a longer move.
    PlainMustBeAlone,
    /// A canter ends on its starting square.
    ReturnsToStart,
    /// A Man combines a canter and a jump.
    ManCannotCharge,
    /// A Knight canters after a jump.
    CanterAfterJump,
    /// A Knight canters next to an exposed enemy and does not capture.
    MustCharge,
    /// A jump is possible and the move does not capture.
    MustCapture,
    /// The move stops although another jump is possible.
    MustContinue,
    /// A plain move or canter enters the own castle.
    OwnCastle,
    /// Another piece must first leave the own castle.
    MustLeaveCastle,
    /// The piece in its own castle must leave it by a jump.
    MustJumpOut,
    /// A piece leaves its goal castle, or continues after entering it.
    InGoalCastle,
    /// The seat has used all its castle moves.
    CastleMovesSpent,
    /// The castle is neither the own castle nor the goal.
    SideCastle,
    /// The text writes `-` for a jump or `x` for a canter.
    WrongMark,
    /// The square is water.
    Water,
    /// The turn must place three trees on different squares.
    PlaceTrees,
    /// The seat has no trees to place.
    NoTreesDue,
    /// The square is not an empty tree square of the seat.
    NotATreeSquare,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 23] = [
        Rule::OffBoard,
        Rule::EmptySquare,
        Rule::NotYourPiece,
        Rule::Occupied,
        Rule::NotALeg,
        Rule::PlainMustBeAlone,
        Rule::ReturnsToStart,
        Rule::ManCannotCharge,
        Rule::CanterAfterJump,
        Rule::MustCharge,
        Rule::MustCapture,
        Rule::MustContinue,
        Rule::OwnCastle,
        Rule::MustLeaveCastle,
        Rule::MustJumpOut,
        Rule::InGoalCastle,
        Rule::CastleMovesSpent,
        Rule::SideCastle,
        Rule::WrongMark,
        Rule::Water,
        Rule::PlaceTrees,
        Rule::NoTreesDue,
        Rule::NotATreeSquare,
    ];

    /// The reason code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Rule::OffBoard => "off_board",
            Rule::EmptySquare => "empty_square",
            Rule::NotYourPiece => "not_your_piece",
            Rule::Occupied => "occupied",
            Rule::NotALeg => "not_a_leg",
            Rule::PlainMustBeAlone => "plain_must_be_alone",
            Rule::ReturnsToStart => "returns_to_start",
            Rule::ManCannotCharge => "man_cannot_charge",
            Rule::CanterAfterJump => "canter_after_jump",
            Rule::MustCharge => "must_charge",
            Rule::MustCapture => "must_capture",
            Rule::MustContinue => "must_continue",
            Rule::OwnCastle => "own_castle",
            Rule::MustLeaveCastle => "must_leave_castle",
            Rule::MustJumpOut => "must_jump_out",
            Rule::InGoalCastle => "in_goal_castle",
            Rule::CastleMovesSpent => "castle_moves_spent",
            Rule::SideCastle => "side_castle",
            Rule::WrongMark => "wrong_mark",
            Rule::Water => "water",
            Rule::PlaceTrees => "place_trees",
            Rule::NoTreesDue => "no_trees_due",
            Rule::NotATreeSquare => "not_a_tree_square",
        }
    }

    /// The section of `rules.md` that states the rule.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Rule::OffBoard | Rule::EmptySquare | Rule::NotYourPiece => "1",
            Rule::Occupied | Rule::NotALeg => "2",
            Rule::PlainMustBeAlone => "2.1",
            Rule::ReturnsToStart => "2.2",
            Rule::MustContinue => "2.3",
            Rule::ManCannotCharge | Rule::CanterAfterJump => "2.4",
            Rule::MustCharge => "2.5",
            Rule::MustCapture => "3.1",
            Rule::OwnCastle => "4.1",
            Rule::MustLeaveCastle | Rule::MustJumpOut => "4.3",
            Rule::InGoalCastle | Rule::CastleMovesSpent => "4.4",
            Rule::SideCastle => "4.6",
            Rule::WrongMark => "7",
            Rule::Water | Rule::PlaceTrees | Rule::NoTreesDue | Rule::NotATreeSquare => "8.10",
        }
    }
}

/// A violated rule with the squares that show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Violation {
    rule: Rule,
    first: SquareName,
    second: Option<SquareName>,
}

impl Violation {
    pub(crate) fn new<const N: usize>(rule: Rule, squares: [SquareName; N]) -> Violation {
        const { assert!(N == 1 || N == 2) };
        Violation { rule, first: squares[0], second: squares.get(1).copied() }
    }

    /// The violated rule.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

impl Violation {
    /// The sentence with placeholders for the squares.
    const fn template(&self) -> &'static str {
        match self.rule {
            Rule::OffBoard => "{first} is not a square of this board",
            Rule::EmptySquare => "there is no piece on {first}",
            Rule::NotYourPiece => "the piece on {first} is not of the seat to move",
            Rule::Occupied => "{first} is taken: a leg ends on an empty square",
            Rule::NotALeg => "{first} can't reach {second} in one step, canter or jump",
            Rule::PlainMustBeAlone => {
                "the plain step {first}-{second} cannot be part of a longer move"
            }
            Rule::ReturnsToStart => "a canter may not end on {first}, where it began",
            Rule::ManCannotCharge => {
                "the Man from {first} may canter or jump in one move, not both"
            }
            Rule::CanterAfterJump => {
                "{first}-{second} is a canter after a jump: a charge canters first"
            }
            Rule::MustCharge => {
                "the Knight cantered to where it could jump over {first}: it must capture in this move"
            }
            Rule::MustCapture => "a jump is open: {first} over {second}, so the move must capture",
            Rule::MustContinue => "the jumping must go on: from {first} over {second}",
            Rule::OwnCastle if self.second.is_some() => {
                "the jump into the own castle at {first} ended the move"
            }
            Rule::OwnCastle => "{first} is the seat's own castle, which only a jump may enter",
            Rule::MustLeaveCastle => "the piece on {first} must leave its own castle first",
            Rule::MustJumpOut => {
                "the piece on {first} leaves its castle by a jump, as it can: over {second}"
            }
            Rule::InGoalCastle => {
                "a piece in its goal castle stays there: {first} ends the move for good"
            }
            Rule::CastleMovesSpent => {
                "{first}-{second} is a castle move, and the seat has used all of its own"
            }
            Rule::SideCastle => "{first} is a castle that this seat may not enter",
            Rule::WrongMark => {
                "{first} to {second} has the wrong mark: `-` is a plain move or canter, `x` a jump"
            }
            Rule::Water => "{first} is water, on which nothing may stand",
            Rule::PlaceTrees => "the trees come first: three different squares, as in `C2,E6,K7`",
            Rule::NoTreesDue => "there are no trees to place, on {first} or elsewhere",
            Rule::NotATreeSquare => "{first} is no empty tree square of this seat",
        }
    }
}

/// Formats the violation as one English sentence.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.second.unwrap_or(self.first);
        let text = self.template().replace("{first}", &self.first.to_string());
        f.write_str(&text.replace("{second}", &second.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_codes_are_distinct() {
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            let first = Rule::ALL.into_iter().position(|other| other.code() == rule.code());
            assert_eq!(first, Some(index));
        }
    }
}
