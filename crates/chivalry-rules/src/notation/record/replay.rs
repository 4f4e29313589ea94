//! Checks a record against the rules (`rules.md 7`).

use super::game_record::{Element, GameRecord};
use super::result::RecordResult;
use super::withdrawal::{Withdrawal, parse_withdrawal};
use crate::game::{Game, GameError};
use crate::notation::move_text::Turn;
use crate::notation::position_text::PositionError;
use crate::position::outcome::{EndReason, Outcome};
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// A legal record with its replayed game.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The starting position.
    pub start: Position,
    /// The turns, with omitted pass-turns inserted.
    pub turns: Vec<Turn>,
    /// Withdrawn seats, in order (`rules.md 6.4`).
    pub withdrawals: Vec<Withdrawal>,
    /// The game after the last turn.
    pub game: Game,
}

impl Replay {
    /// The game before each turn and after the last turn.
    #[must_use]
    pub fn games(&self) -> Vec<Game> {
        let mut game = Game::new(self.start);
        let mut withdrawals = self.withdrawals.iter().peekable();
        let mut games = Vec::with_capacity(self.turns.len() + 1);
        for turn in self.turns.iter().map(Some).chain([None]) {
            while let Some(withdrawal) =
                withdrawals.next_if(|withdrawal| withdrawal.plies <= game.plies())
            {
                game.withdraw(withdrawal.seat);
            }
            games.push(game.clone());
            if let Some(turn) = turn {
                play_turn(&mut game, turn).expect("turns that were replayed");
            }
        }
        games
    }
}

/// A record that contradicts the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The variant is not known.
    #[error("the record has no tag `Variant`")]
    NoVariant,
    /// The variant does not exist.
    #[error("there is no variant `{0}`")]
    UnknownVariant(String),
    /// The variant does not exist under these rules.
    #[error("there are no rules `{rules}` of {title}")]
    UnknownRules {
        /// The value of the tag `Rules`.
        rules: String,
        /// The title of the variant.
        title: &'static str,
    },
    /// The tag `Position` is invalid.
    #[error("tag `Position`: {0}")]
    Position(#[from] PositionError),
    /// An illegal ply.
    #[error(transparent)]
    Ply(Box<IllegalPly>),
    /// The stated result differs from the result of the game.
    #[error("the record says {claimed}, but {contradiction}")]
    Result {
        /// The stated result.
        claimed: RecordResult,
        /// The contradicting fact.
        contradiction: String,
        /// The final position.
        position: String,
    },
    /// The tag `Termination` names a rule that did not end the game.
    #[error("the record says that the game ended by `{claimed}`, but {contradiction}")]
    Termination {
        /// The stated reason.
        claimed: &'static str,
        /// The contradicting fact.
        contradiction: String,
        /// The final position.
        position: String,
    },
}

/// The first illegal ply of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ply {ply}, {written}: {cause}")]
pub struct IllegalPly {
    /// The ply number, from 1. Pass-turns count.
    pub ply: u32,
    /// The turn as written.
    pub written: Turn,
    /// The position before the turn.
    pub position: Position,
    /// The violated rule.
    pub cause: GameError,
}

impl ReplayError {
    /// The error code in responses.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ReplayError::NoVariant => "no_variant",
            ReplayError::UnknownVariant(_) => "unknown_variant",
            ReplayError::UnknownRules { .. } => "unknown_rules",
            ReplayError::Position(_) => "bad_position",
            ReplayError::Ply(_) => "illegal_move",
            ReplayError::Result { .. } => "wrong_result",
            ReplayError::Termination { .. } => "wrong_termination",
        }
    }

    /// The invalid tag, if the error is in a tag.
    #[must_use]
    pub const fn tag(&self) -> Option<&'static str> {
        match self {
            ReplayError::NoVariant | ReplayError::UnknownVariant(_) => Some("Variant"),
            ReplayError::UnknownRules { .. } => Some("Rules"),
            ReplayError::Position(_) => Some("Position"),
            ReplayError::Ply(_) => None,
            ReplayError::Result { .. } => Some("Result"),
            ReplayError::Termination { .. } => Some("Termination"),
        }
    }
}

