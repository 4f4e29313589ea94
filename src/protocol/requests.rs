//! What clients ask for in more than a word, over WebSocket and REST alike.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

use crate::clock::TimeControl;
use crate::matches::NewMatch;
use crate::rules::{Position, Seat, Variant};

use super::client::SayField;
use super::error::RequestError;
use super::rules::{position_of, variant_named};

/// A match to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct CreateRequest {
    /// The variant's name.
    #[schema(example = "camelot")]
    pub variant: String,
    /// The time control; no limit when left out.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// The seat that its maker takes: `{"W": "me"}`. The others are free.
    #[serde(default)]
    #[schema(example = json!({"W": "me"}))]
    pub seats: BTreeMap<String, String>,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The position to start from, when not the usual array
    /// (`docs/notation.md`).
    pub position: Option<String>,
    /// Whether it is kept out of lists and joined by link only.
    #[serde(default)]
    pub private: bool,
}

/// A seat to be taken.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct JoinRequest {
    /// The seat's letter; the first free one when left out.
    pub seat: Option<char>,
    /// The key of a seat's link, which a private match asks for.
    pub key: Option<String>,
}

/// A move to be made.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The number that this ply will have, from 1; pass-turns count.
    pub ply: u32,
    /// The move (`docs/notation.md`).
    #[serde(rename = "move")]
    #[schema(example = "E6-E5")]
    pub text: String,
    /// Whether a move that breaks a rule is answered with the legal ones.
    #[serde(default)]
    pub legal: bool,
}

/// A word about a draw.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub struct DrawRequest {
    /// What to say.
    pub say: SayField,
}

pub(super) const fn unlimited() -> TimeControl {
    TimeControl::Unlimited {}
}

/// Refuses a time control that no match can be played by.
pub(super) fn checked_time(time: TimeControl) -> Result<TimeControl, RequestError> {
    time.checked().map_err(|error| {
        let detail = error.to_string();
        let field = detail.split(' ').next().unwrap_or("time").to_owned();
        RequestError::field(&field, &detail)
    })
}

impl CreateRequest {
    /// What is asked for, if it can be had.
    ///
    /// # Errors
    /// The first field that cannot be met.
    pub fn resolve(&self) -> Result<NewMatch, RequestError> {
        let variant = variant_named(&self.variant)?;
        let time = checked_time(self.time)?;
        let position = match &self.position {
            None => None,
            Some(text) => Some(starting_position(text, variant)?),
        };
        if self.rated && position.is_some() {
            let detail = "a rated match starts from the usual array";
            return Err(RequestError::field("rated", detail));
        }
        let (rated, private) = (self.rated, self.private);
        Ok(NewMatch { variant, position, time, rated, private, seat: self.own_seat(variant)? })
    }

    fn own_seat(&self, variant: &Variant) -> Result<Option<Seat>, RequestError> {
        let mut own = None;
        for (letter, who) in &self.seats {
            let fault = |detail: &str| RequestError::field(&format!("seats.{letter}"), detail);
            let mut letters = letter.chars();
            let (Some(first), None) = (letters.next(), letters.next()) else {
                return Err(fault("a seat is one letter"));
            };
            let seat =
                variant.seat_of_letter(first).ok_or_else(|| fault("this game has no such seat"))?;
            if who != "me" {
                return Err(fault("a seat is given to `me`, or left free for others to join"));
            }
            if own.replace(seat).is_some() {
                return Err(fault("a player has one seat in a match"));
            }
        }
        Ok(own)
    }
}

/// A position that a game can start from.
///
/// # Errors
/// `bad_field` when it cannot be read or played, has more pieces than a game
/// can have, or is the end of one.
fn starting_position(text: &str, variant: &'static Variant) -> Result<Position, RequestError> {
    let position = position_of(variant, Some(text))?;
    let array = Position::start(variant);
    let is_crowded = |seat| position.pieces(seat).len() > array.pieces(seat).len();
    if variant.seats().any(is_crowded) {
        let detail = "a seat has more pieces than in the usual array";
        return Err(RequestError::field("position", detail));
    }
    if position.ending().is_some() {
        return Err(RequestError::field("position", "the game would be over at once"));
    }
    Ok(position)
}
