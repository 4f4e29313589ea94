//! The starting position of a requested match: the usual array, a given position, or a position
//! of an earlier game.

use chivalry_play::matches::{Match, StartPosition, StartPositionError};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::notation::record::{GameRecord, Replay, ReplayError};
use chivalry_rules::{Position, Variant};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Message;
use crate::protocol::reason::Reason;
use crate::protocol::requests::matches::CreateRequest;
use crate::protocol::views::rules::{
    offered_or_trial_variant, position_of, square_names, variant_named,
};

/// An earlier game to continue.
struct Earlier {
    start: Position,
    turns: Vec<Turn>,
}

impl CreateRequest {
    /// Returns the variant and the starting position, if not the variant's array.
    pub(crate) fn start(
        &self,
        earlier: Option<&Match>,
    ) -> Result<(&'static Variant, Option<StartPosition>), RequestError> {
        let sources = [
            ("from", self.from.is_some()),
            ("record", self.record.is_some()),
            ("handicap", !self.handicap.is_empty()),
        ];
        let given_sources = sources.iter().filter(|(_, is_given)| *is_given);
        let given_sources: Vec<&str> = given_sources.map(|(name, _)| *name).collect();
        if let [field, ..] = given_sources[..]
            && (given_sources.len() > 1 || self.position.is_some())
        {
            let reason = Reason::OneStart;
            return Err(RequestError::unmet(field, reason));
        }
        if self.ply.is_some() && self.record.is_none() {
            return Err(RequestError::unmet("ply", Reason::PlyNeedsRecord));
        }
        let named = self.variant.as_deref().map(variant_named).transpose()?;
        if let (Some(from), Some(earlier)) = (self.from, earlier) {
            let turns = earlier.moves().iter().filter_map(|played| played.text.parse().ok());
            let earlier = Earlier { start: *earlier.start(), turns: turns.collect() };
            return earlier.after(from.ply, named, "from.ply");
        }
        if let Some(text) = &self.record {
            return Earlier::from_record(text, named)?.after(self.ply, named, "ply");
        }
        let variant = self
            .variant
            .as_deref()
            .ok_or_else(|| RequestError::unmet("variant", Reason::VariantMissing))?;
        let variant = offered_or_trial_variant(variant)?;
        let start = custom_start(variant, self.position.as_deref(), &self.handicap, "")?;
        Ok((variant, start.map(StartPosition::at)))
    }
}

/// Resolves a custom starting position of `variant`: a position text, or the array without the
/// pieces on some squares. `at` is the path prefix of the fields in errors.
///
/// # Errors
/// The invalid field.
pub(crate) fn custom_start(
    variant: &'static Variant,
    position: Option<&str>,
    handicap: &[String],
    at: &str,
) -> Result<Option<Position>, RequestError> {
    let (field, position) = match (position, handicap) {
        (None, []) => return Ok(None),
        (None, squares) => {
            let squares = squares.iter().map(String::as_str);
            let field = format!("{at}handicap");
            let position = Position::with_handicap(variant, squares);
            (field.clone(), position.map_err(|fault| field_error(&field, &fault))?)
        }
        (Some(text), _) => {
            let field = format!("{at}position");
            let position = position_of(variant, Some(text)).map_err(|mut error| {
                error.more.field = Some(field.clone());
                error
            })?;
            (field, position)
        }
    };
    StartPositionError::check(&position).map_err(|fault| field_error(&field, &fault))?;
    let is_array = position.to_string() == Position::start(variant).to_string();
    Ok(Some(position).filter(|_| !is_array))
}

/// Returns the squares of the missing pieces if `position` is a handicap array, and `None`
/// otherwise.
pub(crate) fn handicap_view(position: &Position) -> Option<Vec<String>> {
    let (_, squares) = position.handicap()?;
    Some(square_names(squares, position.variant()))
}

impl Earlier {
    fn from_record(text: &str, named: Option<&'static Variant>) -> Result<Earlier, RequestError> {
        let Replay { start, turns, .. } = replay_of(text, named)?;
        Ok(Earlier { start, turns })
    }

