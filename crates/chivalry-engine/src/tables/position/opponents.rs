//! The two seats of a table.

use chivalry_rules::{Seat, Square, Variant};

/// The places of the two seats that have pieces. All games of two seats have
/// [`Opponents::Opposite`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opponents {
    /// The castle of each is the goal of the other.
    Opposite,
    /// Their castles are on adjacent sides of the board. In games of four seats only.
    Adjacent,
}

impl Opponents {
    /// Both places.
    pub(crate) const ALL: [Opponents; 2] = [Opponents::Opposite, Opponents::Adjacent];

    /// The first seat and an enemy in this place. `None` if it has none.
    pub(crate) fn of(self, variant: &Variant) -> Option<(Seat, Seat)> {
        let first = Seat::FIRST;
        let is_opposite = |enemy: &Seat| variant.castle(*enemy) == variant.goal(first);
        let wanted = self == Opponents::Opposite;
        let mut enemies = variant.enemies_of(variant.team_of(first));
        enemies.find(|enemy| is_opposite(enemy) == wanted).map(|enemy| (first, enemy))
    }
}

/// The most pieces with which each seat always has a move.
///
/// In games with partners a team without a move loses even if the other team is to move (`rules.md
/// 5.4`), which a table does not hold. A piece has a move if there are fewer other pieces than
/// squares beside it and landing squares beyond these.
pub(crate) fn max_pieces(variant: &Variant) -> u8 {
    if !variant.has_passes() {
        return u8::MAX;
    }
    let exits = |seat: Seat, from: Square| {
        let closed = variant.castle(seat) | variant.side_castles(seat);
        let steps = (variant.board().neighbours(from) - closed).len();
        let is_open = |square| !closed.contains(square);
        let leaps = variant.board().leaps(from).iter();
        steps + leaps.filter(|leap| is_open(leap.over) && is_open(leap.to)).count()
    };
    let fewest = |seat: Seat| {
        let excluded = variant.goal(seat) | variant.side_castles(seat);
        let squares = variant.board().squares().filter(|&square| !excluded.contains(square));
        squares.map(|square| exits(seat, square)).min().unwrap_or(0)
    };
    variant.seats().map(fewest).min().unwrap_or(0) as u8
}
