//! The end of the game as far as one position shows it.

use super::outcome::{EndReason, Ending};
use super::state::Position;
use crate::board::seat::{PerSeat, Seat, Team};

impl Position {
    /// The end that the position itself shows (`rules.md 5.1` to `5.4`).
    ///
    /// The seat before the one to move made the last move.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending_with_withdrawn(&PerSeat::default())
    }

    /// [`Position::ending`] with seats that have `withdrawn` counted as unable to move
    /// (`rules.md 6.4`) and, if each plays for himself, as without pieces (`6.5`).
    #[must_use]
    pub fn ending_with_withdrawn(&self, withdrawn: &PerSeat<bool>) -> Option<Ending> {
        self.ending_by_pieces(withdrawn).or_else(|| self.ending_by_no_move(withdrawn))
    }

    /// The end by counting pieces (`rules.md 5.1` to `5.3`).
    pub(crate) fn ending_by_pieces(&self, withdrawn: &PerSeat<bool>) -> Option<Ending> {
        if self.variant.is_free_for_all() {
            return self.single_ending_by_pieces(withdrawn);
        }
        let switches = self.variant.switches();
        let mover = self.variant.team_of(self.variant.previous_seat(self.turn));
        let teams = [mover, mover.other_of_two()];
        let needed = usize::from(switches.pieces_needed_to_win);
        if switches.castles_matter {
            let to_win = usize::from(switches.pieces_in_castle_to_win);
            for team in teams {
                if self.pieces_at_goal(team) >= to_win {
                    let loses = switches.object_reversed;
                    let winner = if loses { team.other_of_two() } else { team };
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

    /// The end by counting pieces if each plays for himself (`rules.md 6.5`).
    fn single_ending_by_pieces(&self, withdrawn: &PerSeat<bool>) -> Option<Ending> {
        let switches = self.variant.switches();
        let to_win = usize::from(switches.pieces_in_castle_to_win);
        let is_home = |&team: &Team| self.pieces_at_goal(team) >= to_win;
        let home = self.teams_from_the_mover().find(is_home).filter(|_| switches.castles_matter);
        if let Some(winner) = home {
            return Some(Ending::win(winner, EndReason::Castle));
        }
        // The pieces of a seat that is out do not count.
        let is_out = |team| self.variant.seats_of(team).all(|seat| withdrawn[seat]);
        let left = |team| if is_out(team) { 0 } else { self.team_pieces(team).len() };
        let needed = usize::from(switches.pieces_needed_to_win);
        if needed > 1 && self.variant.teams().all(|team| left(team) < needed) {
            return Some(Ending::draw(EndReason::Bare));
        }
        let reduced_to = usize::from(switches.enemy_reduced_to);
        let has_captured = |&winner: &Team| {
            let mut others = self.variant.teams().filter(|&team| team != winner);
            left(winner) >= needed && others.all(|team| left(team) <= reduced_to)
        };
        let winner = self.teams_from_the_mover().find(has_captured)?;
        Some(Ending::win(winner, EndReason::Capture))
    }

    /// The end because teams cannot move (`rules.md 5.4`). Seats of games without castles pass
    /// instead.
    fn ending_by_no_move(&self, withdrawn: &PerSeat<bool>) -> Option<Ending> {
        if !self.variant.switches().castles_matter {
            return None;
        }
        if !self.variant.has_passes() {
            let winner = || self.variant.team_of(self.turn).other_of_two();
            return (!self.has_move(self.turn)).then(|| self.win_by_no_move(winner()));
        }
        let can_move = |seat: Seat| !withdrawn[seat] && self.has_move(seat);
        let mut able =
            self.teams_from_the_mover().filter(|&team| self.variant.seats_of(team).any(can_move));
        match (able.next(), able.next()) {
            (Some(_), Some(_)) => None,
            (Some(winner), None) => Some(self.win_by_no_move(winner)),
            (None, _) if self.variant.is_free_for_all() => Some(Ending::draw(EndReason::NoMove)),
            (None, _) => self.teams_from_the_mover().next().map(|team| self.win_by_no_move(team)),
        }
    }

    /// The end in which all teams but `winner` cannot move.
    fn win_by_no_move(&self, winner: Team) -> Ending {
        if self.variant.switches().object_reversed {
            return Ending::win(winner.other_of_two(), EndReason::NoMove);
        }
        let needed = usize::from(self.variant.switches().pieces_needed_to_win);
        if self.team_pieces(winner).len() >= needed {
            Ending::win(winner, EndReason::NoMove)
        } else {
            Ending::draw(EndReason::NoMove)
        }
    }

    /// All teams in turn order, that of the last mover first.
    #[inline]
    fn teams_from_the_mover(&self) -> impl Iterator<Item = Team> + use<> {
        let mover = self.variant.team_of(self.variant.previous_seat(self.turn)).index();
        let count = self.variant.team_count();
        (mover..mover + count).map(move |at| Team::ALL[if at < count { at } else { at - count }])
    }
}
