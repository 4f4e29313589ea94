//! Text drawing of a board: lines for the outline, capitals for Knights, small letters for Men,
//! and a kind of brackets for each seat's castle.

use chivalry_rules::notation::position_text::piece_letter;
use chivalry_rules::{
    EndReason, Ending, Game, Outcome, Position, Seat, SeatName, Square, SquareName, Variant,
};

/// The brackets around the castle squares of each seat, in turn order.
const BRACKETS: [(char, char); 4] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>')];

/// Use of colours in the drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Palette {
    Plain,
    Colour,
}

impl Palette {
    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Palette::Plain => text.to_owned(),
            Palette::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

const fn colour(seat: SeatName) -> &'static str {
    match seat {
        SeatName::White => "1",
        SeatName::Black => "1;36",
        SeatName::Red => "1;31",
        SeatName::Green => "1;32",
        SeatName::Blue => "1;34",
        SeatName::Yellow => "1;33",
    }
}

/// Returns the lines of the drawing, followed by remarks about the position.
pub(crate) fn draw_board(position: &Position, palette: Palette) -> Vec<String> {
    let drawing = BoardDrawing { position, variant: position.variant(), palette };
    let ranks = drawing.variant.board().ranks().len();
    let files = drawing.files();
    let mut lines = vec![files.clone()];
    for rank in (1..=ranks).rev() {
        lines.push(drawing.border(rank + 1));
        lines.push(drawing.rank(rank));
    }
    lines.extend([drawing.border(1), files, String::new()]);
    lines.extend(drawing.remarks());
    lines
}

/// Describes the end of a game in a sentence.
pub(crate) fn ending_text(variant: &Variant, ending: Ending) -> String {
    let why = match ending.reason {
        EndReason::Castle if variant.switches().object_reversed => "as the other entered a castle",
        EndReason::Castle => "by castle",
        EndReason::Bare => "as neither side has the pieces to win",
        EndReason::Capture => "by capture",
        EndReason::NoMove => "as no move is left",
        EndReason::Repetition => "by repetition",
        EndReason::FiftyMoves => "by fifty moves without progress",
        EndReason::Passes => "as every seat passed",
    };
    match ending.outcome {
        Outcome::Draw => format!("The game is over: a draw, {why}."),
        Outcome::Win(team) => {
            let names: Vec<&str> =
                variant.seats_of(team).map(|seat| variant.seat_name(seat).as_str()).collect();
            let verb = if names.len() == 1 { "wins" } else { "win" };
            format!("The game is over: {} {verb} {why}.", names.join(" and "))
        }
    }
}

struct BoardDrawing<'a> {
    position: &'a Position,
    variant: &'static Variant,
    palette: Palette,
}

impl BoardDrawing<'_> {
    /// The square in column `file` and row `rank`, both from 1.
    fn square(&self, file: usize, rank: usize) -> Option<Square> {
        let file = u8::try_from(file.checked_sub(1)?).ok()?;
        self.variant.board().square(SquareName { file, rank: u8::try_from(rank).ok()? })
    }

    fn columns(&self) -> usize {
        usize::from(self.variant.board().files())
    }

    fn files(&self) -> String {
        let letters = (b'A'..).take(self.columns()).map(char::from);
        let line: String = letters.map(|letter| format!("  {letter} ")).collect();
        format!("   {}", line.trim_end())
    }

    /// The line between the ranks `above` and `above - 1`.
    fn border(&self, above: usize) -> String {
        let exists = |file: usize, rank: usize| self.square(file, rank).is_some();
        let mut line = String::new();
        for file in 1..=self.columns() + 1 {
            let left = exists(file - 1, above) || exists(file - 1, above - 1);
            let right = exists(file, above) || exists(file, above - 1);
            let up = exists(file - 1, above) || exists(file, above);
            let down = exists(file - 1, above - 1) || exists(file, above - 1);
            line.push(corner(up, down, left, right));
            line.push_str(if right { "───" } else { "   " });
        }
        format!("   {}", self.palette.paint("2", line.trim_end()))
    }

    fn rank(&self, rank: usize) -> String {
        let mut line = String::new();
        for file in 1..=self.columns() + 1 {
            let square = self.square(file, rank);
            let has_wall = square.is_some() || self.square(file - 1, rank).is_some();
            line += &if has_wall { self.palette.paint("2", "│") } else { " ".to_owned() };
            if file <= self.columns() {
                line += &square.map_or_else(|| "   ".to_owned(), |square| self.cell(square));
            }
        }
        format!("{rank:>2} {line} {rank}")
    }

    fn cell(&self, square: Square) -> String {
        let piece = self.position.piece_at(square);
        let letter = match piece {
            Some(piece) => self.palette.paint(
                colour(self.variant.seat_name(piece.seat)),
                piece_letter(piece, self.variant).encode_utf8(&mut [0; 4]),
            ),
            None if self.position.trees().contains(square) => self.palette.paint("32", "^"),
            None if self.variant.board().water().contains(square) => {
                return self.palette.paint("34", "~~~");
            }
            None => " ".to_owned(),
        };
        let owner = self.variant.seats().find(|&seat| self.variant.castle(seat).contains(square));
        match owner {
            Some(seat) => {
                let (open, close) = self.brackets(seat);
                format!("{open}{letter}{close}")
            }
            None => format!(" {letter} "),
        }
    }

    fn brackets(&self, seat: Seat) -> (String, String) {
        let (open, close) = BRACKETS[seat.index()];
        let paint = |bracket: char| {
            let code = colour(self.variant.seat_name(seat));
            self.palette.paint(code, bracket.encode_utf8(&mut [0; 4]))
        };
        (paint(open), paint(close))
    }

    /// Remarks below the board.
    fn remarks(&self) -> Vec<String> {
        let (position, variant) = (self.position, self.variant);
        let name = |seat: Seat| variant.seat_name(seat).as_str();
        let mut lines = vec![match Game::new(*position).ending() {
            Some(ending) => ending_text(variant, ending),
            None if position.must_pass() => format!("{} has to pass.", name(position.turn())),
            None if position.must_place_trees(position.turn()) => {
                format!("{} has three trees to place.", name(position.turn()))
            }
            None => format!("{} to move.", name(position.turn())),
        }];
        lines[0] += &format!(" Round {}.", position.round());
        let castles = variant.switches().castles_matter;
        if castles {
            let marks = variant.seats().map(|seat| {
                let (open, close) = self.brackets(seat);
                format!("{} {open} {close}", name(seat))
            });
            lines.push(format!("Castles: {}.", marks.collect::<Vec<_>>().join(", ")));
        }
        if variant.switches().castle_moves > 0 {
            let used = variant
                .seats()
                .map(|seat| format!("{} {}", name(seat), position.castle_moves_used(seat)));
            let most = variant.switches().castle_moves;
            let used = used.collect::<Vec<_>>().join(", ");
            lines.push(format!("Castle moves used, of {most} each: {used}."));
        }
        if !variant.board().water().is_empty() {
            lines.push("Nothing may stand on water: ~~~.".to_owned());
        }
        if !position.trees().is_empty() {
            lines.push("Trees: ^.".to_owned());
        }
        lines.push("Capitals are Knights, small letters Men.".to_owned());
        lines
    }
}

/// The box-drawing character for a joint of lines.
fn corner(up: bool, down: bool, left: bool, right: bool) -> char {
    const SIGNS: [char; 16] =
        [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼'];
    let bit = |set: bool, place: usize| usize::from(set) << place;
    SIGNS[bit(up, 3) | bit(down, 2) | bit(left, 1) | bit(right, 0)]
}