    /// Returns the variant and the game after `ply` plies, or after all plies.
    fn after(
        self,
        ply: Option<u32>,
        named: Option<&'static Variant>,
        field: &str,
    ) -> Result<(&'static Variant, Option<StartPosition>), RequestError> {
        let Earlier { start, turns } = self;
        let variant = start.variant();
        if let Some(named) = named.filter(|named| named.name() != variant.name()) {
            let params = [("variant", variant.name().into()), ("named", named.name().into())];
            return Err(RequestError::unmet("variant", Reason::OtherVariant.with(params)));
        }
        let ply = ply.map_or(turns.len(), |ply| ply as usize);
        let Some(turns) = turns.get(..ply) else {
            let message = Reason::GameHasPlies.with([("plies", turns.len().into())]);
            return Err(RequestError::unmet(field, message));
        };
        let opening =
            StartPosition::after(start, turns).map_err(|(_, error)| field_error(field, &error))?;
        if opening.game().ending().is_some() {
            return Err(field_error(field, &StartPositionError::Over));
        }
        let is_array = opening.position().to_string() == Position::start(variant).to_string();
        Ok((variant, Some(opening).filter(|_| !is_array)))
    }
}

/// Replays the game of the field `record` by the rules.
///
/// # Errors
/// `bad_field`, with the rule that the first illegal ply breaks.
pub(crate) fn replay_of(
    text: &str,
    named: Option<&'static Variant>,
) -> Result<Replay, RequestError> {
    let record: GameRecord = text.parse().map_err(|error| field_error("record", &error))?;
    let start = record.start(named).map_err(|error| field_error("record", &error))?;
    StartPositionError::check(&start).map_err(|error| {
        RequestError::unmet("record", Message::from(&error).prefixed("tag `Position`: "))
    })?;
    record.replay(named).map_err(|error| {
        let mut refusal = field_error("record", &error);
        if let ReplayError::Ply(fault) = &error {
            refusal.more.rule = Some(fault.cause.code());
            refusal.more.section = Some(fault.cause.section());
        }
        refusal
    })
}

fn field_error(field: &str, error: impl Into<Message>) -> RequestError {
    RequestError::unmet(field, error)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use chivalry_play::matches::NewMatch;

    use super::*;

    const RECORD: &str = "[Variant \"camette\"]\n\n1. C2-B2 C6-B6 2. B2-C2 B6-C6 *";

    fn resolve(request: &Value) -> Result<NewMatch, RequestError> {
        serde_json::from_value::<CreateRequest>(request.clone()).unwrap().resolve(None)
    }

    fn fault(request: &Value) -> RequestError {
        resolve(request).unwrap_err()
    }

    #[test]
    fn a_match_continues_after_a_ply_of_a_record() {
        let at = |ply: u32| resolve(&json!({"record": RECORD, "ply": ply})).unwrap();
        assert!(at(0).position.is_none());
        let opening = at(1).position.unwrap();
        assert_eq!(opening.position().to_string(), "1/1B1/1bbb1/5/1www1/W2/1 b 0,0 1 1");
        let last = resolve(&json!({"record": RECORD})).unwrap().position.unwrap();
        assert_eq!(last.position().quiet(), 4);
        assert_eq!(last.game().plies(), 0);
    }

    #[test]
    fn records_that_cannot_be_continued_name_the_field() {
        let over = "[Variant \"camette\"]\n\n1. C3-C4 C5xC3xC1 0-1";
        for (request, field) in [
            (json!({"record": RECORD, "position": "x"}), "record"),
            (json!({"record": RECORD, "variant": "cam"}), "variant"),
            (json!({"record": RECORD, "ply": 5}), "ply"),
            (json!({"variant": "cam", "ply": 5}), "ply"),
            (json!({"record": "1. C2-B2 *"}), "record"),
            (json!({"record": ""}), "record"),
            (json!({"record": RECORD, "handicap": ["C2"]}), "record"),
            (json!({"variant": "cam", "position": "x", "handicap": ["C4"]}), "handicap"),
            (json!({"variant": "cam", "handicap": ["A1"]}), "handicap"),
            (json!({"variant": "cam", "handicap": ["C4"], "rated": true}), "rated"),
            (json!({"record": over}), "ply"),
            (json!({"record": RECORD, "rated": true}), "rated"),
        ] {
            assert_eq!(fault(&request).more.field.as_deref(), Some(field), "{request}");
        }
        let illegal = fault(&json!({"record": "[Variant \"camette\"]\n\n1. C2-B2 C6-C7 *"}));
        assert_eq!((illegal.more.rule, illegal.more.section), (Some("own_castle"), Some("4.1")));
        assert!(illegal.detail.starts_with("ply 2, C6-C7: "), "{}", illegal.detail);
    }
}
