//! Engine analysis: views, shared by WebSocket, REST and the command line (`docs/protocol.md`,
//! "Analysis").

use serde::Serialize;
use utoipa::ToSchema;

use chivalry_engine::Score;
use chivalry_engine::analysis::{
    EvaluatedLine, Evaluation, ExactMove, Judgement, Review, opening_name, win_probability,
};
use chivalry_engine::tables::TableValue;
use chivalry_play::matches::{Match, MatchId};
use chivalry_play::player::Player;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::notation::record::ReplayError;
use chivalry_rules::{Game, PerSeat, Position, Variant};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::requests::start::replay_of;
use crate::protocol::views::games::game_record::game_record;
use crate::protocol::views::rules::variant_named;
use crate::protocol::views::seat_map::SeatMap;

/// Maximum length of a game to analyse, in plies.
const MAX_PLIES: usize = 1_000;

/// A game to analyse: the states before each ply and after the last, and the plies.
#[derive(Clone, Debug)]
pub struct Course {
    /// The variant.
    pub variant: &'static Variant,
    /// The states.
    pub games: Vec<Game>,
    /// The plies as they were played, pass-turns included.
    pub turns: Vec<Turn>,
}

/// A score for the team to move: its advantage in hundredths of a man, or the number of its
/// moves until it wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreView {
    /// No forced result: the advantage in hundredths of a man.
    Hundredths(i32),
    /// The team wins in this number of moves.
    Win(i32),
    /// The team loses in this number of moves.
    Loss(i32),
}

/// The evaluation of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = OpinionView)]
pub struct EvaluationView {
    /// The search depth, in plies.
    pub depth: u32,
    /// The score for the team to move.
    pub score: ScoreView,
    /// The expected score of the team to move, from 0 to 1; a draw counts half.
    pub chances: f64,
    /// Number of nodes searched.
    pub nodes: u64,
    /// The best line, pass-turns included.
    pub line: Vec<String>,
    /// All lines, best first, if the request has `lines` above 1 and more than one move is
    /// legal; omitted otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub lines: Vec<EvaluationLineView>,
    /// True for the final result; omitted before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// The exact results of all legal moves, best first, if endgame tables of the server
    /// contain the position; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Vec<ExactMoveView>>,
}

/// One of several lines from a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvaluationLineView {
    /// The score for the team to move.
    pub score: ScoreView,
    /// The expected score of the team to move, from 0 to 1; a draw counts half.
    pub chances: f64,
    /// The line, pass-turns included.
    pub line: Vec<String>,
}

/// The exact result of a move with best play of both sides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExactMoveView {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The result for the seat that makes the move.
    pub result: ExactResult,
    /// The plies until the game is over, this move included; omitted for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
}

/// An exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExactResult {
    /// The seat wins.
    Win,
    /// The seat loses.
    Loss,
    /// Neither side can force a win.
    Draw,
}

/// The state of a position's analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnalysisView {
    /// The analysis is queued.
    Place(PlaceView),
    /// The evaluation.
    Opinion(EvaluationView),
    /// The analysis failed.
    Failed(RequestError),
}

/// The state of a queued analysis.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = QueuePlaceView)]
pub struct PlaceView {
    /// The position in the queue, from 1.
    pub place: usize,
}

/// The analysis of one ply of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JudgementView {
    /// The number of the ply, from 1. Pass-turns count but are not judged.
    pub ply: usize,
    /// The letter of the seat that moved.
    pub seat: char,
    /// The move as it was played.
    #[serde(rename = "move")]
    pub text: String,
    /// The score before the move, for the team that moved.
    pub before: ScoreView,
    /// The score after the move, for the same team.
    pub after: ScoreView,
    /// The expected score of that team after the move, from 0 to 1.
    pub chances: f64,
    /// The best line instead of the move.
    pub best: Vec<String>,
    /// The loss of expected score by the move, from 0 to 1.
    pub lost: f64,
    /// The quality of the move: `inaccuracy` for a loss of 0.05 or more, `mistake` for 0.10 or
    /// more, `blunder` for 0.15 or more. Omitted for a smaller loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub mark: Option<&'static str>,
}

