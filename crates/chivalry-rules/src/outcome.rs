//! How a game ends: who won, and why, are two things.

use super::position::Position;
use super::seat::{PerSeat, Team};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A team won.
    Win(Team),
    /// Nobody did.
    Draw,
}

/// Why the rules ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// Enough pieces in the goal castles (`rules.md 5.1`): of the winner, or
    /// of the loser where the object is reversed (`8.11`).
    Castle,
    /// Neither team has the pieces to win (`rules.md 5.2`).
    Bare,
    /// The enemies are captured (`rules.md 5.3`).
    Capture,
    /// The side to move cannot (`rules.md 5.4`, `8.11`).
    NoMove,
    /// The same position for the third time (`rules.md 5.5`).
    Repetition,
    /// Fifty turns by each seat without progress (`rules.md 5.5`).
    FiftyMoves,
    /// Every seat passed in a row (`rules.md 6.2`).
    Passes,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 7] = [
        EndReason::Castle,
        EndReason::Bare,
        EndReason::Capture,
        EndReason::NoMove,
        EndReason::Repetition,
        EndReason::FiftyMoves,
        EndReason::Passes,
    ];

    /// The reason's name in records, frames and the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            EndReason::Castle => "castle",
            EndReason::Bare => "bare",
            EndReason::Capture => "capture",
            EndReason::NoMove => "no_move",
            EndReason::Repetition => "repetition",
            EndReason::FiftyMoves => "fifty_moves",
            EndReason::Passes => "passes",
        }
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: EndReason,
}

impl Ending {
    const fn win(team: Team, reason: EndReason) -> Ending {
        Ending { outcome: Outcome::Win(team), reason }
    }

    const fn draw(reason: EndReason) -> Ending {
        Ending { outcome: Outcome::Draw, reason }
    }

    /// The draw by repetition, fifty moves or passes, which only a game's
    /// history shows.
    pub(super) const fn by_history(reason: EndReason) -> Ending {
        Ending::draw(reason)
    }
}

impl Position {
    /// The end that the position itself is, if it is one (`rules.md 5.1` to
    /// `5.4`). The mover was the seat before the one to move.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending_without(&PerSeat::default())
    }

    /// [`Position::ending`], where the seats that are `out` cannot move
    /// (`rules.md 6.4`).
    #[must_use]
    pub fn ending_without(&self, out: &PerSeat<bool>) -> Option<Ending> {
        self.ending_by_pieces().or_else(|| self.ending_by_no_move(out))
    }

    /// `rules.md 5.1` to `5.3`: what counting pieces tells.
    pub(super) fn ending_by_pieces(&self) -> Option<Ending> {
        let switches = self.variant.switches();
        let mover = Team::of(self.variant.before(self.turn));
        let teams = [mover, mover.enemy()];
        let needed = usize::from(switches.pieces_needed_to_win);
        if switches.castles_matter {
            let to_win = usize::from(switches.pieces_in_castle_to_win);
            for team in teams {
                if self.pieces_at_goal(team) >= to_win {
                    let winner = if switches.object_reversed { team.enemy() } else { team };
                    return Some(Ending::win(winner, EndReason::Castle));
                }
            }
        }
        if switches.object_reversed {
            return None;
        }
        let left = teams.map(|team| self.team(team).len());
        if needed > 1 && left.iter().all(|&left| left < needed) {
            return Some(Ending::draw(EndReason::Bare));
        }
        let reduced_to = usize::from(switches.enemy_reduced_to);
        for (team, own, enemy) in [(teams[0], left[0], left[1]), (teams[1], left[1], left[0])] {
            if enemy <= reduced_to && own >= needed {
                return Some(Ending::win(team, EndReason::Capture));
            }
        }
        None
    }

    /// `rules.md 5.4`: a side that cannot move. Seats of games without castles
    /// pass instead.
    fn ending_by_no_move(&self, out: &PerSeat<bool>) -> Option<Ending> {
        if !self.variant.switches().castles_matter {
            return None;
        }
        if self.variant.seat_count() == 2 {
            return (!self.has_move(self.turn)).then(|| self.blocked(Team::of(self.turn)));
        }
        let mover = Team::of(self.variant.before(self.turn));
        let is_stuck = |seat| out[seat] || !self.has_move(seat);
        let stuck = |team| self.variant.seats_of(team).all(is_stuck);
        [mover.enemy(), mover].into_iter().find(|&team| stuck(team)).map(|team| self.blocked(team))
    }

    fn blocked(&self, team: Team) -> Ending {
        if self.variant.switches().object_reversed {
            return Ending::win(team, EndReason::NoMove);
        }
        let needed = usize::from(self.variant.switches().pieces_needed_to_win);
        if self.team(team.enemy()).len() >= needed {
            Ending::win(team.enemy(), EndReason::NoMove)
        } else {
            Ending::draw(EndReason::NoMove)
        }
    }
}
