//! Reads, compiles and checks a variant file.

use super::error::{VariantFileError, VariantFileErrorKind};
use super::lines::VariantFile;
use crate::board::piece::Piece;
use crate::board::seat::Seat;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::notation::board_text::PositionTextError;
use crate::position::state::Position;
use crate::variant::compile::VariantError;
use crate::variant::compiled::Variant;

/// Reads and compiles a variant file.
///
/// # Errors
/// All independent errors, ordered by line.
pub fn read_variant_file(text: &'static str) -> Result<Variant, Vec<VariantFileError>> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut file = VariantFile::parse(text);
    let spec = file.spec();
    if let (true, Some(spec)) = (file.errors.is_empty(), spec) {
        match Variant::compile(&spec) {
            Ok(variant) => {
                let variant = file.check_compiled(variant);
                if let (true, Some(mut variant)) = (file.errors.is_empty(), variant) {
                    variant.source = text;
                    return Ok(variant);
                }
            }
            Err(error) => file.report_compile_error(error),
        }
    }
    file.errors.sort_by_key(|error| error.line);
    Err(file.errors)
}

impl VariantFile {
    /// Checks that need the compiled variant: pieces, reachable goals, an unfinished array.
    fn check_compiled(&mut self, variant: Variant) -> Option<Variant> {
        let array_line = self.line_of("array");
        for seat in variant.seats() {
            let name = variant.seat_name(seat).as_str();
            let pieces = array_squares(&variant, seat);
            if pieces.is_empty() {
                self.report(array_line, VariantFileErrorKind::NoPieces(name));
                continue;
            }
            let goal = variant.goal(seat);
            if goal.is_empty() {
                continue;
            }
            if !reachable_squares(&variant, seat, pieces).intersects(goal) {
                let castle = variant.seats().find(|&other| variant.castle(other).intersects(goal));
                let castle = castle.map_or("", |other| variant.seat_name(other).as_str());
                self.report(
                    self.line_of(&format!("castle {castle}")),
                    VariantFileErrorKind::Unreachable(name),
                );
            }
            let to_win = usize::from(variant.switches().pieces_in_castle_to_win);
            let goals = variant.seats_of(variant.team_of(seat)).map(|own| variant.goal(own).len());
            if goals.sum::<usize>() < to_win {
                self.report(
                    self.line_of("pieces_in_castle_to_win"),
                    VariantFileErrorKind::GoalTooSmall(name),
                );
            }
        }
        if !self.errors.is_empty() {
            return None;
        }
        // A position needs a `&'static` variant, so the checked copy is leaked.
        let variant: &'static Variant = Box::leak(Box::new(variant));
        if Position::start(variant).ending().is_some() {
            self.report(array_line, VariantFileErrorKind::GameOver);
            return None;
        }
        Variant::compile(&variant.spec).ok()
    }

    /// Reports a compilation error at the line that caused it.
    fn report_compile_error(&mut self, error: VariantError) {
        let (key, kind) = match error {
            VariantError::ArrayText(PositionTextError { column, detail, .. }) => {
                ("array", VariantFileErrorKind::ArrayText { column, detail })
            }
            VariantError::Goals => ("goal_is_opposite_only", VariantFileErrorKind::NoOpposite),
            VariantError::ReversedTeams => ("object_reversed", VariantFileErrorKind::ReversedTeams),
            VariantError::Array(error) => ("array", VariantFileErrorKind::Setup(error)),
            other => ("name", VariantFileErrorKind::Compile(other)),
        };
        self.report(self.line_of(key), kind);
    }
}

fn array_squares(variant: &Variant, seat: Seat) -> SquareSet {
    let array = variant.board().squares().zip(&variant.array().pieces);
    let own = |(square, piece): (Square, &Option<_>)| {
        let piece: Option<&Piece> = piece.as_ref();
        piece.is_some_and(|piece| piece.seat == seat).then_some(square)
    };
    array.filter_map(own).collect()
}

/// The squares that pieces on `from` reach by plain moves on an empty board.
fn reachable_squares(variant: &Variant, seat: Seat, from: SquareSet) -> SquareSet {
    let (mut seen, mut frontier) = (from, from);
    while !frontier.is_empty() {
        let adjoining = frontier
            .into_iter()
            .fold(SquareSet::EMPTY, |all, at| all | variant.board().neighbours(at));
        frontier = adjoining - seen - variant.side_castles(seat);
        seen |= frontier;
    }
    seen
}
