//! A record held to the rules (`rules.md 7`).

use super::{GameRecord, RecordResult};
use crate::rules::game::{Game, GameError};
use crate::rules::notation::move_text::Turn;
use crate::rules::notation::position_text::PositionError;
use crate::rules::position::Position;
use crate::rules::variant::Variant;

/// A sound record, played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where the game started.
    pub start: Position,
    /// The turns played, with the pass-turns that the text left out.
    pub turns: Vec<Turn>,
    /// The game after the last of them.
    pub game: Game,
}

/// Why a record is not sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// No tag and no default says what was played.
    #[error("the record has no tag `Variant`")]
    NoVariant,
    /// A variant that there is not.
    #[error("there is no variant `{0}`")]
    UnknownVariant(String),
    /// The position in the tag `Position`.
    #[error("tag `Position`: {0}")]
    Position(#[from] PositionError),
    /// The first illegal ply.
    #[error(transparent)]
    Ply(Box<PlyFault>),
    /// The result of the text is not that of the game.
    #[error("the record says {said}, but {because}")]
    Result {
        /// What the record says.
        said: RecordResult,
        /// What speaks against it.
        because: String,
        /// The position at the end.
        position: String,
    },
}

/// The first illegal ply of a record; everything before it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}, {written}: {cause}")]
pub struct PlyFault {
    /// The number of the ply, from 1; pass-turns count.
    pub ply: u32,
    /// The turn as it is written.
    pub written: Turn,
    /// The position before it.
    pub position: Position,
    /// The rule that it breaks.
    pub cause: GameError,
}

impl RecordFault {
    /// The fault's name in answers.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            RecordFault::NoVariant => "no_variant",
            RecordFault::UnknownVariant(_) => "unknown_variant",
            RecordFault::Position(_) => "bad_position",
            RecordFault::Ply(_) => "illegal_move",
            RecordFault::Result { .. } => "wrong_result",
        }
    }
}

impl GameRecord {
    /// Plays the record through by the rules of its variant, or of
    /// `default_variant` where no tag names one.
    ///
    /// A pass-turn that is written must be due; one that is due and not
    /// written is put in. A result is held against the rules only where they
    /// ended the game: `*` says nothing, and an unfinished position may have
    /// been given up, drawn or lost on time.
    ///
    /// # Errors
    /// The first thing that is not sound.
    pub fn replay(&self, default_variant: Option<&'static Variant>) -> Result<Replay, RecordFault> {
        let variant = match self.variant() {
            Some(named) => {
                named.map_err(|unknown| RecordFault::UnknownVariant(unknown.to_owned()))?
            }
            None => default_variant.ok_or(RecordFault::NoVariant)?,
        };
        let start = match self.tag("Position") {
            Some(text) => Position::read(text, variant)?,
            None => Position::start(variant),
        };
        let mut game = Game::new(start);
        let mut turns = Vec::new();
        for written in self.turns() {
            if *written != Turn::Pass {
                while game.pass_is_due() && game.pass().is_ok() {
                    turns.push(Turn::Pass);
                }
            }
            play(&mut game, written).map_err(|cause| {
                RecordFault::Ply(Box::new(PlyFault {
                    ply: game.plies() + 1,
                    written: written.clone(),
                    position: *game.position(),
                    cause,
                }))
            })?;
            turns.push(written.clone());
        }
        self.hold_result_against(&game)?;
        Ok(Replay { start, turns, game })
    }

    fn hold_result_against(&self, game: &Game) -> Result<(), RecordFault> {
        let variant = game.position().variant();
        let tagged = self.tag("Result").and_then(|text| text.trim().parse().ok());
        let ended = game.ending().map(|ending| ending.outcome);
        let mut said_before = None;
        for said in tagged.into_iter().chain([self.result]) {
            let Some(outcome) = said.outcome() else { continue };
            let usual = RecordResult::of(outcome, variant);
            let because = if said != usual {
                format!("in {} that is written {usual}", variant.title())
            } else if said_before.is_some_and(|before| before != said) {
                format!("its tag `Result` says {}", tagged.unwrap_or_default())
            } else if let Some(ended) = ended.filter(|&ended| ended != outcome) {
                format!("by the rules the game ended {}", RecordResult::of(ended, variant))
            } else {
                said_before = Some(said);
                continue;
            };
            let position = game.position().to_string();
            return Err(RecordFault::Result { said, because, position });
        }
        Ok(())
    }
}

/// Plays one turn as it is written.
fn play(game: &mut Game, written: &Turn) -> Result<(), GameError> {
    match written {
        Turn::Pass => game.pass(),
        Turn::Move(written) => {
            let effect = game.check(written)?;
            game.play(&effect);
            Ok(())
        }
    }
}
