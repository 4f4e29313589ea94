//! Judges one written move by the first violated rule (rules.md 7), and writes legal routes.

use std::collections::{BTreeSet, VecDeque};

use super::moves::Board;
use super::{DIRECTIONS, Model, Piece, Square, State};

/// The code for texts that are not moves. It is not a code of rules.md 7.
const UNREADABLE: &str = "unreadable";

/// The reason codes of rules.md 7 in its order.
pub(crate) const REASONS: [&str; 23] = [
    "off_board",
    "empty_square",
    "not_your_piece",
    "occupied",
    "not_a_leg",
    "plain_must_be_alone",
    "returns_to_start",
    "man_cannot_charge",
    "canter_after_jump",
    "must_charge",
    "must_capture",
    "must_continue",
    "own_castle",
    "must_leave_castle",
    "must_jump_out",
    "in_goal_castle",
    "castle_moves_spent",
    "side_castle",
    "wrong_mark",
    "water",
    "place_trees",
    "no_trees_due",
    "not_a_tree_square",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Canter,
    Jump,
}

/// A written route up to one of its legs.
struct Route<'a> {
    state: &'a State,
    /// The board without the moving piece and the captured ones.
    board: Board<'a>,
    piece: Piece,
    from: Square,
    at: Square,
    captured: BTreeSet<Square>,
    kinds: Vec<Kind>,
    /// True after a canter of a Knight to an exposed enemy.
    owes_jump: bool,
    leg_count: usize,
}

impl Route<'_> {
    fn of(state: &State, from: Square, piece: Piece, leg_count: usize) -> Route<'_> {
        let board = Board::without(state, from);
        Route {
            state,
            board,
            piece,
            from,
            at: from,
            captured: BTreeSet::new(),
            kinds: Vec::new(),
            owes_jump: false,
            leg_count,
        }
    }
}

impl Model {
    /// The position after a written move, or the code of the violated rule.
    ///
    /// The game must not be over. `pass` is legal if it is the only turn.
    pub(crate) fn judge(&self, state: &State, text: &str) -> Result<State, &'static str> {
        if text.eq_ignore_ascii_case("pass") {
            let must_pass = self.seats.len() > 2 && !self.has_legal(state, state.to_move);
            return if must_pass { Ok(self.passed(state)) } else { Err(UNREADABLE) };
        }
        let (from, legs) = read_move(text).ok_or(UNREADABLE)?;
        let seat = state.to_move;

        // 1 to 3: the squares and the piece.
        if !self.squares.contains(&from) || legs.iter().any(|(_, to)| !self.squares.contains(to)) {
            return Err("off_board");
        }
        // 8.10
        let is_placement = legs.iter().any(|(mark, _)| *mark == ',');
        if is_placement || self.must_place_trees(state, seat) {
            let mut written = vec![from];
            written.extend(legs.iter().map(|(_, to)| *to));
            return self.judge_placement(state, &written, is_placement);
        }
        let piece = *state.pieces.get(&from).ok_or("empty_square")?;
        if piece.seat != seat {
            return Err("not_your_piece");
        }

