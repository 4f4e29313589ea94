//! Small positions that show each kind of move of a variant on its own board.
//! They are found by looking: what a lesson is said to show, it shows to the
//! judge.

use super::movegen::{LegalMove, MoveList};
use super::moves::{Mark, Move};
use super::piece::{Kind, Piece};
use super::position::Position;
use super::seat::{Seat, Team};
use super::setup::Setup;
use super::square::{Square, SquareName};
use super::square_set::SquareSet;
use super::trees::TREES_EACH;
use super::variant::Variant;
use super::violation::Rule;

/// How far pieces that only have to be there are from all others, in steps.
const AWAY: u8 = 3;

/// What a lesson shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A plain move (`rules.md 2.1`).
    Plain,
    /// A canter (2.2).
    Canter,
    /// A jump (2.3).
    Jump,
    /// A Knight's Charge (2.4).
    Charge,
    /// A Knight that canters next to an exposed enemy (2.5).
    MustCharge,
    /// That jumps have to be made (3.1).
    Compulsion,
    /// A piece that has to leave its own castle (4.3).
    Exit,
    /// The way into the goal (4.4).
    Goal,
    /// A castle move (4.4).
    CastleMove,
    /// Trees (8.10).
    Trees,
}

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

/// A piece of a pattern, and where it is from the pattern's centre by file and
/// rank: `m` a Man, `k` a Knight, `e` an enemy's Man. The first is the piece
/// that shows what is to be shown.
type Pattern = &'static [(char, i16, i16)];

/// The eight ways in which a pattern can lie.
const WAYS: [[i16; 4]; 8] = [
    [1, 0, 0, 1],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, -1, 0],
];

impl Topic {
    /// Every topic, in the order of the rules.
    pub const ALL: [Topic; 10] = [
        Topic::Plain,
        Topic::Canter,
        Topic::Jump,
        Topic::Charge,
        Topic::MustCharge,
        Topic::Compulsion,
        Topic::Exit,
        Topic::Goal,
        Topic::CastleMove,
        Topic::Trees,
    ];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Topic::Plain => "plain",
            Topic::Canter => "canter",
            Topic::Jump => "jump",
            Topic::Charge => "charge",
            Topic::MustCharge => "must_charge",
            Topic::Compulsion => "compulsion",
            Topic::Exit => "exit",
            Topic::Goal => "goal",
            Topic::CastleMove => "castle_move",
            Topic::Trees => "trees",
        }
    }

    /// The section of `rules.md` that says it.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Topic::Plain => "2.1",
            Topic::Canter => "2.2",
            Topic::Jump => "2.3",
            Topic::Charge => "2.4",
            Topic::MustCharge => "2.5",
            Topic::Compulsion => "3.1",
            Topic::Exit => "4.3",
            Topic::Goal | Topic::CastleMove => "4.4",
            Topic::Trees => "8.10",
        }
    }

    /// Whether there is such a thing in games of `variant`.
    #[must_use]
    pub fn is_in(self, variant: &Variant) -> bool {
        match self {
            Topic::Exit => !variant.castle(Seat::FIRST).is_empty(),
            Topic::Goal => !variant.goal(Seat::FIRST).is_empty(),
            Topic::CastleMove => {
                // Who enters a goal in a game with its object reversed has lost.
                let switches = variant.switches();
                switches.castle_moves > 0
                    && !switches.object_reversed
                    && variant.goal(Seat::FIRST).len() > 1
            }
            Topic::Trees => variant.has_trees(),
            _ => true,
        }
    }

    const fn patterns(self) -> &'static [Pattern] {
        match self {
            Topic::Plain | Topic::Exit | Topic::CastleMove => &[&[('m', 0, 0)]],
            Topic::Canter => {
                &[&[('m', 0, 0), ('m', 0, 1), ('m', 1, 3)], &[('m', 0, 0), ('m', 0, 1)]]
            }
            Topic::Jump => &[&[('m', 0, 0), ('e', 0, 1), ('e', 1, 3)], &[('m', 0, 0), ('e', 0, 1)]],
            Topic::Charge => &[
                &[('k', 0, 0), ('m', 0, 1), ('e', 1, 2)],
                &[('k', 0, 0), ('m', 0, 1), ('e', 0, 3)],
            ],
            Topic::MustCharge => &[
                &[('k', 0, 0), ('m', 0, 1), ('e', 0, 3)],
                &[('k', 0, 0), ('m', 0, 1), ('e', 1, 2)],
            ],
            Topic::Compulsion => {
                &[&[('m', 0, 0), ('e', 0, 1), ('k', -2, 0)], &[('m', 0, 0), ('e', 0, 1)]]
            }
            Topic::Goal => &[&[('m', 0, 1)]],
            Topic::Trees => &[],
        }
    }

    /// The squares around which it can be shown, the best first.
    fn centres(self, variant: &Variant) -> Vec<Square> {
        let board = variant.board();
        let mut centres: Vec<Square> = match self {
            Topic::Exit => variant.castle(Seat::FIRST).into_iter().collect(),
            Topic::Goal | Topic::CastleMove => variant.goal(Seat::FIRST).into_iter().collect(),
            _ => board.squares().collect(),
        };
        let (files, ranks) = (i16::from(board.files()), board.ranks().len() as i16);
        // The middle is between two squares where there is an even number.
        centres.sort_by_key(|&square| {
            let SquareName { file, rank } = board.name(square);
            let by_file = (2 * i16::from(file) - (files - 1)).abs();
            let by_rank = (2 * (i16::from(rank) - 1) - (ranks - 1)).abs();
            by_file.max(by_rank)
        });
        centres
    }
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
                let laid = |way| laid_out(variant, topic, pattern, centre, way);
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

