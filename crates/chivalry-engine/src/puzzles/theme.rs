//! Themes: the motifs of a solution.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Game, LegMark, Move, Position, Team};

use super::puzzle::{Puzzle, play_turn};

/// A motif of a solution. It follows from the line alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// The solver canters and then jumps in one move.
    Charge,
    /// A move of the solver captures two or more pieces.
    DoubleJump,
    /// A move of the solver ends in the enemy castle.
    CastleEntry,
    /// A seat must leave its own castle.
    ForcedExit,
    /// The opponent captures a piece of the solver, and loses all the same.
    Sacrifice,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 5] =
        [Theme::Charge, Theme::DoubleJump, Theme::CastleEntry, Theme::ForcedExit, Theme::Sacrifice];

    /// The name of the theme.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Theme::Charge => "charge",
            Theme::DoubleJump => "double_jump",
            Theme::CastleEntry => "castle_entry",
            Theme::ForcedExit => "forced_exit",
            Theme::Sacrifice => "sacrifice",
        }
    }

    /// Returns the theme with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.as_str() == name)
    }

    /// Returns true if a move of the solution has the theme.
    fn is_in(self, position: &Position, written: &Move, effect: &Effect, solver: Team) -> bool {
        let seat = position.turn();
        let is_solver = position.variant().team_of(seat) == solver;
        let captures = effect.captured().len();
        match self {
            Theme::Charge => is_solver && is_charge(written),
            Theme::DoubleJump => is_solver && captures > 1,
            Theme::CastleEntry => {
                let goal = position.variant().goal(seat);
                let is_entry = goal.contains(effect.to()) && !goal.contains(effect.from());
                is_solver && !effect.is_placement() && is_entry
            }
            Theme::ForcedExit => {
                let castle = position.variant().castle(seat);
                position.is_forced() && castle.contains(effect.from())
            }
            Theme::Sacrifice => {
                !is_solver && effect.captured().intersects(position.team_pieces(solver))
            }
        }
    }
}

impl Puzzle {
    /// The themes of the solution, in the order of [`Theme::ALL`].
    #[must_use]
    pub fn themes(&self) -> Vec<Theme> {
        let mut game = Game::new(*self.position());
        let mut found = [false; Theme::ALL.len()];
        for turn in self.solution() {
            if let Turn::Move(written) = turn {
                let effect = game.check(written).expect("a legal solution");
                for (found, theme) in found.iter_mut().zip(Theme::ALL) {
                    *found |= theme.is_in(game.position(), written, &effect, self.solver());
                }
            }
            play_turn(&mut game, turn).expect("a legal solution");
        }
        Theme::ALL.into_iter().zip(found).filter(|(_, found)| *found).map(|(it, _)| it).collect()
    }
}

/// Returns true if a move canters and then jumps.
fn is_charge(written: &Move) -> bool {
    let marks = || written.legs.iter().map(|(mark, _)| *mark);
    marks().any(|mark| mark == LegMark::Dash) && marks().any(|mark| mark == LegMark::Cross)
}
