//! A slow and simple model of `rules.md` 1 to 6 and 8. It shares nothing with the crate but the
//! text forms.
//!
//! A board is a set of squares and a position is a map from squares to pieces. All input and
//! output is text.

mod judge;
mod moves;
mod trees;
mod variants;

pub(crate) use judge::{REASONS, read_move};
pub(crate) use variants::NAMES;

use std::collections::{BTreeMap, BTreeSet};

/// A distinct result of a move: start, end, captured squares.
pub(crate) type Outcome = (String, String, Vec<String>);

/// A square. The derived order is the board order because of the field order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Square {
    pub(crate) rank: i32,
    pub(crate) file: i32,
}

impl Square {
    /// Parses `C8`. Any letter with any number is a square, on the board or not.
    pub(crate) fn read(text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        let number = letters.as_str();
        if !letter.is_ascii_uppercase() || number.is_empty() || number.len() > 3 {
            return None;
        }
        if !number.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        Some(Square { file: letter as i32 - 'A' as i32 + 1, rank: number.parse().ok()? })
    }

    pub(crate) fn text(self) -> String {
        let letter = (b'A' + (self.file - 1) as u8) as char;
        format!("{letter}{}", self.rank)
    }

    /// The square `far` steps away in a direction.
    pub(crate) fn towards(self, (files, ranks): (i32, i32), far: i32) -> Square {
        Square { file: self.file + files * far, rank: self.rank + ranks * far }
    }
}

/// The eight directions as file and rank offsets.
pub(crate) const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// Index of the seat in turn order.
    pub(crate) seat: usize,
    pub(crate) knight: bool,
}

pub(crate) type Pieces = BTreeMap<Square, Piece>;

/// A position with the five fields of its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) pieces: Pieces,
    pub(crate) trees: BTreeSet<Square>,
    pub(crate) to_move: usize,
    pub(crate) castle_moves: Vec<u32>,
    pub(crate) quiet: u32,
    pub(crate) turn: u32,
}

/// A variant, described again from `rules.md 8`.
pub(crate) struct Model {
    pub(crate) name: String,
    pub(crate) squares: BTreeSet<Square>,
    /// Water squares (rules.md 8.10).
    pub(crate) water: BTreeSet<Square>,
    /// Tree squares of each seat. Empty for games without trees.
    pub(crate) tree_squares: Vec<BTreeSet<Square>>,
    /// Capital letters of the seats in turn order.
    pub(crate) seats: Vec<char>,
    /// The team of each seat.
    pub(crate) teams: Vec<usize>,
    /// The own castle of each seat. Empty if castles do not matter.
    pub(crate) castles: Vec<BTreeSet<Square>>,
    /// The goal castle of each seat. Empty if castles do not matter.
    pub(crate) goals: Vec<BTreeSet<Square>>,
    pub(crate) array: Pieces,
    pub(crate) pieces_in_castle_to_win: usize,
    pub(crate) pieces_needed_to_win: usize,
    pub(crate) enemy_reduced_to: usize,
    pub(crate) castle_moves: u32,
    pub(crate) own_castle_jump_ends_turn: bool,
    /// True if rules.md 5.4 applies (not in Four-Handed Chivalry).
    pub(crate) no_move_ends: bool,
    /// True if the object is reversed (rules.md 8.11).
    pub(crate) reversed: bool,
}

impl Model {
    pub(crate) fn start(&self) -> State {
        State {
            pieces: self.array.clone(),
            trees: BTreeSet::new(),
            to_move: 0,
            castle_moves: vec![0; self.seats.len()],
            quiet: 0,
            turn: 1,
        }
    }