        let mut route = Route::of(state, from, piece, legs.len());
        for (mark, to) in legs {
            self.judge_leg(&mut route, mark, to)?;
        }
        self.judge_whole(&route)?;
        Ok(self.played(state, from, route.at, &route.captured))
    }

    /// 4: one leg of a route.
    fn judge_leg(&self, route: &mut Route<'_>, mark: char, to: Square) -> Result<(), &'static str> {
        let (at, seat) = (route.at, route.piece.seat);
        let (files, ranks) = ((to.file - at.file).abs(), (to.rank - at.rank).abs());
        let adjoins = files.max(ranks) == 1;
        let two_away = files.max(ranks) == 2 && files != 1 && ranks != 1;
        self.judge_continuation(route, to, adjoins)?;
        if self.water.contains(&to) {
            return Err("water"); // 8.10
        }
        // b. The distance of the leg.
        if !adjoins && !two_away {
            return Err("not_a_leg");
        }
        // c. The landing square.
        if route.board.piece(to).is_some() || route.board.has_tree(to) {
            return Err("occupied");
        }
        // d. The piece that is leapt over.
        let over = Square { file: (at.file + to.file) / 2, rank: (at.rank + to.rank) / 2 };
        let kind = if adjoins {
            Kind::Plain
        } else {
            let leapt = route.board.piece(over).ok_or("not_a_leg")?;
            if self.teams[leapt.seat] == self.teams[seat] { Kind::Canter } else { Kind::Jump }
        };
        self.judge_kind(route, kind, mark, to)?;

        if kind == Kind::Jump {
            route.board.capture(over);
            route.captured.insert(over);
        }
        route.kinds.push(kind);
        route.at = to;
        let is_charging = kind == Kind::Canter && route.piece.knight;
        if is_charging && !self.jumps(&route.board, seat, to).is_empty() {
            route.owes_jump = true; // 2.5
        }
        Ok(())
    }

    /// a. The move has ended, or only castle moves are possible.
    fn judge_continuation(
        &self,
        route: &Route<'_>,
        to: Square,
        adjoins: bool,
    ) -> Result<(), &'static str> {
        let seat = route.piece.seat;
        let goal = &self.goals[seat];
        let has_moved = !route.kinds.is_empty();
        if goal.contains(&route.from) {
            if has_moved || !adjoins || !goal.contains(&to) {
                return Err("in_goal_castle"); // 4.4, 4.5
            }
            if route.state.castle_moves[seat] >= self.castle_moves {
                return Err("castle_moves_spent"); // 4.4
            }
        } else if has_moved && goal.contains(&route.at) {
            return Err("in_goal_castle"); // 4.4
        }
        if self.own_castle_jump_ends_turn
            && route.kinds.last() == Some(&Kind::Jump)
            && self.castles[seat].contains(&route.at)
        {
            return Err("own_castle"); // 4.2, the switch
        }
        Ok(())
    }

    fn judge_kind(
        &self,
        route: &Route<'_>,
        kind: Kind,
        mark: char,
        to: Square,
    ) -> Result<(), &'static str> {
        let seat = route.piece.seat;
        // e. Plain moves are single legs.
        if kind == Kind::Plain && route.leg_count > 1 {
            return Err("plain_must_be_alone"); // 2.1
        }
        // f. The mark.
        if (mark == 'x') != (kind == Kind::Jump) {
            return Err("wrong_mark");
        }
        // g. The order of canters and jumps.
        let before = route.kinds.last().copied();
        if !route.piece.knight && before.is_some_and(|before| before != kind) {
            return Err("man_cannot_charge"); // 2.4
        }
        if kind == Kind::Canter && before == Some(Kind::Jump) {
            return Err("canter_after_jump"); // 2.4
        }
        // h. Castles closed to the leg.
        if kind != Kind::Jump && self.castles[seat].contains(&to) {
            return Err("own_castle"); // 4.1
        }
        if self.is_side_castle(seat, to) {
            return Err("side_castle"); // 4.6
        }
        Ok(())
    }

    /// 5: the whole move.
    fn judge_whole(&self, route: &Route<'_>) -> Result<(), &'static str> {
        let (state, from, at, seat) = (route.state, route.from, route.at, route.piece.seat);
        let own_castle = &self.castles[seat];
        let peaceful = route.captured.is_empty();
        if peaceful && route.kinds.last() == Some(&Kind::Canter) && at == from {
            return Err("returns_to_start"); // 2.2
        }
        let own = self.pieces_of(state, seat);
        if own.iter().any(|square| own_castle.contains(square)) {
            if !own_castle.contains(&from) {
                return Err("must_leave_castle"); // 4.3
            }
            if peaceful && self.could_jump(state, from) {
                return Err("must_jump_out"); // 4.3
            }
        } else if peaceful && own.iter().any(|square| self.could_jump(state, *square)) {
            return Err("must_capture"); // 3.1
        }
        let in_goal = self.goals[seat].contains(&at);
        if peaceful && route.owes_jump && !in_goal {
            return Err("must_charge"); // 2.5, 4.4
        }
        let turn_ends = in_goal || (self.own_castle_jump_ends_turn && own_castle.contains(&at));
        if !peaceful && !turn_ends && !self.jumps(&route.board, seat, at).is_empty() {
            return Err("must_continue"); // 2.3
        }
        Ok(())
    }

    /// At most `limit` written legal routes of the piece on a square, fewest legs first.
    ///
    /// Canters visit no square twice. The search is bounded, so crowded positions may yield
    /// fewer routes than exist.
    pub(crate) fn routes(&self, state: &State, from: Square, limit: usize) -> Vec<String> {
        let mut found = Vec::new();
        if self.outcome(state).is_some() || self.must_place_trees(state, state.to_move) {
            return found;
        }
        let seat = state.to_move;
        let mut to_do = VecDeque::from([Walk {
            text: from.text(),
            at: from,
            visited: vec![from],
            board: Board::without(state, from),
            jumped: false,
            done: false,
        }]);
        let mut work = 20_000 + 20 * limit;
        while let Some(walk) = to_do.pop_front() {
            if found.len() >= limit || work == 0 {
                break;
            }
            work -= 1;
            if walk.text.contains(['-', 'x']) && self.judge(state, &walk.text).is_ok() {
                found.push(walk.text.clone());
            }
            if !walk.done {
                to_do.extend(self.longer(&walk, seat));
            }
        }
        found
    }

    /// Extends a walk by one leg without judging it.
    fn longer<'a>(&self, walk: &Walk<'a>, seat: usize) -> Vec<Walk<'a>> {
        let mut longer = Vec::new();
        let free = |square| self.is_free(&walk.board, square);
        for direction in DIRECTIONS {
            let (near, far) = (walk.at.towards(direction, 1), walk.at.towards(direction, 2));
            if free(near) && walk.visited.len() == 1 {
                longer.push(walk.then('-', near, true));
            }
            let Some(over) = walk.board.piece(near) else {
                continue;
            };
            if !free(far) {
                continue;
            }
            if self.teams[over.seat] != self.teams[seat] {
                let mut next = walk.then('x', far, false);
                next.board.capture(near);
                next.jumped = true;
                longer.push(next);
            } else if !walk.jumped && !walk.visited.contains(&far) {
                longer.push(walk.then('-', far, false));
            }
        }
        longer
    }
}

