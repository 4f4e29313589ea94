//! The rules core as JSON: the same answers on the command line (`--json`)
//! and over REST (`POST /rules/moves`, `/rules/check`).
//!
//! Everything here is a pure function of texts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;

use chivalry_rules::notation::move_text::{MoveTextError, Turn};
use chivalry_rules::notation::position_text::PositionError;
use chivalry_rules::{Ending, Game, GameError, MoveList, Outcome, Position, SquareSet, Variant};

/// A position to list the moves of.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MovesQuery {
    /// The variant's name, or an alias.
    pub variant: String,
    /// The position; the variant's array where it is left out.
    #[serde(default)]
    pub position: Option<String>,
}

/// A move to judge.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CheckQuery {
    /// The variant's name, or an alias.
    pub variant: String,
    /// The position before the move; the variant's array where it is left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The move: `C8-D9`, `H4xJ4xL6`, `C2,E6,K7`, `pass`.
    #[serde(rename = "move")]
    pub turn: String,
}

/// The legal results of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MovesView {
    /// The variant's name.
    pub variant: String,
    /// The position with all its fields.
    pub position: String,
    /// Every result as start, end and squares captured, sorted as texts; none
    /// when the game is over or the seat has to pass. Of a placement of trees,
    /// the first, the last, and the one between them.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    pub results: Vec<(String, String, Vec<String>)>,
    /// One move for each result, in the same order.
    pub moves: Vec<String>,
    /// `null`, `"draw"`, or the letters of the winning team's seats.
    #[schema(required = true)]
    pub outcome: Option<String>,
    /// True where the position has more results than are ever listed; left
    /// out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

/// What a move does, or the rule that it breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CheckView {
    /// The move is legal.
    Legal {
        /// The position after it.
        position: String,
        /// The squares of the pieces captured, sorted as texts.
        captured: Vec<String>,
        /// `null`, `"draw"`, or the letters of the winning team's seats.
        #[schema(required = true)]
        outcome: Option<String>,
    },
    /// The move is refused.
    Refused(RefusalView),
}

/// A rule broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusalView {
    /// The reason code: one of those of a broken rule, `game_over`, or `pass`
    /// for a pass-turn that is not due, or a move in its place.
    pub rule: String,
    /// The section of the rules that states it.
    pub section: String,
    /// One English sentence.
    pub detail: String,
}

impl RefusalView {
    fn of(refused: &GameError) -> RefusalView {
        RefusalView {
            rule: refused.code().to_owned(),
            section: refused.section().to_owned(),
            detail: refused.to_string(),
        }
    }
}

/// The variant of that name or alias.
///
/// # Errors
/// There is none.
pub fn variant_named(name: &str) -> Result<&'static Variant, RequestError> {
    Variant::named(name).ok_or_else(|| {
        let shown: String = name.chars().take(64).collect();
        RequestError::unmet("variant", Reason::UnknownVariant.with([("variant", shown.into())]))
    })
}

/// The variant of that name or alias, for new matches: of an operator's, the
/// text that is offered now.
///
/// # Errors
/// There is none, or it is not offered any more.
pub(crate) fn offered_variant(name: &str) -> Result<&'static Variant, RequestError> {
    let variant = variant_named(name)?;
    if !variant.is_offered() {
        let message = Reason::VariantNotOffered.with([("variant", variant.pin().into())]);
        return Err(RequestError::unmet("variant", message));
    }
    Ok(variant)
}

/// A position of `variant` as text, or its array.
///
/// # Errors
/// A text that gives no position.
pub fn position_of(
    variant: &'static Variant,
    text: Option<&str>,
) -> Result<Position, RequestError> {
    let Some(text) = text else { return Ok(Position::start(variant)) };
    Position::read(text, variant).map_err(|error| {
        let column = match &error {
            PositionError::Text(fault) => Some(fault.column),
            PositionError::Setup(_) => None,
        };
        RequestError::unmet_at("position", column, &error)
    })
}

/// The legal results of a position; `list` lends its memory.
///
/// # Errors
/// An unknown variant, or a text that gives no position.
pub fn moves(
    variant: &str,
    position: Option<&str>,
    list: &mut MoveList,
) -> Result<MovesView, RequestError> {
    let variant = variant_named(variant)?;
    Ok(moves_of(&position_of(variant, position)?, list))
}

/// The legal results of a position that was read.
#[must_use]
pub fn moves_of(position: &Position, list: &mut MoveList) -> MovesView {
    let board = position.variant().board();
    let name = |square| board.name(square).to_string();
    let ending = Game::new(*position).ending();
    position.legal_moves(list);
    let mut results: Vec<_> = list
        .iter()
        .filter(|_| ending.is_none())
        .map(|legal| {
            let effect = legal.effect;
            let between = effect.trees().without(effect.from()).without(effect.to());
            let third = names(position, effect.captured() | between);
            let result = (name(effect.from()), name(effect.to()), third);
            (result, position.move_text(&legal))
        })
        .collect();
    results.sort_unstable();
    let (results, moves) = results.into_iter().unzip();
    MovesView {
        variant: position.variant().public_name().to_owned(),
        position: position.to_string(),
        results,
        moves,
        outcome: outcome(position.variant(), ending),
        truncated: !list.is_complete(),
    }
}

/// Judges a move.
///
/// # Errors
/// An unknown variant, or a text that gives no position or no move.
pub fn check(variant: &str, position: Option<&str>, turn: &str) -> Result<CheckView, RequestError> {
    let variant = variant_named(variant)?;
    let position = position_of(variant, position)?;
    let turn: Turn = turn
        .trim()
        .parse()
        .map_err(|fault: MoveTextError| RequestError::unmet_at("move", fault.column(), &fault))?;
    let mut game = Game::new(position);
    let captured = match &turn {
        Turn::Pass => game.pass().map(|()| SquareSet::EMPTY),
        Turn::Move(written) => game.check(written).map(|effect| {
            game.play(&effect);
            effect.captured()
        }),
    };
    Ok(match captured {
        Ok(captured) => CheckView::Legal {
            position: game.position().to_string(),
            captured: names(&position, captured),
            outcome: outcome(variant, game.ending()),
        },
        Err(refused) => CheckView::Refused(RefusalView::of(&refused)),
    })
}

/// `"draw"`, or the letters of the winning team's seats.
pub(crate) fn outcome(variant: &Variant, ending: Option<Ending>) -> Option<String> {
    Some(match ending?.outcome {
        Outcome::Win(team) => variant.team_letters(team),
        Outcome::Draw => "draw".to_owned(),
    })
}

/// The names of squares, sorted as texts.
fn names(position: &Position, squares: SquareSet) -> Vec<String> {
    let board = position.variant().board();
    let mut names: Vec<String> =
        squares.into_iter().map(|square| board.name(square).to_string()).collect();
    names.sort_unstable();
    names
}
