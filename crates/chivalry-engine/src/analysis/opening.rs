//! Names of openings.
//!
//! The rules and histories that this project uses name no openings. A name therefore describes
//! the first move of each side, for example `Center Canter, Symmetrical Defense`.

use std::fmt;

use chivalry_rules::{Position, Seat, SquareName, SquareSet, Variant};

/// Returns the name of the opening of a game, from its positions before each ply and after the
/// last.
///
/// The name describes the first move of White, and that of Black if it was played. It is in
/// English. `None` if no move was played, if the game does not begin at the array, or if its
/// variant has more than two seats, no castles, or trees to place first.
#[must_use]
pub fn opening_name<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Option<String> {
    let mut positions = positions.into_iter();
    let (array, after_first) = (positions.next()?, positions.next()?);
    let variant = array.variant();
    let has_names =
        variant.seat_count() == 2 && variant.switches().castles_matter && !variant.has_trees();
    if !has_names || *array != Position::start(variant) {
        return None;
    }
    let first = OpeningMove::between(array, after_first)?;
    let answer = positions.next().and_then(|after| OpeningMove::between(after_first, after));
    Some(match answer {
        None => first.to_string(),
        Some(answer) if first.is_image_of(&answer, variant) => {
            format!("{first}, Symmetrical Defense")
        }
        Some(answer) => format!("{first}, {answer} Defense"),
    })
}

/// The first move of a seat.
struct OpeningMove {
    from: SquareName,
    to: SquareName,
    is_knight: bool,
    zone: Zone,
    kind: Kind,
}

/// The place of a piece in the array, by the distance of its file from the middle of the board.
#[derive(Clone, Copy)]
enum Zone {
    /// At most half as far as the outermost piece of the seat.
    Center,
    Wing,
    /// An outermost piece.
    Flank,
}

#[derive(Clone, Copy)]
enum Kind {
    Canter,
    /// A jump or a charge.
    Attack,
    /// A step towards the enemy.
    Advance,
    /// A step along the rank.
    Sidestep,
    /// A step away from the enemy.
    Retreat,
}

impl OpeningMove {
    /// Returns the move that leads from one position to the next. `None` if no piece moved.
    fn between(before: &Position, after: &Position) -> Option<OpeningMove> {
        let (variant, seat) = (before.variant(), before.turn());
        let board = variant.board();
        let (left, reached) = (before.pieces(seat), after.pieces(seat));
        let (from, to) = ((left - reached).first()?, (reached - left).first()?);
        let (start, end) = (board.name(from), board.name(to));
        let other = variant.next_seat(seat);
        let kind = if after.pieces(other) != before.pieces(other) {
            Kind::Attack
        } else if !board.neighbours(from).contains(to) {
            Kind::Canter
        } else if start.rank == end.rank {
            Kind::Sidestep
        } else if (start.rank < end.rank) == is_upwards(variant, seat) {
            Kind::Advance
        } else {
            Kind::Retreat
        };
        let is_knight = before.knights().contains(from);
        let zone = Zone::of(start, left, variant);
        Some(OpeningMove { from: start, to: end, is_knight, zone, kind })
    }

    /// Returns true if half a turn of the board, or its reflection in the middle rank, turns this
    /// move into `other`.
    fn is_image_of(&self, other: &OpeningMove, variant: &Variant) -> bool {
        let board = variant.board();
        let last_rank = board.ranks().len() as u8;
        let image = |name: SquareName, is_turned: bool| SquareName {
            file: if is_turned { board.files() - 1 - name.file } else { name.file },
            rank: last_rank + 1 - name.rank,
        };
        [false, true].into_iter().any(|is_turned| {
            image(self.from, is_turned) == other.from && image(self.to, is_turned) == other.to
        })
    }
}

impl Zone {
    /// The zone of a piece on `square` among `pieces`, all pieces of its seat.
    fn of(square: SquareName, pieces: SquareSet, variant: &Variant) -> Zone {
        let board = variant.board();
        // Distances count halves of a file.
        let distance = |name: SquareName| (2 * name.file).abs_diff(board.files() - 1);
        let most = pieces.into_iter().map(|it| distance(board.name(it))).max().unwrap_or(0);
        match distance(square) {
            near if 2 * near <= most => Zone::Center,
            far if far < most => Zone::Wing,
            _ => Zone::Flank,
        }
    }
}

/// Returns true if the goal of `seat` is on a higher rank than its castle.
fn is_upwards(variant: &Variant, seat: Seat) -> bool {
    let rank = |squares: SquareSet| squares.first().map(|square| variant.board().name(square).rank);
    rank(variant.castle(seat)) < rank(variant.goal(seat))
}

impl fmt::Display for OpeningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = if self.is_knight { "Knight's " } else { "" };
        let zone = match self.zone {
            Zone::Center => "Center",
            Zone::Wing => "Wing",
            Zone::Flank => "Flank",
        };
        let kind = match self.kind {
            Kind::Canter => "Canter",
            Kind::Attack => "Attack",
            Kind::Advance => "Advance",
            Kind::Sidestep => "Sidestep",
            Kind::Retreat => "Retreat",
        };
        write!(f, "{piece}{zone} {kind}")
    }
}

#[cfg(test)]
mod tests {
    use chivalry_rules::Game;

    use super::*;

    /// The positions of a game from the array.
    fn positions(variant: &str, moves: &[&str]) -> Vec<Position> {
        let mut game = Game::new(Position::start(Variant::named(variant).unwrap()));
        let mut positions = vec![*game.position()];
        for text in moves {
            let effect = game.check(&text.parse().unwrap()).unwrap();
            game.play(&effect);
            positions.push(*game.position());
        }
        positions
    }

    fn name(variant: &str, moves: &[&str]) -> Option<String> {
        opening_name(&positions(variant, moves))
    }

    #[test]
    fn a_name_describes_the_first_move_of_each_side() {
        for (variant, moves, expected) in [
            ("camelot", &["E6-E8"][..], "Center Canter"),
            ("camelot", &["E6-E8", "E11-E9"], "Center Canter, Symmetrical Defense"),
            ("camelot", &["E6-E8", "H11-H9", "C6-E6"], "Center Canter, Symmetrical Defense"),
            ("camelot", &["E6-E8", "G11-G9"], "Center Canter, Center Canter Defense"),
            (
                "camelot",
                &["C6-E8", "I10-J9"],
                "Knight's Flank Canter, Knight's Wing Advance Defense",
            ),
            ("camelot", &["D7-C7", "D11-D12"], "Knight's Wing Sidestep, Wing Retreat Defense"),
            ("chivalry-1887", &["E6-E8"], "Wing Canter"),
            ("cam", &["D5-D6"], "Center Advance"),
        ] {
            assert_eq!(name(variant, moves).as_deref(), Some(expected), "{moves:?}");
        }
    }

    #[test]
    fn games_of_four_and_other_starts_have_no_name() {
        assert_eq!(name("camelot", &[]), None);
        assert_eq!(name("grand-cam", &["G3-G5"]), None);
        let positions = positions("camelot", &["E6-E8", "E11-E9"]);
        assert_eq!(opening_name(&positions[1..]), None);
    }
}
