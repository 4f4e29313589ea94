//! All legal results of a seat by exhaustive search over legs (rules.md 2 to 4).

use std::collections::BTreeSet;

use super::{DIRECTIONS, Model, Piece, Square, State};

/// The board while a piece moves.
#[derive(Clone)]
pub(super) struct Board<'a> {
    state: &'a State,
    /// The square that the piece left, and the squares of captured pieces.
    vacated: BTreeSet<Square>,
}

impl<'a> Board<'a> {
    /// The board without the piece that moves. Its starting square counts as empty (2.3).
    pub(super) fn without(state: &'a State, from: Square) -> Board<'a> {
        Board { state, vacated: BTreeSet::from([from]) }
    }

    pub(super) fn capture(&mut self, square: Square) {
        self.vacated.insert(square);
    }

    pub(super) fn piece(&self, square: Square) -> Option<&'a Piece> {
        self.state.pieces.get(&square).filter(|_| !self.vacated.contains(&square))
    }

    pub(super) fn has_tree(&self, square: Square) -> bool {
        self.state.trees.contains(&square)
    }
}

/// Start, end and captured squares.
pub(super) type Result = (Square, Square, BTreeSet<Square>);

pub(super) type Found = BTreeSet<Result>;

impl Model {
    /// The legal results of a seat as if it were to move. Endings are ignored.
    pub(super) fn legal(&self, state: &State, seat: usize) -> Found {
        self.legal_by_piece(state, seat).collect()
    }

    /// Returns true if the seat has a legal result.
    pub(super) fn has_legal(&self, state: &State, seat: usize) -> bool {
        self.legal_by_piece(state, seat).next().is_some()
    }

    fn legal_by_piece(&self, state: &State, seat: usize) -> impl Iterator<Item = Result> {
        let own = self.pieces_of(state, seat);
        let mut exits = own.clone();
        exits.retain(|square| self.castles[seat].contains(square));
        let sources: Vec<(Square, bool)> = if exits.is_empty() {
            // rules.md 3.1
            let must_capture = own.iter().any(|square| self.could_jump(state, *square));
            own.into_iter().map(|from| (from, must_capture)).collect()
        } else {
            // rules.md 4.3
            exits.into_iter().map(|from| (from, self.could_jump(state, from))).collect()
        };
        sources.into_iter().flat_map(move |(from, must_capture)| {
            let mut moves = self.moves_from(state, from);
            moves.retain(|(_, _, captured)| !must_capture || !captured.is_empty());
            moves
        })
    }

    pub(super) fn pieces_of(&self, state: &State, seat: usize) -> Vec<Square> {
        let pieces = state.pieces.iter();
        pieces.filter(|(_, piece)| piece.seat == seat).map(|(square, _)| *square).collect()
    }

    /// Returns true if the piece can jump from where it stands (rules.md 3.1, 4.5).
    pub(super) fn could_jump(&self, state: &State, from: Square) -> bool {
        let seat = state.pieces[&from].seat;
        let board = Board::without(state, from);
        !self.goals[seat].contains(&from) && !self.jumps(&board, seat, from).is_empty()
    }

