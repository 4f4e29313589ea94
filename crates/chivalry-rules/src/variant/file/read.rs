//! Reads and checks a variant file.

use super::error::{Fault, FileFault};
use super::lines::File;
use crate::board::piece::Piece;
use crate::board::seat::{Seat, Team};
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::notation::board_text::PositionTextError;
use crate::position::state::Position;
use crate::variant::compile::VariantError;
use crate::variant::compiled::Variant;

/// Reads a variant file, and compiles what it says.
///
/// # Errors
/// Every fault that can be told from the others, by line.
pub fn read_variant_file(text: &'static str) -> Result<Variant, Vec<FileFault>> {
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

impl File {
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

fn squares_of(variant: &Variant, seat: Seat) -> SquareSet {
    let array = variant.board().squares().zip(&variant.array().pieces);
    let own = |(square, piece): (Square, &Option<_>)| {
        let piece: Option<&Piece> = piece.as_ref();
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
