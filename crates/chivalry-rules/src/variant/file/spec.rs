//! Reads the values of a variant file into a specification.

use super::error::VariantFileErrorKind;
use super::lines::VariantFile;
use crate::board::geometry::Board;
use crate::board::seat_name::SeatName;
use crate::board::square::SquareName;
use crate::board::square_set::SquareSet;
use crate::variant::rule_set::RuleSet;
use crate::variant::spec::{Switches, TREES_PER_SEAT, VariantSpec};

impl VariantFile {
    pub(super) fn spec(&mut self) -> Option<VariantSpec> {
        let name = self.name();
        let title = self.require("title");
        let descriptions = self.descriptions();
        let seats = self.seats();
        let board = self.board();
        let switches = self.switches();
        let array = self.require("array");
        let rules = self.require("rules").map(|(_, value)| rule_set(value));
        let (seats, (picture, board)) = (seats?, board?);
        let castles = self.values_by_seat("castle", seats, &board);
        let tree_squares = self.values_by_seat("trees", seats, &board);
        // Without a readable switch, it is unknown if castles are missing or superfluous.
        if self.find("castles_matter").is_some_and(|(_, value)| matches!(value, "yes" | "no")) {
            self.check_castles(seats, &castles, switches.castles_matter);
        }
        let has_trees = tree_squares.iter().any(|squares| !squares.is_empty());
        let aliases: Vec<&'static str> =
            self.lines.iter().filter(|line| line.key == "also").map(|line| line.value).collect();
        Some(VariantSpec {
            name: name?,
            aliases: aliases.leak(),
            title: title?.1,
            descriptions: descriptions.leak(),
            section: self.find("section").map_or("8", |(_, value)| value),
            rules: rules?,
            board: picture,
            water: self.find("water").map_or("", |(_, value)| value),
            tree_squares: if has_trees { tree_squares.leak() } else { &[] },
            seats,
            castles: castles.leak(),
            array: array?.1,
            array_name: self.find("array name").map(|(_, value)| value),
            switches,
        })
    }

