//! Results of games and the reasons for them.

use crate::board::seat::Team;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A team won.
    Win(Team),
    /// The game is drawn.
    Draw,
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// Enough pieces in the goal castles (`rules.md 5.1`).
    ///
    /// The pieces belong to the winner, or to the loser if the object is reversed (`8.11`).
    Castle,
    /// Neither team has the pieces to win (`rules.md 5.2`).
    Bare,
    /// The opponents are captured (`rules.md 5.3`).
    Capture,
    /// The team to move has no legal move (`rules.md 5.4`, `8.11`).
    NoMove,
    /// The third occurrence of a position (`rules.md 5.5`).
    Repetition,
    /// Fifty turns of each seat without progress (`rules.md 5.5`).
    FiftyMoves,
    /// All seats passed in a row (`rules.md 6.2`).
    Passes,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [EndReason; 7] = [
        EndReason::Castle,
        EndReason::Bare,
        EndReason::Capture,
        EndReason::NoMove,
        EndReason::Repetition,
        EndReason::FiftyMoves,
        EndReason::Passes,
    ];

    /// The name in records, frames and the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            EndReason::Castle => "castle",
            EndReason::Bare => "bare",
            EndReason::Capture => "capture",
            EndReason::NoMove => "no_move",
            EndReason::Repetition => "repetition",
            EndReason::FiftyMoves => "fifty_moves",
            EndReason::Passes => "passes",
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The rule that ended the game.
    pub reason: EndReason,
}

impl Ending {
    pub(super) const fn win(team: Team, reason: EndReason) -> Ending {
        Ending { outcome: Outcome::Win(team), reason }
    }

    pub(super) const fn draw(reason: EndReason) -> Ending {
        Ending { outcome: Outcome::Draw, reason }
    }

    /// A draw that only the history of the game shows: repetition, fifty moves or passes.
    pub(crate) const fn by_history(reason: EndReason) -> Ending {
        Ending::draw(reason)
    }
}
