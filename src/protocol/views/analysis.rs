//! What the engine thinks, as clients ask for it and see it: the same over
//! WebSocket, REST and on the command line (`docs/protocol.md`, "Analysis").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{KnownFormat, SchemaFormat, SchemaType, Type};
use utoipa::openapi::{Object, ObjectBuilder};

use chivalry_engine::Score;
use chivalry_engine::analysis::{Evaluation, Judgement, Review, win_probability};
use chivalry_play::matches::{Match, MatchId, StartPositionError};
use chivalry_play::player::Player;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::notation::record::ReplayError;
use chivalry_rules::{Game, PerSeat, Position, Variant};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;
use crate::protocol::requests::start::replay_of;
use crate::protocol::views::game_record::game_record;
use crate::protocol::views::rules::{position_of, variant_named};
use crate::protocol::views::seat_map::SeatMap;

/// The fewest positions that are looked at for one.
const LEAST_NODES: u64 = 1_000;

/// Positions looked at for one that is asked about by itself: where the client
/// does not say, and at most.
const POSITION_NODES: (u64, u64) = (200_000, 5_000_000);

/// The same for each ply of a game.
const PLY_NODES: (u64, u64) = (20_000, 100_000);

/// The longest game that is judged, in plies.
const MOST_PLIES: usize = 1_000;

/// A position to think about.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AnalyseRequest {
    /// The variant's name, or an alias.
    pub variant: String,
    /// The position; the variant's array where it is left out.
    pub position: Option<String>,
    /// How many positions are looked at for it: 1,000 to 5,000,000; 200,000
    /// where it is left out.
    #[schema(minimum = 1_000, maximum = 5_000_000)]
    pub nodes: Option<u64>,
}

/// A game to judge: a match that is over, or a record.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AnalyseGameRequest {
    /// The match.
    #[serde(rename = "match")]
    #[schema(schema_with = optional_match, required = false)]
    pub match_id: Option<MatchId>,
    /// A game record, in place of a match.
    pub record: Option<String>,
    /// What is played, for a record that does not say so.
    pub variant: Option<String>,
    /// How many positions are looked at for each ply: 1,000 to 100,000; 20,000
    /// where it is left out.
    #[schema(minimum = 1_000, maximum = 100_000)]
    pub nodes: Option<u64>,
}

/// A game that is judged: its states before each ply and after the last, and
/// the plies.
#[derive(Clone, Debug)]
pub struct Course {
    /// What is played.
    pub variant: &'static Variant,
    /// The states.
    pub games: Vec<Game>,
    /// The plies as they were played, pass-turns included.
    pub turns: Vec<Turn>,
}

/// A score for the team to move: how far it is ahead, in hundredths of a man,
/// or in how many of its moves it wins, or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScoreView {
    /// Nothing is decided: hundredths of a man.
    Hundredths(i32),
    /// The team wins in so many moves.
    Win(i32),
    /// The team loses in so many moves.
    Loss(i32),
}

/// What is thought of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpinionView {
    /// Plies looked ahead.
    pub depth: u32,
    /// The score for the team to move.
    pub score: ScoreView,
    /// The chances of the team to move, from 0 to 1; draws count half.
    pub chances: f64,
    /// Positions looked at.
    pub nodes: u64,
    /// The best line, pass-turns included.
    pub line: Vec<String>,
    /// True with the last; left out before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}

/// What is said while a position is thought about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnalysisView {
    /// It waits.
    Place(PlaceView),
    /// What is thought of it.
    Opinion(OpinionView),
    /// It came to nothing.
    Failed(RequestError),
}

/// What waits for a thread that thinks.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = QueuePlaceView)]
pub struct PlaceView {
    /// The place in the line, from 1.
    pub place: usize,
}

/// One ply of a game, judged.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JudgementView {
    /// The number of the ply, from 1; pass-turns count, and are not judged.
    pub ply: usize,
    /// The letter of the seat that moved.
    pub seat: char,
    /// The move as it was played.
    #[serde(rename = "move")]
    pub text: String,
    /// The score before the move, for the team that moved.
    pub before: ScoreView,
    /// The score after it, for the same team.
    pub after: ScoreView,
    /// The chances of that team after it, from 0 to 1.
    pub chances: f64,
    /// The best line instead.
    pub best: Vec<String>,
    /// How much of the chances the move lost, from 0 to 1.
    pub lost: f64,
    /// `inaccuracy` for a twentieth, `mistake` for a tenth, `blunder` for more
    /// than three twentieths; left out for less.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub mark: Option<&'static str>,
}