    /// Reads a position and panics on invalid text.
    pub(crate) fn parse(&self, text: &str) -> State {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert!((3..=5).contains(&fields.len()), "fields in {text}");
        let (mut pieces, mut trees) = (Pieces::new(), BTreeSet::new());
        let mut rank = self.highest_rank();
        for row in fields[0].split('/') {
            self.parse_row(rank, row, &mut pieces, &mut trees);
            rank -= 1;
        }
        assert_eq!(rank, 0, "ranks in {text}");
        let seat = fields[1].to_ascii_uppercase();
        let number = |at: usize, usual: u32| {
            fields.get(at).map_or(usual, |field| field.parse().expect("a number"))
        };
        let state = State {
            pieces,
            trees,
            to_move: self
                .seats
                .iter()
                .position(|letter| seat == letter.to_string())
                .expect("a seat of the variant"),
            castle_moves: fields[2]
                .split(',')
                .map(|count| count.parse().expect("a castle count"))
                .collect(),
            quiet: number(3, 0),
            turn: number(4, 1),
        };
        assert_eq!(state.castle_moves.len(), self.seats.len(), "counts in {text}");
        state
    }

    fn parse_row(&self, rank: i32, row: &str, pieces: &mut Pieces, trees: &mut BTreeSet<Square>) {
        let mut squares = self.rank_squares(rank).into_iter();
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter.is_ascii_digit() {
                let mut number = letter.to_string();
                while let Some(digit) = letters.next_if(|c| c.is_ascii_digit()) {
                    number.push(digit);
                }
                let empty: usize = number.parse().expect("a count of empty squares");
                for _ in 0..empty {
                    squares.next().expect("an empty square on the rank");
                }
            } else if letter == '^' {
                trees.insert(squares.next().expect("a square for the tree"));
            } else {
                let square = squares.next().expect("a square for the piece");
                let seat = self
                    .seats
                    .iter()
                    .position(|seat| *seat == letter.to_ascii_uppercase())
                    .expect("a letter of a seat");
                let knight = letter.is_ascii_uppercase();
                pieces.insert(square, Piece { seat, knight });
            }
        }
        assert_eq!(squares.next(), None, "rank {rank} too short: {row}");
    }

    pub(crate) fn write(&self, state: &State) -> String {
        let mut rows = Vec::new();
        for rank in (1..=self.highest_rank()).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for square in self.rank_squares(rank) {
                let piece = state.pieces.get(&square);
                let is_tree = state.trees.contains(&square);
                if piece.is_none() && !is_tree {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row.push_str(&empty.to_string());
                }
                empty = 0;
                row.push(piece.map_or('^', |piece| {
                    let letter = self.seats[piece.seat];
                    if piece.knight { letter } else { letter.to_ascii_lowercase() }
                }));
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        let counts: Vec<String> = state.castle_moves.iter().map(u32::to_string).collect();
        format!(
            "{} {} {} {} {}",
            rows.join("/"),
            self.seats[state.to_move].to_ascii_lowercase(),
            counts.join(","),
            state.quiet,
            state.turn
        )
    }

    /// The distinct legal results, sorted as strings.
    ///
    /// Empty if the game is over by rules.md 5.1 to 5.4 or the seat must pass (6.2).
    pub(crate) fn results(&self, state: &State) -> Vec<Outcome> {
        if self.outcome(state).is_some() {
            return Vec::new();
        }
        if self.must_place_trees(state, state.to_move) {
            return self.placements(state);
        }
        let mut results: Vec<Outcome> = self
            .legal(state, state.to_move)
            .into_iter()
            .map(|(from, to, captured)| {
                let mut captured: Vec<String> = captured.into_iter().map(Square::text).collect();
                captured.sort();
                (from.text(), to.text(), captured)
            })
            .collect();
        results.sort();
        results
    }

    /// The position after a result.
    pub(crate) fn after(&self, state: &State, (from, to, captured): &Outcome) -> State {
        let square = |text: &String| Square::read(text).expect("a square");
        let captured: BTreeSet<Square> = captured.iter().map(square).collect();
        if self.must_place_trees(state, state.to_move) {
            let trees = captured.into_iter().chain([square(from), square(to)]);
            return self.planted(state, trees.collect());
        }
        self.played(state, square(from), square(to), &captured)
    }

    fn played(
        &self,
        state: &State,
        from: Square,
        to: Square,
        captured: &BTreeSet<Square>,
    ) -> State {
        let seat = state.to_move;
        let mut after = state.clone();
        let piece = after.pieces.remove(&from).expect("the moving piece");
        for square in captured {
            after.pieces.remove(square).expect("a captured piece");
        }
        after.pieces.insert(to, piece);
        let was_in = self.goals[seat].contains(&from);
        let is_in = self.goals[seat].contains(&to);
        if was_in {
            after.castle_moves[seat] += 1; // rules.md 4.4
        }
        // A capture or an entry into the goal resets the count (rules.md 5.5). A castle move
        // does not.
        let loud = !captured.is_empty() || (is_in && !was_in);
        after.quiet = if loud { 0 } else { state.quiet + 1 };
        self.next_seat(&mut after);
        after
    }

    /// The position after a pass (rules.md 6.2).
    pub(crate) fn passed(&self, state: &State) -> State {
        let mut after = state.clone();
        after.quiet += 1;
        self.next_seat(&mut after);
        after
    }

    fn next_seat(&self, state: &mut State) {
        state.to_move += 1;
        if state.to_move == self.seats.len() {
            state.to_move = 0;
            state.turn += 1;
        }
    }

    /// The end by rules.md 5.1 to 5.4: `draw`, or the seats of the winning team.
    pub(crate) fn outcome(&self, state: &State) -> Option<String> {
        let mover = (state.to_move + self.seats.len() - 1) % self.seats.len();
        let movers = self.teams[mover];
        if self.reversed {
            return self.reversed_outcome(state, movers);
        }
        let team_count = self.teams.iter().max().expect("a team") + 1;
        let teams: Vec<usize> = (0..team_count).map(|step| (movers + step) % team_count).collect();
        // 5.1
        for &team in &teams {
            let in_goal = state
                .pieces
                .iter()
                .filter(|(square, piece)| {
                    self.teams[piece.seat] == team && self.goals[piece.seat].contains(square)
                })
                .count();
            if in_goal >= self.pieces_in_castle_to_win {
                return Some(self.team_text(team));
            }
        }
        // 5.2
        if self.pieces_needed_to_win >= 2 && teams.iter().all(|team| self.count(state, *team) <= 1)
        {
            return Some("draw".into());
        }
        // 5.3
        for &team in &teams {
            let mut others = teams.iter().filter(|other| **other != team);
            if others.all(|other| self.count(state, *other) <= self.enemy_reduced_to)
                && self.count(state, team) >= self.pieces_needed_to_win
            {
                return Some(self.team_text(team));
            }
        }
        // 6.5
        let no_seat_moves = || (0..self.seats.len()).all(|seat| !self.can_move(state, seat));
        if self.no_move_ends && team_count > 2 && no_seat_moves() {
            return Some("draw".into());
        }
        // 5.4
        if self.no_move_ends {
            for team in teams {
                let enemies: Vec<usize> = (0..self.seats.len())
                    .filter(|seat| self.teams[*seat] != team)
                    .filter(|seat| self.seats.len() > 2 || *seat == state.to_move)
                    .collect();
                if !enemies.is_empty() && enemies.iter().all(|seat| !self.can_move(state, *seat)) {
                    return Some(if self.count(state, team) >= self.pieces_needed_to_win {
                        self.team_text(team)
                    } else {
                        "draw".into()
                    });
                }
            }
        }
        None
    }

    fn count(&self, state: &State, team: usize) -> usize {
        let pieces = state.pieces.values();
        pieces.filter(|piece| self.teams[piece.seat] == team).count()
    }

    fn team_text(&self, team: usize) -> String {
        (0..self.seats.len())
            .filter(|seat| self.teams[*seat] == team)
            .map(|seat| self.seats[seat])
            .collect()
    }

    pub(crate) fn highest_rank(&self) -> i32 {
        self.squares.iter().map(|square| square.rank).max().unwrap_or(0)
    }

    fn rank_squares(&self, rank: i32) -> Vec<Square> {
        let at = |file| Square { rank, file };
        self.squares.range(at(0)..at(i32::MAX)).copied().collect()
    }

    /// Returns true for castles that are neither the own castle nor the goal (rules.md 4.6).
    pub(crate) fn is_side_castle(&self, seat: usize, square: Square) -> bool {
        !self.castles[seat].contains(&square)
            && !self.goals[seat].contains(&square)
            && self.castles.iter().any(|castle| castle.contains(&square))
    }
}
