//! Threats: what the next seat would do if the seat to move passed.

use chivalry_rules::Position;

/// The position after `position` with the turn handed over. Its best line is
/// what the next seat threatens.
///
/// `None` if the seat to move has no choice to give up: it must capture, leave
/// its own castle, place trees or pass. `None` also if the next seat has no
/// move.
#[must_use]
pub fn threat_position(position: &Position) -> Option<Position> {
    let seat = position.turn();
    let is_bound = position.is_forced() || position.must_place_trees(seat) || position.must_pass();
    if is_bound || position.ending().is_some() {
        return None;
    }
    let after = position.after_pass();
    let is_idle = after.must_pass() || after.must_place_trees(after.turn());
    (after.ending().is_none() && !is_idle).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::super::position_evaluation::{AnalysisKey, analysis_search};
    use super::*;
    use crate::score::Score;
    use chivalry_rules::{Game, Variant};

    fn camette(text: &str) -> Position {
        Position::read(text, Variant::named("camette").unwrap()).unwrap()
    }

    #[test]
    fn a_threat_is_the_best_line_of_the_opponent() {
        // Black is one step from the castle, and White is to move.
        let position = camette("1/3/5/w4/4b/2b/1 w 0,0");
        let threat = threat_position(&position).unwrap();
        assert_ne!(threat.turn(), position.turn());
        let key = AnalysisKey::of(&Game::new(threat)).unwrap();
        let mut search = analysis_search(threat.variant(), 10_000);
        let evaluation = key.evaluate(&mut search, 10_000, &mut || false, &mut |_| {}).unwrap();
        assert_eq!((evaluation.score, evaluation.pv.len()), (Score::win_in(1), 1));
    }

    #[test]
    fn a_seat_that_is_bound_to_a_move_cannot_hand_the_turn_over() {
        // White must capture.
        assert!(camette("1/3/5/1wb2/4b/3/1 w 0,0").is_forced());
        assert_eq!(threat_position(&camette("1/3/5/1wb2/4b/3/1 w 0,0")), None);
        // The game is over.
        assert_eq!(threat_position(&camette("1/3/5/5/5/bB1/1 b 0,0")), None);
        for variant in Variant::all() {
            let start = Position::start(variant);
            let is_bound = start.is_forced() || start.must_place_trees(start.turn());
            assert_eq!(threat_position(&start).is_none(), is_bound, "{}", variant.name());
        }
    }
}