    fn name(&mut self) -> Option<&'static str> {
        let (line, name) = self.require("name")?;
        let names = [(line, name)].into_iter().chain(
            self.lines
                .iter()
                .filter(|line| line.key == "also")
                .map(|line| (line.number, line.value)),
        );
        let is_name = |name: &str| {
            let is_allowed =
                |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            (2..=40).contains(&name.len())
                && name.bytes().all(is_allowed)
                && name.bytes().next().is_some_and(|first| first.is_ascii_lowercase())
        };
        let invalid: Vec<usize> =
            names.filter(|(_, name)| !is_name(name)).map(|(line, _)| line).collect();
        for line in invalid {
            self.report(line, VariantFileErrorKind::InvalidName);
        }
        Some(name)
    }

    fn descriptions(&mut self) -> Vec<(&'static str, &'static str)> {
        let descriptions = self.prefixed("text");
        for &(line, language, _) in &descriptions {
            let letters = language.bytes().filter(u8::is_ascii_lowercase).count();
            if letters != 2 || language.len() != 2 {
                self.report(line, VariantFileErrorKind::InvalidLanguage(language.to_owned()));
            }
        }
        descriptions.into_iter().map(|(_, language, text)| (language, text)).collect()
    }

    fn seats(&mut self) -> Option<&'static [SeatName]> {
        let (line, value) = self.require("seats")?;
        let words: Vec<&str> = value.split_whitespace().collect();
        for seats in [&SeatName::TWO[..], &SeatName::FOUR[..]] {
            if seats.iter().map(|seat| seat.as_str()).eq(words.iter().copied()) {
                return Some(seats);
            }
        }
        let turns = |word: &&str| words.iter().filter(|other| *other == word).count();
        let repeated = words.iter().find(|word| turns(word) > 1);
        let kind = repeated.map_or(VariantFileErrorKind::Seats, |word| {
            VariantFileErrorKind::UnequalTurns((*word).to_owned())
        });
        self.report(line, kind);
        None
    }

    fn board(&mut self) -> Option<(&'static str, Board)> {
        let (line, picture) = self.require("board")?;
        let board = match Board::from_picture(picture) {
            Ok(board) => board,
            Err(error) => {
                self.report(line, VariantFileErrorKind::Board(error));
                return None;
            }
        };
        let water = match self.find("water") {
            Some((line, value)) => self.squares(line, value, &board, &mut SquareSet::default()),
            None => SquareSet::EMPTY,
        };
        Some((picture, board.with_water(water)))
    }

    /// Parses squares. Squares in `taken` are reported as duplicates.
    fn squares(
        &mut self,
        line: usize,
        value: &str,
        board: &Board,
        taken: &mut SquareSet,
    ) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        for word in value.split_whitespace() {
            match SquareName::parse(word).and_then(|name| board.square(name)) {
                None => self.report(line, VariantFileErrorKind::OffBoard(word.to_owned())),
                Some(square) if board.water().contains(square) => {
                    self.report(line, VariantFileErrorKind::SquareInWater(word.to_owned()));
                }
                Some(square) if taken.contains(square) => {
                    self.report(line, VariantFileErrorKind::DuplicateSquare(word.to_owned()));
                }
                Some(square) => {
                    squares.insert(square);
                    taken.insert(square);
                }
            }
        }
        squares
    }

    /// The values of `castle SEAT` or `trees SEAT` in turn order.
    fn values_by_seat(
        &mut self,
        prefix: &'static str,
        seats: &[SeatName],
        board: &Board,
    ) -> Vec<&'static str> {
        let mut values = vec![""; seats.len()];
        let mut taken = SquareSet::EMPTY;
        let lines = self.prefixed(prefix);
        for &(line, name, value) in &lines {
            match seats.iter().position(|seat| seat.as_str() == name) {
                Some(index) => values[index] = value,
                None => self.report(line, VariantFileErrorKind::UnknownSeat(name.to_owned())),
            }
            let own = self.squares(line, value, board, &mut taken);
            if prefix == "trees" && own.len() < TREES_PER_SEAT {
                self.report(line, VariantFileErrorKind::TooFewTreeSquares);
            }
        }
        if prefix == "trees" && !lines.is_empty() && values.contains(&"") {
            self.report(self.end, VariantFileErrorKind::TooFewTreeSquares);
        }
        values
    }

    fn check_castles(&mut self, seats: &[SeatName], castles: &[&str], matter: bool) {
        for (seat, castle) in seats.iter().zip(castles) {
            if matter && castle.is_empty() {
                self.report(self.end, VariantFileErrorKind::MissingCastle(seat.as_str()));
            }
        }
        if let (false, Some((line, ..))) = (matter, self.prefixed("castle").first()) {
            self.report(*line, VariantFileErrorKind::UnusedCastle);
        }
    }

    fn switches(&mut self) -> Switches {
        Switches {
            pieces_in_castle_to_win: self.number("pieces_in_castle_to_win", 1, 16),
            pieces_needed_to_win: self.number("pieces_needed_to_win", 1, 16),
            enemy_reduced_to: self.number("enemy_reduced_to", 0, 16),
            castle_moves: self.number("castle_moves", 0, 100),
            own_castle_jump_ends_turn: self.flag("own_castle_jump_ends_turn"),
            goal_is_opposite_only: self.flag("goal_is_opposite_only"),
            castles_matter: self.flag("castles_matter"),
            object_reversed: self.flag("object_reversed"),
        }
    }
}

/// Splits `Parker 1887` into name and year. `WCF` has no year.
fn rule_set(value: &'static str) -> RuleSet {
    let year = |word: &str| word.parse().ok().filter(|_| word.len() == 4);
    match value.rsplit_once(' ') {
        Some((name, last)) if year(last).is_some() => RuleSet { name, year: year(last) },
        _ => RuleSet { name: value, year: None },
    }
}
