//! Lessons: positions that show one kind of move on the board of a variant.
//!
//! Lessons are found by search. [`Position::legal_moves`] confirms the content of each lesson.

use super::arrangement::{ORIENTATIONS, arrange};
use super::topic::{LessonTopic, Pattern};
use crate::board::square::Square;
use crate::moves::move_list::{LegalMove, MoveList};
use crate::moves::violation::Rule;
use crate::moves::written::{LegMark, Move};
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// A position that shows one topic.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The topic.
    pub topic: LessonTopic,
    /// The position.
    pub position: Position,
    /// The square of the piece that shows the topic.
    pub piece: Option<Square>,
}

impl Lesson {
    /// One lesson for each topic of `variant` that fits on its board.
    #[must_use]
    pub fn all(variant: &'static Variant) -> Vec<Lesson> {
        let topics = LessonTopic::ALL.into_iter().filter(|topic| topic.is_in(variant));
        topics.filter_map(|topic| Lesson::on(topic, variant)).collect()
    }

    fn on(topic: LessonTopic, variant: &'static Variant) -> Option<Lesson> {
        if topic == LessonTopic::Trees {
            return Some(Lesson { topic, position: Position::start(variant), piece: None });
        }
        let centres = topic.centres(variant);
        let mut list = MoveList::new();
        topic.patterns().iter().find_map(|pattern| {
            centres.iter().find_map(|&centre| {
                let laid = |way| {
                    let (position, piece) = arrange(variant, topic, pattern, centre, way)?;
                    Some(Lesson { topic, position, piece })
                };
                let mut lessons = ORIENTATIONS.into_iter().filter_map(laid);
                lessons.find(|lesson| lesson.shows(pattern, &mut list))
            })
        })
    }

    /// Returns true if the legal moves show the topic.
    fn shows(&self, pattern: Pattern, list: &mut MoveList) -> bool {
        let Lesson { topic, position, piece } = self;
        let (variant, turn) = (position.variant(), position.turn());
        if position.ending().is_some() {
            return false;
        }
        position.legal_moves(list);
        let legal: Vec<(LegalMove<'_>, MoveKind)> =
            list.iter().map(|legal| (legal, MoveKind::of(position, &legal))).collect();
        let is_own = |legal: &LegalMove<'_>| Some(legal.effect.from()) == *piece;
        let mut own = legal.iter().filter(|(legal, _)| is_own(legal));
        let is_peaceful = || legal.iter().all(|(legal, _)| legal.effect.captured().is_empty());
        let is_all_jumps =
            || legal.iter().all(|(legal, how)| is_own(legal) && *how == MoveKind::Jump);
        let enemies = pattern.iter().filter(|(who, ..)| *who == 'e').count();
        let goal = variant.goal(turn);
        match topic {
            LessonTopic::Plain => {
                is_peaceful()
                    && own.clone().count() > 2
                    && own.all(|(_, how)| *how == MoveKind::Plain)
            }
            LessonTopic::Canter => {
                let legs = pattern.len() - 1;
                is_peaceful()
                    && own.any(|(it, how)| *how == MoveKind::Canter && it.landings.len() == legs)
            }
            LessonTopic::Jump => {
                is_all_jumps() && own.any(|(it, _)| it.effect.captured().len() == enemies)
            }
            LessonTopic::Charge => own.any(|(_, how)| *how == MoveKind::Charge),
            LessonTopic::MustCharge => own.any(|(it, how)| {
                let stops = |square| Move {
                    from: variant.board().name(it.effect.from()),
                    legs: vec![(LegMark::Dash, variant.board().name(square))],
                };
                let judged = it.landings.first().map(|&square| position.check(&stops(square)));
                *how == MoveKind::Charge
                    && judged.is_some_and(|judged| {
                        judged.is_err_and(|broken| broken.rule() == Rule::MustCharge)
                    })
            }),
            LessonTopic::Compulsion => is_all_jumps() && position.pieces(turn).len() > 1,
            LessonTopic::Exit => {
                position.pieces(turn).len() > 1
                    && own.clone().count() > 0
                    && legal.iter().all(|(legal, _)| is_own(legal))
            }
            LessonTopic::Goal => own.any(|(it, _)| {
                goal.contains(it.effect.to()) && position.after(&it.effect).ending().is_some()
            }),
            LessonTopic::CastleMove => own.any(|(it, _)| goal.contains(it.effect.to())),
            LessonTopic::Trees => true,
        }
    }
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveKind {
    Plain,
    Canter,
    Jump,
    Charge,
}

impl MoveKind {
    fn of(position: &Position, legal: &LegalMove<'_>) -> MoveKind {
        let text = position.move_text(legal);
        let board = position.variant().board();
        match (text.contains(LegMark::Dash.as_char()), text.contains(LegMark::Cross.as_char())) {
            (true, true) => MoveKind::Charge,
            (false, true) => MoveKind::Jump,
            _ if board.neighbours(legal.effect.from()).contains(legal.effect.to())
                && legal.landings.len() == 1 =>
            {
                MoveKind::Plain
            }
            _ => MoveKind::Canter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::piece::PieceKind;
    use crate::position::setup::Setup;

    #[test]
    fn every_variant_has_a_lesson_on_each_of_its_topics() {
        for variant in Variant::all() {
            let topics: Vec<LessonTopic> =
                LessonTopic::ALL.into_iter().filter(|topic| topic.is_in(variant)).collect();
            let found: Vec<LessonTopic> =
                Lesson::all(variant).into_iter().map(|lesson| lesson.topic).collect();
            assert_eq!(found, topics, "{}", variant.name());
        }
    }

    #[test]
    fn lessons_of_games_without_men_use_knights() {
        let has_men =
            |setup: &Setup| setup.pieces.iter().flatten().any(|piece| piece.kind == PieceKind::Man);
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
                if topic == LessonTopic::Trees {
                    continue;
                }
                let name = format!("{} {topic:?} {position}", variant.name());
                assert!(position.occupied().len() <= 6, "{name}");
                let piece = piece.and_then(|square| position.piece_at(square));
                assert!(piece.is_some_and(|piece| piece.seat == position.turn()), "{name}");
            }
        }
    }
}
