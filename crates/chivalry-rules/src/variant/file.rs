//! Variants as files: lines of `key: value`, each fault with its line
//! (`docs/variants.md`).

use super::{RuleSet, Switches, Variant, VariantError, VariantSpec};
use crate::board::{Board, BoardError};
use crate::notation::position_text::PositionTextError;
use crate::position::Position;
use crate::seat::{Seat, SeatName, Team};
use crate::setup::SetupError;
use crate::square::{Square, SquareName};
use crate::square_set::SquareSet;

/// A fault of a variant file, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct FileFault {
    /// The line at fault, from 1; of what is missing, the one after the last.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a variant file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A line that is neither empty, a comment, nor `key: value`.
    #[error("`key: value` is expected")]
    NoKey,
    /// A key that no variant has.
    #[error("there is no key or switch `{0}`")]
    UnknownKey(String),
    /// A key that is written twice.
    #[error("`{0}` is written twice")]
    Twice(String),
    /// A key without a value.
    #[error("`{0}` has no value")]
    NoValue(String),
    /// A key that is not there.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A name that could not stand in an address.
    #[error("a name has 2 to 40 small letters, digits and hyphens, a letter first")]
    Name,
    /// A language that is no code of two letters.
    #[error("`{0}` is no language: two small letters, such as `en`")]
    Language(String),
    /// A board that cannot be read.
    #[error("{0}")]
    Board(BoardError),
    /// Seats that fit no game.
    #[error("the seats are `White Black` or `Red Green Blue Yellow`")]
    Seats,
    /// Seats in an order in which one side has more turns.
    #[error("unequal turn order: {0} has more turns than others")]
    UnequalTurns(String),
    /// A seat that this game does not have.
    #[error("`{0}` is no seat of this game")]
    UnknownSeat(String),
    /// A word that is no square of the board.
    #[error("`{0}` is not a square of the board")]
    OffBoard(String),
    /// A square that is written twice, or belongs to two seats.
    #[error("{0} is named twice")]
    Shared(String),
    /// A square that is water.
    #[error("{0} is water")]
    Wet(String),
    /// A castle that is missing though castles matter.
    #[error("{0} has no castle, and castles matter")]
    NoCastle(&'static str),
    /// Castles where they do not matter.
    #[error("castles do not matter in this game")]
    IdleCastle,
    /// A seat without a place for its trees.
    #[error("each seat has three tree squares or more, or none has any")]
    FewTreeSquares,
    /// An array that cannot be read.
    #[error("column {column}: {detail}")]
    Array {
        /// The column of the value, from 1.
        column: usize,
        /// What is wrong there.
        detail: String,
    },
    /// An array that cannot be played.
    #[error("{0}")]
    Setup(SetupError),
    /// A seat without pieces.
    #[error("{0} has no pieces")]
    NoPieces(&'static str),
    /// A goal that no piece of a seat could ever walk to.
    #[error("{0} cannot reach its goal")]
    Unreachable(&'static str),
    /// An array in which the game is over.
    #[error("the game is over before it begins")]
    Over,
    /// A switch that is not `yes` or `no`.
    #[error("`yes` or `no` is expected, not `{0}`")]
    YesOrNo(String),
    /// A number out of its bounds.
    #[error("a number from {least} to {most} is expected, not `{found}`")]
    Number {
        /// What is written.
        found: String,
        /// The least that it can be.
        least: u8,
        /// The most that it can be.
        most: u8,
    },
    /// More pieces asked for than the goal has squares.
    #[error("{0} has a goal of too few squares for that")]
    SmallGoal(&'static str),
    /// A name or an alias that another variant has.
    #[error("another variant is called `{0}`")]
    Taken(String),
    /// Something else that keeps it from being played.
    #[error("{0}")]
    Other(VariantError),
}

/// The keys that are written once.
const KEYS: [&str; 17] = [
    "name",
    "title",
    "section",
    "rules",
    "board",
    "water",
    "seats",
    "array",
    "array name",
    "pieces_in_castle_to_win",
    "pieces_needed_to_win",
    "enemy_reduced_to",
    "castle_moves",
    "own_castle_jump_ends_turn",
    "goal_is_opposite_only",
    "castles_matter",
    "object_reversed",
];

/// What the keys begin with that are written more than once.
const FAMILIES: [&str; 3] = ["castle", "trees", "text"];

/// Reads a variant file, and compiles what it says.
///
/// # Errors
/// Every fault that can be told from the others, by line.
pub fn read(text: &'static str) -> Result<Variant, Vec<FileFault>> {
    let mut file = File::of(text);
    let spec = file.spec();
    if let (true, Some(spec)) = (file.faults.is_empty(), spec) {
        match Variant::compile(&spec) {
            Ok(variant) => {
                let variant = file.checked(variant);
                if let (true, Some(mut variant)) = (file.faults.is_empty(), variant) {
                    variant.source = text;
                    return Ok(variant);
                }
            }
            Err(error) => file.refused(error),
        }
    }
    file.faults.sort_by_key(|fault| fault.line);
    Err(file.faults)
}

impl Variant {
    /// Whether it can be offered beside the built-in variants and `others`.
    ///
    /// # Errors
    /// The line of a name or an alias that one of them has.
    pub fn check_names(&self, others: &[Variant]) -> Result<(), FileFault> {
        let is_taken = |line: &&Line| {
            let is_name = matches!(line.key, "name" | "also");
            is_name && Variant::all().iter().chain(others).any(|it| it.is_called(line.value))
        };
        let file = File::of(self.source);
        let fault = |line: &Line| FileFault {
            line: line.number,
            fault: Fault::Taken(line.value.to_owned()),
        };
        file.lines.iter().find(is_taken).map_or(Ok(()), |line| Err(fault(line)))
    }
}

struct Line {
    number: usize,
    key: &'static str,
    value: &'static str,
}

/// A file that is being read, with the faults found so far.
struct File {
    lines: Vec<Line>,
    end: usize,
    faults: Vec<FileFault>,
}

impl File {
    fn of(text: &'static str) -> File {
        let mut file =
            File { lines: Vec::new(), end: text.lines().count() + 1, faults: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(':') {
                Some((key, value)) => file.line(number, key.trim(), value.trim()),
                None => file.fault(number, Fault::NoKey),
            }
        }
        file
    }

    fn line(&mut self, number: usize, key: &'static str, value: &'static str) {
        let (family, of) = key.split_once(' ').unwrap_or((key, ""));
        let is_of_family = FAMILIES.contains(&family) && !of.is_empty();
        if key != "also" && !KEYS.contains(&key) && !is_of_family {
            return self.fault(number, Fault::UnknownKey(key.to_owned()));
        }
        if key != "also" && self.lines.iter().any(|line| line.key == key) {
            return self.fault(number, Fault::Twice(key.to_owned()));
        }
        if value.is_empty() {
            return self.fault(number, Fault::NoValue(key.to_owned()));
        }
        self.lines.push(Line { number, key, value });
    }

    fn fault(&mut self, line: usize, fault: Fault) {
        self.faults.push(FileFault { line, fault });
    }

    fn find(&self, key: &str) -> Option<(usize, &'static str)> {
        self.lines.iter().find(|line| line.key == key).map(|line| (line.number, line.value))
    }

    /// The line of `key`, or the one after the last.
    fn place(&self, key: &str) -> usize {
        self.find(key).map_or(self.end, |(number, _)| number)
    }

    fn need(&mut self, key: &str) -> Option<(usize, &'static str)> {
        let found = self.find(key);
        // A line that was refused already is not missing as well.
        if found.is_none() && !self.faults.iter().any(|it| it.fault == Fault::NoValue(key.into())) {
            self.fault(self.end, Fault::Missing(key.to_owned()));
        }
        found
    }

    fn family(&self, family: &str) -> Vec<(usize, &'static str, &'static str)> {
        let of_family = |line: &Line| {
            let of = line.key.strip_prefix(family)?.strip_prefix(' ')?;
            Some((line.number, of.trim(), line.value))
        };
        self.lines.iter().filter_map(of_family).collect()
    }

    fn number(&mut self, key: &str, least: u8, most: u8) -> u8 {
        let Some((line, value)) = self.need(key) else { return least };
        match value.parse() {
            Ok(number) if (least..=most).contains(&number) => number,
            _ => {
                self.fault(line, Fault::Number { found: value.to_owned(), least, most });
                least
            }
        }
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.need(key) {
            None | Some((_, "no")) => false,
            Some((_, "yes")) => true,
            Some((line, other)) => {
                self.fault(line, Fault::YesOrNo(other.to_owned()));
                false
            }
        }
    }

    fn spec(&mut self) -> Option<VariantSpec> {
        let name = self.name();
        let title = self.need("title");
        let texts = self.texts();
        let seats = self.seats();
        let board = self.board();
        let switches = self.switches();
        let array = self.need("array");
        let rules = self.need("rules").map(|(_, value)| rule_set(value));
        let (seats, (picture, board)) = (seats?, board?);
        let castles = self.by_seat("castle", seats, &board);
        let tree_squares = self.by_seat("trees", seats, &board);
        self.check_castles(seats, &castles, switches.castles_matter);
        let has_trees = tree_squares.iter().any(|squares| !squares.is_empty());
        let also: Vec<&'static str> =
            self.lines.iter().filter(|line| line.key == "also").map(|line| line.value).collect();
        Some(VariantSpec {
            name: name?,
            aliases: also.leak(),
            title: title?.1,
            texts: texts.leak(),
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
        let (line, name) = self.need("name")?;
        let names = [(line, name)].into_iter().chain(
            self.lines.iter().filter(|line| line.key == "also").map(|it| (it.number, it.value)),
        );
        let is_name = |name: &str| {
            let may_stand = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
            (2..=40).contains(&name.len())
                && name.bytes().all(may_stand)
                && name.bytes().next().is_some_and(|first| first.is_ascii_lowercase())
        };
        let wrong: Vec<usize> =
            names.filter(|(_, name)| !is_name(name)).map(|(line, _)| line).collect();
        for line in wrong {
            self.fault(line, Fault::Name);
        }
        Some(name)
    }

    fn texts(&mut self) -> Vec<(&'static str, &'static str)> {
        let texts = self.family("text");
        for &(line, language, _) in &texts {
            let letters = language.bytes().filter(u8::is_ascii_lowercase).count();
            if letters != 2 || language.len() != 2 {
                self.fault(line, Fault::Language(language.to_owned()));
            }
        }
        texts.into_iter().map(|(_, language, text)| (language, text)).collect()
    }

    fn seats(&mut self) -> Option<&'static [SeatName]> {
        let (line, value) = self.need("seats")?;
        let words: Vec<&str> = value.split_whitespace().collect();
        for seats in [&SeatName::TWO[..], &SeatName::FOUR[..]] {
            if seats.iter().map(|seat| seat.as_str()).eq(words.iter().copied()) {
                return Some(seats);
            }
        }
        let turns = |word: &&str| words.iter().filter(|other| *other == word).count();
        let most = words.iter().find(|word| turns(word) > 1);
        let fault = most.map_or(Fault::Seats, |word| Fault::UnequalTurns((*word).to_owned()));
        self.fault(line, fault);
        None
    }

    fn board(&mut self) -> Option<(&'static str, Board)> {
        let (line, picture) = self.need("board")?;
        let board = match Board::from_picture(picture) {
            Ok(board) => board,
            Err(error) => {
                self.fault(line, Fault::Board(error));
                return None;
            }
        };
        let water = match self.find("water") {
            Some((line, value)) => self.squares(line, value, &board, &mut SquareSet::default()),
            None => SquareSet::EMPTY,
        };
        Some((picture, board.with_water(water)))
    }

    /// The squares that a value names; `taken` ones are named twice.
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
                None => self.fault(line, Fault::OffBoard(word.to_owned())),
                Some(square) if board.water().contains(square) => {
                    self.fault(line, Fault::Wet(word.to_owned()));
                }
                Some(square) if taken.contains(square) => {
                    self.fault(line, Fault::Shared(word.to_owned()));
                }
                Some(square) => {
                    squares.insert(square);
                    taken.insert(square);
                }
            }
        }
        squares
    }

    /// The values of `castle SEAT` or `trees SEAT`, in turn order.
    fn by_seat(
        &mut self,
        family: &'static str,
        seats: &[SeatName],
        board: &Board,
    ) -> Vec<&'static str> {
        let mut values = vec![""; seats.len()];
        let mut taken = SquareSet::EMPTY;
        let lines = self.family(family);
        for &(line, of, value) in &lines {
            match seats.iter().position(|seat| seat.as_str() == of) {
                Some(index) => values[index] = value,
                None => self.fault(line, Fault::UnknownSeat(of.to_owned())),
            }
            let own = self.squares(line, value, board, &mut taken);
            if family == "trees" && own.len() < crate::trees::TREES_EACH {
                self.fault(line, Fault::FewTreeSquares);
            }
        }
        if family == "trees" && !lines.is_empty() && values.contains(&"") {
            self.fault(self.end, Fault::FewTreeSquares);
        }
        values
    }

    fn check_castles(&mut self, seats: &[SeatName], castles: &[&str], matter: bool) {
        for (seat, castle) in seats.iter().zip(castles) {
            if matter && castle.is_empty() {
                self.fault(self.end, Fault::NoCastle(seat.as_str()));
            }
        }
        if let (false, Some((line, ..))) = (matter, self.family("castle").first()) {
            self.fault(*line, Fault::IdleCastle);
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

    /// What only a compiled variant shows.
    fn checked(&mut self, variant: Variant) -> Option<Variant> {
        let place = self.place("array");
        for seat in variant.seats() {
            let name = variant.seat_name(seat).as_str();
            let pieces = squares_of(&variant, seat);
            if pieces.is_empty() {
                self.fault(place, Fault::NoPieces(name));
                continue;
            }
            let goal = variant.goal(seat);
            if goal.is_empty() {
                continue;
            }
            if !walks_to(&variant, seat, pieces).meets(goal) {
                let castle = variant.seats().find(|&other| variant.castle(other).meets(goal));
                let castle = castle.map_or("", |other| variant.seat_name(other).as_str());
                self.fault(self.place(&format!("castle {castle}")), Fault::Unreachable(name));
            }
            let to_win = usize::from(variant.switches().pieces_in_castle_to_win);
            let goals = variant.seats_of(Team::of(seat)).map(|own| variant.goal(own).len());
            if goals.sum::<usize>() < to_win {
                self.fault(self.place("pieces_in_castle_to_win"), Fault::SmallGoal(name));
            }
        }
        if !self.faults.is_empty() {
            return None;
        }
        // A position holds its variant for as long as the process lives.
        let variant: &'static Variant = Box::leak(Box::new(variant));
        if Position::start(variant).ending().is_some() {
            self.fault(place, Fault::Over);
            return None;
        }
        Variant::compile(&variant.spec).ok()
    }

    /// A fault that was found by compiling.
    fn refused(&mut self, error: VariantError) {
        let (key, fault) = match error {
            VariantError::ArrayText(PositionTextError { column, detail, .. }) => {
                ("array", Fault::Array { column, detail })
            }
            VariantError::Array(error) => ("array", Fault::Setup(error)),
            other => ("name", Fault::Other(other)),
        };
        self.fault(self.place(key), fault);
    }
}

/// `WCF`, `Parker 1887`: a name, and a year where the last word is one.
fn rule_set(value: &'static str) -> RuleSet {
    let year = |word: &str| word.parse().ok().filter(|_| word.len() == 4);
    match value.rsplit_once(' ') {
        Some((name, last)) if year(last).is_some() => RuleSet { name, year: year(last) },
        _ => RuleSet { name: value, year: None },
    }
}

fn squares_of(variant: &Variant, seat: Seat) -> SquareSet {
    let array = variant.board().squares().zip(&variant.array().pieces);
    let own = |(square, piece): (Square, &Option<_>)| {
        let piece: Option<&crate::piece::Piece> = piece.as_ref();
        piece.is_some_and(|piece| piece.seat == seat).then_some(square)
    };
    array.filter_map(own).collect()
}

/// The squares that pieces on `from` could walk to on an empty board.
fn walks_to(variant: &Variant, seat: Seat, from: SquareSet) -> SquareSet {
    let (mut seen, mut edge) = (from, from);
    while !edge.is_empty() {
        let around =
            edge.into_iter().fold(SquareSet::EMPTY, |all, at| all | variant.board().around(at));
        edge = around - seen - variant.side_castles(seat);
        seen |= edge;
    }
    seen
}
