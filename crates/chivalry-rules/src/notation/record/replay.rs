//! A record held to the rules (`rules.md 7`).

use super::game_record::{Element, GameRecord};
use super::result::RecordResult;
use super::withdrawal::{WentOut, out_in};
use crate::game::{Game, GameError};
use crate::notation::move_text::Turn;
use crate::notation::position_text::PositionError;
use crate::position::outcome::EndReason;
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// A sound record, played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where the game started.
    pub start: Position,
    /// The turns played, with the pass-turns that the text left out.
    pub turns: Vec<Turn>,
    /// The seats that played no more from some ply on, in order
    /// (`rules.md 6.4`).
    pub outs: Vec<WentOut>,
    /// The game after the last of them.
    pub game: Game,
}

impl Replay {
    /// The game before each turn, and after the last.
    #[must_use]
    pub fn games(&self) -> Vec<Game> {
        let mut game = Game::new(self.start);
        let mut outs = self.outs.iter().peekable();
        let mut games = Vec::with_capacity(self.turns.len() + 1);
        for turn in self.turns.iter().map(Some).chain([None]) {
            while let Some(out) = outs.next_if(|out| out.plies <= game.plies()) {
                game.leave(out.seat);
            }
            games.push(game.clone());
            if let Some(turn) = turn {
                play(&mut game, turn).expect("turns that were replayed");
            }
        }
        games
    }
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
    /// Rules by which there is no such game.
    #[error("there are no rules `{rules}` of {title}")]
    UnknownRules {
        /// What the tag `Rules` says.
        rules: String,
        /// The game.
        title: &'static str,
    },
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
    /// The game did not end by the rules as the tag `Termination` says.
    #[error("the record says that the game ended by `{said}`, but {because}")]
    Termination {
        /// What the record says.
        said: &'static str,
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
            RecordFault::UnknownRules { .. } => "unknown_rules",
            RecordFault::Position(_) => "bad_position",
            RecordFault::Ply(_) => "illegal_move",
            RecordFault::Result { .. } => "wrong_result",
            RecordFault::Termination { .. } => "wrong_termination",
        }
    }

    /// The tag at fault, where it is one.
    #[must_use]
    pub const fn tag(&self) -> Option<&'static str> {
        match self {
            RecordFault::NoVariant | RecordFault::UnknownVariant(_) => Some("Variant"),
            RecordFault::UnknownRules { .. } => Some("Rules"),
            RecordFault::Position(_) => Some("Position"),
            RecordFault::Ply(_) => None,
            RecordFault::Result { .. } => Some("Result"),
            RecordFault::Termination { .. } => Some("Termination"),
        }
    }
}

impl GameRecord {
    /// What was played: the variant that the tags `Variant` and `Rules` name
    /// together, or that of `default_variant` where there is no tag `Variant`.
    ///
    /// # Errors
    /// There is no such game.
    pub fn played(
        &self,
        default_variant: Option<&'static Variant>,
    ) -> Result<&'static Variant, RecordFault> {
        let variant = match self.variant() {
            Some(named) => {
                named.map_err(|unknown| RecordFault::UnknownVariant(unknown.to_owned()))?
            }
            None => default_variant.ok_or(RecordFault::NoVariant)?,
        };
        let Some(rules) = self.tag("Rules").map(str::trim).filter(|rules| is_said(rules)) else {
            return Ok(variant);
        };
        variant.by_rules(rules).ok_or_else(|| {
            let title = variant.title();
            RecordFault::UnknownRules { rules: rules.to_owned(), title }
        })
    }

    /// The position that the record starts from.
    ///
    /// # Errors
    /// There is no such game, or its position cannot be played.
    pub fn start(
        &self,
        default_variant: Option<&'static Variant>,
    ) -> Result<Position, RecordFault> {
        let variant = self.played(default_variant)?;
        match self.tag("Position") {
            Some(text) => Ok(Position::read(text, variant)?),
            None => Ok(Position::start(variant)),
        }
    }

    /// Plays the record through by the rules of its variant, or of
    /// `default_variant` where no tag names one.
    ///
    /// A pass-turn that is written must be due; one that is due and not
    /// written is put in. A seat that a comment says is out passes from there
    /// on. A result is held against the rules only where they
    /// ended the game: `*` says nothing, and an unfinished position may have
    /// been given up, drawn or lost on time.
    ///
    /// # Errors
    /// The first thing that is not sound.
    pub fn replay(&self, default_variant: Option<&'static Variant>) -> Result<Replay, RecordFault> {
        let start = self.start(default_variant)?;
        let mut game = Game::new(start);
        let mut turns = Vec::new();
        let mut outs = Vec::new();
        for element in &self.movetext {
            let written = match element {
                Element::Turn(written) => written,
                Element::Comment(text) => {
                    if let Some(out) = went_out(text, &game) {
                        game.leave(out.seat);
                        outs.push(out);
                    }
                    continue;
                }
                Element::Mark(_) | Element::Variation(_) => continue,
            };
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
        self.hold_termination_against(&game)?;
        Ok(Replay { start, turns, outs, game })
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

    /// A reason that the rules know has to be theirs. What only the moves
    /// before a described position could show is believed.
    fn hold_termination_against(&self, game: &Game) -> Result<(), RecordFault> {
        let text = self.tag("Termination").map(str::trim).unwrap_or_default();
        let mut known = EndReason::ALL.into_iter();
        let Some(said) = known.find(|reason| reason.as_str().eq_ignore_ascii_case(text)) else {
            return Ok(());
        };
        let by_history = matches!(said, EndReason::Repetition | EndReason::Passes);
        let because = match game.ending() {
            Some(ending) if ending.reason == said => return Ok(()),
            None if by_history && self.tag("Position").is_some() => return Ok(()),
            Some(ending) => format!("by the rules it ended by `{}`", ending.reason.as_str()),
            None => "by the rules it has not ended".to_owned(),
        };
        let position = game.position().to_string();
        Err(RecordFault::Termination { said: said.as_str(), because, position })
    }
}

/// Whether a tag's value says anything: PGN writes `?` and `-` where it does
/// not.
pub(crate) fn is_said(value: &str) -> bool {
    !matches!(value, "" | "?" | "-")
}

/// The seat of which a comment says that it is out. There is none in a game
/// for two, where nobody plays on.
fn went_out(comment: &str, game: &Game) -> Option<WentOut> {
    let variant = game.position().variant();
    let (letter, how) = out_in(comment).filter(|_| variant.seat_count() == 4)?;
    let seat = variant.seat_of_letter(letter)?;
    Some(WentOut { seat, plies: game.plies(), how: how.to_owned() })
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