    /// All moves of one piece without the duty to capture (3.1, 4.3).
    fn moves_from(&self, state: &State, from: Square) -> Found {
        let piece = state.pieces[&from];
        let seat = piece.seat;
        let board = Board::without(state, from);
        let mut found = Found::new();

        // In the goal castle only castle moves are legal (rules.md 4.4, 4.5).
        if self.goals[seat].contains(&from) {
            if state.castle_moves[seat] < self.castle_moves {
                for to in self.steps(&board, seat, from) {
                    if self.goals[seat].contains(&to) {
                        found.insert((from, to, BTreeSet::new()));
                    }
                }
            }
            return found;
        }

        // rules.md 2.1
        for to in self.steps(&board, seat, from) {
            found.insert((from, to, BTreeSet::new()));
        }

        // Canters (rules.md 2.2, 2.5). A state is a landing square and a flag that a Knight has
        // landed next to an exposed enemy.
        let mut seen = BTreeSet::new();
        let mut to_do = vec![(from, false)];
        let mut charge_from = BTreeSet::from([from]);
        while let Some((at, owed)) = to_do.pop() {
            for to in self.canters(&board, seat, at) {
                if self.goals[seat].contains(&to) {
                    found.insert((from, to, BTreeSet::new())); // 4.4
                    continue;
                }
                let owed = owed || (piece.knight && !self.jumps(&board, seat, to).is_empty());
                if !seen.insert((to, owed)) {
                    continue;
                }
                to_do.push((to, owed));
                if to != from && !owed {
                    found.insert((from, to, BTreeSet::new()));
                }
                if piece.knight {
                    charge_from.insert(to); // 2.4
                }
            }
        }

        // rules.md 2.3 and 2.4
        let mut seen = BTreeSet::new();
        for at in charge_from {
            self.jump_on(&board, seat, from, at, &BTreeSet::new(), &mut seen, &mut found);
        }
        found
    }

    #[expect(clippy::too_many_arguments, reason = "a recursion that carries all it needs")]
    fn jump_on(
        &self,
        board: &Board<'_>,
        seat: usize,
        from: Square,
        at: Square,
        captured: &BTreeSet<Square>,
        seen: &mut BTreeSet<(Square, BTreeSet<Square>)>,
        found: &mut Found,
    ) {
        if !seen.insert((at, captured.clone())) {
            return;
        }
        let landed_by_jump = !captured.is_empty();
        let ended = landed_by_jump
            && (self.goals[seat].contains(&at)
                || (self.own_castle_jump_ends_turn && self.castles[seat].contains(&at)));
        let onward = if ended { Vec::new() } else { self.jumps(board, seat, at) };
        if onward.is_empty() && landed_by_jump {
            found.insert((from, at, captured.clone()));
        }
        for (over, to) in onward {
            let mut board = board.clone();
            board.capture(over);
            let mut captured = captured.clone();
            captured.insert(over);
            self.jump_on(&board, seat, from, to, &captured, seen, found);
        }
    }

    /// Plain steps of a piece that is lifted off the board (2.1, 4.1, 4.6).
    fn steps(&self, board: &Board<'_>, seat: usize, at: Square) -> Vec<Square> {
        let all = DIRECTIONS.iter().map(|direction| at.towards(*direction, 1));
        all.filter(|to| self.is_free(board, *to))
            .filter(|to| !self.castles[seat].contains(to))
            .filter(|to| !self.is_side_castle(seat, *to))
            .collect()
    }

    /// Landing squares of one canter leg (2.2, 4.1, 4.6).
    fn canters(&self, board: &Board<'_>, seat: usize, at: Square) -> Vec<Square> {
        let mut found = Vec::new();
        for direction in DIRECTIONS {
            let (over, to) = (at.towards(direction, 1), at.towards(direction, 2));
            let friendly =
                board.piece(over).is_some_and(|piece| self.teams[piece.seat] == self.teams[seat]);
            if friendly
                && self.is_free(board, to)
                && !self.castles[seat].contains(&to)
                && !self.is_side_castle(seat, to)
            {
                found.push(to);
            }
        }
        found
    }

    /// Captured and landing squares of one jump leg (2.3, 4.6).
    pub(super) fn jumps(
        &self,
        board: &Board<'_>,
        seat: usize,
        at: Square,
    ) -> Vec<(Square, Square)> {
        let mut found = Vec::new();
        for direction in DIRECTIONS {
            let (over, to) = (at.towards(direction, 1), at.towards(direction, 2));
            let enemy =
                board.piece(over).is_some_and(|piece| self.teams[piece.seat] != self.teams[seat]);
            if enemy && self.is_free(board, to) && !self.is_side_castle(seat, to) {
                found.push((over, to));
            }
        }
        found
    }

    pub(super) fn is_free(&self, board: &Board<'_>, square: Square) -> bool {
        self.squares.contains(&square)
            && !self.water.contains(&square)
            && !board.has_tree(square)
            && board.piece(square).is_none()
    }
}