/// How well each seat played a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccuracyView {
    /// How exact the moves of each seat were, in per cent; seats that have not
    /// moved are left out.
    #[schema(value_type = std::collections::BTreeMap<String, f64>)]
    pub accuracy: SeatMap<f64>,
    /// Always true: nothing follows.
    pub done: bool,
}

/// What is said while a game is judged.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GameAnalysisView {
    /// It waits.
    Place(PlaceView),
    /// A ply is judged.
    Ply(JudgementView),
    /// All are.
    Accuracy(AccuracyView),
    /// It came to nothing.
    Failed(RequestError),
}

/// A match, judged.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchAnalysisView {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = uuid::Uuid)]
    pub match_id: MatchId,
    /// How many positions were looked at for each ply at least.
    pub nodes: u64,
    /// Its plies.
    pub plies: Vec<JudgementView>,
    /// How exact the moves of each seat were, in per cent.
    #[schema(value_type = std::collections::BTreeMap<String, f64>)]
    pub accuracy: SeatMap<f64>,
}

/// The frame that says what comes of an `analyse`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum AnalysisFrame<'a> {
    /// What is thought of a position.
    Analysis {
        /// The command's id.
        #[serde(skip_serializing_if = "Option::is_none")]
        re: Option<&'a str>,
        /// What comes of it.
        #[serde(flatten)]
        view: AnalysisView,
    },
}

/// The id of a match, or `null`: the format alone does not keep an empty text
/// out for every reader of the document.
fn optional_match() -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .description(Some("The match."))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .min_length(Some(36))
        .max_length(Some(36))
        .build()
}

impl AnalyseRequest {
    /// The position, and how many are to be looked at for it.
    ///
    /// # Errors
    /// The first field that cannot be met.
    pub fn resolve(&self) -> Result<(Position, u64), RequestError> {
        let nodes = checked_nodes(self.nodes, POSITION_NODES)?;
        let variant = variant_named(&self.variant)?;
        let position = position_of(variant, self.position.as_deref())?;
        StartPositionError::check(&position)
            .map_err(|fault| RequestError::unmet("position", &fault))?;
        Ok((position, nodes))
    }
}

impl AnalyseGameRequest {
    /// How many positions are to be looked at for each ply.
    ///
    /// # Errors
    /// `bad_field` when it is too few or too many, or when not exactly one of
    /// `match` and `record` is given.
    pub fn nodes(&self) -> Result<u64, RequestError> {
        if self.match_id.is_some() == self.record.is_some() {
            let reason = Reason::MatchOrRecord;
            return Err(RequestError::unmet("match", reason));
        }
        if self.match_id.is_some() && self.variant.is_some() {
            let reason = Reason::MatchHasVariant;
            return Err(RequestError::unmet("variant", reason));
        }
        checked_nodes(self.nodes, PLY_NODES)
    }
}

impl Course {
    /// The game of a match in which `players` sit.
    ///
    /// # Errors
    /// When its record is not sound: the server is at fault.
    pub fn played_in(
        contest: &Match,
        players: &PerSeat<Option<Player>>,
    ) -> Result<Course, ReplayError> {
        let variant = contest.variant();
        let replay = game_record(contest, players, "").replay(Some(variant))?;
        Ok(Course { variant, games: replay.games(), turns: replay.turns })
    }

    /// The game that a record tells of.
    ///
    /// # Errors
    /// `bad_field` when it is not sound, or too long.
    pub fn told_by(record: &str, variant: Option<&str>) -> Result<Course, RequestError> {
        let named = variant.map(variant_named).transpose()?;
        let replay = replay_of(record, named)?;
        let (variant, games) = (replay.start.variant(), replay.games());
        Course { variant, games, turns: replay.turns }.checked("record")
    }

