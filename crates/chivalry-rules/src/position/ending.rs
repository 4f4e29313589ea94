//! The end of the game as far as one position shows it.

use super::outcome::{EndReason, Ending};
use super::state::Position;
use crate::board::seat::{PerSeat, Team};

impl Position {
    /// The end that the position itself shows (`rules.md 5.1` to `5.4`).
    ///
    /// The seat before the one to move made the last move.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending_with_withdrawn(&PerSeat::default())
    }

    /// [`Position::ending`] with seats that have `withdrawn` counted as unable to move
    /// (`rules.md 6.4`).
    #[must_use]
    pub fn ending_with_withdrawn(&self, withdrawn: &PerSeat<bool>) -> Option<Ending> {
        self.ending_by_pieces().or_else(|| self.ending_by_no_move(withdrawn))
    }

    /// The end by counting pieces (`rules.md 5.1` to `5.3`).
    pub(crate) fn ending_by_pieces(&self) -> Option<Ending> {
        let switches = self.variant.switches();
        let mover = Team::of(self.variant.previous_seat(self.turn));
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
        let left = teams.map(|team| self.team_pieces(team).len());
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

    /// The end because a team cannot move (`rules.md 5.4`). Seats of games without castles pass
    /// instead.
    fn ending_by_no_move(&self, withdrawn: &PerSeat<bool>) -> Option<Ending> {
        if !self.variant.switches().castles_matter {
            return None;
        }
        if self.variant.seat_count() == 2 {
            return (!self.has_move(self.turn)).then(|| self.blocked(Team::of(self.turn)));
        }
        let mover = Team::of(self.variant.previous_seat(self.turn));
        let is_stuck = |seat| withdrawn[seat] || !self.has_move(seat);
        let stuck = |team| self.variant.seats_of(team).all(is_stuck);
        [mover.enemy(), mover].into_iter().find(|&team| stuck(team)).map(|team| self.blocked(team))
    }

    fn blocked(&self, team: Team) -> Ending {
        if self.variant.switches().object_reversed {
            return Ending::win(team, EndReason::NoMove);
        }
        let needed = usize::from(self.variant.switches().pieces_needed_to_win);
        if self.team_pieces(team.enemy()).len() >= needed {
            Ending::win(team.enemy(), EndReason::NoMove)
        } else {
            Ending::draw(EndReason::NoMove)
        }
    }
}
