//! How a game ends: who won, and why, are two things.

use crate::board::seat::Team;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A team won.
    Win(Team),
    /// Nobody did.
    Draw,
}

/// Why the rules ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// Enough pieces in the goal castles (`rules.md 5.1`): of the winner, or
    /// of the loser where the object is reversed (`8.11`).
    Castle,
    /// Neither team has the pieces to win (`rules.md 5.2`).
    Bare,
    /// The enemies are captured (`rules.md 5.3`).
    Capture,
    /// The side to move cannot (`rules.md 5.4`, `8.11`).
    NoMove,
    /// The same position for the third time (`rules.md 5.5`).
    Repetition,
    /// Fifty turns by each seat without progress (`rules.md 5.5`).
    FiftyMoves,
    /// Every seat passed in a row (`rules.md 6.2`).
    Passes,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 7] = [
        EndReason::Castle,
        EndReason::Bare,
        EndReason::Capture,
        EndReason::NoMove,
        EndReason::Repetition,
        EndReason::FiftyMoves,
        EndReason::Passes,
    ];

    /// The reason's name in records, frames and the store.
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
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: EndReason,
}

impl Ending {
    pub(super) const fn win(team: Team, reason: EndReason) -> Ending {
        Ending { outcome: Outcome::Win(team), reason }
    }

    pub(super) const fn draw(reason: EndReason) -> Ending {
        Ending { outcome: Outcome::Draw, reason }
    }

    /// The draw by repetition, fifty moves or passes, which only a game's
    /// history shows.
    pub(crate) const fn by_history(reason: EndReason) -> Ending {
        Ending::draw(reason)
    }
}