impl GameRecord {
    /// The variant that the tags `Variant` and `Rules` name together.
    ///
    /// `default_variant` applies without a tag `Variant`.
    ///
    /// # Errors
    /// There is no such variant, or not under these rules.
    pub fn resolve_variant(
        &self,
        default_variant: Option<&'static Variant>,
    ) -> Result<&'static Variant, ReplayError> {
        let variant = match self.variant() {
            Some(named) => {
                named.map_err(|unknown| ReplayError::UnknownVariant(unknown.to_owned()))?
            }
            None => default_variant.ok_or(ReplayError::NoVariant)?,
        };
        let Some(rules) = self.tag("Rules").map(str::trim).filter(|rules| is_known_value(rules))
        else {
            return Ok(variant);
        };
        variant.by_rules(rules).ok_or_else(|| {
            let title = variant.title();
            ReplayError::UnknownRules { rules: rules.to_owned(), title }
        })
    }

    /// The starting position of the record.
    ///
    /// # Errors
    /// There is no such variant, or the tag `Position` is invalid.
    pub fn start(
        &self,
        default_variant: Option<&'static Variant>,
    ) -> Result<Position, ReplayError> {
        let variant = self.resolve_variant(default_variant)?;
        match self.tag("Position") {
            Some(text) => Ok(Position::read(text, variant)?),
            None => Ok(Position::start(variant)),
        }
    }

    /// Replays the record by the rules of its variant.
    ///
    /// `default_variant` applies without a tag `Variant`. Omitted pass-turns are inserted, and
    /// written ones must be legal. A withdrawn seat passes every turn.
    ///
    /// The result is compared only if the rules ended the game. Players may have resigned,
    /// agreed a draw or lost on time in any other position.
    ///
    /// # Errors
    /// The first contradiction to the rules.
    pub fn replay(&self, default_variant: Option<&'static Variant>) -> Result<Replay, ReplayError> {
        let start = self.start(default_variant)?;
        let mut game = Game::new(start);
        let mut turns = Vec::new();
        let mut withdrawals = Vec::new();
        for element in &self.movetext {
            let written = match element {
                Element::Turn(written) => written,
                Element::Comment(text) => {
                    if let Some(withdrawal) = withdrawal_in_comment(text, &game) {
                        game.withdraw(withdrawal.seat);
                        withdrawals.push(withdrawal);
                    }
                    continue;
                }
                Element::Mark(_) | Element::Variation(_) => continue,
            };
            if *written != Turn::Pass {
                while game.must_pass() && game.pass().is_ok() {
                    turns.push(Turn::Pass);
                }
            }
            play_turn(&mut game, written).map_err(|cause| {
                ReplayError::Ply(Box::new(IllegalPly {
                    ply: game.plies() + 1,
                    written: written.clone(),
                    position: *game.position(),
                    cause,
                }))
            })?;
            turns.push(written.clone());
        }
        self.check_result(&game)?;
        self.check_termination(&game)?;
        Ok(Replay { start, turns, withdrawals, game })
    }

    fn check_result(&self, game: &Game) -> Result<(), ReplayError> {
        let variant = game.position().variant();
        let tagged = self.tag("Result").and_then(|text| text.trim().parse().ok());
        let ended = game.ending().map(|ending| ending.outcome);
        let mut claimed_before = None;
        for claimed in tagged.into_iter().chain([self.result]) {
            if !claimed.is_known() {
                continue;
            }
            let outcome = claimed.outcome(variant);
            let contradiction = if outcome.is_none() {
                let outcomes = variant.teams().map(Outcome::Win).chain([Outcome::Draw]);
                let known = outcomes.map(|it| RecordResult::of(it, variant).as_str());
                let known: Vec<&str> = known.collect();
                format!("the results of {} are {}", variant.title(), known.join(", "))
            } else if claimed_before.is_some_and(|before| before != claimed) {
                format!("its tag `Result` says {}", tagged.unwrap_or_default())
            } else if let Some(ended) = ended.filter(|&ended| Some(ended) != outcome) {
                format!("by the rules the game ended {}", RecordResult::of(ended, variant))
            } else {
                claimed_before = Some(claimed);
                continue;
            };
            let position = game.position().to_string();
            return Err(ReplayError::Result { claimed, contradiction, position });
        }
        Ok(())
    }

    /// Compares a reason of the rules with the actual ending.
    ///
    /// Reasons that need the history are accepted for games that start at a described position.
    fn check_termination(&self, game: &Game) -> Result<(), ReplayError> {
        let text = self.tag("Termination").map(str::trim).unwrap_or_default();
        let mut known = EndReason::ALL.into_iter();
        let Some(claimed) = known.find(|reason| reason.as_str().eq_ignore_ascii_case(text)) else {
            return Ok(());
        };
        let by_history = matches!(claimed, EndReason::Repetition | EndReason::Passes);
        let contradiction = match game.ending() {
            Some(ending) if ending.reason == claimed => return Ok(()),
            None if by_history && self.tag("Position").is_some() => return Ok(()),
            Some(ending) => format!("by the rules it ended by `{}`", ending.reason.as_str()),
            None => "by the rules it has not ended".to_owned(),
        };
        let position = game.position().to_string();
        Err(ReplayError::Termination { claimed: claimed.as_str(), contradiction, position })
    }
}

/// Returns true if a tag has a value. PGN writes `?` and `-` for unknown values.
pub(crate) fn is_known_value(value: &str) -> bool {
    !matches!(value, "" | "?" | "-")
}

/// The withdrawal that a comment states. Games for two have none.
fn withdrawal_in_comment(comment: &str, game: &Game) -> Option<Withdrawal> {
    let variant = game.position().variant();
    let (letter, reason) = parse_withdrawal(comment).filter(|_| variant.has_passes())?;
    let seat = variant.seat_of_letter(letter)?;
    Some(Withdrawal { seat, plies: game.plies(), reason: reason.to_owned() })
}

/// Plays one written turn.
fn play_turn(game: &mut Game, written: &Turn) -> Result<(), GameError> {
    match written {
        Turn::Pass => game.pass(),
        Turn::Move(written) => {
            let effect = game.check(written)?;
            game.play(&effect);
            Ok(())
        }
    }
}
