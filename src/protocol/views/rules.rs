//! The rules as JSON: the same answers on the command line (`--json`) and over REST (`POST
//! /rules/moves`, `/rules/check`).
//!
//! All functions are pure functions of their text arguments.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;

use chivalry_rules::notation::move_text::{MoveTextError, Turn};
use chivalry_rules::notation::position_text::PositionError;
use chivalry_rules::{Ending, Game, GameError, MoveList, Outcome, Position, SquareSet, Variant};

/// A position whose moves are requested.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MovesQuery {
    /// The variant's name, or an alias.
    pub variant: String,
    /// The position; defaults to the variant's array.
    #[serde(default)]
    pub position: Option<String>,
}

/// A move to check.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CheckQuery {
    /// The variant's name, or an alias.
    pub variant: String,
    /// The position before the move; defaults to the variant's array.
    #[serde(default)]
    pub position: Option<String>,
    /// The move: `C8-D9`, `H4xJ4xL6`, `C2,E6,K7`, `pass`.
    #[serde(rename = "move")]
    pub turn: String,
}

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MovesView {
    /// The variant's name.
    pub variant: String,
    /// The position with all its fields.
    pub position: String,
    /// All results as start, end and captured squares, in text order; empty if the game is over
    /// or the seat has to pass. A placement of trees is listed as its first, last and middle
    /// square.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    pub results: Vec<(String, String, Vec<String>)>,
    /// One move for each result, in the same order.
    pub moves: Vec<String>,
    /// `null`, `"draw"`, or the letters of the winning team's seats.
    #[schema(required = true)]
    pub outcome: Option<String>,
    /// True if the list of results is truncated; omitted otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

/// The effect of a move, or the rule that it breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CheckView {
    /// The move is legal.
    Legal {
        /// The position after the move.
        position: String,
        /// The captured squares, in text order.
        captured: Vec<String>,
        /// `null`, `"draw"`, or the letters of the winning team's seats.
        #[schema(required = true)]
        outcome: Option<String>,
    },
    /// The move is refused.
    Refused(RefusalView),
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusalView {
    /// The reason code: that of a broken rule, `game_over`, or `pass`. The code `pass` stands for a
    /// pass-turn that is not due, or for a move in place of a pass-turn.
    pub rule: String,
    /// The section of the rules that states the rule.
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

/// Finds a variant by name or alias.
///
/// # Errors
/// The variant is unknown.
pub fn variant_named(name: &str) -> Result<&'static Variant, RequestError> {
    Variant::named(name).ok_or_else(|| {
        let shown: String = name.chars().take(64).collect();
        RequestError::unmet("variant", Reason::UnknownVariant.with([("variant", shown.into())]))
    })
}

/// Finds a variant by name or alias for a new match between players. Of an operator's variant,
/// the currently offered text is returned.
///
/// # Errors
/// The variant is unknown, on trial or no longer offered.
pub(crate) fn offered_variant(name: &str) -> Result<&'static Variant, RequestError> {
    let variant = offered_or_trial_variant(name)?;
    if variant.is_on_trial() { Err(on_trial(variant)) } else { Ok(variant) }
}

/// The refusal of a request that a variant on trial does not allow.
pub(crate) fn on_trial(variant: &Variant) -> RequestError {
    let message = Reason::VariantOnTrial.with([("variant", variant.name().into())]);
    RequestError::unmet("variant", message)
}

/// Finds a variant like [`offered_variant`], or one on trial.
///
/// # Errors
/// The variant is unknown or no longer offered.
pub(crate) fn offered_or_trial_variant(name: &str) -> Result<&'static Variant, RequestError> {
    let variant = variant_named(name)?;
    if !variant.is_offered() && !variant.is_on_trial() {
        let message = Reason::VariantNotOffered.with([("variant", variant.pin().into())]);
        return Err(RequestError::unmet("variant", message));
    }
    Ok(variant)
}

/// Parses a position of `variant`; the default is the array.
///
/// # Errors
/// The text is not a valid position.
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

/// Lists the legal results of a position; `list` is a reusable buffer.
///
/// # Errors
/// The variant is unknown, or the text is not a valid position.
pub fn moves(
    variant: &str,
    position: Option<&str>,
    list: &mut MoveList,
) -> Result<MovesView, RequestError> {
    let variant = variant_named(variant)?;
    Ok(moves_of(&position_of(variant, position)?, list))
}

/// Lists the legal results of a parsed position; `list` is a reusable buffer.
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

/// Checks a move.
///
/// # Errors
/// The variant is unknown, or a text is not a valid position or move.
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

/// Returns the names of squares, in text order.
fn names(position: &Position, squares: SquareSet) -> Vec<String> {
    let board = position.variant().board();
    let mut names: Vec<String> =
        squares.into_iter().map(|square| board.name(square).to_string()).collect();
    names.sort_unstable();
    names
}

/// Returns the names of squares, in board order.
pub(crate) fn square_names(squares: SquareSet, variant: &Variant) -> Vec<String> {
    squares.into_iter().map(|square| variant.board().name(square).to_string()).collect()
}
