//! Small positions that show each kind of move of a variant on its own board.
//! They are found by looking: what a lesson is said to show, it shows to the
//! judge.

use super::arrangement::{WAYS, laid_out};
use super::topic::{Pattern, Topic};
use crate::board::square::Square;
use crate::moves::move_list::{LegalMove, MoveList};
use crate::moves::violation::Rule;
use crate::moves::written::{Mark, Move};
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// A position that shows something.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// What it shows.
    pub topic: Topic,
    /// The position.
    pub position: Position,
    /// The square of the piece by which it is shown, if it is one.
    pub piece: Option<Square>,
}

impl Lesson {
    /// A lesson on each topic of `variant` that its board has room for.
    #[must_use]
    pub fn all(variant: &'static Variant) -> Vec<Lesson> {
        let topics = Topic::ALL.into_iter().filter(|topic| topic.is_in(variant));
        topics.filter_map(|topic| Lesson::on(topic, variant)).collect()
    }

    fn on(topic: Topic, variant: &'static Variant) -> Option<Lesson> {
        if topic == Topic::Trees {
            return Some(Lesson { topic, position: Position::start(variant), piece: None });
        }
        let centres = topic.centres(variant);
        let mut list = MoveList::new();
        topic.patterns().iter().find_map(|pattern| {
            centres.iter().find_map(|&centre| {
                let laid = |way| {
                    let (position, piece) = laid_out(variant, topic, pattern, centre, way)?;
                    Some(Lesson { topic, position, piece })
                };
                let mut lessons = WAYS.into_iter().filter_map(laid);
                lessons.find(|lesson| lesson.shows(pattern, &mut list))
            })
        })
    }

    /// Whether the judge says what the lesson is to show.
    fn shows(&self, pattern: Pattern, list: &mut MoveList) -> bool {
        let Lesson { topic, position, piece } = self;
        let (variant, turn) = (position.variant(), position.turn());
        if position.ending().is_some() {
            return false;
        }
        position.legal_moves(list);
        let legal: Vec<(LegalMove<'_>, Manner)> =
            list.iter().map(|legal| (legal, Manner::of(position, &legal))).collect();
        let is_own = |legal: &LegalMove<'_>| Some(legal.effect.from()) == *piece;
        let mut own = legal.iter().filter(|(legal, _)| is_own(legal));
        let is_peaceful = || legal.iter().all(|(legal, _)| legal.effect.captured().is_empty());
        let is_all_jumps =
            || legal.iter().all(|(legal, how)| is_own(legal) && *how == Manner::Jump);
        let enemies = pattern.iter().filter(|(who, ..)| *who == 'e').count();
        let goal = variant.goal(turn);
        match topic {
            Topic::Plain => {
                is_peaceful()
                    && own.clone().count() > 2
                    && own.all(|(_, how)| *how == Manner::Plain)
            }
            Topic::Canter => {
                let legs = pattern.len() - 1;
                is_peaceful()
                    && own.any(|(it, how)| *how == Manner::Canter && it.landings.len() == legs)
            }
            Topic::Jump => {
                is_all_jumps() && own.any(|(it, _)| it.effect.captured().len() == enemies)
            }
            Topic::Charge => own.any(|(_, how)| *how == Manner::Charge),
            Topic::MustCharge => own.any(|(it, how)| {
                let stops = |square| Move {
                    from: variant.board().name(it.effect.from()),
                    legs: vec![(Mark::Dash, variant.board().name(square))],
                };
                let judged = it.landings.first().map(|&square| position.check(&stops(square)));
                *how == Manner::Charge
                    && judged.is_some_and(|judged| {
                        judged.is_err_and(|broken| broken.rule() == Rule::MustCharge)
                    })
            }),
            Topic::Compulsion => is_all_jumps() && position.pieces(turn).len() > 1,
            Topic::Exit => {
                position.pieces(turn).len() > 1
                    && own.clone().count() > 0
                    && legal.iter().all(|(legal, _)| is_own(legal))
            }
            Topic::Goal => own.any(|(it, _)| {
                goal.contains(it.effect.to()) && position.after(&it.effect).ending().is_some()
            }),
            Topic::CastleMove => own.any(|(it, _)| goal.contains(it.effect.to())),
            Topic::Trees => true,
        }
    }
}

/// In what manner a piece moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Plain,
    Canter,
    Jump,
    Charge,
}

impl Manner {
    fn of(position: &Position, legal: &LegalMove<'_>) -> Manner {
        let text = position.move_text(legal);
        let board = position.variant().board();
        match (text.contains(Mark::Dash.as_char()), text.contains(Mark::Cross.as_char())) {
            (true, true) => Manner::Charge,
            (false, true) => Manner::Jump,
            _ if board.around(legal.effect.from()).contains(legal.effect.to())
                && legal.landings.len() == 1 =>
            {
                Manner::Plain
            }
            _ => Manner::Canter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::piece::Kind;
    use crate::position::setup::Setup;

    #[test]
    fn every_variant_has_a_lesson_on_each_of_its_topics() {
        for variant in Variant::all() {
            let topics: Vec<Topic> =
                Topic::ALL.into_iter().filter(|topic| topic.is_in(variant)).collect();
            let found: Vec<Topic> =
                Lesson::all(variant).into_iter().map(|lesson| lesson.topic).collect();
            assert_eq!(found, topics, "{}", variant.name());
        }
    }

    #[test]
    fn lessons_of_games_without_men_have_none() {
        let has_men =
            |setup: &Setup| setup.pieces.iter().flatten().any(|piece| piece.kind == Kind::Man);
        for variant in Variant::all().iter().filter(|variant| !has_men(variant.array())) {
            for lesson in Lesson::all(variant) {
                assert!(!has_men(&lesson.position.setup()), "{} {lesson:?}", variant.name());
            }
        }
    }

    #[test]
    fn lessons_are_small_and_about_one_piece() {
        for variant in Variant::all() {
            for Lesson { topic, position, piece } in Lesson::all(variant) {
                if topic == Topic::Trees {
                    continue;
                }
                let name = format!("{} {topic:?} {position}", variant.name());
                assert!(position.occupied().len() <= 6, "{name}");
                let piece = piece.and_then(|square| position.piece(square));
                assert!(piece.is_some_and(|piece| piece.seat == position.turn()), "{name}");
            }
        }
    }
}
