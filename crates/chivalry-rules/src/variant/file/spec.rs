//! Reads the values of a variant file into a specification.

use super::error::VariantFileErrorKind;
use super::lines::VariantFile;
use crate::board::geometry::Board;
use crate::board::seat::Team;
use crate::board::seat_name::SeatName;
use crate::board::square::SquareName;
use crate::board::square_set::SquareSet;
use crate::variant::compile::usual_seating;
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
        let teams = self.teams(seats);
        let seating = self.seating(seats);
        let goals = self.goals(seats, switches.castles_matter);
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
            teams: teams?,
            seating: seating?,
            goals: goals?,
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
        let names: Option<Vec<SeatName>> = words.iter().map(|word| seat_named(word)).collect();
        let is_unique = (1..words.len()).all(|index| !words[..index].contains(&words[index]));
        let seats = names.filter(|names| {
            let of_four = names.iter().all(|name| SeatName::FOUR.contains(name));
            let has_number = matches!(names.len(), 3 | 4);
            is_unique && (names[..] == SeatName::TWO || (of_four && has_number))
        });
        if let Some(seats) = seats {
            return Some(seats.leak());
        }
        let turns = |word: &&str| words.iter().filter(|other| *other == word).count();
        let repeated = words.iter().find(|word| turns(word) > 1);
        let kind = repeated.map_or(VariantFileErrorKind::Seats, |word| {
            VariantFileErrorKind::UnequalTurns((*word).to_owned())
        });
        self.report(line, kind);
        None
    }

    /// The team of each seat. Without the key partners alternate in games for four, and each
    /// plays for himself in others.
    fn teams(&mut self, seats: &[SeatName]) -> Option<&'static [Team]> {
        let Some((line, value)) = self.find("teams") else {
            let teams = (0..seats.len()).map(|seat| if seats.len() == 4 { seat % 2 } else { seat });
            return teams
                .map(Team::new)
                .collect::<Option<Vec<Team>>>()
                .map(Vec::leak)
                .map(|it| &*it);
        };
        let groups: Vec<Vec<&str>> =
            value.split(',').map(|team| team.split_whitespace().collect()).collect();
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let is_even = sizes.iter().all(|&size| size == sizes[0] && matches!(size, 1 | 2));
        let mut seen: Vec<&str> = Vec::new();
        let mut teams = Vec::new();
        for seat in seats {
            let own = groups.iter().find(|group| group.contains(&seat.as_str()));
            // The first seat of a team names it, so that teams are in the order of their turns.
            let named = own.and_then(|group| {
                if !seen.contains(&group[0]) {
                    seen.push(group[0]);
                }
                seen.iter().position(|name| *name == group[0]).and_then(Team::new)
            });
            teams.extend(named);
        }
        let is_sound = is_even
            && teams.len() == seats.len()
            && sizes.iter().sum::<usize>() == seats.len()
            && seen.len() == groups.len()
            && groups.len() >= 2;
        if !is_sound {
            self.report(line, VariantFileErrorKind::Teams);
            return None;
        }
        Some(teams.leak())
    }

    /// The seats round the board. The default is the one of `rules.md 8.8`.
    fn seating(&mut self, seats: &[SeatName]) -> Option<&'static [SeatName]> {
        let Some((line, value)) = self.find("seating") else {
            let seating = usual_seating(seats.len()).into_iter().map(|index| seats[index]);
            return Some(seating.collect::<Vec<SeatName>>().leak());
        };
        let names: Option<Vec<SeatName>> = value.split_whitespace().map(seat_named).collect();
        let seating = names.filter(|names| {
            names.len() == seats.len() && seats.iter().all(|seat| names.contains(seat))
        });
        if seating.is_none() {
            self.report(line, VariantFileErrorKind::Seating);
        }
        seating.map(|names| &*names.leak())
    }

    /// The seats whose castles are the goal of each seat. Empty without `goal` lines.
    fn goals(
        &mut self,
        seats: &[SeatName],
        castles_matter: bool,
    ) -> Option<&'static [&'static [SeatName]]> {
        let lines = self.prefixed("goal");
        let Some(&(first, ..)) = lines.first() else { return Some(&[]) };
        let has_switch = self.find("castles_matter").is_some();
        if has_switch && !castles_matter {
            self.report(first, VariantFileErrorKind::UnusedGoal);
            return None;
        }
        let mut goals: Vec<&'static [SeatName]> = vec![&[]; seats.len()];
        let mut is_sound = true;
        for (line, subject, value) in lines {
            let own = seats.iter().position(|seat| seat.as_str() == subject);
            let Some(own) = own else {
                self.report(line, VariantFileErrorKind::UnknownSeat(subject.to_owned()));
                is_sound = false;
                continue;
            };
            let names: Option<Vec<SeatName>> = value.split_whitespace().map(seat_named).collect();
            let names = names.filter(|names| {
                names.iter().all(|name| seats.contains(name) && *name != seats[own])
            });
            match names {
                Some(names) => goals[own] = names.leak(),
                None => {
                    self.report(line, VariantFileErrorKind::Goal(seats[own].as_str()));
                    is_sound = false;
                }
            }
        }
        if let Some(missing) = goals.iter().position(|goal| goal.is_empty()).filter(|_| is_sound) {
            self.report(self.end, VariantFileErrorKind::Goal(seats[missing].as_str()));
            return None;
        }
        is_sound.then_some(goals.leak())
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
        let lines = self.prefixed("castle");
        let is_known = |name: &str| seats.iter().any(|seat| seat.as_str() == name);
        // The castle of a misspelt seat is not missing.
        let are_named = lines.iter().all(|(_, name, _)| is_known(name));
        for (seat, castle) in seats.iter().zip(castles) {
            if matter && castle.is_empty() && are_named {
                self.report(self.end, VariantFileErrorKind::MissingCastle(seat.as_str()));
            }
        }
        if let (false, Some((line, ..))) = (matter, lines.first()) {
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

fn seat_named(word: &str) -> Option<SeatName> {
    SeatName::ALL.into_iter().find(|name| name.as_str() == word)
}

/// Splits `Parker 1887` into name and year. `WCF` has no year.
fn rule_set(value: &'static str) -> RuleSet {
    let year = |word: &str| word.parse().ok().filter(|_| word.len() == 4);
    match value.rsplit_once(' ') {
        Some((name, last)) if year(last).is_some() => RuleSet { name, year: year(last) },
        _ => RuleSet { name: value, year: None },
    }
}