/// The end of a game's analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccuracyView {
    /// The accuracy of each seat's moves, in per cent; seats that have not moved are omitted.
    #[schema(value_type = std::collections::BTreeMap<String, f64>)]
    pub accuracy: SeatMap<f64>,
    /// The number of plies at the start of the game that belong to the opening book: at least
    /// five games of the explorer reached the position after each of them. The command line has
    /// no explorer and omits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub book: Option<usize>,
    /// The name of the opening. Omitted if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub opening: Option<String>,
    /// Always true: this is the last item of the answer.
    pub done: bool,
}

/// The state of a game's analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GameAnalysisView {
    /// The analysis is queued.
    Place(PlaceView),
    /// The analysis of a ply.
    Ply(JudgementView),
    /// All plies are analysed.
    Accuracy(AccuracyView),
    /// The analysis failed.
    Failed(RequestError),
}

/// The analysis of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchAnalysisView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// Minimum number of nodes searched for each ply.
    pub nodes: u64,
    /// The analysed plies.
    pub plies: Vec<JudgementView>,
    /// The accuracy of each seat's moves, in per cent.
    #[schema(value_type = std::collections::BTreeMap<String, f64>)]
    pub accuracy: SeatMap<f64>,
    /// The number of plies at the start of the game that belong to the opening book: at least
    /// five games of the explorer reached the position after each of them.
    pub book: usize,
    /// The name of the opening. Omitted if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// The frame with the state of an `analyse` command.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum AnalysisFrame<'a> {
    /// The analysis of a position.
    Analysis {
        /// The id of the command.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// The state of the analysis.
        #[serde(flatten)]
        view: AnalysisView,
    },
}

impl Course {
    /// Replays the game of a match with these `players`.
    ///
    /// # Errors
    /// An internal error if the record of the match is unsound.
    pub fn played_in(
        match_state: &Match,
        players: &PerSeat<Option<Player>>,
    ) -> Result<Course, ReplayError> {
        let variant = match_state.variant();
        let replay = game_record(match_state, players, "").replay(Some(variant))?;
        Ok(Course { variant, games: replay.games(), turns: replay.turns })
    }

    /// Replays the game of a record.
    ///
    /// # Errors
    /// `bad_field` if the record is unsound or too long.
    pub fn told_by(record: &str, variant: Option<&str>) -> Result<Course, RequestError> {
        let named = variant.map(variant_named).transpose()?;
        let replay = replay_of(record, named)?;
        let (variant, games) = (replay.start.variant(), replay.games());
        Course { variant, games, turns: replay.turns }.checked("record")
    }

    /// Rejects a game that is too long; `field` is the name of its field.
    ///
    /// # Errors
    /// `bad_field`.
    pub fn checked(self, field: &str) -> Result<Course, RequestError> {
        if self.turns.len() > MAX_PLIES {
            let message = Reason::GameTooLong.with([("most", MAX_PLIES.into())]);
            return Err(RequestError::unmet(field, message));
        }
        Ok(self)
    }

    /// Returns the positions of the game, except the variant's array.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let array = Position::start(self.variant);
        let positions = self.games.iter().map(|game| *game.position());
        positions.filter(|position| *position != array).collect()
    }

    /// The view of an analysed ply.
    #[must_use]
    pub fn view(&self, judgement: &Judgement) -> JudgementView {
        let text = self.turns.get(judgement.index).map(ToString::to_string);
        JudgementView {
            ply: judgement.index + 1,
            seat: self.variant.seat_name(judgement.seat).letter(),
            text: text.unwrap_or_default(),
            before: ScoreView::of(judgement.before),
            after: ScoreView::of(judgement.after),
            chances: rounded(win_probability(judgement.after), 4),
            best: judgement.best.clone(),
            lost: rounded(judgement.lost, 4),
            mark: judgement.quality.map(|mark| mark.as_str()),
        }
    }

    /// The name of the opening, if it has one.
    #[must_use]
    pub fn opening(&self) -> Option<String> {
        opening_name(self.games.iter().map(Game::position))
    }
}