    /// Refuses a game that is too long, named by `field`.
    ///
    /// # Errors
    /// `bad_field`.
    pub fn checked(self, field: &str) -> Result<Course, RequestError> {
        if self.turns.len() > MOST_PLIES {
            let message = Reason::GameTooLong.with([("most", MOST_PLIES.into())]);
            return Err(RequestError::unmet(field, message));
        }
        Ok(self)
    }

    /// The positions that it went through, but for the variant's array.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let array = Position::start(self.variant);
        let positions = self.games.iter().map(|game| *game.position());
        positions.filter(|position| *position != array).collect()
    }

    /// One of its plies, judged.
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
}

impl ScoreView {
    /// The score as it is written.
    #[must_use]
    pub const fn of(score: Score) -> ScoreView {
        match score.decided_in() {
            Some(plies) if plies > 0 => ScoreView::Win((plies + 1) / 2),
            Some(plies) => ScoreView::Loss(-plies / 2),
            None => ScoreView::Hundredths(score.hundredths()),
        }
    }
}

impl OpinionView {
    /// What is thought, be it the last word or not.
    #[must_use]
    pub fn of(opinion: Evaluation, done: bool) -> OpinionView {
        OpinionView {
            depth: opinion.depth,
            score: ScoreView::of(opinion.score),
            chances: rounded(win_probability(opinion.score), 4),
            nodes: opinion.nodes,
            line: opinion.pv,
            done,
        }
    }
}

impl AccuracyView {
    /// How exact each seat of `variant` was.
    #[must_use]
    pub fn of(variant: &Variant, accuracy: &PerSeat<Option<f64>>) -> AccuracyView {
        AccuracyView { accuracy: accuracies(variant, accuracy), done: true }
    }
}

impl MatchAnalysisView {
    /// A match of which all is known; `None` where it is not.
    #[must_use]
    pub fn of(match_id: MatchId, course: &Course, mut review: Review) -> Option<MatchAnalysisView> {
        let plies: Vec<JudgementView> =
            std::iter::from_fn(|| review.next_judgement()).map(|it| course.view(&it)).collect();
        let accuracy = accuracies(course.variant, &review.accuracy());
        let nodes = review.min_nodes();
        review.is_complete().then_some(MatchAnalysisView { match_id, nodes, plies, accuracy })
    }
}

impl AnalysisFrame<'_> {
    /// The frame's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a frame of strings and numbers")
    }
}

fn checked_nodes(asked: Option<u64>, (usual, most): (u64, u64)) -> Result<u64, RequestError> {
    let nodes = asked.unwrap_or(usual);
    if (LEAST_NODES..=most).contains(&nodes) {
        return Ok(nodes);
    }
    let params = [("least", LEAST_NODES.into()), ("most", most.into())];
    Err(RequestError::field("nodes", Reason::NodesRange.with(params)))
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
    fn scores_are_said_in_one_way_each() {
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
    fn what_cannot_be_analysed_is_named() {
        let position = |request| {
            let request: AnalyseRequest = serde_json::from_value(request).unwrap();
            request.resolve().unwrap_err().more.field.unwrap()
        };
        assert_eq!(position(json!({"variant": "chess"})), "variant");
        assert_eq!(position(json!({"variant": "cam", "position": "x"})), "position");
        assert_eq!(position(json!({"variant": "cam", "nodes": 999})), "nodes");
        assert_eq!(position(json!({"variant": "cam", "nodes": 5_000_001})), "nodes");
        let over = "1/3/5/5/5/bB1/1 b 0,0";
        assert_eq!(position(json!({"variant": "camette", "position": over})), "position");

        let game = |request| {
            let request: AnalyseGameRequest = serde_json::from_value(request).unwrap();
            request.nodes().unwrap_err().more.field.unwrap()
        };
        let id = "00000000-0000-7000-8000-000000000000";
        assert_eq!(game(json!({})), "match");
        assert_eq!(game(json!({"match": id, "record": "*"})), "match");
        assert_eq!(game(json!({"match": id, "variant": "cam"})), "variant");
        assert_eq!(game(json!({"record": "*", "nodes": 100_001})), "nodes");
        let course = Course::told_by("[Variant \"camette\"]\n\n1. C2-B2 C6-C7 *", None);
        assert_eq!(course.unwrap_err().more.rule, Some("own_castle"));
    }
}