/// A pattern on the board, with what else has to stand there; `None` where it
/// does not fit.
fn laid_out(
    variant: &'static Variant,
    topic: Topic,
    pattern: Pattern,
    centre: Square,
    [a, b, c, d]: [i16; 4],
) -> Option<Lesson> {
    let board = variant.board();
    let castles = variant.seats().fold(SquareSet::EMPTY, |all, seat| all | variant.castle(seat));
    let at = board.name(centre);
    let common = common_kind(variant);
    let mut setup = Setup::empty(board.len());
    let mut taken = Vec::new();
    for &(who, file, rank) in pattern {
        let name = SquareName {
            file: (i16::from(at.file) + a * file + b * rank).try_into().ok()?,
            rank: (i16::from(at.rank) + c * file + d * rank).try_into().ok()?,
        };
        let square = board.square(name).filter(|square| !board.water().contains(*square))?;
        if castles.contains(square) != matches!(topic, Topic::Exit | Topic::CastleMove) {
            return None;
        }
        let seat = if who == 'e' { Seat::SECOND } else { Seat::FIRST };
        let kind = if who == 'k' { Kind::Knight } else { common };
        setup.put(square, Some(Piece { seat, kind }));
        taken.push(square);
    }
    let piece = taken.first().copied();
    if topic == Topic::Goal {
        // All that win but one are there already.
        let own = Piece { seat: Seat::FIRST, kind: common };
        let others = variant.goal(Seat::FIRST).without(centre).into_iter();
        let home = usize::from(variant.switches().pieces_in_castle_to_win) - 1;
        for square in others.take(if variant.switches().object_reversed { 0 } else { home }) {
            setup.put(square, Some(own));
            taken.push(square);
        }
    }
    let switches = variant.switches();
    let enough = switches.pieces_needed_to_win.max(switches.enemy_reduced_to + 1);
    for team in Team::ALL {
        let has = |setup: &Setup| {
            setup.pieces.iter().flatten().filter(|it| Team::of(it.seat) == team).count()
        };
        let is_lonely = team == Team::First && matches!(topic, Topic::Exit | Topic::Compulsion);
        let enough = usize::from(enough).max(if is_lonely { 2 } else { 1 });
        while has(&setup) < enough {
            let seat = variant.seats_of(team).next()?;
            let square = far_from(variant, &taken, board.squares(), castles)?;
            setup.put(square, Some(Piece { seat, kind: common }));
            taken.push(square);
        }
    }
    if variant.has_trees() {
        for seat in variant.seats() {
            for _ in 0..TREES_EACH {
                let places = variant.tree_squares(seat) - setup.trees;
                let square = far_from(variant, &taken, places.into_iter(), castles)?;
                setup.trees.insert(square);
            }
        }
    }
    let position = setup.position(variant).ok()?;
    Some(Lesson { topic, position, piece })
}

/// A Man, or a Knight in games without Men.
fn common_kind(variant: &Variant) -> Kind {
    let mut pieces = variant.array().pieces.iter().flatten();
    if pieces.any(|piece| piece.kind == Kind::Man) { Kind::Man } else { Kind::Knight }
}

/// The square that is farthest from all that are taken, and far enough.
fn far_from(
    variant: &Variant,
    taken: &[Square],
    places: impl Iterator<Item = Square>,
    castles: SquareSet,
) -> Option<Square> {
    let board = variant.board();
    let steps = |one: Square, other: Square| {
        let (one, other) = (board.name(one), board.name(other));
        one.file.abs_diff(other.file).max(one.rank.abs_diff(other.rank))
    };
    let away = |square: Square| taken.iter().map(|&it| steps(square, it)).min().unwrap_or(AWAY);
    let is_free = |square: &Square| !castles.contains(*square) && !board.water().contains(*square);
    let farthest = places.filter(is_free).max_by_key(|&square| away(square));
    farthest.filter(|&square| away(square) >= AWAY)
}

#[cfg(test)]
mod tests {
    use super::*;

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
