//! Symmetries of boards.

use chivalry_rules::{Board, Square, SquareName, SquareSet};

/// The symmetries of a square: the identity, half a turn, and the others.
pub(crate) const SYMMETRIES: [Symmetry; 8] = {
    let plain = Symmetry { files: false, ranks: false, swap: false };
    [
        plain,
        Symmetry { files: true, ranks: true, ..plain },
        Symmetry { files: true, swap: true, ..plain },
        Symmetry { ranks: true, swap: true, ..plain },
        Symmetry { ranks: true, ..plain },
        Symmetry { files: true, ..plain },
        Symmetry { swap: true, ..plain },
        Symmetry { files: true, ranks: true, swap: true },
    ]
};

/// A symmetry of a square: the reversed axes, and an exchange of files and
/// ranks before that.
#[derive(Clone, Copy)]
pub(crate) struct Symmetry {
    files: bool,
    ranks: bool,
    swap: bool,
}

impl Symmetry {
    /// The image of each square. `None` if the board does not have the symmetry.
    pub(crate) fn squares(self, board: &Board) -> Option<Vec<Square>> {
        let (files, ranks) = (board.files(), board.ranks().len() as u8);
        let image = |square: Square| {
            let SquareName { file, rank } = board.name(square);
            let (file, up) = if self.swap { (rank - 1, file) } else { (file, rank - 1) };
            let file = if self.files { files.checked_sub(file + 1)? } else { file };
            let up = if self.ranks { ranks.checked_sub(up + 1)? } else { up };
            board.square(SquareName { file, rank: up + 1 })
        };
        board.squares().map(image).collect()
    }
}

/// The image of `set` by the symmetry `squares`.
pub(crate) fn image(squares: &[Square], set: SquareSet) -> SquareSet {
    set.into_iter().map(|square| squares[square.index()]).collect()
}