impl ScoreView {
    /// The wire form of a score.
    #[must_use]
    pub const fn of(score: Score) -> ScoreView {
        match score.decided_in_moves() {
            Some(moves) if moves > 0 => ScoreView::Win(moves),
            Some(moves) => ScoreView::Loss(-moves),
            None => ScoreView::Hundredths(score.hundredths()),
        }
    }
}

impl EvaluationView {
    /// The view of an evaluation; `done` marks the final one.
    #[must_use]
    pub fn of(evaluation: Evaluation, done: bool) -> EvaluationView {
        let Evaluation { score, depth, nodes, pv, others, .. } = evaluation;
        let first = (!others.is_empty()).then(|| EvaluatedLine { score, pv: pv.clone() });
        EvaluationView {
            depth,
            score: ScoreView::of(score),
            chances: rounded(win_probability(score), 4),
            nodes,
            line: pv,
            lines: first.into_iter().chain(others).map(EvaluationLineView::of).collect(),
            done,
            exact: None,
        }
    }

    /// The view with the exact results of all legal moves.
    #[must_use]
    pub fn with_exact(self, moves: Option<&[ExactMove]>) -> EvaluationView {
        let exact = moves.map(|moves| moves.iter().map(ExactMoveView::of).collect());
        EvaluationView { exact, ..self }
    }
}

impl EvaluationLineView {
    fn of(EvaluatedLine { score, pv }: EvaluatedLine) -> EvaluationLineView {
        let chances = rounded(win_probability(score), 4);
        EvaluationLineView { score: ScoreView::of(score), chances, line: pv }
    }
}

impl ExactMoveView {
    /// The view of a move.
    #[must_use]
    pub fn of(exact: &ExactMove) -> ExactMoveView {
        let result = match exact.value {
            TableValue::Win { .. } => ExactResult::Win,
            TableValue::Loss { .. } => ExactResult::Loss,
            TableValue::Draw => ExactResult::Draw,
        };
        ExactMoveView { text: exact.text.clone(), result, plies: exact.value.plies() }
    }
}

impl AccuracyView {
    /// The view of the accuracy of each seat in a game, and of the number of plies of the opening
    /// book.
    #[must_use]
    pub fn of(
        course: &Course,
        accuracy: &PerSeat<Option<f64>>,
        book: Option<usize>,
    ) -> AccuracyView {
        let accuracy = accuracies(course.variant, accuracy);
        AccuracyView { accuracy, book, opening: course.opening(), done: true }
    }
}

impl MatchAnalysisView {
    /// The view of a completely analysed match with the number of its plies of the opening book;
    /// `None` if the analysis is incomplete.
    #[must_use]
    pub fn of(
        match_id: MatchId,
        course: &Course,
        mut review: Review,
        book: usize,
    ) -> Option<MatchAnalysisView> {
        let plies: Vec<JudgementView> =
            std::iter::from_fn(|| review.next_judgement()).map(|it| course.view(&it)).collect();
        let accuracy = accuracies(course.variant, &review.accuracy());
        let (nodes, opening) = (review.min_nodes(), course.opening());
        let view = MatchAnalysisView { match_id, nodes, plies, accuracy, book, opening };
        review.is_complete().then_some(view)
    }
}

impl AnalysisFrame<'_> {
    /// Serializes the frame to JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a frame of strings and numbers")
    }
}

fn accuracies(variant: &Variant, accuracy: &PerSeat<Option<f64>>) -> SeatMap<f64> {
    SeatMap::of(variant, |seat| accuracy[seat].map(|accuracy| rounded(accuracy, 1)))
}

fn rounded(value: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (value * unit).round() / unit
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_kind_of_score_has_one_json_form() {
        for (score, written) in [
            (Score::from_hundredths(-35), json!({"hundredths": -35})),
            (Score::win_in(7), json!({"win": 4})),
            (Score::loss_in(4), json!({"loss": 2})),
        ] {
            assert_eq!(serde_json::to_value(ScoreView::of(score)).unwrap(), written);
        }
        assert_eq!(rounded(0.123_456, 4), 0.123_5);
    }

    #[test]
    fn an_illegal_move_of_a_record_names_its_rule() {
        let course = Course::told_by("[Variant \"camette\"]\n\n1. C2-B2 C6-C7 *", None);
        assert_eq!(course.unwrap_err().more.rule, Some("own_castle"));
    }
}
