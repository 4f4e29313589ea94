//! Validation of game records as JSON, for the command line (`replay --json`) and REST (`POST
//! /rules/record`).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Message;
use crate::protocol::reason::ParamMap;
use crate::protocol::reason::Params;
use crate::protocol::reason::Reason;
use crate::protocol::views::rules::{outcome, variant_named};
use chivalry_play::matches::{ImportError, ImportedMatch, Match, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;
use chivalry_rules::notation::record::{
    GameRecord, IllegalPly, ReadGame, RecordError, RecordReader, Replay, ReplayError,
};

/// A text of game records to validate.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RecordQuery {
    /// One or more game records.
    pub record: String,
    /// The variant of records without a variant tag.
    #[serde(default)]
    pub variant: Option<String>,
}

/// The validation result of one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordView {
    /// The number of the game in its text, from 1.
    pub game: u64,
    /// The first line of the record, from 1.
    pub line: u64,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: RecordVerdict,
}

/// The verdict on a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum RecordVerdict {
    /// Every ply is legal and the result is consistent.
    Sound {
        /// Always true.
        sound: bool,
        /// The variant's name.
        variant: String,
        /// Plies played, pass-turns included.
        plies: u32,
        /// The last position.
        position: String,
        /// The result stated in the record.
        result: String,
        /// The outcome by the rules: `null`, `"draw"`, or the letters of the winning team's
        /// seats.
        #[schema(required = true)]
        outcome: Option<String>,
        /// The rule that ended the game, if any.
        #[schema(required = true)]
        reason: Option<String>,
    },
    /// The record has a fault. Everything before the fault is valid.
    Unsound(Box<RecordFaultView>),
}

/// The fault of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordFaultView {
    /// Always false.
    pub sound: bool,
    /// `unreadable`, `no_variant`, `unknown_variant`, `unknown_rules`,
    /// `bad_position`, `illegal_move`, `wrong_result` or `wrong_termination`.
    pub fault: String,
    /// One English sentence.
    pub detail: String,
    /// The reason, more exact than `fault`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The parameters of the reason.
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    #[schema(value_type = ParamMap, required = false)]
    pub params: Params,
    /// The invalid tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The number of the first illegal ply, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The text of the invalid turn.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The reason code of the broken rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The section of the rules that states the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The position before the invalid ply, or at the end of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl RecordView {
    /// Validates a parsed game; `game` is its number in the text.
    #[must_use]
    pub fn of(game: u64, read: &ReadGame, default_variant: Option<&'static Variant>) -> RecordView {
        let verdict = match &read.record {
            Ok(record) => RecordVerdict::of(record, default_variant),
            Err(error) => RecordVerdict::Unsound(Box::new(RecordFaultView::unreadable(error))),
        };
        RecordView { game, line: read.first_line, verdict }
    }

    /// Returns true if the record has no fault.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        matches!(self.verdict, RecordVerdict::Sound { .. })
    }
}

impl RecordVerdict {
    fn of(record: &GameRecord, default_variant: Option<&'static Variant>) -> RecordVerdict {
        match record.replay(default_variant) {
            Ok(replay) => RecordVerdict::sound(record, &replay),
            Err(fault) => RecordVerdict::Unsound(Box::new(RecordFaultView::of(&fault))),
        }
    }

    fn sound(record: &GameRecord, replay: &Replay) -> RecordVerdict {
        let (position, ending) = (replay.game.position(), replay.game.ending());
        RecordVerdict::Sound {
            sound: true,
            variant: position.variant().pin().to_owned(),
            plies: replay.game.plies(),
            position: position.to_string(),
            result: record.result.to_string(),
            outcome: outcome(position.variant(), ending),
            reason: ending.map(|ending| ending.reason.as_str().to_owned()),
        }
    }
}

impl RecordFaultView {
    fn new(fault: &str, message: impl Into<Message>) -> RecordFaultView {
        let Message { reason, params, detail } = message.into();
        let (fault, reason) = (fault.to_owned(), Some(reason));
        RecordFaultView { fault, detail, reason, params, ..RecordFaultView::default() }
    }

    fn unreadable(error: &RecordError) -> RecordFaultView {
        RecordFaultView::new("unreadable", error)
    }

    pub(crate) fn of(fault: &ReplayError) -> RecordFaultView {
        let view = RecordFaultView {
            tag: fault.tag().map(str::to_owned),
            ..RecordFaultView::new(fault.code(), fault)
        };
        match fault {
            ReplayError::Ply(fault) => {
                let IllegalPly { ply, written, position, cause } = &**fault;
                RecordFaultView {
                    detail: cause.to_string(),
                    ply: Some(*ply),
                    turn: Some(written.to_string()),
                    rule: Some(cause.code().to_owned()),
                    section: Some(cause.section().to_owned()),
                    position: Some(position.to_string()),
                    ..view
                }
            }
            ReplayError::Result { position, .. } | ReplayError::Termination { position, .. } => {
                RecordFaultView { position: Some(position.clone()), ..view }
            }
            _ => view,
        }
    }
}

/// The import result of one record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportView {
    /// The number of the record in the request, from 0.
    pub index: u64,
    /// The first line of the record, from 1.
    pub line: u64,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: ImportVerdict,
}

/// The verdict on an imported record.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ImportVerdict {
    /// The record was imported.
    Kept {
        /// The match created from the record, now or by an earlier import.
        #[serde(rename = "match")]
        #[schema(value_type = uuid::Uuid)]
        match_id: MatchId,
    },
    /// The record has a fault. Everything before the fault is valid.
    Unsound(Box<RecordFaultView>),
    /// The record could not be stored. The client should send it again.
    Failed(RequestError),
}

/// Builds a match from a parsed record, imported by `by`. `default_variant` applies to a record
/// without a variant tag.
///
/// # Errors
/// The fault of the record.
pub fn import(
    read: &ReadGame,
    default_variant: Option<&'static Variant>,
    by: PlayerId,
) -> Result<ImportedMatch, Box<RecordFaultView>> {
    let record = read.record.as_ref().map_err(|e| Box::new(RecordFaultView::unreadable(e)))?;
    Match::import(record, default_variant, by).map_err(|fault| {
        let view = |name: &str, tag: &str| RecordFaultView {
            tag: Some(tag.to_owned()),
            ..RecordFaultView::new(name, &fault)
        };
        Box::new(match &fault {
            ImportError::Record(fault) => RecordFaultView::of(fault),
            ImportError::Start(_) => view("bad_position", "Position"),
            ImportError::Termination { .. } => view("wrong_termination", "Termination"),
        })
    })
}

/// Validates every game of a text. `default_variant` applies to records without a variant tag.
///
/// # Errors
/// The default variant is unknown.
pub fn records(text: &str, default_variant: Option<&str>) -> Result<Vec<RecordView>, RequestError> {
    let default_variant = default_variant.map(variant_named).transpose()?;
    let mut reader = RecordReader::new();
    reader.push(text.as_bytes());
    reader.finish();
    let games = std::iter::from_fn(|| reader.next_game());
    Ok((1..).zip(games).map(|(game, read)| RecordView::of(game, &read, default_variant)).collect())
}