/// A route under construction. The piece is not on its board.
struct Walk<'a> {
    text: String,
    at: Square,
    visited: Vec<Square>,
    board: Board<'a>,
    jumped: bool,
    done: bool,
}

impl<'a> Walk<'a> {
    fn then(&self, mark: char, to: Square, done: bool) -> Walk<'a> {
        let mut visited = self.visited.clone();
        visited.push(to);
        Walk {
            text: format!("{}{mark}{}", self.text, to.text()),
            at: to,
            visited,
            board: self.board.clone(),
            jumped: self.jumped,
            done,
        }
    }
}

/// Parses `F6-F8xH8` into the start and at least one leg.
///
/// A placement yields the first tree and the others. Squares need not be on a board.
pub(crate) fn read_move(text: &str) -> Option<(Square, Vec<(char, Square)>)> {
    let text = text.trim();
    let mut marks: Vec<char> = Vec::new();
    let mut squares = Vec::new();
    let mut word = String::new();
    // A file may be called X, but a mark is never first and never follows a mark.
    for letter in text.chars() {
        let is_mark = letter == '-' || letter == ',' || letter.eq_ignore_ascii_case(&'x');
        if is_mark && !word.is_empty() {
            squares.push(Square::read(&word)?);
            marks.push(letter.to_ascii_lowercase());
            word.clear();
        } else {
            word.push(letter);
        }
    }
    squares.push(Square::read(&word)?);
    if marks.is_empty() {
        return None;
    }
    let from = squares.remove(0);
    Some((from, marks.into_iter().zip(squares).collect()))
}
